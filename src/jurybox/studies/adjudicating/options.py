"""What can be decided about a question: every level or option, and every answer that a rater gave."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, TypedDict, cast

from jurybox.core import in_language
from jurybox.core.questions import NEITHER, TIE, Frame, Kind, MarkAnswer, Order, QuestionBase, Value
from jurybox.studies.adjudicating.marked import MarkedPart, in_text

Control = Literal["options", "number", "set"]
"""One of some answers, one of some numbers or another, or any number of names."""


class DecisionOption(TypedDict):
    """One answer that can be chosen."""

    value: str
    """As JSON: what a decision sends."""
    text: str
    raters: list[str]
    """The letters of those who say so."""
    chosen: bool
    marked: list[MarkedPart]
    """Marks in their text; nothing for any other answer."""


class NamedChoice(TypedDict):
    """One tag or option that can be a part of a decision."""

    value: str
    """As JSON."""
    text: str
    raters: list[str]
    chosen: bool


def names_of(
    question: QuestionBase, said: Sequence[tuple[str, Value]], chosen: Value | None, lang: str
) -> list[NamedChoice]:
    """Of a question that takes several names: each with who named it, those first that somebody did."""
    if control_of(question) != "set":
        return []
    entries: dict[str, object] = {}
    for value in [*([chosen] if chosen is not None else []), *(value for _, value in said)]:
        for id, entry in zip(question.held(value), cast(list[object], value), strict=True):
            entries.setdefault(id, entry)
    is_tag = any(isinstance(entry, dict) for entry in entries.values())
    found: list[NamedChoice] = [
        {
            "value": json.dumps(entries.get(named.id, {"id": named.id} if is_tag else named.id), ensure_ascii=False),
            "text": in_language(named.label, [lang]),
            "raters": [letter for letter, value in said if named.id in question.held(value)],
            "chosen": chosen is not None and named.id in question.held(chosen),
        }
        for named in question.names()
    ]
    return sorted(found, key=lambda one: not one["raters"])


def options_of(
    question: QuestionBase,
    said: Sequence[tuple[str, Value]],
    chosen: Value | None,
    letters: Sequence[str],
    lang: str,
    marked_in: str | None = None,
) -> list[DecisionOption]:
    """The possible answers in order, each with who gave it; of numbers without names only those that were given.

    Marks are shown in the text that they were made in.
    """
    values = [*_possible(question, letters), *(value for _, value in said)]
    if chosen is not None:
        values.append(chosen)
    found: dict[str, DecisionOption] = {}
    for value in values:
        text = written(question, value)
        found.setdefault(
            text,
            {
                "value": text,
                "text": said_in_words(question, value, lang),
                "raters": [letter for letter, other in said if written(question, other) == text],
                "chosen": chosen is not None and written(question, chosen) == text,
                "marked": in_text(question, value, marked_in, lang),
            },
        )
    options = list(found.values())
    if question.measure().is_number and question.measure().level == "interval":
        options.sort(key=lambda option: float(json.loads(option["value"])))
    return options


def written(question: QuestionBase, value: Value) -> str:
    """An answer as JSON; sets in one order, so that equal ones are equal."""
    if isinstance(value, list) and SETS.get(question.measure().kind):
        return json.dumps(sorted(cast(list[object], value), key=str), ensure_ascii=False, sort_keys=True)
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def control_of(question: QuestionBase) -> Control:
    """How a question is decided."""
    measure = question.measure()
    if measure.is_number:
        return "number" if measure.level == "interval" else "options"
    return CONTROLS.get(measure.kind, "options")


def _possible(question: QuestionBase, letters: Sequence[str]) -> list[Value]:
    """What can be answered, where that is a short list; sound is what the question itself finds so."""
    measure = question.measure()
    levels: list[Value] = [int(number) if number == int(number) else number for number in sorted(measure.labels)]
    singles: list[Value] = [[named.id] for named in question.names()]
    better: list[Value] = [{"better": letter} for letter in [*letters, TIE, NEITHER]] if question.compares else []
    if control_of(question) != "options":
        return []
    frame = Frame(candidates=tuple(letters))
    target = "unit" if question.about == "unit" else letters[0]  # nothing here hangs on the segment
    found = [*levels, *singles, *better]
    if measure.is_number and measure.level == "nominal":
        found.append([])
    return [value for value in found if next(iter(question.faults(value, target, frame)), None) is None]


def said_in_words(question: QuestionBase, value: Value, lang: str) -> str:
    """An answer for people: levels and options by their names."""
    if isinstance(value, int | float):
        label = question.measure().labels.get(float(value))
        return f"{value:g} {in_language(label, [lang])}" if label else f"{value:g}"
    if isinstance(value, dict):
        if question.edited_field is not None:
            return str(value.get("text"))
        return NO_WINNER.get(str(value.get("better")), str(value.get("better")))
    if isinstance(value, list):
        return WORDS.get(question.measure().kind, _names)(question, value, lang) or "–"
    return str(value)


def _names(question: QuestionBase, value: Value, lang: str) -> str:
    named = {one.id: in_language(one.label, [lang]) for one in question.names()}
    return ", ".join(named.get(id, id) for id in question.held(value))


def _order(question: QuestionBase, value: Value, lang: str) -> str:
    return " > ".join(" = ".join(group) for group in cast(Order, value))


def _marks(question: QuestionBase, value: Value, lang: str) -> str:
    named = {one.id: in_language(one.label, [lang]) for one in question.names()}
    return ", ".join(_mark(mark, named) for mark in cast(list[MarkAnswer], value))


def _mark(mark: MarkAnswer, named: dict[str, str]) -> str:
    label = named.get(mark["label"], mark["label"])
    weight = mark.get("weight")
    place = "" if mark["start"] is None else f" {mark['start']}–{mark['end']}"
    field = f" [{mark['field']}]" if "field" in mark else ""
    reason = mark.get("reason")
    return f"{label}{place}{field}" + (f" ({weight})" if weight else "") + (f": {reason}" if reason else "")


NO_WINNER: Mapping[str, str] = {TIE: "=", NEITHER: "–"}
CONTROLS: Mapping[Kind, Control] = {"tags": "set"}
SETS: Mapping[Kind, bool] = {"tags": True, "category": True}
WORDS: Mapping[Kind, Callable[[QuestionBase, Value, str], str]] = {"comparison": _order, "marks": _marks}
"""How lists are said; where no other rule stands, by the names in them."""
