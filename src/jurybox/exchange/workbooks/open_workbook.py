"""Opening a workbook that anybody may have made: looked at before it is unpacked, and broken ones told in words."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import python_calamine

from jurybox.exchange.files import Stop
from jurybox.exchange.workbooks.cells import FoundCell
from jurybox.exchange.workbooks.guard import guard

PANIC = "PanicException"
"""What a fault inside calamine is called. It is no Exception, and can't be imported."""


class Sheets:
    """The sheets of an open workbook."""

    def __init__(self, book: python_calamine.CalamineWorkbook) -> None:
        self._book = book
        self.names: list[str] = book.sheet_names

    def rows(self, name: str) -> Iterator[tuple[int, Sequence[FoundCell]]]:
        """The rows of a sheet, counted as the spreadsheet counts them."""
        with _in_words():  # what goes wrong with whoever is given the rows does not pass through here
            yield from enumerate(self._book.get_sheet_by_name(name).iter_rows(), 1)


@contextmanager
def open_sheets(path: Path) -> Iterator[Sheets]:
    """The sheets of a workbook; Stop where it is none, or one that can't be read within bounds."""
    guard(path)
    with path.open("rb") as file:
        with _in_words():
            book = python_calamine.CalamineWorkbook.from_filelike(file)
        try:
            yield Sheets(book)
        finally:
            book.close()


@contextmanager
def _in_words() -> Iterator[None]:
    """Around calls of calamine only: whatever it raises, the file is broken."""
    try:
        yield
    except BaseException as error:
        if isinstance(error, Exception) or type(error).__name__ == PANIC:
            raise Stop("import.broken_workbook", 1, str(error)[:200]) from error
        raise
