"""Judgements out: as a long table, streamed, or in any format of ratings."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.carry.export.lines import value_and_text
    from jurybox.studies.carry.export.write import export_as, export_lines, export_rows, rater_lines
else:
    __getattr__ = door(__name__)

__all__ = [
    "export_as",
    "export_lines",
    "export_rows",
    "rater_lines",
    "value_and_text",
]
