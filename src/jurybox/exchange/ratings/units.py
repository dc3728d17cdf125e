"""Items, units and systems of a table of ratings: who made what, and what two raters can agree about."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from jurybox.exchange.ratings.codes import Combined, combined
from jurybox.exchange.ratings.columns import CodedColumn, CodedTable, moved
from jurybox.exchange.ratings.options import GROUPS
from jurybox.stats import Flags, Ints


@dataclass(frozen=True, slots=True)
class Items:
    """The item of each row, and what is known of the items."""

    code: Ints
    names: tuple[str, ...]
    groups: dict[str, tuple[Ints, tuple[str, ...]]]
    documents: Ints | None
    split: bool
    """Whether one name stands for several items, in several groups or documents."""


@dataclass(frozen=True, slots=True)
class RatedUnits:
    """The unit of each row, its item, and the systems that made it as pairs."""

    code: Ints
    item: Ints
    names: tuple[str, ...] | None
    systems: tuple[str, ...]
    made_unit: Ints
    made_system: Ints


def items_of(sheet: CodedTable) -> Items:
    """One item per name, group and document: item 7 of two films is two items."""
    item = sheet.need("item")
    by = [name for name in dict.fromkeys((*GROUPS, *sheet.reading.parts())) if name in sheet.columns]
    document = _documents(sheet)
    parts = [sheet.columns[name] for name in by] + ([document] if document is not None else [])
    alone = combined(item.code)
    both = combined(item.code, *(part.code for part in parts)) if parts else alone
    split = len(both) > len(alone)
    names = [item.names[code] for code in item.code[both.row]]
    if split:
        told = [part for part in parts if len(combined(item.code, part.code)) > len(alone)]
        tails = zip(*(part.take(both.row).code for part in told), strict=True)
        names = [
            f"{name} ({', '.join(part.names[code] for part, code in zip(told, tail, strict=True))})"
            for name, tail in zip(names, tails, strict=True)
        ]
    groups = {}
    for name in by:
        column = sheet.columns[name].take(both.row)
        used = combined(column.code)
        groups[name] = used.code, tuple(column.names[code] for code in column.code[used.row])
    documents = None if document is None else _document_of(document, both)
    return Items(both.code, tuple(names), groups, documents, split)


def _documents(sheet: CodedTable) -> CodedColumn | None:
    """The column of documents, where it says anything."""
    document = sheet.of("document")
    return None if document is None or document.is_text("").all() else document


def _document_of(document: CodedColumn, items: Combined) -> Ints:
    """The document of each item; an item that names none is one by itself."""
    code = document.code[items.row].astype(np.int64)
    is_alone = document.is_text("")[items.row]
    return combined(np.where(is_alone, len(document.names) + np.arange(len(code)), code)).code


def units_of(
    sheet: CodedTable,
    items: Items,
    made: Sequence[tuple[int, ...]],
    by: Ints,
    segment: CodedColumn | None,
    beside: Ints | None = None,
) -> RatedUnits:
    """One unit per item, makers, segment and outputs beside each other.

    `made[by[row]]` are the codes of the systems behind a row.
    """
    columns = [
        items.code,
        by,
        *([segment.code] if segment is not None else []),
        *([beside] if beside is not None else []),
    ]
    units = combined(*columns)
    count = np.fromiter(map(len, made), np.int64, len(made))
    behind = by[units.row]
    pairs = np.repeat(np.arange(len(units)), count[behind])
    if count.max(initial=0) <= 1:
        flat = np.fromiter((codes[0] if codes else -1 for codes in made), np.int64, len(made))[behind]
        system = flat[flat >= 0]
    else:
        system = np.array([code for one in behind for code in made[one]], np.int64)
    names = sheet.need("system").names if sheet.of("system") is not None else ()
    used = combined(system) if len(system) else Combined(np.empty(0, np.int32), np.empty(0, np.int64))
    return RatedUnits(
        units.code,
        items.code[units.row],
        None if segment is None else _unit_names(items, units, segment),
        tuple(names[code] for code in system[used.row]),
        pairs.astype(np.int32),
        used.code,
    )


def _unit_names(items: Items, units: Combined, segment: CodedColumn) -> tuple[str, ...]:
    named = zip(items.code[units.row], segment.code[units.row], strict=True)
    parts = ((items.names[item], segment.names[part]) for item, part in named)
    return tuple(f"{item} [{part}]" if part else item for item, part in parts)


@dataclass(frozen=True, slots=True)
class RowMakers:
    """The systems behind each row, by code into `made`; and which rows to keep."""

    made: list[tuple[int, ...]]
    by: Ints
    keep: Flags | None


def makers_of(sheet: CodedTable) -> RowMakers:
    """The systems of each row. Our export has a row for each system that made a candidate: these are one rating."""
    system = sheet.of("system")
    if system is None:
        return RowMakers([()], np.zeros(len(sheet), np.int32), None)
    alone: list[tuple[int, ...]] = [(code,) if name else () for code, name in enumerate(system.names)]
    judgement, target, question = sheet.of("judgement"), sheet.of("target"), sheet.of("question")
    if judgement is None or target is None or question is None:
        return RowMakers(alone, system.code, None)
    said_in = judgement.code
    if "" in judgement.names:  # ratings that were made elsewhere have no judgement in common
        empty = judgement.is_text("")
        said_in = np.where(empty, len(judgement.names) + np.cumsum(empty), said_in)
    ratings = combined(said_in, question.code, target.code)
    if len(ratings) == len(sheet):
        return RowMakers(alone, system.code, None)
    return _merged(system.code, ratings, alone)


def _merged(system: Ints, ratings: Combined, made: list[tuple[int, ...]]) -> RowMakers:
    by = system.copy()
    shared = np.bincount(ratings.code)[ratings.code] > 1
    rows = np.flatnonzero(shared)
    rows = rows[np.argsort(ratings.code[rows], kind="stable")]
    known: dict[tuple[int, ...], int] = {}
    for group in np.split(rows, np.flatnonzero(np.diff(ratings.code[rows])) + 1):
        together = tuple(sorted({int(code) for code in system[group]}))
        by[group] = known.setdefault(together, len(made) + len(known))
    keep = np.zeros(len(system), bool)
    keep[ratings.row] = True
    return RowMakers([*made, *known], by, keep)


def segment_of(sheet: CodedTable, items: Items, by: Ints) -> CodedColumn | None:
    """The segment of each row. In our export it is the target, unless the targets of a question are candidates."""
    target, question = sheet.of("target"), sheet.of("question")
    if sheet.of("segment") is not None or target is None or question is None or sheet.of("judgement") is None:
        return sheet.of("segment")
    parts = np.flatnonzero(~target.is_text("unit"))
    asked, output = question.code[parts], combined(items.code, by).code[parts]
    about = combined(asked, target.code[parts])
    answered = combined(asked, output)
    each = combined(about.code, output)
    in_segments = np.zeros(len(question.names), bool)
    in_segments[asked[about.row[np.bincount(about.code[each.row]) > 1]]] = True
    in_segments[asked[answered.row[np.bincount(answered.code[each.row]) > 1]]] = True
    if not in_segments.any():
        return None
    is_segment = in_segments[question.code] & ~target.is_text("unit")
    found = CodedColumn(target.name, np.where(is_segment, target.code + 1, 0), ("", *target.names))
    return moved(found, tuple(_segment(name) for name in found.names))


def _segment(target: str) -> str:
    """
    >>> _segment("c17.3"), _segment("3"), _segment("c17")
    ('3', '3', 'c17')
    """
    candidate, dot, segment = target.rpartition(".")
    return segment if dot and candidate.startswith("c") else target
