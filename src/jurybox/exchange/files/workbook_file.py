"""Opening a workbook that anybody may have made: looked at before it is unpacked, and broken ones told in words."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import python_calamine

from jurybox.exchange.files.faults import Stop
from jurybox.exchange.files.workbook_guard import guard

PANIC = "PanicException"
"""What a fault inside calamine is called. It is no Exception, and can't be imported."""


@contextmanager
def open_workbook(path: Path) -> Iterator[python_calamine.CalamineWorkbook]:
    """A workbook; Stop where it is none, or one that can't be read within bounds."""
    guard(path)
    with path.open("rb") as file:
        with broken_in_words():
            book = python_calamine.CalamineWorkbook.from_filelike(file)
        try:
            yield book
        finally:
            book.close()


@contextmanager
def broken_in_words() -> Iterator[None]:
    """Around calls of calamine only: whatever it raises, the file is broken."""
    try:
        yield
    except BaseException as error:
        if isinstance(error, Exception) or type(error).__name__ == PANIC:
            raise Stop("import.broken_workbook", 1, str(error)[:200]) from error
        raise
