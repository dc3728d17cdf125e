"""Units with their judgements as tasks with annotations, one after the other."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from jurybox.core import LETTERS, Answers, Protocol
from jurybox.core.questions import QuestionBase
from jurybox.exchange.items import leaves
from jurybox.exchange.label_studio.parts import REMARK, ControlNames, ResultMaker, result_of
from jurybox.exchange.label_studio.rules import CONTROLS

Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class OutUnit:
    """What a unit shows. `systems` are the makers of each candidate, in the order of `candidates`."""

    item: str
    group: str
    fields: Fields
    segments: Sequence[Fields]
    """{fields, start, end}"""
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

    def tasks(self, unit: OutUnit, passes: list[list[OutJudgement]]) -> Iterator[dict[str, Any]]:
        """The task of a unit, and a copy for every time that it came again; `passes` has the judgements of each."""
        for judgements in passes or [[]]:
            data = self._data(unit)
            if len(passes) > 1:
                data["repeated_group"] = True
            task = {
                "data": data,
                "meta": {"jurybox": {"item": unit.item, "group": unit.group, "systems": unit.systems}},
                "annotations": [self._annotation(unit, one) for one in judgements],
            }
            spans = self._spans(unit, data)
            yield {**task, "predictions": [{"model_version": "segments", "result": spans}]} if spans else task

    def _data(self, unit: OutUnit) -> dict[str, Any]:
        names = ControlNames(self.protocol)
        shown = [n for n in self.protocol.fields if self.protocol.fields[n].type != "people"]
        self.lost["people"] += sum(1 for n in unit.fields if self.protocol.fields[n].type == "people")
        first = unit.candidates[0]
        whole = {**unit.fields, **({} if names.each == "candidates" else first[1])}
        data = {
            n: self._value(n, whole[n]) for n in shown if n in whole and not names.is_in_list(self.protocol.fields[n])
        }
        if names.each == "segments":
            data["segments"] = [
                {
                    **{n: self._value(n, v) for n, v in {**part.get("fields", {}), **own}.items()},
                    **{n: part[n] for n in ("start", "end") if part.get(n) is not None},
                }
                for part, own in zip(unit.segments, first[2], strict=True)
            ]
        elif names.each:
            data["candidates"] = [{n: self._value(n, v) for n, v in own.items()} for _, own, _ in unit.candidates]
        rate = next((r for v in unit.fields.values() if (r := _rate(v))), None)
        return {**data, "fps": rate} if rate else data

    def _value(self, name: str, value: Any) -> Any:
        if not isinstance(value, Mapping):
            return value
        ending = "." + value["type"].rpartition("/")[2]
        called = value.get("name") or ""
        if not called or leaves(called):
            called = value["file"] + ending
        if self.files.setdefault(called, value["file"]) != value["file"]:
            called = f"{value['file'][:12]}-{called}"
            self.files[called] = value["file"]
        return self.prefix + called

    def _spans(self, unit: OutUnit, data: dict[str, Any]) -> list[dict[str, Any]]:
        """When the segments are, as locked spans of the timeline: frames from 1, the last one included."""
        video = next((n for n in self.shown if self.protocol.fields[n].type == "video" and n in data), None)
        rate = data.get("fps")
        if video is None or not rate or any(part.get("start") is None for part in unit.segments):
            return []
        return [
            {
                "id": f"segment-{n}", "from_name": "timeline", "to_name": f"field-{video}", "type": "timelinelabels",
                "readonly": True, "value": {
                    "ranges": [{"start": round(part["start"] * rate) + 1, "end": max(1, round(part["end"] * rate))}],
                    "timelinelabels": [f"Segment {n}"],
                },
            }
            for n, part in enumerate(unit.segments, 1)
        ]  # fmt: skip

    def _annotation(self, unit: OutUnit, judgement: OutJudgement) -> dict[str, Any]:
        self._annotations += 1
        results = list(self._results(unit, judgement))
        text = judgement.cannot or judgement.comment
        if text:
            results.append(result_of(REMARK, f"field-{self.shown[0]}", "textarea", {"text": [text]}))
        account = self.accounts.get(judgement.rater, f"{judgement.rater}@jurybox.invalid")
        made = {
            "completed_by": {"email": account, "first_name": judgement.rater, "last_name": ""},
            "result": [{"id": f"{self._annotations}-{n}", **result} for n, result in enumerate(results)],
            "was_cancelled": judgement.cannot is not None, "ground_truth": False,
        }  # fmt: skip
        if judgement.cannot is not None:
            self.lost["cannot"] += 1
        times = {"created_at": judgement.answered_at, "updated_at": judgement.answered_at}
        seconds = None if judgement.elapsed_ms is None else judgement.elapsed_ms / 1000
        return {**made, **{n: v for n, v in {**times, "lead_time": seconds}.items() if v is not None}}

    def _results(self, unit: OutUnit, judgement: OutJudgement) -> Iterator[dict[str, Any]]:
        names = ControlNames(self.protocol)
        letters = {str(id): LETTERS[n] for n, (id, _, _) in enumerate(unit.candidates)}
        for _, question in self.protocol.questions():
            for target, answer in judgement.answers.get(question.id, {}).items():
                if answer.value is None:
                    self.lost["missing"] += 1
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
        if self.protocol.unit.segments and question.about == "segment":
            return {**unit.segments[index].get("fields", {}), **unit.candidates[0][2][index]}.get(name)
        candidate = unit.candidates[index if index < len(unit.candidates) else 0]
        found = {**unit.fields, **candidate[1]}.get(name)
        return found if isinstance(found, str) else None


def _index(question: QuestionBase, target: str, letters: Mapping[str, str]) -> int:
    """Which entry of the list an answer is about."""
    if question.about == "candidate":
        return LETTERS.index(letters[target])
    return int(target) - 1 if question.about == "segment" else 0


def _rate(value: Any) -> float | None:
    """The frame rate of a film that has one rate."""
    frames = value.get("frames") if isinstance(value, Mapping) else None
    if not isinstance(frames, Mapping) or not {"start", "end", "count"} <= frames.keys():
        return None
    length = frames["end"] - frames["start"]
    rate = frames["count"] / length if length > 0 else 0
    return float(round(rate, 6)) or None


def encoded(task: dict[str, Any]) -> bytes:
    return msgspec.json.encode(task)
