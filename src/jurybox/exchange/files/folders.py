"""A folder in place of a table: all tables in it, a folder for each language or team included."""

from pathlib import Path

from jurybox.exchange.files.tables import SUFFIXES


def tables_of(paths: list[Path]) -> list[Path]:
    """The tables, in order; a folder that holds none stays, to be refused by name. What begins with . or ~$ is none."""
    found: list[Path] = []
    for path in paths:
        inner = sorted(p for p in path.rglob("*") if _is_table(p)) if path.is_dir() else []
        found += inner or [path]
    return list(dict.fromkeys(found))


def _is_table(path: Path) -> bool:
    return path.suffix.lower() in SUFFIXES and not path.name.startswith((".", "~$")) and path.is_file()
