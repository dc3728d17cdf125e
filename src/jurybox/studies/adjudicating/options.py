"""What can be decided about a question: every level or option, and every answer that a rater gave."""

import json
from collections.abc import Sequence
from typing import TypedDict, cast

from jurybox.core import in_language
from jurybox.core.questions import MarkAnswer, QuestionBase, Value


class Option(TypedDict):
    """One answer that can be chosen."""

    value: str
    """As JSON: what a decision sends."""
    text: str
    raters: list[str]
    """The letters of those who say so."""
    chosen: bool


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
    if question.measure().kind != "tags":
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
) -> list[Option]:
    """The possible answers in order, each with who gave it; of numbers without names only those that were given."""
    values = [*_possible(question, letters), *(value for _, value in said)]
    if chosen is not None:
        values.append(chosen)
    found: dict[str, Option] = {}
    for value in values:
        text = written(question, value)
        found.setdefault(
            text,
            {
                "value": text,
                "text": said_in_words(question, value, lang),
                "raters": [letter for letter, other in said if written(question, other) == text],
                "chosen": chosen is not None and written(question, chosen) == text,
            },
        )
    options = list(found.values())
    if question.measure().is_number and question.measure().level == "interval":
        options.sort(key=lambda option: float(json.loads(option["value"])))
    return options


def written(question: QuestionBase, value: Value) -> str:
    """An answer as JSON; sets in one order, so that equal ones are equal."""
    if question.measure().kind in ("tags", "category") and isinstance(value, list):
        value = sorted(value, key=lambda one: one if isinstance(one, str) else str(one))  # type: ignore[assignment]
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _possible(question: QuestionBase, letters: Sequence[str]) -> list[Value]:
    measure = question.measure()
    if measure.level == "ordinal" and measure.labels:
        return [int(number) if number == int(number) else number for number in sorted(measure.labels)]
    names: list[Value] = [[named.id] for named in question.names()]
    if measure.kind == "category":
        return names
    if measure.kind == "number" and measure.level == "nominal":
        return [*names, []]
    ties = getattr(question, "ties", None)
    if measure.kind == "comparison" and ties is not None and len(letters) == 2:
        better: list[Value] = [{"better": letter} for letter in letters]
        return [*better, {"better": "tie"}] if ties else better
    return []


def said_in_words(question: QuestionBase, value: Value, lang: str) -> str:
    """An answer for people: levels and options by their names."""
    measure = question.measure()
    named = {one.id: in_language(one.label, [lang]) for one in question.names()}
    if isinstance(value, (int, float)):
        label = measure.labels.get(float(value))
        return f"{value:g} {in_language(label, [lang])}" if label else f"{value:g}"
    if isinstance(value, dict):
        return "=" if value.get("better") == "tie" else str(value.get("better"))
    if measure.kind == "comparison":
        return " > ".join(" = ".join(group) for group in cast(list[list[str]], value))
    if measure.kind == "marks":
        return ", ".join(_mark(mark, named) for mark in cast(list[MarkAnswer], value)) or "–"
    if isinstance(value, list):
        return ", ".join(named.get(id, id) for id in question.held(value)) or "–"
    return str(value)


def _mark(mark: MarkAnswer, named: dict[str, str]) -> str:
    label = named.get(mark["label"], mark["label"])
    weight = mark.get("weight")
    place = "" if mark["start"] is None else f" {mark['start']}–{mark['end']}"
    return f"{label}{place}" + (f" ({weight})" if weight else "")
