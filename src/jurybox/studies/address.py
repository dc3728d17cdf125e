"""Where the server is: remembered beside the data, so that links made on the command line lead to it.

Where the database is: told without the password in it.
"""

import os
import re
from contextlib import suppress
from pathlib import Path
from urllib.parse import unquote

FILE = "address"
PASSWORD = re.compile(r"(//?[^\s:/@]*:|password=)[^\s@\"']+")
BETWEEN = re.compile(r"//?[^:/@]*:(.*)@")


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


def hide_passwords(text: str, address: str | None = None) -> str:
    """What a driver says, who may repeat the address that it was given, or only what is wrong in its password.

    >>> hide_passwords('missing "=" after "postgres//ada:s3cret@db/x" in "user=ada password=s3cret"')
    'missing "=" after "postgres//ada:***@db/x" in "user=ada password=***"'
    >>> hide_passwords('bad token: "s3cr%zz"', "postgresql://ada:s3cr%zz@db/x")
    'bad token: "***"'
    """
    given = BETWEEN.search(address or "")
    for password in {given[1], unquote(given[1])} if given and given[1] else ():
        text = text.replace(password, "***")
    return PASSWORD.sub(r"\1***", text)
