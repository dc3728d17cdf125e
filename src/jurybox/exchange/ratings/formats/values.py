"""What was said, as one cell of a table: a number, a|b for tags and options, JSON for marks and orders."""

import json
import re
from typing import TypedDict, TypeGuard

from jurybox.core import JsonObject, JsonValue
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


def is_real(value: object) -> TypeGuard[int | float]:
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
        read: JsonValue = json.loads(cell)
    except (ValueError, RecursionError):
        return {"labels": (cell,)}
    if isinstance(read, dict) and set(read) == {"better"}:
        return {"order": ((str(read["better"]),),)}
    entries = read if isinstance(read, list) else [None]
    marks = tuple(mark for entry in entries if isinstance(entry, dict) and (mark := mark_of(entry)))
    if len(marks) == len(entries):
        return {"marks": marks}
    order = tuple(tuple(map(str, group)) for group in entries if isinstance(group, list))
    if len(order) == len(entries):
        return {"order": order}
    return {"labels": (cell,)}


def mark_of(entry: JsonObject) -> Mark | None:
    """A mark as our answers and exports write it; None where it is something else."""
    start, end, label, count = entry.get("start"), entry.get("end"), entry.get("label"), entry.get("count", 1)
    weight, field, reason = entry.get("weight"), entry.get("field", "output"), entry.get("reason")
    if not isinstance(label, str) or type(count) is not int:
        return None
    if not isinstance(field, str) or not (weight is None or isinstance(weight, str | int | float)):
        return None
    if not (reason is None or isinstance(reason, str)):
        return None
    kept = (None if weight is None else str(weight), count, field, reason)
    if start is None and end is None:
        return Mark(None, None, label, *kept)
    return Mark(start, end, label, *kept) if type(start) is int and type(end) is int and 0 <= start <= end else None
