"""Ratings in files: any table of ratings or errors for analysis, and the formats of others."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.exchange.ratings.export_table import COLUMNS, CsvCells, long_table
    from jurybox.exchange.ratings.options import Duplicates, RatingsReading, scales_of, weights_of
    from jurybox.exchange.ratings.table import read_ratings
else:
    __getattr__ = door(__name__)

__all__ = [
    "COLUMNS",
    "CsvCells",
    "Duplicates",
    "RatingsReading",
    "long_table",
    "read_ratings",
    "scales_of",
    "weights_of",
]
