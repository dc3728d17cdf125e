"""python -m tests.upgrade.make_release VERSION: make the record of a release. See README.md."""

import json
import os
import random
import shutil
import sqlite3
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

from tests.upgrade.doors import DATA, ROOT, Clock, House, at
from tests.upgrade.life import PARTS
from tests.upgrade.making import Making
from tests.upgrade.material import write_material
from tests.upgrade.outputs import ARCHIVED, GROUPS, outputs_of
from tests.upgrade.promises import gaps
from tests.upgrade.record import HERE, Record

BEGINS = "2026-03-02T09:00:00"


def main(version: str) -> None:
    record = Record(version)
    if record.place.exists():
        raise SystemExit(f"{record.place} is there already. A record is never made anew: its data are of that release.")
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        house = make_folder(work / "making", version)
        (record.place / "archives").mkdir(parents=True)
        for file in ("kept.json", "backup.zip", *(f"archives/{key}.zip" for key in ARCHIVED)):
            shutil.move(house.work / file, record.place / file)
        record.keep_folder(house.data, "folder.zip")
        record.keep_folder(ROOT / "examples", "examples.zip")
        record.keep_outputs(all_outputs(record, work))
    size = sum(path.stat().st_size for path in record.place.rglob("*") if path.is_file())
    print(f"{record.place.relative_to(HERE.parents[1])}: {size / 1e6:.1f} MB")


def make_folder(work: Path, version: str) -> House:
    """A data folder with a life behind it, its backup and archives. Made twice, it is the same twice."""
    work.mkdir()
    write_material(work)
    house = House(work, Clock(BEGINS))
    chance = random.Random(version).randbytes
    with at(house.clock), patch.object(os, "urandom", chance):
        if house.done("--version").split()[-1] != version:
            raise SystemExit(f"This is {house.done('--version').strip()}, and not {version}.")
        with house.server() as server:
            made = Making.begin(house, server)
            for part in PARTS:
                part(made)
            (work / "kept.json").write_text(json.dumps(made.kept(), indent=1), encoding="utf-8")
        house.done("backup", "backup.zip", "--data", DATA)
        told = gaps(house)
        if told:
            raise SystemExit("\n".join(["Not in the data that were made:", *told]))
        (work / "archives").mkdir()
        for key in ARCHIVED:
            house.done("study", "archive", key, "--to", f"archives/{key}.zip", "--with-questionnaire", "--data", DATA)
    settle(house.data / "jurybox.db")
    return house


def settle(database: Path) -> None:
    """Bring what stands in the log of the database into its one file."""
    connection = sqlite3.connect(database)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.execute("VACUUM")
    connection.close()
    for beside in database.parent.glob("jurybox.db-*"):
        beside.unlink()


def all_outputs(record: Record, work: Path) -> dict[str, str]:
    """Each group from a fresh copy of the data, as the test makes them."""
    found: dict[str, str] = {}
    for group in GROUPS:
        print(group, flush=True)
        found |= outputs_of(record, work / group, group)
    return found


if __name__ == "__main__":
    main(*sys.argv[1:])
