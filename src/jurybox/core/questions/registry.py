"""The registry: every question type by its name. The grammar, its schema and the rooms' tables of rules follow it."""

from functools import reduce
from operator import or_
from typing import Annotated, TypeVar

from pydantic import Field, GetCoreSchemaHandler
from pydantic_core import CoreSchema

from jurybox.core.questions.base import QuestionBase
from jurybox.core.questions.choice import Choice
from jurybox.core.questions.comment import Comment
from jurybox.core.questions.edit import Edit
from jurybox.core.questions.marks import Marks
from jurybox.core.questions.preference import Preference
from jurybox.core.questions.ranking import Ranking
from jurybox.core.questions.scale import Scale
from jurybox.core.questions.slider import Slider
from jurybox.core.questions.stepper import Stepper
from jurybox.core.questions.tags import Tags

QUESTION_TYPES: dict[str, type[QuestionBase]] = {
    question_type.model_fields["type"].default: question_type
    for question_type in (Scale, Slider, Stepper, Tags, Marks, Preference, Ranking, Choice, Comment, Edit)
}


class _OneOfTheRegistry:
    """Makes the union, told apart by `type`, when the schema of a model with questions is built."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        union = reduce(or_, QUESTION_TYPES.values())
        return handler.generate_schema(Annotated[union, Field(discriminator="type")])


Question = Annotated[QuestionBase, _OneOfTheRegistry]

Rule = TypeVar("Rule")


def for_every_type(rules: dict[type[QuestionBase], Rule]) -> dict[type[QuestionBase], Rule]:
    """A room's table of rules, as given; a question type that it forgets is an error when the room is loaded."""
    if lacking := [name for name, question_type in QUESTION_TYPES.items() if question_type not in rules]:
        raise TypeError(f"this table has no rule for {', '.join(lacking)}")
    return rules
