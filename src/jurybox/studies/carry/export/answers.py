"""How an answer is exported, by the type of its question: the one place where export knows question types."""

import json
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Protocol, TypeVar, cast

from jurybox.core import Answer, in_language
from jurybox.core.questions import (
    Choice,
    Comment,
    Edit,
    EditAnswer,
    MarkAnswer,
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
from jurybox.exchange.ratings import allowed_names, allowed_numbers
from jurybox.exchange.ratings.formats import Mark, QuestionFacts

Order = list[list[str]]
"""Systems, the best first; those of one group are equally good."""


class Said(Protocol):
    """An answer, with what its rule may need to know of it."""

    @property
    def question(self) -> Any: ...
    @property
    def answer(self) -> Answer: ...
    def order(self) -> Order:
        """A preference or ranking as groups of systems."""


Cells = tuple[Any, str | None]
"""What the columns value and text hold."""


class AnswerRule(NamedTuple):
    """`cells` stand in the export, `shown` beside the item; `rating` is what a rating holds, `facts` the bounds.

    `allowed` says what could be answered, for whoever computes from the export.
    """

    cells: Callable[[Said], Cells]
    shown: Callable[[Answer], Cells]
    rating: Callable[[Said], dict[str, Any]]
    facts: Callable[[Any], dict[str, Any]] = lambda question: {}
    allowed: Callable[[Any], str] = lambda question: ""


T = TypeVar("T")


def _list(answer: Answer, entry: type[T]) -> list[T]:
    """What a sound answer lists: its question's type says of what."""
    return cast(list[T], answer.value)


def value_and_text(question: QuestionBase, answer: Answer) -> Cells:
    """An answer as it is stored, in two cells."""
    return (CANNOT if answer.value is None else RULES[type(question)]).shown(answer)


def _number_cells(said: Said) -> Cells:
    return _number_shown(said.answer)


def _number_shown(answer: Answer) -> Cells:
    return answer.value, answer.reason


def _tags_shown(answer: Answer) -> Cells:
    tags = _list(answer, TagAnswer)
    return "|".join(tag["id"] for tag in tags), _texts(tags)


def _marks_cells(said: Said) -> Cells:
    """An empty list says that nothing was marked; an empty cell would be an empty set of tags."""
    return _json(said.answer)


def _marks_shown(answer: Answer) -> Cells:
    return _json(answer) if answer.value else ("", None)


def _order_cells(said: Said) -> Cells:
    return json.dumps(said.order(), ensure_ascii=False), None


def _json(answer: Answer) -> Cells:
    return json.dumps(answer.value, ensure_ascii=False), None


def _options_shown(answer: Answer) -> Cells:
    return "|".join(_list(answer, str)), None


def _text_shown(answer: Answer) -> Cells:
    return None, str(answer.value)


def _number(said: Said) -> dict[str, Any]:
    return {"value": said.answer.value, "text": said.answer.reason}


def _tags(said: Said) -> dict[str, Any]:
    tags = _list(said.answer, TagAnswer)
    return {"labels": tuple(tag["id"] for tag in tags), "text": _texts(tags)}


def _texts(tags: Iterable[TagAnswer]) -> str | None:
    """What was written beside tags."""
    return "\n".join(text for tag in tags if (text := tag.get("text"))) or None


def _marks(said: Said) -> dict[str, Any]:
    question: Marks = said.question
    own = "source" if question.field == "source" else "output"
    marks = [
        Mark(
            mark["start"],
            mark["end"],
            mark["label"],
            mark.get("weight"),
            mark.get("count", 1),
            own if question.field_of(mark) == question.field else question.field_of(mark),
            mark.get("reason"),
        )
        for mark in _list(said.answer, MarkAnswer)
    ]
    return {"marks": tuple(marks)}


def _chosen(said: Said) -> dict[str, Any]:
    return {"labels": tuple(_list(said.answer, str))}


def _text(said: Said) -> dict[str, Any]:
    return {"text": said.answer.value}


def _edit_cells(said: Said) -> Cells:
    """Edits of words for each word, so that the table gives the means that the study gives; and the text."""
    edit = cast(EditAnswer, said.answer.value)
    return said.question.number(edit), edit["text"]


def _edit_shown(answer: Answer) -> Cells:
    return None, cast(EditAnswer, answer.value)["text"]


def _edited(said: Said) -> dict[str, Any]:
    value, text = _edit_cells(said)
    return {"value": value, "text": text}


def _ordered(said: Said) -> dict[str, Any]:
    return {"order": tuple(map(tuple, said.order()))}


def _levels(question: Scale) -> dict[str, Any]:
    values = [level.value for level in question.levels]
    return {"lowest": min(values), "highest": max(values)}


def _bounds(question: Slider) -> dict[str, Any]:
    return {"lowest": question.min, "highest": question.max}


def _options(question: Choice) -> dict[str, Any]:
    return {"labels": tuple(option.id for option in question.options)}


def _allowed_numbers(question: Scale | Slider | Stepper) -> str:
    measure = question.measure()
    return allowed_numbers(measure.level, measure.labels, measure.lowest, measure.highest, measure.severe)


def _names(question: QuestionBase) -> list[tuple[str, str]]:
    """With their categories; those that count."""
    return [(one.category, one.id) for one in question.names() if one.counts]


def _allowed_tags(question: Tags) -> str:
    return allowed_names("tags", _names(question))


def _allowed_options(question: Choice) -> str:
    kind = "tick" if question.is_tick else "one" if question.most == 1 else "tags"
    return allowed_names(kind, _names(question))


def _allowed_ranking(question: Ranking) -> str:
    return "comparison open" if question.mode == "best-worst" else "comparison"


RULES: dict[type[QuestionBase], AnswerRule] = for_every_type(
    {
        Scale: AnswerRule(_number_cells, _number_shown, _number, _levels, _allowed_numbers),
        Slider: AnswerRule(_number_cells, _number_shown, _number, _bounds, _allowed_numbers),
        Stepper: AnswerRule(_number_cells, _number_shown, _number, allowed=_allowed_numbers),
        Tags: AnswerRule(lambda said: _tags_shown(said.answer), _tags_shown, _tags, allowed=_allowed_tags),
        Marks: AnswerRule(_marks_cells, _marks_shown, _marks, allowed=lambda q: allowed_names("marks", _names(q))),
        Preference: AnswerRule(_order_cells, _json, _ordered, allowed=lambda question: "comparison open"),
        Ranking: AnswerRule(_order_cells, _json, _ordered, allowed=_allowed_ranking),
        Choice: AnswerRule(
            lambda said: _options_shown(said.answer), _options_shown, _chosen, _options, _allowed_options
        ),
        Comment: AnswerRule(lambda said: _text_shown(said.answer), _text_shown, _text, allowed=lambda question: "text"),
        Edit: AnswerRule(_edit_cells, _edit_shown, _edited, allowed=lambda question: "interval 0.."),
    }
)


CANNOT = AnswerRule(
    lambda said: (None, said.answer.cannot),
    lambda answer: (None, answer.cannot),
    lambda said: {"text": said.answer.cannot},
)
"""Of an answer that says why there is none."""


def facts_of_question(question: QuestionBase) -> QuestionFacts:
    return QuestionFacts(in_language(question.prompt, ["en"]) or "", **RULES[type(question)].facts(question))
