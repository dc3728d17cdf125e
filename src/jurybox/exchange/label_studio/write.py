"""Units with their judgements as tasks with annotations, one after the other."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypedDict

import msgspec

from jurybox.core import LETTERS, Answers, Fields, JsonObject, JsonValue, Protocol
from jurybox.core.questions import QuestionBase
from jurybox.exchange.files import object_in
from jurybox.exchange.items import leaves
from jurybox.exchange.label_studio.parts import REMARK, ControlNames, ResultMaker, result_of
from jurybox.exchange.label_studio.rules import CONTROLS


class OutSegment(TypedDict, total=False):
    fields: Fields
    start: float | None
    end: float | None


@dataclass(frozen=True, slots=True)
class OutUnit:
    """What a unit shows. `systems` are the makers of each candidate, in the order of `candidates`."""

    item: str
    group: str
    fields: Fields
    segments: Sequence[OutSegment]
    candidates: Sequence[tuple[int, Fields, Sequence[Fields]]]
    """(id, its own fields, those of each segment)"""
    systems: list[list[str]]


@dataclass(frozen=True, slots=True)
class OutJudgement:
    """A rater's judgements of one unit, all stages together."""

    rater: str
    answers: Answers
    cannot: str | None
    comment: str | None
    answered_at: str | None
    elapsed_ms: int | None


@dataclass(slots=True)
class TaskWriter:
    """Makes tasks; `lost` counts what they cannot hold."""

    protocol: Protocol
    shown: tuple[str, ...]
    prefix: str = ""
    accounts: Mapping[str, str] = field(default_factory=dict)
    """The e-mail address of each rater's account."""
    lost: Counter[str] = field(default_factory=Counter)
    files: dict[str, str] = field(default_factory=dict)
    """By the name in the data, the stored file."""
    _annotations: int = 0

    def tasks(self, unit: OutUnit, passes: list[list[OutJudgement]]) -> Iterator[JsonObject]:
        """The task of a unit, and a copy for every time that it came again; `passes` has the judgements of each."""
        for judgements in passes or [[]]:
            data = self._data(unit)
            if len(passes) > 1:
                data["repeated_group"] = True
            systems: list[JsonValue] = [[*names] for names in unit.systems]
            task: JsonObject = {
                "data": data,
                "meta": {"jurybox": {"item": unit.item, "group": unit.group, "systems": systems}},
                "annotations": [self._annotation(unit, one) for one in judgements],
            }
            spans = self._spans(unit, data)
            if spans:
                task["predictions"] = [{"model_version": "segments", "result": spans}]
            yield task

    def _data(self, unit: OutUnit) -> JsonObject:
        names = ControlNames(self.protocol)
        shown = [n for n in self.protocol.fields if self.protocol.fields[n].type != "people"]
        people = [n for n, spec in self.protocol.fields.items() if spec.type == "people"]
        self.lost["people"] += sum(1 for n in people if n in unit.fields)
        first = unit.candidates[0]
        whole = {**unit.fields, **({} if names.each in ("candidates", "outputs") else first[1])}
        data = {n: self._value(whole[n]) for n in shown if n in whole and not names.is_in_list(self.protocol.fields[n])}
        if names.each == "segments":
            parts = zip(unit.segments, first[2], strict=True)
            data["segments"] = [
                {**self._values({**part.get("fields", {}), **own}), **_times(part)} for part, own in parts
            ]
        elif names.each == "outputs":
            data["outputs"] = [
                {**self._values({**part.get("fields", {}), **own, **made[n]}), "segment": n + 1, "letter": LETTERS[c]}
                for n, part in enumerate(unit.segments)
                for c, (_, own, made) in enumerate(unit.candidates)
            ]
        elif names.each:
            data["candidates"] = [self._values(own) for _, own, _ in unit.candidates]
        rate = next((r for v in unit.fields.values() if (r := _rate(v))), None)
        return {**data, "fps": rate} if rate else data

    def _values(self, fields: Fields) -> JsonObject:
        return {name: self._value(value) for name, value in fields.items()}

    def _value(self, value: JsonValue) -> JsonValue:
        if not isinstance(value, dict):
            return value
        file, called = str(value["file"]), str(value.get("name") or "")
        if not called or leaves(called):
            called = file + "." + str(value["type"]).rpartition("/")[2]
        if self.files.setdefault(called, file) != file:
            called = f"{file[:12]}-{called}"
            self.files[called] = file
        return self.prefix + called

    def _spans(self, unit: OutUnit, data: JsonObject) -> list[JsonValue]:
        """When the segments are, as locked spans of the timeline: frames from 1, the last one included."""
        video = next((n for n in self.shown if self.protocol.fields[n].type == "video" and n in data), None)
        rate = data.get("fps")
        times = [(part.get("start"), part.get("end")) for part in unit.segments]
        spans = [(start, end) for start, end in times if start is not None and end is not None]
        if video is None or not isinstance(rate, float) or len(spans) < len(times):
            return []
        return [_locked(n, f"field-{video}", start * rate, end * rate) for n, (start, end) in enumerate(spans, 1)]

    def _annotation(self, unit: OutUnit, judgement: OutJudgement) -> JsonObject:
        self._annotations += 1
        results = list(self._results(unit, judgement))
        text = judgement.cannot or judgement.comment
        if text:
            results.append(result_of(REMARK, f"field-{self.shown[0]}", "textarea", {"text": [text]}))
        account = self.accounts.get(judgement.rater, f"{judgement.rater}@jurybox.invalid")
        made: JsonObject = {
            "completed_by": {"email": account, "first_name": judgement.rater, "last_name": ""},
            "result": [{"id": f"{self._annotations}-{n}", **result} for n, result in enumerate(results)],
            "was_cancelled": judgement.cannot is not None,
            "ground_truth": False,
        }
        if judgement.cannot is not None:
            self.lost["cannot"] += 1
        self.lost["suggested"] += sum(
            cell.suggested is not None for cells in judgement.answers.values() for cell in cells.values()
        )
        times = {"created_at": judgement.answered_at, "updated_at": judgement.answered_at}
        seconds = None if judgement.elapsed_ms is None else judgement.elapsed_ms / 1000
        return {**made, **{n: v for n, v in {**times, "lead_time": seconds}.items() if v is not None}}

    def _results(self, unit: OutUnit, judgement: OutJudgement) -> Iterator[JsonObject]:
        names = ControlNames(self.protocol)
        letters = {str(id): LETTERS[n] for n, (id, _, _) in enumerate(unit.candidates)}
        for _, question in self.protocol.questions():
            given = judgement.answers.get(question.id, {})
            if not names.is_carried(question):
                self.lost["part"] += len(given)
                continue
            for target, answer in given.items():
                if answer.value is None:
                    self.lost["missing"] += answer.by != "not_asked"
                    continue
                self.lost["reason"] += answer.by == "override"
                index = _index(question, target, letters)
                to = names.target(question, self.shown, index)
                make = ResultMaker(names, index, to, letters, self._marked(unit, question, index), self.lost)
                yield from CONTROLS[type(question)].results(question, answer.value, make)

    def _marked(self, unit: OutUnit, question: QuestionBase, index: int) -> str | None:
        """The text in which marks lie, where they are asked for."""
        name = question.marked_field
        if name is None:
            return None
        if self.protocol.unit.segments and question.about in ("segment", "output"):
            segment, place = divmod(index, len(unit.candidates))
            _, own, made = unit.candidates[place]
            found = {**unit.fields, **unit.segments[segment].get("fields", {}), **own, **made[segment]}.get(name)
        else:
            candidate = unit.candidates[index if index < len(unit.candidates) else 0]
            found = {**unit.fields, **candidate[1]}.get(name)
        return found if isinstance(found, str) else None


def _index(question: QuestionBase, target: str, letters: Mapping[str, str]) -> int:
    """Which entry of the list an answer is about."""
    if question.about == "candidate":
        return LETTERS.index(letters[target])
    if question.about == "output":
        candidate, _, segment = target.partition(".")
        return (int(segment) - 1) * len(letters) + LETTERS.index(letters[candidate])
    return int(target) - 1 if question.about == "segment" else 0


def _times(part: OutSegment) -> JsonObject:
    known = {"start": part.get("start"), "end": part.get("end")}
    return {name: seconds for name, seconds in known.items() if seconds is not None}


def _locked(number: int, video: str, start: float, end: float) -> JsonObject:
    """A segment as a span of the timeline that nobody can move; start and end are frames from 0."""
    span: JsonObject = {"start": round(start) + 1, "end": max(1, round(end))}
    value: JsonObject = {"ranges": [span], "timelinelabels": [f"Segment {number}"]}
    named: JsonObject = {"id": f"segment-{number}", "from_name": "timeline", "to_name": video}
    return {**named, "type": "timelinelabels", "readonly": True, "value": value}


def _rate(value: JsonValue) -> float | None:
    """The frame rate of a film that has one rate."""
    frames = object_in(value, "frames") if isinstance(value, dict) else {}
    start, end, count = (frames.get(name) for name in ("start", "end", "count"))
    if not isinstance(start, int | float) or not isinstance(end, int | float) or not isinstance(count, int):
        return None
    rate = count / (end - start) if end > start else 0
    return float(round(rate, 6)) or None


def encoded(task: JsonObject) -> bytes:
    return msgspec.json.encode(task)
