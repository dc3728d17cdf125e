"""Worked examples: each must be a unit that the protocol can show, with answers that it would take."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jurybox.core import (
    LETTERS,
    MEDIA_TYPES,
    Example,
    ExampleAnswer,
    Fault,
    Field,
    Fields,
    JsonValue,
    Stage,
    bare_letters,
    check_answers,
    form_faults,
    letters_named,
    rule_answers,
    texts_of,
)
from jurybox.core.questions import Frame, Value
from jurybox.protocols.sketch import Sketch
from jurybox.protocols.tree import Loc

_Given = dict[str, dict[str, Value]]
"""Answers as a rater would send them."""
TIMES = ("start", "end")
"""What a segment of an item may carry beside its fields."""


def example_faults(sketch: Sketch, folder: Path | None) -> Iterator[Fault]:
    for n, example in enumerate(sketch.protocol.examples):
        shown = _Shown(sketch, example, ("examples", n))
        yield from shown.shape_faults()
        yield from shown.field_faults(folder)
        yield from shown.answer_faults()
        yield from shown.letter_faults()


@dataclass(frozen=True)
class _Shown:
    """An example as the unit it would be on a rater's page."""

    sketch: Sketch
    example: Example
    loc: Loc

    @property
    def letters(self) -> tuple[str, ...]:
        return tuple(LETTERS[: len(self.example.candidates)])

    @property
    def segments(self) -> tuple[str, ...]:
        return tuple(str(n + 1) for n in range(self.number_of_segments))

    @property
    def number_of_segments(self) -> int:
        """As the protocol says, or as long as the longest of what the example has."""
        given = [self.example.segments, *(candidate.segments for candidate in self.example.candidates)]
        return self.sketch.protocol.unit.count(max(map(len, given)))

    def _whole(self) -> bool:
        """Whether the example is as it was written; what was left out of it must not be missed twice."""
        parts: list[Loc] = [("unit",), *((*self.loc, part) for part in ("fields", "segments", "candidates"))]
        return all(self.sketch.whole(part) for part in parts)

    def shape_faults(self) -> Iterator[Fault]:
        unit = self.sketch.protocol.unit
        if not self._whole():
            return
        many = len(self.example.candidates)
        if many > len(LETTERS) or unit.candidates not in ("all", many):
            allowed = len(LETTERS) if unit.candidates == "all" else unit.candidates
            yield self.sketch.fault("protocol.example_candidates", (*self.loc, "candidates"), many, allowed)
        pers = {field.per for field in self.sketch.protocol.fields.values()}
        places: list[tuple[Loc, int, bool]] = [((*self.loc, "segments"), len(self.example.segments), "segment" in pers)]
        for c, candidate in enumerate(self.example.candidates):
            place = (*self.loc, "candidates", c, "segments")
            places.append((place, len(candidate.segments), "output" in pers))
        for place, given, needed in places:
            if given != self.number_of_segments and (needed or given):
                yield self.sketch.fault("protocol.example_segments", place, given, self.number_of_segments)
        if unit.has_documents and not self.number_of_segments:
            yield self.sketch.fault("protocol.example_segments", (*self.loc, "segments"), 0, [">= 1"])

    def places(self) -> Iterator[tuple[Loc, str, Fields]]:
        """Every mapping of fields in the example, with the `per` of the fields that belong there."""
        yield (*self.loc, "fields"), "item", self.example.fields
        for s, segment in enumerate(self.example.segments):
            yield (*self.loc, "segments", s), "segment", segment
        for c, candidate in enumerate(self.example.candidates):
            yield (*self.loc, "candidates", c, "fields"), "system", candidate.fields
            for s, segment in enumerate(candidate.segments):
                yield (*self.loc, "candidates", c, "segments", s), "output", segment

    def field_faults(self, folder: Path | None) -> Iterator[Fault]:
        shown = self._shown_fields()
        for place, per, given in self.places():
            known = {n: f for n, f in self.sketch.protocol.fields.items() if self._place_of(f) == per}
            for name, value in given.items():
                if name in known:
                    yield from self._value_faults((*place, name), value, known[name], folder)
                elif name not in self.sketch.names.fields and not (per == "segment" and name in TIMES):
                    yield self.sketch.unknown("protocol.unknown_field", (*place, name), name, list(known))
                elif name in self.sketch.protocol.fields:
                    right = self._place_of(self.sketch.protocol.fields[name])
                    yield self.sketch.fault("protocol.example_misplaced", (*place, name), name, right)
            for name, field in known.items():
                if name in shown and name not in given and field.is_text and not (field.optional or field.guide):
                    yield self.sketch.fault("protocol.example_lacks", (*place, name), name, example=self.example.id)

    def _place_of(self, field: Field) -> str:
        """Without segments, what a system made stands among the candidate's own fields."""
        if field.per == "output" and not self.sketch.protocol.unit.segments:
            return "system"
        return field.per

    def _shown_fields(self) -> set[str]:
        """The fields of all stages that the example answers."""
        answered = {answer.question for answer in self.example.answers}
        stages = [s for s in self.sketch.protocol.stages if any(q.id in answered for q in s.ask)]
        return {name for stage in stages for name in stage.show}

    def _value_faults(self, loc: Loc, value: JsonValue, field: Field, folder: Path | None) -> Iterator[Fault]:
        if field.type == "people":
            return
        if not isinstance(value, str):
            yield self.sketch.fault("protocol.wrong_type", loc, value, "a text")
        elif field.is_text:
            for fault in form_faults(field, value):
                yield self.sketch.fault(fault.code, loc, fault.given, fault.allowed, **fault.params)
        elif field.type in MEDIA_TYPES and folder is not None:
            path = (folder / value).resolve()
            if not path.is_relative_to(folder.resolve()) or not path.is_file():
                yield self.sketch.fault("protocol.example_file", loc, value, type=field.type)

    def letter_faults(self) -> Iterator[Fault]:
        """Raters see candidates in an order that is drawn: only `{A}` follows it."""
        for place, text in texts_of(self.example):
            for lang, words in text.items():
                loc = (*self.loc, *place, lang)
                for letter in dict.fromkeys(bare_letters(words, len(self.example.candidates))):
                    yield self.sketch.fault("protocol.bare_letter", loc, letter, f"{{{letter}}}")
                for letter in dict.fromkeys(letters_named(words)):
                    if letter not in self.letters:
                        yield self.sketch.fault("protocol.unknown_letter", loc, letter, list(self.letters))

    def answer_faults(self) -> Iterator[Fault]:
        asked = self.sketch.asked()
        seen: dict[tuple[str, str], int] = {}
        sound: dict[Loc, _Given] = {}
        for a, answer in enumerate(self.example.answers):
            loc = (*self.loc, "answers", a)
            name, target = answer.question, answer.target
            if name not in self.sketch.names.questions:
                yield self.sketch.unknown("protocol.unknown_question", (*loc, "question"), name, list(asked))
            elif (name, target) in seen:
                yield self.sketch.fault("protocol.answered_twice", (*loc, "target"), target, question=name)
            elif name in asked and asked[name].question.is_by_hand:
                place = (*loc, "question")
                kind = asked[name].question.type
                yield self.sketch.fault("protocol.only_by_hand", place, name, question=name, type=kind)
            elif name in asked and self.sketch.whole(asked[name].loc) and self._whole():
                found = list(self._values_refused(loc, asked[name].stage, answer))
                found += self._within_refused(loc, asked[name].stage, answer)
                yield from found
                if not found:
                    sound.setdefault(asked[name].loc[:2], {}).setdefault(name, {})[target] = answer.value
            seen.setdefault((name, target), a)
        for s, stage in enumerate(self.sketch.protocol.stages):
            yield from self._together(stage, sound.get(("stages", s), {}), seen)

    def _values_refused(self, loc: Loc, stage: Stage, answer: ExampleAnswer) -> Iterator[Fault]:
        values: list[tuple[Loc, Value | None]] = [((*loc, "value"), answer.value)]
        values += [((*loc, "accept", i), value) for i, value in enumerate(answer.accept)]
        for place, value in values:
            if value is None:
                yield self.sketch.fault("protocol.no_value", place, question=answer.question)
                continue
            for fault in self._check(stage, {answer.question: {answer.target: value}}):
                where = (*loc, "target") if fault.code == "answer.unknown_target" else place
                params = {**fault.params, "question": answer.question, "target": answer.target}
                yield self.sketch.fault(fault.code, where, fault.given, fault.allowed, **params)
                if fault.code == "answer.unknown_target":
                    return

    def _within_refused(self, loc: Loc, stage: Stage, answer: ExampleAnswer) -> Iterator[Fault]:
        question = stage.question(answer.question)
        if answer.within is not None and question is not None and not question.measure().is_number:
            yield self.sketch.fault("protocol.within_no_number", (*loc, "within"), answer.within, question=question.id)

    def _together(self, stage: Stage, sound: _Given, seen: dict[tuple[str, str], int]) -> Iterator[Fault]:
        """What only shows when all answers of a stage are there: a sum that is not the sum of its marks."""
        for fault in self._check(stage, sound):
            question, target = fault.where.split(".", 2)[1:]
            place = (*self.loc, "answers", seen[question, target], "value")
            yield self.sketch.fault(fault.code, place, fault.given, fault.allowed, question=question, target=target)

    def _check(self, stage: Stage, answers: _Given) -> list[Fault]:
        frame = Frame.of_texts(self.letters, self.segments, self._text)
        made = rule_answers(self.sketch.protocol, stage, self._texts())
        return check_answers(stage, answers, frame, made, partial=True)[1]

    def _texts(self) -> Mapping[str, Fields]:
        """What each target shows: the item's fields, its own, and the segment's."""
        item = dict(self.example.fields)
        texts = {"unit": item}
        for letter, candidate in zip(self.letters, self.example.candidates, strict=False):
            texts[letter] = {**item, **candidate.fields}
        for s, number in enumerate(self.segments):
            shared = {**item, **_at(self.example.segments, s)}
            texts[number] = {**shared, **_at(self.example.candidates[0].segments, s)}
            for letter, candidate in zip(self.letters, self.example.candidates, strict=False):
                texts[f"{letter}.{number}"] = {**shared, **candidate.fields, **_at(candidate.segments, s)}
        return texts

    def _text(self, field: str, target: str) -> str | None:
        spec = self.sketch.protocol.fields.get(field)
        value = self._texts().get(target, {}).get(field)
        return value if spec is not None and spec.is_text and isinstance(value, str) else None


def _at(segments: Sequence[Fields], place: int) -> Fields:
    return segments[place] if place < len(segments) else {}
