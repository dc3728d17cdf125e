"""The columns of our long table, each described once: csv, tsv, JSON lines, XLSX, Parquet, the library and the docs.

A row is one answer about one system: of a study's log, or a rating of any format. Both have what `of` names.
"""

from collections.abc import Callable, Iterable
from itertools import chain
from operator import attrgetter
from typing import Literal, NamedTuple, Protocol, TypeVar

from jurybox.exchange.files import CellKind

ColumnType = Literal["string", "float64", "int64", "bool_"]
"""As Arrow calls them."""


class Column(NamedTuple):
    """`of` is what it holds of a row.

    `written` says that people wrote it, so that it may hold anything; `optional` that a row may have nothing there.
    """

    name: str
    of: str
    what: str
    type: ColumnType = "string"
    written: bool = False
    optional: bool = False

    @property
    def kind(self) -> CellKind:
        """How its cells are written into csv."""
        if self.written:
            return "written"
        return "other" if self.optional or self.type != "string" else "ours"


COLUMNS = (
    Column("study", "study", "the key of the study"),
    Column("protocol", "protocol", "the protocol and its version"),
    Column("item", "item", "the key of the item", written=True),
    Column("group", "group", "the group of the item", written=True),
    Column("system", "system", "what made the output; empty where the answer is about several", written=True),
    Column("rater", "rater", "who answered: a pseudonym; number and name only where `--names` asks for them"),
    Column("stage", "stage", "the stage in which it was asked"),
    Column("question", "question", "the question; empty where the whole unit could not be judged", optional=True),
    Column("target", "about", "`unit`, the number of a segment, `c17` for a candidate, `c17.3` for its segment 3"),
    Column("value", "cell", "the answer: a number, `a|b` for tags and options, JSON for marks, orders", written=True),
    Column("text", "text", "what was written with it, or why there is no answer", written=True),
    Column("by", "by", "`rater`, `rule`, `marks`, `override`, `cannot`, or of suggestions `kept`, `changed`, …"),
    Column("purpose", "purpose", "why: `rating`, `repeat`, `calibration`, `check`, `adjudication` or `merged`"),
    Column(
        "standing",
        "standing",
        "whether it counts for its `purpose`: `counted`, `surplus`, `final`, `closed` or `withdrawn`",
    ),
    Column("pilot", "pilot", "whether it is of the pilot", "bool_"),
    Column("seq", "seq", "the place of the judgement in the log", "int64"),
    Column("judgement", "judgement", "the id of the judgement"),
    Column("supersedes", "supersedes", "the id of the judgement that it stands in place of", optional=True),
    Column("answered_at", "answered_at", "when it was answered, by the rater's clock, in UTC", optional=True),
    Column("received_at", "received_at", "when it came in"),
    Column("elapsed_ms", "elapsed_ms", "how many milliseconds the rater took", "int64"),
    Column("channel", "channel", "the way it came in: browser, xlsx, api, import, label-studio or demo"),
    Column("comment", "comment", "what the rater wrote about the unit as a whole", written=True),
    Column("suggested", "suggested", "what was there to be corrected, as JSON", written=True, optional=True),
    Column("suggestion", "suggestion", "how many of its entries were kept, changed …, as JSON", optional=True),
    Column("allowed", "allowed", "what could be answered, such as `ordinal 1|2|3|4|5` or `one yes|no`", optional=True),
)  # fmt: skip
"""One row for each answer and system."""
DRAWN = Column("drawn", "drawn", "where pairs are drawn as a study goes: `even`, `chosen`, or `none` of no pair")
"""A column that tables of such studies have, and no others."""
NUMBER = Column("number", "number", "the answer as a number, where it is one", "float64")
_VALUE = [column.name for column in COLUMNS].index("value")
TYPED_COLUMNS = (*COLUMNS[: _VALUE + 1], NUMBER, *COLUMNS[_VALUE + 1 :])
"""Where a column has one type, the numbers among the values have a column of their own."""
SOURCE_AND_OUTPUT = (
    Column("source", "source", "what was given, where it is a text", written=True),
    Column("output", "output", "what was made of it, where it is a text", written=True),
)
TEXT_COLUMNS = (Column("document", "document", "what the item is a part of", written=True), *SOURCE_AND_OUTPUT)
"""What was rated, after what was said of it."""


class _Row(Protocol):
    @property
    def drawn(self) -> str: ...


Drawn = TypeVar("Drawn", bound=_Row)


def with_drawn(columns: tuple[Column, ...], rows: Iterable[Drawn]) -> tuple[tuple[Column, ...], Iterable[Drawn]]:
    """The columns of some rows, of which the first says whether all of them say how they were drawn."""
    rows = iter(rows)
    first = next(rows, None)
    if first is None:
        return columns, ()
    return (*columns, DRAWN) if first.drawn else columns, chain([first], rows)


def names_of(columns: Iterable[Column]) -> tuple[str, ...]:
    return tuple(column.name for column in columns)


def cells_of(columns: Iterable[Column]) -> Callable[[object], tuple[object, ...]]:
    """What makes the cells of a row."""
    return attrgetter(*(column.of for column in columns))
