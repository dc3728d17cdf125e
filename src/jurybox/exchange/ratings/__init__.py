"""Ratings in files: any table of ratings or errors for analysis, and the formats of others."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.exchange.ratings.allowed import allowed_names, allowed_numbers
    from jurybox.exchange.ratings.export_columns import (
        COLUMNS,
        DRAWN,
        SOURCE_AND_OUTPUT,
        TEXT_COLUMNS,
        TYPED_COLUMNS,
        Column,
        cells_of,
        names_of,
    )
    from jurybox.exchange.ratings.options import (
        Duplicates,
        RatingsReading,
        conditions_of,
        scales_of,
        tiers_of,
        weights_of,
    )
    from jurybox.exchange.ratings.table import read_ratings
else:
    __getattr__ = door(__name__)

__all__ = [
    "COLUMNS",
    "DRAWN",
    "SOURCE_AND_OUTPUT",
    "TEXT_COLUMNS",
    "TYPED_COLUMNS",
    "Column",
    "Duplicates",
    "RatingsReading",
    "allowed_names",
    "allowed_numbers",
    "cells_of",
    "conditions_of",
    "names_of",
    "read_ratings",
    "scales_of",
    "tiers_of",
    "weights_of",
]
