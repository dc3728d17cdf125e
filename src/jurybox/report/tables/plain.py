"""Plain tables: a title, columns that know what they hold, rows of values, and the signature of what they come from."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from jurybox.report.numbers import NOTHING, Numbers

Kind = Literal["text", "count", "number", "share", "p", "interval", "shares", "ranks", "estimate"]
"""An interval, of numbers or of shares, and a range of ranks are pairs; for machines they become two columns. An
estimate (a number with interval and cluster) becomes five."""
PAIRS = ("interval", "shares", "ranks")
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
SMALLEST = "<1e-300"
"""A p-value below what a number can hold, for machines: it is not 0."""
SAID = frozenset({"question", "by", "option"})
"""The columns that the title of a part says for all its rows."""


@dataclass(frozen=True, slots=True)
class NamedCell:
    """A code that machines read, with the words that people read."""

    code: str | None
    text: str


@dataclass(frozen=True, slots=True)
class Estimated:
    """A number with its interval and cluster, and whether it is the best of its column."""

    value: float | None
    interval: tuple[float, float] | None = None
    cluster: int | None = None
    is_best: bool = False
    is_share: bool = False

    def flat(self) -> list[Any]:
        return [self.value, *(self.interval or (None, None)), self.cluster, "yes" if self.is_best else "no"]


@dataclass(frozen=True, slots=True)
class TableColumn:
    key: str
    """What machines read, the same in every language."""
    title: str
    kind: Kind = "text"
    decimals: int = 2
    for_people: bool = True
    """False: only in csv and xlsx."""

    @property
    def is_number(self) -> bool:
        return self.kind != "text"


@dataclass(frozen=True, slots=True)
class PlainTable:
    """One list of findings. `name` is the stem of its files."""

    name: str
    title: str
    columns: tuple[TableColumn, ...]
    rows: tuple[tuple[Any, ...], ...]
    signature: str
    parts: tuple["TablePart", ...] = ()
    """How people read it: piece by piece; empty for one piece."""
    notes: tuple[str, ...] = ()

    def part_tables(self) -> tuple["PlainTable", ...]:
        """A table for each part, without the columns that would say the same in every row."""
        if not self.parts:
            return (self,)
        return tuple(self._only(part) for part in self.parts)

    def _only(self, part: "TablePart") -> "PlainTable":
        columns = tuple(replace(c, for_people=c.for_people and c.key not in part.said) for c in self.columns)
        rows = self.rows[part.start : part.stop]
        title = f"{self.title}: {part.title}" if part.title else self.title
        return replace(self, name=f"{self.name}-{part.key}", title=title, columns=columns, rows=rows, parts=())

    def shown(self) -> list[int]:
        """The places of the columns that people read: those meant for them that hold anything at all."""
        full = [any(_holds(row[n]) for row in self.rows) for n in range(len(self.columns))]
        return [n for n, column in enumerate(self.columns) if column.for_people and (full[n] or not self.rows)]

    def rules(self) -> frozenset[int]:
        """The rows that have a line above them: where a new cluster begins."""
        at = next((n for n, column in enumerate(self.columns) if column.key == "cluster"), None)
        if at is None:
            return frozenset()
        pairs = zip(self.rows, self.rows[1:], strict=False)
        return frozenset(n for n, (above, below) in enumerate(pairs, start=1) if above[at] != below[at])

    def for_machines(self) -> tuple[list[str], list[list[Any]]]:
        """Header and rows with every pair in two columns, and the signature in the last."""
        header = [key for column in self.columns for key in _keys(column)]
        rows = [[*_flat(self.columns, row), self.signature] for row in self.rows]
        return [*header, "signature"], rows


@dataclass(frozen=True, slots=True)
class TablePart:
    """Some rows that belong together: one question, or one question in one language."""

    key: str
    title: str
    start: int
    stop: int
    said: frozenset[str] = SAID
    """The keys of the columns that the title already says."""


def _holds(value: Any) -> bool:
    return bool(value.text) if isinstance(value, NamedCell) else value not in (None, "")


def _keys(column: TableColumn) -> list[str]:
    if column.kind == "estimate":
        return [f"{column.key}_{part}" for part in ("mean", "low", "high", "cluster", "best")]
    return [f"{column.key}_low", f"{column.key}_high"] if column.kind in PAIRS else [column.key]


def _flat(columns: Sequence[TableColumn], row: Sequence[Any]) -> list[Any]:
    cells: list[Any] = []
    for column, value in zip(columns, row, strict=True):
        if column.kind in PAIRS:
            cells += [None, None] if value is None else list(value)
        elif column.kind == "estimate":
            cells += [None] * 5 if value is None else value.flat()
        elif column.kind == "p" and value == 0:
            cells.append(SMALLEST)
        else:
            cells.append(value.code if isinstance(value, NamedCell) else value)
    return cells


def strong_and_rest(column: TableColumn, value: Any, numbers: Numbers) -> tuple[str, str]:
    """A value as people read it, in two pieces: what is set in bold, and what is not.

    >>> numbers = Numbers("1,234.5", "[{low}, {high}]")
    >>> strong_and_rest(TableColumn("q", "", "estimate"), Estimated(4.5, (4, 5), 12, is_best=True), numbers)
    ('4.50¹²', ' [4.00, 5.00]')
    >>> strong_and_rest(TableColumn("q", "", "estimate"), Estimated(4.5, (4, 5)), numbers)
    ('', '4.50 [4.00, 5.00]')
    """
    text = cell_text(column, value, numbers)
    if isinstance(value, Estimated) and value.is_best:
        strong, gap, rest = text.partition(" ")
        return strong, gap + rest
    return "", text


def _estimate(value: Estimated, decimals: int, numbers: Numbers) -> str:
    if value.is_share:
        number, interval = numbers.share(value.value, 1), numbers.shares(value.interval)
    else:
        number, interval = numbers.number(value.value, decimals), numbers.interval(value.interval, decimals)
    raised = "" if value.cluster is None else str(value.cluster).translate(RAISED)
    return f"{number}{raised}" if value.interval is None else f"{number}{raised} {interval}"


def cell_text(column: TableColumn, value: Any, numbers: Numbers) -> str:
    """A value as people read it.

    >>> numbers = Numbers("1,234.5", "[{low}, {high}]")
    >>> cell_text(TableColumn("r", "", "ranks"), (1, 3), numbers)
    '1–3'
    >>> cell_text(TableColumn("n", "", "count"), 1200, numbers)
    '1,200'
    """
    if isinstance(value, NamedCell):
        return value.text
    if value is None or value == "":
        return NOTHING if column.is_number else ""
    match column.kind:
        case "count":
            return numbers.count(value)
        case "number":
            return numbers.number(value, column.decimals)
        case "share":
            return numbers.share(value, 1)
        case "p":
            return numbers.p(value)
        case "interval":
            return numbers.interval(value, column.decimals)
        case "shares":
            return numbers.shares(value)
        case "estimate":
            return _estimate(value, column.decimals, numbers)
        case "ranks":
            return numbers.count(value[0]) if value[0] == value[1] else "–".join(numbers.count(end) for end in value)
    return str(value)
