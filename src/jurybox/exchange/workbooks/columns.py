"""One rule for every type of question that a sheet can carry: its columns, and how their cells are read.

A rule reads the cells of one row that are not empty, by what follows the question's id in the column's code; the cell
of a question with one column stands under "". It gives the answer, or None where there is none.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from jurybox.core import Text, in_language
from jurybox.core.questions import (
    Choice,
    Comment,
    Edit,
    EditAnswer,
    Frame,
    Marks,
    Preference,
    QuestionBase,
    Ranking,
    Scale,
    Slider,
    Stepper,
    TagAnswer,
    Tags,
    for_every_type,
)
from jurybox.exchange.workbooks.cells import FoundCell, Wrong, folded, is_tick, number_in, number_wrong, text_of
from jurybox.exchange.workbooks.ids import ASK, NONE
from jurybox.texts import Words

Q = TypeVar("Q", bound=QuestionBase)
V = TypeVar("V")
"""What a sound answer to the question holds."""
Read: TypeAlias = tuple[V | None, dict[str, Wrong]]
"""An answer, and what is wrong with a cell, by its place in the question."""
Cells = Mapping[str, FoundCell]
Meaning = tuple[str, Text | None]
TICK = "x"
NARROW, USUAL, WIDE, TEXT = 9, 18, 34, 50
UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class AnswerColumn:
    """An answer column: its code, its heading, and what its cells may hold."""

    code: str
    heading: str
    width: int
    entries: tuple[str | float, ...] = ()
    """Of a list to choose from; a number may be typed instead of its name."""
    bounds: tuple[float, float | None] | None = None
    """From, and up to, where it is a number; None is open upwards."""
    told: str = ""
    """What a program says when something else is typed."""


@dataclass(frozen=True, slots=True)
class Speaker:
    """Says things in the rater's language."""

    languages: tuple[str, ...]
    words: Words

    def say(self, text: Text) -> str:
        return in_language(text, self.languages)


class ColumnRule(Generic[Q, V]):
    """How one type of question stands in a sheet."""

    is_remark = False
    """Whether its cells only say something beside the answers: a row with nothing else is not answered."""

    def columns(self, q: Q, speaker: Speaker) -> list[AnswerColumn]:
        raise NotImplementedError

    def read(self, q: Q, cells: Cells) -> Read[V]:
        raise NotImplementedError

    def filled_from(self, q: Q, part: str) -> str | None:
        """The field whose text stands in a cell from the start; as long as it does, nothing was answered there."""
        return None

    def meanings(self, q: Q, speaker: Speaker) -> Iterator[Meaning]:
        """What can be chosen, with what it means."""
        return iter(())

    def shown(self, q: Q, value: V, speaker: Speaker) -> dict[str, object]:
        """An answer as it stands in the cells; for answers that a rule of the protocol makes."""
        return {"": value}

    def in_words(self, q: Q, value: V, speaker: Speaker) -> str:
        """An answer as people read it."""
        return ", ".join(
            f"{cell:g}" if isinstance(cell, float) else str(cell) for cell in self.shown(q, value, speaker).values()
        )


def checked(q: QuestionBase, value: V, part: str = "") -> Read[V]:
    """The value, unless the question itself finds fault with it."""
    fault = next(iter(q.faults(value, "", Frame())), None)
    return (value, {}) if fault is None else (None, {part: Wrong(fault.code, fault.given, fault.allowed)})


class ScaleRule(ColumnRule[Scale, float]):
    def meanings(self, q: Scale, speaker: Speaker) -> Iterator[Meaning]:
        for level in q.levels:
            yield f"{level.value} – {speaker.say(level.label)}", level.definition

    def columns(self, q: Scale, speaker: Speaker) -> list[AnswerColumn]:
        named = [_named(level.value, speaker.say(level.label)) for level in q.levels]
        entries = (*named, *(level.value for level in q.levels))
        return [AnswerColumn(ASK + q.id, speaker.say(q.prompt), USUAL, entries, told=speaker.words("workbook.choose"))]

    def read(self, q: Scale, cells: Cells) -> Read[float]:
        if "" not in cells:
            return None, {}
        cell = cells[""]
        value = number_in(cell)
        if value is None:
            known = _meant((level.value, _names(level.value, level.label)) for level in q.levels)
            value = known.get(folded(text_of(cell)))
        if value is None:
            allowed = [level.value for level in q.levels]
            wrong = number_wrong(cell, allowed, lambda value: value in allowed)
            is_plain = wrong.code == "workbook.not_a_number"
            return None, {"": Wrong("answer.not_a_level", text_of(cell), allowed) if is_plain else wrong}
        return checked(q, value)

    def shown(self, q: Scale, value: float, speaker: Speaker) -> dict[str, object]:
        level = next(level for level in q.levels if level.value == value)
        return {"": _named(level.value, speaker.say(level.label))}


class NumberRule(ColumnRule[Slider | Stepper, float]):
    def columns(self, q: Slider | Stepper, speaker: Speaker) -> list[AnswerColumn]:
        key = "workbook.from" if q.max is None else "workbook.between"
        told = speaker.words(key, min=q.min, max=q.max, step=q.step)
        return [AnswerColumn(ASK + q.id, f"{speaker.say(q.prompt)}\n{told}", USUAL, bounds=(q.min, q.max), told=told)]

    def read(self, q: Slider | Stepper, cells: Cells) -> Read[float]:
        if "" not in cells:
            return None, {}
        value = number_in(cells[""])
        if value is None:
            allowed = {"min": q.min, "max": q.max, "step": q.step}
            return None, {"": number_wrong(cells[""], allowed, lambda value: not checked(q, value)[1])}
        return checked(q, value)


class CommentRule(ColumnRule[Comment, str]):
    is_remark = True

    def columns(self, q: Comment, speaker: Speaker) -> list[AnswerColumn]:
        return [AnswerColumn(ASK + q.id, speaker.say(q.prompt), WIDE)]

    def read(self, q: Comment, cells: Cells) -> Read[str]:
        return checked(q, text_of(cells[""]).strip()) if "" in cells else (None, {})


class EditRule(ColumnRule[Edit, EditAnswer]):
    """The text itself, to be changed in its cell; and a column to tick where nothing is to be changed."""

    def filled_from(self, q: Edit, part: str) -> str | None:
        return None if part else q.field

    def columns(self, q: Edit, speaker: Speaker) -> list[AnswerColumn]:
        found = [AnswerColumn(ASK + q.id, speaker.say(q.prompt), TEXT)]
        if q.unchanged:
            heading = f"{speaker.say(q.prompt)}\n{speaker.words('workbook.unchanged')}"
            found.append(_tick(f"{ASK}{q.id}:{UNCHANGED}", heading, speaker))
        return found

    def read(self, q: Edit, cells: Cells) -> Read[EditAnswer]:
        """Of what is ticked the text is not known here: it is put in where it is."""
        ticked = is_tick(cells[UNCHANGED]) if UNCHANGED in cells else False
        if ticked is None:
            return None, {UNCHANGED: Wrong("workbook.not_a_tick", text_of(cells[UNCHANGED]), TICK)}
        if "" not in cells:
            return None, {}
        text = text_of(cells[""])
        return checked(q, {"text": text, "unchanged": True} if ticked else {"text": text})

    def in_words(self, q: Edit, value: EditAnswer, speaker: Speaker) -> str:
        return value["text"]


class TagsRule(ColumnRule[Tags, list[TagAnswer]]):
    """A column for each tag, ticked with an x or, where the tag opens a text, filled in; and one for none of them."""

    def meanings(self, q: Tags, speaker: Speaker) -> Iterator[Meaning]:
        for category in q.categories:
            for tag in category.tags:
                yield f"{speaker.say(category.label)}, {speaker.say(tag.label)}", tag.definition

    def columns(self, q: Tags, speaker: Speaker) -> list[AnswerColumn]:
        found = [_tick(f"{ASK}{q.id}:{NONE}", f"{speaker.say(q.prompt)}\n{speaker.words('workbook.none')}", speaker)]
        for category in q.categories:
            for tag in category.tags:
                heading = f"{speaker.say(category.label)}:\n{speaker.say(tag.label)}"
                code = f"{ASK}{q.id}:{tag.id}"
                if tag.opens_text:
                    found.append(AnswerColumn(code, f"{heading}\n{speaker.words('workbook.tick_or_text')}", USUAL))
                else:
                    found.append(_tick(code, heading, speaker))
        return found

    def in_words(self, q: Tags, value: list[TagAnswer], speaker: Speaker) -> str:
        known = q.all_tags()
        named = [
            speaker.say(known[tag["id"]].label) + (f" ({tag['text']})" if tag.get("text") else "") for tag in value
        ]
        return ", ".join(named) or speaker.words("workbook.none")

    def read(self, q: Tags, cells: Cells) -> Read[list[TagAnswer]]:
        known, wrong, value = q.all_tags(), dict[str, Wrong](), list[TagAnswer]()
        for id, tag in known.items():
            ticked = is_tick(cells[id]) if id in cells else False
            if ticked is None and not tag.opens_text:
                wrong[id] = Wrong("workbook.not_a_tick", text_of(cells[id]), TICK)
            elif ticked is None:
                value.append({"id": id, "text": text_of(cells[id]).strip()})
            elif ticked:
                value.append({"id": id})
        none = is_tick(cells[NONE]) if NONE in cells else False
        if none is None:
            wrong[NONE] = Wrong("workbook.not_a_tick", text_of(cells[NONE]), TICK)
        elif none and value:
            wrong[NONE] = Wrong("workbook.none_and_some", [tag["id"] for tag in value])
        if wrong:
            return None, wrong
        return checked(q, value) if value or none else (None, {})


class ChoiceRule(ColumnRule[Choice, list[str]]):
    """A list where one option is chosen; a column to tick for each option where it is a tick, or several may be."""

    def meanings(self, q: Choice, speaker: Speaker) -> Iterator[Meaning]:
        for option in q.options:
            yield speaker.say(option.label), option.definition

    def columns(self, q: Choice, speaker: Speaker) -> list[AnswerColumn]:
        prompt = speaker.say(q.prompt)
        if self._is_list(q):
            entries = tuple(speaker.say(option.label) for option in q.options)
            return [AnswerColumn(ASK + q.id, prompt, USUAL, entries, told=speaker.words("workbook.choose"))]
        return [_tick(f"{ASK}{q.id}:{o.id}", f"{prompt}\n{speaker.say(o.label)}", speaker) for o in q.options]

    def read(self, q: Choice, cells: Cells) -> Read[list[str]]:
        if self._is_list(q):
            return self._chosen(q, cells[""]) if "" in cells else (None, {})
        wrong, value = dict[str, Wrong](), list[str]()
        for option in q.options:
            if option.id in cells:
                ticked = is_tick(cells[option.id])
                if ticked is None and self._chosen_id(q, cells[option.id]) == option.id:
                    ticked = True
                if ticked is None:
                    wrong[option.id] = Wrong("workbook.not_a_tick", text_of(cells[option.id]), TICK)
                elif ticked:
                    value.append(option.id)
        if wrong:
            return None, wrong
        return checked(q, value, next(iter(cells))) if cells and (value or q.fewest == 0) else (None, {})

    def _chosen(self, q: Choice, cell: FoundCell) -> Read[list[str]]:
        id = self._chosen_id(q, cell)
        if id is None:
            return None, {"": Wrong("answer.unknown_option", text_of(cell), [option.id for option in q.options])}
        return checked(q, [id])

    def _chosen_id(self, q: Choice, cell: FoundCell) -> str | None:
        return _meant((o.id, (o.id, *o.label.values())) for o in q.options).get(folded(text_of(cell)))

    def shown(self, q: Choice, value: list[str], speaker: Speaker) -> dict[str, object]:
        if self._is_list(q):
            return {"": ", ".join(speaker.say(o.label) for o in q.options if o.id in value)}
        return dict.fromkeys(value, TICK)

    def in_words(self, q: Choice, value: list[str], speaker: Speaker) -> str:
        chosen = [speaker.say(option.label) for option in q.options if option.id in value]
        return ", ".join(chosen) or speaker.words("workbook.none")

    @staticmethod
    def _is_list(q: Choice) -> bool:
        return q.most == 1 and len(q.options) > 1


def _tick(code: str, heading: str, speaker: Speaker) -> AnswerColumn:
    return AnswerColumn(code, heading, NARROW, (TICK,), told=speaker.words("workbook.tick"))


def _named(value: float, label: str) -> str:
    return f"{text_of(value)} – {label}"


def _names(value: float, label: Text) -> list[str]:
    """What a level may be called, in every language that the protocol has."""
    return [form for said in label.values() for form in (said, _named(value, said))]


def _meant(named: Iterable[tuple[V, Iterable[str]]]) -> dict[str, V]:
    """By what is written, what is meant. A name that two have stands for neither."""
    found: dict[str, V] = {}
    unclear: set[str] = set()
    for value, names in named:
        for name in {folded(name) for name in names}:
            if found.setdefault(name, value) != value:
                unclear.add(name)
    return {name: value for name, value in found.items() if name not in unclear}


RULES: dict[type[QuestionBase], ColumnRule[Any, Any] | None] = for_every_type(
    {
        Scale: ScaleRule(),
        Slider: NumberRule(),
        Stepper: NumberRule(),
        Tags: TagsRule(),
        Marks: None,
        Preference: None,
        Ranking: None,
        Choice: ChoiceRule(),
        Comment: CommentRule(),
        Edit: EditRule(),
    }
)
"""Marks lie inside a text, and comparisons go from row to row: no cell can hold them."""


def rule_for(question: QuestionBase) -> ColumnRule[Any, Any] | None:
    return RULES[type(question)]


def part_of(code: str) -> tuple[str, str]:
    """The question of an answer column, and the place in it.

    >>> part_of("jurybox:ask:errors:typo"), part_of("jurybox:ask:score")
    (('errors', 'typo'), ('score', ''))
    """
    question, _, part = code.removeprefix(ASK).partition(":")
    return question, part
