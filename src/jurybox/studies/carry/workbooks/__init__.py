"""Raters who work in a spreadsheet: workbooks written for them, and read back as judgements."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.carry.workbooks.old_files import OldTaken, OldWorkbookColumns, read_old
    from jurybox.studies.carry.workbooks.old_intake import OldChoices
    from jurybox.studies.carry.workbooks.read import TakenFile, read_workbooks
    from jurybox.studies.carry.workbooks.withdraw import withdraw_workbooks
    from jurybox.studies.carry.workbooks.write import WrittenWorkbooks, write_workbooks
else:
    __getattr__ = door(__name__)

__all__ = [
    "OldChoices",
    "OldTaken",
    "OldWorkbookColumns",
    "TakenFile",
    "WrittenWorkbooks",
    "read_old",
    "read_workbooks",
    "withdraw_workbooks",
    "write_workbooks",
]
