"""The sheets of a workbook that anybody may have made."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import python_calamine

from jurybox.exchange.files import broken_in_words, open_workbook
from jurybox.exchange.workbooks.cells import FoundCell


class Sheets:
    """The sheets of an open workbook."""

    def __init__(self, book: python_calamine.CalamineWorkbook) -> None:
        self._book = book
        self.names: list[str] = book.sheet_names

    def rows(self, name: str) -> Iterator[tuple[int, Sequence[FoundCell]]]:
        """The rows of a sheet, counted as the spreadsheet counts them."""
        with broken_in_words():  # what goes wrong with whoever is given the rows does not pass through here
            yield from enumerate(self._book.get_sheet_by_name(name).iter_rows(), 1)


@contextmanager
def open_sheets(path: Path) -> Iterator[Sheets]:
    """The sheets of a workbook; Stop where it is none, or one that can't be read within bounds."""
    with open_workbook(path) as book:
        yield Sheets(book)
