"""Reading protocols, naming all their faults at once, and the shelf of ready ones."""

from jurybox.protocols.lint import lint_file, lint_text
from jurybox.protocols.load import (
    LoadedProtocol,
    OnShelf,
    find_protocol,
    load_protocol,
    read_protocol,
    shelf,
    shelf_ids,
)
from jurybox.protocols.schema import schema_text

__all__ = [
    "LoadedProtocol",
    "OnShelf",
    "find_protocol",
    "lint_file",
    "lint_text",
    "load_protocol",
    "read_protocol",
    "schema_text",
    "shelf",
    "shelf_ids",
]
