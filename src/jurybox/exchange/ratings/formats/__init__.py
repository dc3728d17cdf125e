"""Formats of ratings: which there are, what each can hold, and reading and writing any of them by its id."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.exchange.ratings.formats.column_names import AS_NAMED, ColumnNames
    from jurybox.exchange.ratings.formats.losses import Losses
    from jurybox.exchange.ratings.formats.pearmut import pearmut_mark, pearmut_span
    from jurybox.exchange.ratings.formats.rating import Mark, Rating
    from jurybox.exchange.ratings.formats.registry import (
        FORMATS,
        Format,
        ReadFile,
        find_format,
        held,
        read_file,
        write_file,
    )
    from jurybox.exchange.ratings.formats.source import RatingsFile
    from jurybox.exchange.ratings.formats.target import DataSetFacts, QuestionFacts, Target
else:
    __getattr__ = door(__name__)

__all__ = [
    "AS_NAMED",
    "FORMATS",
    "ColumnNames",
    "DataSetFacts",
    "Format",
    "Losses",
    "Mark",
    "QuestionFacts",
    "Rating",
    "RatingsFile",
    "ReadFile",
    "Target",
    "find_format",
    "held",
    "pearmut_mark",
    "pearmut_span",
    "read_file",
    "write_file",
]
