"""Workbooks that raters fill in: written with everything a rater needs and nothing they may not know, and read back."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.exchange.workbooks.cells import Wrong, is_tick, number_in, text_of
    from jurybox.exchange.workbooks.columns import RULES, ColumnRule, Speaker, part_of, rule_for
    from jurybox.exchange.workbooks.examples import BookExample, ExamplePart, SaidOfExample
    from jurybox.exchange.workbooks.ids import ASK, CANNOT, COMMENT, SHOW, bare
    from jurybox.exchange.workbooks.layout import MOST_ROWS, Book, BookIdentity, Ruled, ShownColumn, TaskRow, too_long
    from jurybox.exchange.workbooks.old import OldFile, OldRow, read_old_table
    from jurybox.exchange.workbooks.old_columns import OldColumns
    from jurybox.exchange.workbooks.read import Filled, FilledRow, read_workbook
    from jurybox.exchange.workbooks.write import write_book
else:
    __getattr__ = door(__name__)

__all__ = [
    "ASK",
    "CANNOT",
    "COMMENT",
    "MOST_ROWS",
    "RULES",
    "SHOW",
    "Book",
    "BookExample",
    "BookIdentity",
    "ColumnRule",
    "ExamplePart",
    "Filled",
    "FilledRow",
    "OldColumns",
    "OldFile",
    "OldRow",
    "Ruled",
    "SaidOfExample",
    "ShownColumn",
    "Speaker",
    "TaskRow",
    "Wrong",
    "bare",
    "is_tick",
    "number_in",
    "part_of",
    "read_old_table",
    "read_workbook",
    "rule_for",
    "text_of",
    "too_long",
    "write_book",
]
