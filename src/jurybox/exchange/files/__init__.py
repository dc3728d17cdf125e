"""Files as such: tables read and written, their encoding, and every fault with its line."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.exchange.files.encoding import ENCODINGS, UTF_8, Form, encoding_of, known_encoding
    from jurybox.exchange.files.faults import Faults, Place, at, short
    from jurybox.exchange.files.folders import tables_of
    from jurybox.exchange.files.memory import collector_paused
    from jurybox.exchange.files.offsets import CLOSE, OPEN, from_units, marked, to_units, units, unmarked
    from jurybox.exchange.files.sheets import Sheet, sheet_name, workbook
    from jurybox.exchange.files.tables import (
        LONGEST_CELL,
        OpenedTable,
        Row,
        Stop,
        careful,
        cell_text,
        head_of,
        is_text,
        open_table,
        refuse_nulls,
    )
else:
    __getattr__ = door(__name__)

__all__ = [
    "CLOSE",
    "ENCODINGS",
    "LONGEST_CELL",
    "OPEN",
    "UTF_8",
    "Faults",
    "Form",
    "OpenedTable",
    "Place",
    "Row",
    "Sheet",
    "Stop",
    "at",
    "careful",
    "cell_text",
    "collector_paused",
    "encoding_of",
    "from_units",
    "head_of",
    "is_text",
    "known_encoding",
    "marked",
    "open_table",
    "refuse_nulls",
    "sheet_name",
    "short",
    "tables_of",
    "to_units",
    "units",
    "unmarked",
    "workbook",
]
