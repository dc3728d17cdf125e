"""Values that are sets of names, and values that our export writes as JSON: marked spans and comparisons."""

import json
import math
from dataclasses import replace

import numpy as np

from jurybox.analysis import Asked, TagRatings
from jurybox.core import JsonObject, JsonValue
from jurybox.exchange.files import BETWEEN
from jurybox.exchange.ratings.columns import TextCodes
from jurybox.stats import Ints

FAR = 10_000_000
"""Where a table has marks in several texts, they are taken to lie so far behind each other."""


def is_json(text: str) -> bool:
    return text[:1] in ("[", "{")


def names_in(text: str) -> list[str]:
    """
    >>> names_in("b|a| b "), names_in("")
    (['b', 'a'], [])
    """
    return [name for name in dict.fromkeys(part.strip() for part in text.split(BETWEEN)) if name]


def sets_of(asked: Asked, texts: tuple[str, ...], code: Ints, unit: Ints, rater: Ints) -> TagRatings:
    """One rating per row; `texts[code]` is what it holds, as a|b|c."""
    held = [names_in(text) for text in texts]
    names = asked.names or tuple(sorted({name for one in held for name in one}))
    place = {name: number for number, name in enumerate(names)}
    held = [[name for name in one if name in place] for one in held]  # others count in no rate
    count = np.fromiter(map(len, held), np.int64, len(held))
    row = np.repeat(np.arange(len(code)), count[code])
    flat = np.array([place[name] for one in held for name in one], np.int32)
    return TagRatings(replace(asked, kind="tags", names=names), unit, rater, row, flat[_spread(count, code)])


def marks_of(asked: Asked, texts: tuple[str, ...], code: Ints, unit: Ints, rater: Ints) -> TagRatings | None:
    """The same for marks: [{start, end, label, weight}, …]. None: the texts are something else."""
    held = [_marks(text) for text in texts]
    if any(one is None for one in held):
        return None
    lists = [one or [] for one in held]
    flat = [mark for one in lists for mark in one]
    labels = TextCodes()
    for label in (*asked.names, *sorted({str(mark["label"]) for mark in flat})):
        labels[label]
    count = np.fromiter(map(len, lists), np.int64, len(lists))
    spread = _spread(count, code)
    on_text = all(isinstance(mark.get("start"), int) and isinstance(mark.get("end"), int) for mark in flat)
    weights = np.array([_weight(mark.get("weight")) for mark in flat], np.float64)
    texts_marked = {name: n for n, name in enumerate(sorted({str(mark.get("field", "")) for mark in flat}))}
    shift = np.array([texts_marked[str(mark.get("field", ""))] * FAR for mark in flat], np.int64)
    return TagRatings(
        replace(asked, kind="marks" if on_text else "tags", names=tuple(labels)),
        unit,
        rater,
        np.repeat(np.arange(len(code)), count[code]),
        np.array([labels[str(mark["label"])] for mark in flat], np.int32)[spread],
        (np.array([mark["start"] for mark in flat], np.int64) + shift)[spread] if on_text else None,
        (np.array([mark["end"] for mark in flat], np.int64) + shift)[spread] if on_text else None,
        weights[spread] if len(weights) and not np.isnan(weights).any() else None,
        np.zeros(int(unit.max(initial=-1)) + 1, np.int64) if on_text else None,
    )


def _spread(count: Ints, code: Ints) -> Ints:
    """For each row the places of its entries, one row after the other, in a list that has each text's entries once."""
    ends = np.cumsum(count[code])
    first = (np.cumsum(count) - count)[code]
    return np.repeat(first - (ends - count[code]), count[code]) + np.arange(int(ends[-1]) if len(ends) else 0)


def _marks(text: str) -> list[JsonObject] | None:
    try:
        read: JsonValue = json.loads(text) if text else []
    except ValueError:
        return None
    entries = read if isinstance(read, list) else [None]
    marks = [mark for mark in entries if isinstance(mark, dict) and "label" in mark]
    return marks if len(marks) == len(entries) else None


def _weight(value: object) -> float:
    return float(value) if isinstance(value, int | float) and math.isfinite(value) else math.nan
