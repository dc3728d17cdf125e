"""Where the server is: remembered beside the data, so that links made on the command line lead to it."""

import os
from contextlib import suppress
from pathlib import Path

FILE = "address"


def remember_address(folder: Path, url: str) -> None:
    """Write the address down; whoever reads it meanwhile finds the old one or the new one."""
    new = folder / f"{FILE}.{os.getpid()}"
    new.write_text(f"{url}\n", encoding="utf-8")
    new.replace(folder / FILE)


def remembered_address(folder: Path) -> str | None:
    """The address of the server that was started last; None where none was."""
    with suppress(OSError, UnicodeDecodeError):
        found = (folder / FILE).read_text(encoding="utf-8").strip()
        if found.startswith(("http://", "https://")) and not any(character.isspace() for character in found):
            return found
    return None
