"""Tables of items: what their columns are for, and the items, systems and outputs they hold."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.exchange.items.attach import Attachments, StoreMedia, leaves
    from jurybox.exchange.items.build import Builder
    from jurybox.exchange.items.checks import Completion, Empty, Existing
    from jurybox.exchange.items.columns import ItemColumns, nearest
    from jurybox.exchange.items.people import read_people
    from jurybox.exchange.items.read import NOTHING, read_import
    from jurybox.exchange.items.reading import AS_GUESSED, Reading, how_read, read_pairs, read_reading
    from jurybox.exchange.items.rows_into_items import Gathered
else:
    __getattr__ = door(__name__)

__all__ = [
    "AS_GUESSED",
    "NOTHING",
    "Attachments",
    "Builder",
    "Completion",
    "Empty",
    "Existing",
    "Gathered",
    "ItemColumns",
    "Reading",
    "StoreMedia",
    "how_read",
    "leaves",
    "nearest",
    "read_import",
    "read_pairs",
    "read_people",
    "read_reading",
]
