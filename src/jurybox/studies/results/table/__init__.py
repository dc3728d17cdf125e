"""From the log of a study to the table that every analysis starts from."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.results.table.read import TableWish, study_table, table_of, with_decisions
else:
    __getattr__ = door(__name__)

__all__ = [
    "TableWish",
    "study_table",
    "table_of",
    "with_decisions",
]
