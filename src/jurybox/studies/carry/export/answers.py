"""How an answer is exported, by the type of its question: the one place where export knows question types."""

import json
from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, Protocol

from jurybox.core import in_language
from jurybox.core.questions import Choice, Marks, Question, Scale, Slider
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


class AnswerRule(NamedTuple):
    """`cells` gives the columns value and text; `rating` what a rating holds; `facts` what the question allows."""

    cells: Callable[[Said], tuple[Any, str | None]]
    rating: Callable[[Said], dict[str, Any]]
    facts: Callable[[Any], dict[str, Any]] = lambda question: {}


def value_and_text(cell: Cell) -> tuple[Any, str | None]:
    """An answer as two cells, by the shape of what is stored."""
    if "cannot" in cell:
        return None, cell["cannot"]
    value, reason = cell["value"], cell.get("reason")
    if isinstance(value, (int, float)):
        return value, reason
    if isinstance(value, str):
        return None, value
    if (
        isinstance(value, list)
        and value
        and all(isinstance(entry, dict) and set(entry) <= {"id", "text"} for entry in value)
    ):
        texts = [entry["text"] for entry in value if entry.get("text")]
        return "|".join(entry["id"] for entry in value), "\n".join(texts) or None
    if isinstance(value, list) and all(isinstance(entry, str) for entry in value):
        return "|".join(value), reason
    return json.dumps(value, ensure_ascii=False), reason


def _plain(said: Said) -> tuple[Any, str | None]:
    return value_and_text(said.cell)


def _number_cells(said: Said) -> tuple[Any, str | None]:
    cell = said.cell
    return cell["value"], cell.get("reason")


def _marks_cells(said: Said) -> tuple[Any, str | None]:
    """An empty list says that nothing was marked; an empty cell would be an empty set of tags."""
    return value_and_text(said.cell) if said.cell["value"] else ("[]", None)


def _order_cells(said: Said) -> tuple[Any, str | None]:
    return json.dumps(said.order(), ensure_ascii=False), None


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


def _ordered(said: Said) -> dict[str, Any]:
    return {"order": tuple(map(tuple, said.order()))}


def _levels(question: Scale) -> dict[str, Any]:
    values = [level.value for level in question.levels]
    return {"lowest": min(values), "highest": max(values)}


def _bounds(question: Slider) -> dict[str, Any]:
    return {"lowest": question.min, "highest": question.max}


def _options(question: Choice) -> dict[str, Any]:
    return {"labels": tuple(option.id for option in question.options)}


RULES: dict[str, AnswerRule] = {
    "scale": AnswerRule(_number_cells, _number, _levels),
    "slider": AnswerRule(_number_cells, _number, _bounds),
    "stepper": AnswerRule(_number_cells, _number),
    "tags": AnswerRule(_plain, _tags),
    "marks": AnswerRule(_marks_cells, _marks),
    "preference": AnswerRule(_order_cells, _ordered),
    "ranking": AnswerRule(_order_cells, _ordered),
    "choice": AnswerRule(_plain, lambda said: {"labels": tuple(said.cell["value"])}, _options),
    "comment": AnswerRule(_plain, lambda said: {"text": said.cell["value"]}),
}


CANNOT = AnswerRule(lambda said: (None, said.cell["cannot"]), lambda said: {"text": said.cell["cannot"]})
"""Of an answer that says why there is none."""


def facts_of_question(question: Question) -> QuestionFacts:
    return QuestionFacts(in_language(question.prompt, ["en"]) or "", **RULES[question.type].facts(question))
