"""The question types. A new one is a class here, a custom element, an Excel column rule and an analysis default."""

from typing import Annotated

from pydantic import Field

from jurybox.core.questions.base import Frame, QuestionBase
from jurybox.core.questions.choice import Choice
from jurybox.core.questions.comment import Comment
from jurybox.core.questions.marks import Marks
from jurybox.core.questions.numbers import Scale, Slider, Stepper, on_step
from jurybox.core.questions.order import Preference, Ranking
from jurybox.core.questions.tags import Tags

Question = Annotated[
    Scale | Slider | Stepper | Tags | Marks | Preference | Ranking | Choice | Comment,
    Field(discriminator="type"),
]

QUESTION_TYPES: dict[str, type[QuestionBase]] = {
    "scale": Scale,
    "slider": Slider,
    "stepper": Stepper,
    "tags": Tags,
    "marks": Marks,
    "preference": Preference,
    "ranking": Ranking,
    "choice": Choice,
    "comment": Comment,
}

__all__ = [
    "QUESTION_TYPES",
    "Choice",
    "Comment",
    "Frame",
    "Marks",
    "Preference",
    "Question",
    "QuestionBase",
    "Ranking",
    "Scale",
    "Slider",
    "Stepper",
    "Tags",
    "on_step",
]
