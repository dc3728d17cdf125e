"""python -m tests.upgrade.allow: write down how outputs that ALLOWED names differ now, to be read and committed."""

import tempfile
from pathlib import Path

from tests.upgrade.differences import allowed_file, allowed_names, differences, reason_of, shown
from tests.upgrade.outputs import GROUPS, outputs_of
from tests.upgrade.record import Record, records


def main() -> None:
    for record in records():
        for name in allowed_names(record):
            allowed_file(record, name).unlink()
        for group in GROUPS:
            with tempfile.TemporaryDirectory() as work:
                allow(record, group, outputs_of(record, Path(work), group))


def allow(record: Record, group: str, now: dict[str, str]) -> None:
    for one in differences(record, now, group):
        if reason_of(record, one.name) is None:
            print(f"{shown(one)}\nNot in ALLOWED: {one.name}")
            continue
        file = allowed_file(record, one.name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(one.text(), encoding="utf-8")
        print(f"allowed: {record.version} {one.name}")


if __name__ == "__main__":
    main()
