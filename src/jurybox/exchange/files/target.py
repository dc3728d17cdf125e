"""A file or folder on its way out: beside its final name first, so that a half-written one never has it."""

import errno
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from jurybox.core import Refused, StoreFull

CANNOT_SYNC = (errno.EACCES, errno.EPERM, errno.EINVAL, errno.ENOTSUP)
"""A folder that may not be read, or lies where folders are not synced: it keeps its names in its own way."""


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """To write into; it has its name when all is written."""
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            yield file
        part.replace(path)
    except OSError as error:
        raise _not_written(path, error) from error
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """To write into; it takes the place of one that is there when all is written."""
    part = path.with_name(path.name + ".part")
    try:
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(parents=True)
        yield part
        if path.is_dir():
            shutil.rmtree(path)
        part.replace(path)
    except OSError as error:
        raise _not_written(path, error) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)


def keep_names(folder: Path) -> None:
    """From now on the names that were given in a folder, and those taken, survive a power cut too."""
    if os.name != "posix":  # elsewhere a folder can't be synced, and need not be
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if error.errno not in CANNOT_SYNC:
            raise


@contextmanager
def full_is_told() -> Iterator[None]:
    """A disk without room is no fault of the program: StoreFull instead of the system's own error."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise StoreFull.of("store.full", given=str(error)) from error
        raise


def _not_written(path: Path, error: OSError) -> Refused:
    return Refused.of("export.not_written", given=str(path), reason=error.strerror or str(error))  # type: ignore[return-value]
