"""Raters who work in a spreadsheet: workbooks written for them, and read back as judgements."""

from jurybox.studies.workbooks.old import Columns, OldTaken, read_old
from jurybox.studies.workbooks.reading import Taken, read_workbooks
from jurybox.studies.workbooks.withdrawing import withdraw_workbooks
from jurybox.studies.workbooks.writing import Written, write_workbooks

__all__ = [
    "Columns",
    "OldTaken",
    "Taken",
    "Written",
    "read_old",
    "read_workbooks",
    "withdraw_workbooks",
    "write_workbooks",
]
