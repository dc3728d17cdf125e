"""Tables of items: what their columns are for, and the items, systems and outputs they hold."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.exchange.items.attach import Attachments, StoreMedia, leaves
    from jurybox.exchange.items.build import Builder
    from jurybox.exchange.items.checks import Completion, Existing
    from jurybox.exchange.items.columns import ItemColumns, nearest
    from jurybox.exchange.items.people import read_people
    from jurybox.exchange.items.read import NOTHING, read_import
    from jurybox.exchange.items.reading import AS_GUESSED, Reading, how_read, read_pairs, read_reading
    from jurybox.exchange.items.rows_into_items import Gathered
    from jurybox.exchange.items.score_names import ScoreNames
    from jurybox.exchange.items.synonyms import (
        COMMENT,
        RATER,
        holds_no_ratings,
        is_row_number,
        labels_of,
        names_of,
        plain,
        plain_words,
        usual_names,
    )
    from jurybox.exchange.items.tables_in import Opened
else:
    __getattr__ = door(__name__)

__all__ = [
    "AS_GUESSED",
    "COMMENT",
    "NOTHING",
    "RATER",
    "Attachments",
    "Builder",
    "Completion",
    "Existing",
    "Gathered",
    "ItemColumns",
    "Opened",
    "Reading",
    "ScoreNames",
    "StoreMedia",
    "holds_no_ratings",
    "how_read",
    "is_row_number",
    "labels_of",
    "leaves",
    "names_of",
    "nearest",
    "plain",
    "plain_words",
    "read_import",
    "read_pairs",
    "read_people",
    "read_reading",
    "usual_names",
]
