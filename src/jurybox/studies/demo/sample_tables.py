"""Tables of the demonstration, for whoever wants to see how one looks before they write their own."""

import shutil
from pathlib import Path

from jurybox.core import Conflict, NotFound

CONTENT = Path(__file__).with_name("content")
TABLE = "items.csv"
SAME_TABLE = {
    "adequacy-fluency": "da", "best-worst": "title", "ranking": "summary", "mqm": "da", "esa": "da", "sqm": "da",
    "post-editing": "da",
}  # fmt: skip
"""Protocols that ask other things about the texts of another."""
BESIDE = ("media", "people.json")
"""What a table may name."""


def samples() -> list[str]:
    """The protocols that there is a sample table for."""
    return sorted([*(path.parent.name for path in CONTENT.glob(f"*/{TABLE}")), *SAME_TABLE])


def sample_table(protocol: str) -> Path:
    """The sample table of a protocol, which may be given with a version."""
    name = protocol.partition("@")[0]
    if name not in samples():
        raise NotFound.of("sample.unknown", given=protocol, allowed=samples())
    return CONTENT / SAME_TABLE.get(name, name) / TABLE


def write_sample(protocol: str, to: Path) -> list[Path]:
    """Write a sample table into a new or empty folder, with the files that it names."""
    table = sample_table(protocol)
    if to.exists() and (not to.is_dir() or any(to.iterdir())):
        raise Conflict.of("sample.not_empty", given=str(to))
    to.mkdir(parents=True, exist_ok=True)
    written = [Path(shutil.copyfile(table, to / TABLE))]
    for name in BESIDE:
        source = table.with_name(name)
        if source.is_dir():
            written.append(Path(shutil.copytree(source, to / name)))
        elif source.exists():
            written.append(Path(shutil.copyfile(source, to / name)))
    return written
