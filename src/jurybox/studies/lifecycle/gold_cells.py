"""Known answers in the cells of a table: a number, names with | between them, an order such as A > B, or JSON."""

import json
from collections.abc import Mapping

from jurybox.core import JsonObject, JsonValue
from jurybox.core.questions import QuestionBase
from jurybox.exchange.files import BETWEEN

EXPECTED, WITHIN, ACCEPT = "expected.", "within.", "accept."
"""What columns begin with that hold a known answer, how far a number may be off, and what is as good."""
BETTER_THAN, AS_GOOD_AS = ">", "="


def value_in(question: QuestionBase, cell: JsonValue, letters: Mapping[str, str]) -> JsonValue:
    """The answer that a cell holds; what is none stays as it is, and is refused with its place."""
    if not isinstance(cell, str):
        return cell
    text = cell.strip()
    if text[:1] in ("[", "{"):
        return _from_json(text)
    kind = question.measure().kind
    if kind == "number":
        return number_in(text)
    if kind == "comparison":
        return _order(text, letters)
    if kind in ("category", "tags"):
        names: list[JsonValue] = [part.strip() for part in text.split(BETWEEN) if part.strip()]
        return names if kind == "category" else [{"id": name} for name in names]
    return text


def accepted_in(question: QuestionBase, cell: JsonValue, letters: Mapping[str, str]) -> list[JsonValue]:
    """All answers that are as good: numbers with | between them, or a list as JSON."""
    if isinstance(cell, list):
        return cell
    if question.measure().is_number:
        return [number_in(part) for part in str(cell).split(BETWEEN)]
    found = _from_json(str(cell))
    return found if isinstance(found, list) else [value_in(question, cell, letters)]


def number_in(text: str) -> JsonValue:
    """
    >>> number_in("4"), number_in("2,5"), number_in("x")
    (4, 2.5, 'x')
    """
    try:
        found = float(text.replace(",", ".", 1))
    except ValueError:
        return text
    return int(found) if found.is_integer() else found


def _from_json(text: str) -> JsonValue:
    try:
        found: JsonValue = json.loads(text)
    except ValueError:
        return text
    return found


def _order(text: str, letters: Mapping[str, str]) -> JsonValue:
    """One name is the better one; several are an order. Systems may be named in place of letters."""
    if BETTER_THAN not in text:
        better: JsonObject = {"better": letters.get(text, text)}
        return better
    groups = [part.split(AS_GOOD_AS) for part in text.split(BETTER_THAN)]
    return [[letters.get(name.strip(), name.strip()) for name in group] for group in groups]
