"""Files as such: the one reader and writer of tables, their encoding, and every fault with its line."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.exchange.files.delimited import read_records
    from jurybox.exchange.files.encoding import ENCODINGS, UTF_8, Form, checked_encoding, encoding_of, known_encoding
    from jurybox.exchange.files.faults import Faults, Place, Stop, at, short
    from jurybox.exchange.files.formulas import CellKind, as_written, harmless
    from jurybox.exchange.files.json_lines import (
        FAULTY,
        Faulty,
        JsonPlaces,
        is_sound,
        parsed,
        read_document,
        read_lines,
    )
    from jurybox.exchange.files.json_values import list_in, object_in, text_in
    from jurybox.exchange.files.offsets import CLOSE, OPEN, from_units, marked, to_units, units, unmarked
    from jurybox.exchange.files.parquet import open_parquet
    from jurybox.exchange.files.passing import clear_passing, is_gone, passing_name, process_mark
    from jurybox.exchange.files.read import SUFFIXES, careful, collector_paused, open_table, read_rows, tables_of
    from jurybox.exchange.files.table import BETWEEN, PIECE, OpenedTable, Row, cell_text
    from jurybox.exchange.files.target import full_is_told, keep_names, new_file, new_folder
    from jurybox.exchange.files.workbook_file import broken_in_words, open_workbook
    from jurybox.exchange.files.write import (
        QuickLines,
        delimited_lines,
        json_line,
        table_lines,
        write_parquet,
    )
    from jurybox.exchange.files.xlsx import MOST_ROWS, Sheet, check_rows, sheet_name, workbook, write_sheet
else:
    __getattr__ = door(__name__)

__all__ = [
    "BETWEEN",
    "CLOSE",
    "ENCODINGS",
    "FAULTY",
    "MOST_ROWS",
    "OPEN",
    "PIECE",
    "SUFFIXES",
    "UTF_8",
    "CellKind",
    "Faults",
    "Faulty",
    "Form",
    "JsonPlaces",
    "OpenedTable",
    "Place",
    "QuickLines",
    "Row",
    "Sheet",
    "Stop",
    "as_written",
    "at",
    "broken_in_words",
    "careful",
    "cell_text",
    "check_rows",
    "checked_encoding",
    "clear_passing",
    "collector_paused",
    "delimited_lines",
    "encoding_of",
    "from_units",
    "full_is_told",
    "harmless",
    "is_gone",
    "is_sound",
    "json_line",
    "keep_names",
    "known_encoding",
    "list_in",
    "marked",
    "new_file",
    "new_folder",
    "object_in",
    "open_parquet",
    "open_table",
    "open_workbook",
    "parsed",
    "passing_name",
    "process_mark",
    "read_document",
    "read_lines",
    "read_records",
    "read_rows",
    "sheet_name",
    "short",
    "table_lines",
    "tables_of",
    "text_in",
    "to_units",
    "units",
    "unmarked",
    "workbook",
    "write_parquet",
    "write_sheet",
]
