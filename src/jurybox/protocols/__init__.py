"""Reading protocols, naming all their faults at once, and the shelf of ready ones."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.protocols.cards import CardWords, card_words
    from jurybox.protocols.gold import node_of, read_gold
    from jurybox.protocols.lint import PROTOCOL_FILES, lint_file, lint_text, remarks_on_text
    from jurybox.protocols.load import (
        LoadedProtocol,
        OnShelf,
        find_protocol,
        load_protocol,
        load_text,
        read_protocol,
        shelf,
        shelf_ids,
        shelf_versions,
    )
    from jurybox.protocols.schema import schema_text
    from jurybox.protocols.tree import Node, read_tree
    from jurybox.protocols.unanswered_questions import silent_faults, unanswered
else:
    __getattr__ = door(__name__)

__all__ = [
    "PROTOCOL_FILES",
    "CardWords",
    "LoadedProtocol",
    "Node",
    "OnShelf",
    "card_words",
    "find_protocol",
    "lint_file",
    "lint_text",
    "load_protocol",
    "load_text",
    "node_of",
    "read_gold",
    "read_protocol",
    "read_tree",
    "remarks_on_text",
    "schema_text",
    "shelf",
    "shelf_ids",
    "shelf_versions",
    "silent_faults",
    "unanswered",
]
