"""A file or folder on its way out: beside its final name first, so that a half-written one never has it."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from jurybox.core import Refused


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


def _not_written(path: Path, error: OSError) -> Refused:
    return Refused.of("export.not_written", given=str(path), reason=error.strerror or str(error))  # type: ignore[return-value]
