"""How an answer is exported, by the type of its question: the one place where export knows question types."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, Protocol

from jurybox.core import in_language
from jurybox.core.questions import (
    Choice,
    Comment,
    Marks,
    Preference,
    QuestionBase,
    Ranking,
    Scale,
    Slider,
    Stepper,
    Tags,
    for_every_type,
)
from jurybox.exchange.ratings import allowed_names, allowed_numbers
from jurybox.exchange.ratings.formats import Mark, QuestionFacts

Cell = Mapping[str, Any]
"""An answer as it is stored: `{"value": …, "by": …}`, perhaps with a reason."""
Order = list[list[str]]
"""Systems, the best first; those of one group are equally good."""


class Said(Protocol):
    """An answer, with what its rule may need to know of it."""

    @property
    def question(self) -> Any: ...
    @property
    def cell(self) -> Cell: ...
    def order(self) -> Order:
        """A preference or ranking as groups of systems."""


Cells = tuple[Any, str | None]
"""What the columns value and text hold."""


class AnswerRule(NamedTuple):
    """`cells` stand in the export, `shown` beside the item; `rating` is what a rating holds, `facts` the bounds.

    `allowed` says what could be answered, for whoever computes from the export.
    """

    cells: Callable[[Said], Cells]
    shown: Callable[[Cell], Cells]
    rating: Callable[[Said], dict[str, Any]]
    facts: Callable[[Any], dict[str, Any]] = lambda question: {}
    allowed: Callable[[Any], str] = lambda question: ""


def value_and_text(question: QuestionBase, cell: Cell) -> Cells:
    """An answer as it is stored, in two cells."""
    return (CANNOT if "cannot" in cell else RULES[type(question)]).shown(cell)


def _number_cells(said: Said) -> Cells:
    cell = said.cell
    return cell["value"], cell.get("reason")


def _number_shown(cell: Cell) -> Cells:
    return cell["value"], cell.get("reason")


def _tags_shown(cell: Cell) -> Cells:
    texts = [tag["text"] for tag in cell["value"] if tag.get("text")]
    return "|".join(tag["id"] for tag in cell["value"]), "\n".join(texts) or None


def _marks_cells(said: Said) -> Cells:
    """An empty list says that nothing was marked; an empty cell would be an empty set of tags."""
    return _json(said.cell)


def _marks_shown(cell: Cell) -> Cells:
    return _json(cell) if cell["value"] else ("", None)


def _order_cells(said: Said) -> Cells:
    return json.dumps(said.order(), ensure_ascii=False), None


def _json(cell: Cell) -> Cells:
    return json.dumps(cell["value"], ensure_ascii=False), None


def _options_shown(cell: Cell) -> Cells:
    return "|".join(cell["value"]), None


def _text_shown(cell: Cell) -> Cells:
    return None, cell["value"]


def _number(said: Said) -> dict[str, Any]:
    return {"value": said.cell["value"], "text": said.cell.get("reason")}


def _tags(said: Said) -> dict[str, Any]:
    value = said.cell["value"]
    texts = [tag["text"] for tag in value if tag.get("text")]
    return {"labels": tuple(tag["id"] for tag in value), "text": "\n".join(texts) or None}


def _marks(said: Said) -> dict[str, Any]:
    question: Marks = said.question
    field: Literal["source", "output"] = "source" if question.field == "source" else "output"
    marks = [
        Mark(mark["start"], mark["end"], mark["label"], mark.get("weight"), mark.get("count", 1), field)
        for mark in said.cell["value"]
    ]
    return {"marks": tuple(marks)}


def _chosen(said: Said) -> dict[str, Any]:
    return {"labels": tuple(said.cell["value"])}


def _text(said: Said) -> dict[str, Any]:
    return {"text": said.cell["value"]}


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
        Tags: AnswerRule(lambda said: _tags_shown(said.cell), _tags_shown, _tags, allowed=_allowed_tags),
        Marks: AnswerRule(_marks_cells, _marks_shown, _marks, allowed=lambda q: allowed_names("marks", _names(q))),
        Preference: AnswerRule(_order_cells, _json, _ordered, allowed=lambda question: "comparison open"),
        Ranking: AnswerRule(_order_cells, _json, _ordered, allowed=_allowed_ranking),
        Choice: AnswerRule(lambda said: _options_shown(said.cell), _options_shown, _chosen, _options, _allowed_options),
        Comment: AnswerRule(lambda said: _text_shown(said.cell), _text_shown, _text, allowed=lambda question: "text"),
    }
)


CANNOT = AnswerRule(
    lambda said: (None, said.cell["cannot"]),
    lambda cell: (None, cell["cannot"]),
    lambda said: {"text": said.cell["cannot"]},
)
"""Of an answer that says why there is none."""


def facts_of_question(question: QuestionBase) -> QuestionFacts:
    return QuestionFacts(in_language(question.prompt, ["en"]) or "", **RULES[type(question)].facts(question))
