"""The rows of a workbook: what one stage shows of every unit, under letters; no key, name or file of anything."""

from collections.abc import Iterator
from typing import Any

from jurybox.core import Assignment, in_language
from jurybox.exchange.workbooks import Ruled, ShownColumn, Speaker, TaskRow, rule_for, too_long
from jurybox.store import Content
from jurybox.studies.rating import letters_of, rules_of, span_of
from jurybox.studies.study import StudyView


def fields_of(view: StudyView, number: int, speaker: Speaker) -> list[ShownColumn]:
    """The columns of what a stage shows, in its order."""
    found = []
    for name in view.shows[number]:
        spec = view.protocol.fields[name]
        heading = speaker.say(spec.label) if spec.label else name
        found.append(ShownColumn(name, heading, spec.type == "image"))
    return found


class TaskRows:
    """Makes the rows of one stage, unit after unit."""

    def __init__(self, view: StudyView, number: int, speaker: Speaker) -> None:
        self.view, self.number, self.speaker = view, number, speaker
        self.abouts = {q.about for q in view.stage(number).ask if rule_for(q) is not None}

    def of(self, a: Assignment, content: Content, task: int) -> list[TaskRow]:
        letters = {letter: c for letter, c in letters_of(a).items() if c not in self.view.withdrawn}
        ruled = self._ruled(a, content)
        return [
            TaskRow(
                a.uid,
                target,
                task,
                part,
                abouts,
                texts,
                pictures,
                {question: made for (question, about), made in ruled.items() if about in (target, *also)},
            )
            for target, part, abouts, also, texts, pictures in self._parts(
                letters, content, span_of(self.view, a, content).rated
            )
        ]

    def _parts(
        self, letters: dict[str, int], content: Content, segments: range
    ) -> Iterator[tuple[str, str, frozenset[str], tuple[str, ...], dict[str, str], dict[str, str]]]:
        """(target, as the rater reads it, what is asked about, other targets answered here, texts, pictures)."""
        alone = next(iter(letters)) if len(letters) == 1 else None
        whole = self.speaker.words("workbook.whole")
        if alone is not None and not segments:
            yield alone, "", frozenset({"unit", "candidate"}), ("unit",), *self.shown(content, letters[alone], None)
            return
        top = self.abouts - {"segment", "output"} if segments and alone is not None else self.abouts & {"unit"}
        if top:
            also = (alone,) if alone is not None else ()
            yield "unit", whole, frozenset(top), also, *self.shown(content, letters[alone] if alone else None, None)
        if segments and alone is not None:
            for n in segments:
                asked, also = frozenset({"segment", "output"}), (f"{alone}.{n}",)
                yield str(n), str(n), asked, also, *self.shown(content, letters[alone], n)
        else:
            for letter, candidate in letters.items() if not segments or "candidate" in self.abouts else ():
                yield letter, letter, frozenset({"candidate"}), (), *self.shown(content, candidate, None)
            for n in segments:
                yield from self._segment(letters, content, n)

    def _segment(
        self, letters: dict[str, int], content: Content, n: int
    ) -> Iterator[tuple[str, str, frozenset[str], tuple[str, ...], dict[str, str], dict[str, str]]]:
        """The rows of one segment of several candidates: its own, and one for what each made of it."""
        if "segment" in self.abouts:
            yield str(n), str(n), frozenset({"segment"}), (), *self.shown(content, None, n)
        for letter, candidate in letters.items() if "output" in self.abouts else ():
            target = f"{letter}.{n}"
            yield target, f"{n} {letter}", frozenset({"output"}), (), *self.shown(content, candidate, n)

    def shown(
        self, content: Content, candidate: int | None, segment: int | None
    ) -> tuple[dict[str, str], dict[str, str]]:
        """Texts and pictures of one candidate, one segment of it, or of the whole."""
        made = content.candidates[candidate] if candidate is not None else None
        values: dict[str, Any] = {**content.fields, **(made.fields if made else {})}
        if segment is not None:
            values |= content.segments[segment - 1].get("fields", {}) if segment <= len(content.segments) else {}
            values |= made.segments[segment - 1] if made and segment <= len(made.segments) else {}
        texts, pictures = {}, {}
        for name in self.view.shows[self.number]:
            value = values.get(name)
            if value is None:
                continue
            if self.view.protocol.fields[name].type == "image":
                small = value.get("small") or value
                pictures[name] = str(small["file"])
            else:
                texts[name] = str(value)
        return texts, pictures

    def _ruled(self, a: Assignment, content: Content) -> dict[tuple[str, str], Ruled]:
        return {
            (made.question, made.target): Ruled(made.value, in_language(made.because, self.speaker.languages))
            for made in rules_of(self.view, a, self.number, content)
        }


def does_not_fit(rows: list[TaskRow]) -> bool:
    return any(too_long(text) for row in rows for text in row.texts.values())
