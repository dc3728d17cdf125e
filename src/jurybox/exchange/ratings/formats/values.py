"""What was said, as one cell of a table: a number, a|b for tags and options, JSON for marks and orders."""

import json
import re
from collections.abc import Mapping
from typing import Any, TypedDict

from jurybox.exchange.files import BETWEEN
from jurybox.exchange.ratings.formats.rating import Mark
from jurybox.exchange.ratings.values import number_of

WHOLE = re.compile(r"[+-]?\d{1,15}", re.ASCII)


class ParsedCell(TypedDict, total=False):
    value: int | float | None
    labels: tuple[str, ...] | None
    marks: tuple[Mark, ...] | None
    order: tuple[tuple[str, ...], ...] | None


def number(text: str) -> int | float | None:
    """
    >>> number("3"), number("2.50"), number("4,5"), number("nan"), number("")
    (3, 2.5, None, None, None)
    """
    return int(text) if WHOLE.fullmatch(text) else number_of(text)


def is_real(value: Any) -> bool:
    """Whether something of a JSON document is a number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= 1e15


def said_in(cell: str, by: str = "rater", text: str | None = None) -> ParsedCell:
    """What a cell says. An empty one is an empty set, unless a text or "cannot judge" stands in its place.

    >>> said_in("4"), said_in("a|b"), said_in('[["x"], ["y", "z"]]')
    ({'value': 4}, {'labels': ('a', 'b')}, {'order': (('x',), ('y', 'z'))})
    """
    if by == "cannot":
        return {}
    if not cell:
        return {"labels": ()} if text is None else {}
    found = number(cell)
    if found is not None:
        return {"value": found}
    if cell[0] in "[{":
        return _from_json(cell)
    return {"labels": tuple(dict.fromkeys(part.strip() for part in cell.split(BETWEEN) if part.strip()))}


def _from_json(cell: str) -> ParsedCell:
    try:
        read = json.loads(cell)
    except (ValueError, RecursionError):
        return {"labels": (cell,)}
    if isinstance(read, dict) and set(read) == {"better"}:
        return {"order": ((str(read["better"]),),)}
    if isinstance(read, list) and all(isinstance(entry, Mapping) for entry in read):
        marks = tuple(map(mark_of, read))
        if all(marks):
            return {"marks": tuple(mark for mark in marks if mark)}
    if isinstance(read, list) and read and all(isinstance(group, list) for group in read):
        return {"order": tuple(tuple(map(str, group)) for group in read)}
    return {"labels": (cell,)}


def mark_of(entry: Mapping[str, Any]) -> Mark | None:
    """A mark as our answers and exports write it; None where it is something else."""
    start, end, label, count = entry.get("start"), entry.get("end"), entry.get("label"), entry.get("count", 1)
    weight, field = entry.get("weight"), entry.get("field", "output")
    on_text = type(start) is int and type(end) is int and 0 <= start < end
    if not isinstance(label, str) or not (on_text or (start is None and end is None)) or type(count) is not int:
        return None
    if field not in ("output", "source") or not (weight is None or isinstance(weight, str | int | float)):
        return None
    return Mark(start, end, label, None if weight is None else str(weight), count, field)
