"""What annotations say, piece by piece: who and when, several controls that add up, and the flat values of JSON-MIN."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from jurybox.core import EPOCH, JsonObject, JsonValue, rfc3339
from jurybox.core.questions import Value
from jurybox.exchange.files import from_units
from jurybox.exchange.label_studio.controls import Unclear
from jurybox.exchange.label_studio.tasks import Result, Task

RawAnswers = dict[str, dict[str, JsonValue]]
"""By question and target, not checked yet."""
SoundAnswers = dict[str, dict[str, Value]]
"""The same once it is checked."""
KEYS = {
    "choices": "choices",
    "textarea": "text",
    "rating": "rating",
    "number": "number",
    "taxonomy": "taxonomy",
    "pairwise": "selected",
    "labels": "labels",
}
"""What the value of each kind of control is kept under."""


class UnitSaid:
    """What is said of one unit, as far as it was read."""

    def __init__(self) -> None:
        self.answers: RawAnswers = {}
        self.comments: list[str] = []

    def add(self, question: str, target: str, value: JsonValue, adds: bool, stem: str) -> None:
        cells = self.answers.setdefault(question, {})
        before = cells.setdefault(target, value)
        if before is value:
            return
        if adds and isinstance(before, list) and isinstance(value, list):
            cells[target] = _merged(before, value)
        elif before != value:
            raise Unclear("label_studio.two_answers", stem, [before, value])


def _merged(old: list[JsonValue], new: list[JsonValue]) -> list[JsonValue]:
    """Tags and options once each; the text that a tag opens joins the tag; equal marks are counted."""
    merged = list(old)
    for entry in new:
        same = next((n for n, e in enumerate(merged) if _same(e, entry)), None)
        known = None if same is None else merged[same]
        if same is None:
            merged.append(entry)
        elif isinstance(entry, dict) and isinstance(known, dict):
            merged[same] = {**known, **_together(known, entry)}
    return merged


def _together(known: JsonObject, entry: JsonObject) -> JsonObject:
    """What is said of one mark or tag by two controls."""
    if "label" in entry:
        count = known.get("count", 1)
        return {"count": count + 1 if isinstance(count, int) else 1}
    texts = [str(one["text"]) for one in (known, entry) if "text" in one]
    return {"text": "\n".join(dict.fromkeys(texts))} if texts else {}


def _same(one: JsonValue, other: JsonValue) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        if "id" in one:
            return bool(one["id"] == other.get("id"))
        return {k: v for k, v in one.items() if k != "count"} == {k: v for k, v in other.items() if k != "count"}
    return bool(one == other)


def in_code_points(mark: JsonObject, text: str | None) -> JsonObject:
    """A mark in code points. Label Studio counts as JavaScript does, unless the text it names says otherwise."""
    start, end, said = mark["start"], mark["end"], mark.get("text")
    bare = {key: value for key, value in mark.items() if key != "text"}
    if text is None or type(start) is not int or type(end) is not int:
        return bare
    if isinstance(said, str) and text[start:end] == said:
        return bare
    place = from_units(text, start, end)
    return {**bare, "start": place[0], "end": place[1]} if place else bare


def from_min(task: Task, used: frozenset[str]) -> Iterator[Result]:
    """The controls of JSON-MIN, told by what they look like: one label or text alone, lists, or values as they are."""
    for name, found in task.data.items():
        if name in used:
            continue
        for value in found if isinstance(found, list) else [found]:
            kind = next((k for k, key in KEYS.items() if isinstance(value, dict) and key in value), None)
            if kind is None and isinstance(value, str):
                kind = "choices"
            elif kind is None and isinstance(value, int | float) and not isinstance(value, bool):
                kind = "rating"
            if kind is not None:
                yield Result(name, type=kind, value=value)


def account_of(completed_by: JsonValue) -> tuple[str, str]:
    """The account behind an annotation, and what to call it.

    >>> account_of(5), account_of({"id": 5, "email": "ana@example.org", "first_name": "Ana", "last_name": ""})
    (('5', 'Label Studio 5'), ('ana@example.org', 'Ana'))
    >>> account_of(None)
    ('unknown', 'Label Studio unknown')
    """
    if isinstance(completed_by, dict):
        name = " ".join(str(completed_by.get(key) or "") for key in ("first_name", "last_name")).strip()
        account = str(completed_by.get("email") or completed_by.get("id") or "unknown")
        return account, name or (account if "@" in account else f"Label Studio {account}")
    account = "unknown" if completed_by in (None, "") else str(completed_by)
    return account, account if "@" in account else f"Label Studio {account}"


def moment(value: object) -> str | None:
    """A time as RFC 3339; None where it is none.

    >>> moment("2021-03-09T22:16:08.728353Z"), moment(1615328168), moment("yesterday")
    ('2021-03-09T22:16:08.728353Z', '2021-03-09T22:16:08.000000Z', None)
    """
    if isinstance(value, int | float) and 0 < value < 1e11:
        return rfc3339(int(value * 1_000_000))
    try:
        parsed = datetime.fromisoformat(value) if isinstance(value, str) else None
        zoned = parsed.replace(tzinfo=parsed.tzinfo or UTC) if parsed else None
        return rfc3339((zoned - EPOCH) // timedelta(microseconds=1)) if zoned else None
    except (ValueError, OverflowError):
        return None


def milliseconds(seconds: object) -> int | None:
    """A time spent, where it is one."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 <= seconds < 1e9:
        return None
    return round(seconds * 1000)
