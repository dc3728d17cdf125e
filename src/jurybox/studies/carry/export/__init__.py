"""Judgements out: as a long table, streamed, or in any format of ratings."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.exchange.ratings import COLUMNS, DRAWN, TYPED_COLUMNS, Column, names_of
    from jurybox.studies.carry.export.answers import value_and_text
    from jurybox.studies.carry.export.write import (
        export_as,
        export_lines,
        export_ratings,
        export_rows,
        rater_lines,
        write_lines,
    )
else:
    __getattr__ = door(__name__)

__all__ = [
    "COLUMNS",
    "DRAWN",
    "TYPED_COLUMNS",
    "Column",
    "export_as",
    "export_lines",
    "export_ratings",
    "export_rows",
    "names_of",
    "rater_lines",
    "value_and_text",
    "write_lines",
]
