"""What raters said of one item, as a grid: what it is about beside who said it."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import NamedTuple, TypedDict, cast

from jurybox.core import Answer, in_language, rfc3339
from jurybox.core.questions import ComparisonQuestion, MarkAnswer, Named, QuestionBase, Value
from jurybox.store import Run, log, people
from jurybox.studies.carry.export import value_and_text
from jurybox.studies.study import StudyView

Made = Mapping[int, Sequence[str]]
"""The systems behind each candidate."""


TextAt = Callable[[str, int | None, int | None], str]
"""The text of a field, of a candidate or of the item, and of a segment or the whole."""


@dataclass(frozen=True, slots=True)
class ShownAnswer:
    """What one rater answered to one question about one target."""

    rater: str
    name: str
    question: str
    about: str
    value: str
    text: str
    by: str


class GridCell(TypedDict):
    value: str
    text: str
    by: str


class GridRow(TypedDict):
    about: str
    cells: list[GridCell | None]


class GridQuestion(TypedDict):
    """One question with a row for each thing that it was asked about."""

    id: str
    prompt: str
    rows: list[GridRow]
    means: list[GridRow]
    """Of numbers that were given to several segments: the mean of each rater over a document, as results compute it."""


class GridRater(TypedDict):
    """A column: who, how long it took them on the page, and what they said of the item as a whole."""

    rater: str
    name: str
    id: str
    purpose: str
    stages: list[str]
    seconds: int | None
    at: str
    cannot: list[str]
    comments: list[str]


class ItemGrid(TypedDict):
    raters: list[GridRater]
    questions: list[GridQuestion]


class MarkedSpan(NamedTuple):
    """What one rater marked: in which field of which candidate or segment, from where to where."""

    field: str
    candidate: int | None
    segment: int | None
    start: int
    end: int
    label: str
    rater: str


@dataclass
class SaidOfItem:
    """All that was said of an item: the newest answers of each assignment, first passes and repeats."""

    view: StudyView
    made: Made
    lang: str
    entries: list[log.ItemJudgement]
    raters: dict[int, tuple[str, people.MembershipRow]] = field(default_factory=dict)
    text_at: TextAt = lambda *_: ""

    def label(self, entry: log.ItemJudgement) -> str:
        label, _ = self.raters[entry.membership]
        return label if entry.purpose == "rating" else f"{label} ({entry.purpose})"


def said_of(run: Run, view: StudyView, item: int, made: Made, lang: str, text_at: TextAt = lambda *_: "") -> SaidOfItem:
    newest = {(entry.assignment, entry.stage): entry for entry in log.of_item(run, item)}
    entries = sorted(newest.values(), key=lambda entry: (entry.membership, entry.purpose != "rating", entry.seq))
    members = enumerate(people.memberships(run, view.id), start=1)
    return SaidOfItem(view, made, lang, entries, {member.id: (f"R{n}", member) for n, member in members}, text_at)


def answers_of(said: SaidOfItem) -> list[ShownAnswer]:
    """One after the other, rater by rater."""
    found = []
    for entry in said.entries:
        label, name = said.label(entry), said.raters[entry.membership][1].name
        if entry.cannot is not None:
            stage = said.view.stage(entry.stage).id
            found.append(ShownAnswer(label, name, stage, "", "", entry.cannot, "cannot"))
        for question, target, answer in _answers(said, entry):
            cell = _cell(said, entry, question, target, answer)
            about = _about(said, entry, question, target)
            found.append(ShownAnswer(label, name, question.id, about, cell["value"], cell["text"], cell["by"]))
        if entry.comment:
            found.append(ShownAnswer(label, name, "", "", "", entry.comment, "rater"))
    return found


def grid_of(said: SaidOfItem) -> ItemGrid:
    columns = list(dict.fromkeys(said.label(entry) for entry in said.entries))
    means = _means(said, columns)
    cells: dict[str, dict[str, dict[str, GridCell]]] = {}
    for entry in said.entries:
        for question, target, answer in _answers(said, entry):
            row = cells.setdefault(question.id, {}).setdefault(_about(said, entry, question, target), {})
            row[said.label(entry)] = _cell(said, entry, question, target, answer)
    return {
        "raters": [_rater(said, [e for e in said.entries if said.label(e) == column]) for column in columns],
        "questions": [
            {
                "id": question.id,
                "prompt": in_language(question.prompt, [said.lang]) or question.id,
                "rows": [
                    {"about": about, "cells": [cells[question.id][about].get(column) for column in columns]}
                    for about in sorted(cells[question.id], key=_natural)
                ],
                "means": means.get(question.id, []),
            }
            for stage in said.view.protocol.stages
            for question in stage.ask
            if question.id in cells
        ],
    }


def _means(said: SaidOfItem, columns: list[str]) -> dict[str, list[GridRow]]:
    """By question; where but one segment was scored there is nothing to take a mean of."""
    numbers: dict[str, dict[str, dict[str, dict[str, float]]]] = {}
    for entry in said.entries:
        for question, target, answer in _answers(said, entry):
            name, sign, segment = _about(said, entry, question, target).rpartition("#")
            if answer.value is None or not sign or entry.purpose == "adjudication":
                continue
            number = question.number(answer.value)
            if question.measure().is_number and number is not None:
                of_system = numbers.setdefault(question.id, {}).setdefault(name.strip(), {})
                of_system.setdefault(said.label(entry), {})[segment] = number
    return {
        id: [
            {"about": name, "cells": [_mean_cell(by_rater.get(column, {}).values()) for column in columns]}
            for name, by_rater in sorted(systems.items())
        ]
        for id, systems in numbers.items()
        if any(len(scores) > 1 for by_rater in systems.values() for scores in by_rater.values())
    }


def _mean_cell(scores: Collection[float]) -> GridCell | None:
    return {"value": f"{round(fmean(scores), 2):g}", "text": "", "by": "mean"} if scores else None


def marks_of(said: SaidOfItem) -> list[MarkedSpan]:
    """Every span that somebody marked; what is not in a text is only in the grid."""
    found = []
    for entry in said.entries:
        for question, target, answer in _answers(said, entry):
            if question.marked_field is None or answer.value is None:
                continue
            made, segment = _place(question, target, entry.candidates[0])
            for mark in cast(list[MarkAnswer], answer.value):
                start, end, field = mark["start"], mark["end"], mark.get("field", question.marked_field)
                if start is not None and end is not None and start < end:
                    candidate = None if said.view.protocol.fields[field].per in ("item", "segment") else made
                    label = _mark_in_words(said, question, mark)
                    found.append(MarkedSpan(field, candidate, segment, start, end, label, said.label(entry)))
    return found


def _place(question: QuestionBase, target: str, alone: int) -> tuple[int, int | None]:
    """The candidate and the segment that a stored target is about."""
    candidate, _, segment = target.partition(".")
    if question.about == "segment":
        return alone, int(target)
    if question.about == "unit":
        return alone, None
    return int(candidate), int(segment) if segment else None


def _answers(said: SaidOfItem, entry: log.ItemJudgement) -> Iterable[tuple[QuestionBase, str, Answer]]:
    for id, of_question in entry.answers.items():
        question = said.view.protocol.question(id)
        for target, answer in of_question.items():
            yield question, target, answer


def _rater(said: SaidOfItem, entries: list[log.ItemJudgement]) -> GridRater:
    label, member = said.raters[entries[0].membership]
    times = [entry.elapsed_ms for entry in entries if entry.elapsed_ms is not None]
    return {
        "rater": label,
        "name": member.name,
        "id": member.uid,
        "purpose": entries[0].purpose,
        "stages": list(dict.fromkeys(said.view.stage(entry.stage).id for entry in entries)),
        "seconds": round(sum(times) / 1000) if times else None,
        "at": rfc3339(max(entry.received_at for entry in entries)),
        "cannot": [entry.cannot for entry in entries if entry.cannot is not None],
        "comments": [entry.comment for entry in entries if entry.comment],
    }


def _cell(said: SaidOfItem, entry: log.ItemJudgement, question: QuestionBase, target: str, answer: Answer) -> GridCell:
    value, text = value_and_text(question, answer)
    by = "cannot" if answer.cannot is not None else answer.by
    if answer.value and question.marked_field is not None:
        value, text = _marks_in_words(said, entry, question, target, answer), None
    elif answer.value is not None:
        value = _in_words(said, entry, question, answer.value, value)
    return {"value": "" if value is None else f"{value}", "text": text or "", "by": by}


def _marks_in_words(
    said: SaidOfItem, entry: log.ItemJudgement, question: QuestionBase, target: str, answer: Answer
) -> str:
    """Every mark with its label, its severity and the words that it lies on."""
    made, segment = _place(question, target, entry.candidates[0])
    told = []
    for mark in cast(list[MarkAnswer], answer.value):
        start, end, name = mark["start"], mark["end"], mark.get("field", question.marked_field)
        candidate = None if said.view.protocol.fields[name or ""].per in ("item", "segment") else made
        words = said.text_at(name or "", candidate, segment)[start:end] if start is not None else ""
        reason = f" ({mark['reason']})" if mark.get("reason") else ""
        told.append(_mark_in_words(said, question, mark) + (f": “{words}”" if words else "") + reason)
    return "; ".join(told)


def _mark_in_words(said: SaidOfItem, question: QuestionBase, mark: MarkAnswer) -> str:
    """What was marked, and how severe it is or how often it is there."""
    label = _name_in(question.names(), mark["label"], said.lang) or mark["label"]
    weight = _name_in(question.weight_names(), mark.get("weight"), said.lang)
    count = f" × {mark['count']}" if mark.get("count", 1) > 1 else ""
    return ", ".join(part for part in (label, weight) if part) + count


def _name_in(named: Iterable[Named], id: str | None, lang: str) -> str:
    return next((in_language(one.label, [lang]) or one.id for one in named if one.id == id), "")


def _in_words(
    said: SaidOfItem, entry: log.ItemJudgement, question: QuestionBase, given: Value, value: object
) -> object:
    """An answer as people read it: names instead of ids, systems instead of candidates."""
    if isinstance(question, ComparisonQuestion):
        groups = question.groups(given, [str(id) for id in entry.candidates])
        return " > ".join(" = ".join(_called(said.made, id) for id in group) or "–" for group in groups)
    if question.edited_field is not None:
        return f"{question.number(given):.2f}"
    if isinstance(value, float) and value == int(value):
        value = int(value)
    names = {named.id: in_language(named.label, [said.lang]) or named.id for named in question.names()}
    held = question.held(given) if names else []
    return ", ".join(names.get(id, id) for id in held) if names else value


def _called(made: Made, candidate: str) -> str:
    return ", ".join(made.get(int(candidate), [candidate])) if candidate.lstrip("-").isdigit() else candidate


def _about(said: SaidOfItem, entry: log.ItemJudgement, question: QuestionBase, target: str) -> str:
    """The system, the segment, or the systems of the unit where an item has several units."""
    if question.about in ("candidate", "output"):
        candidate, _, segment = target.partition(".")
        return _called(said.made, candidate) + (f" #{segment}" if segment else "")
    is_whole = len(entry.candidates) == len(said.made)
    unit = "" if is_whole else " / ".join(_called(said.made, str(id)) for id in sorted(entry.candidates))
    return f"{unit} #{target}".strip() if question.about == "segment" else unit


def _natural(about: str) -> tuple[str, int]:
    """
    >>> sorted(["a #10", "a #9", "#10", "#9", "b", "a"], key=_natural)
    ['#9', '#10', 'a', 'a #9', 'a #10', 'b']
    """
    name, _, number = about.rpartition("#")
    return (name, int(number)) if number.isdigit() and "#" in about else (about, 0)
