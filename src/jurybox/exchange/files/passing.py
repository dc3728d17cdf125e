"""What exists only while a process is at work, and how to see that it was killed: by its machine and number."""

import os
import secrets
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path

PREFIX = ".passing-"
LONGEST_S = 7 * 86_400.0
"""Nothing is being written for a week."""


def process_mark() -> str:
    """Says which process of which machine is at work; another one each time."""
    machine = "".join(character for character in socket.gethostname() if character.isalnum())
    return f"{machine}-{os.getpid()}-{secrets.token_hex(6)}"


def is_gone(mark: str) -> bool:
    """Whether it is of a process of this machine that has ended. Of other machines nobody can say."""
    own, _, _ = process_mark().partition("-")
    machine, number, *_ = [*mark.split("-"), ""]
    return machine == own and number.isdecimal() and not _lives(int(number))


def passing_name() -> str:
    """A name for what is being written."""
    return f"{PREFIX}{process_mark()}"


def clear_passing(folder: Path) -> int:
    """Remove what nobody writes any more; how many files that were."""
    return sum(_cleared(path) for path in folder.glob(f"{PREFIX}*"))


def _cleared(path: Path) -> bool:
    with suppress(OSError):  # another process was quicker
        if is_gone(path.name.removeprefix(PREFIX)) or time.time() - path.stat().st_mtime > LONGEST_S:
            path.unlink()
            return True
    return False


def _lives(process: int) -> bool:
    if sys.platform == "win32":  # where asking would end it
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
