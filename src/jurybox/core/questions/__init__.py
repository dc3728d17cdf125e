"""The question types, one file each with all that is pure about it; docs/design/house.md says what else one needs."""

from jurybox.core.questions.base import Condition, FromMarks, Kind, Measure, Named, QuestionBase
from jurybox.core.questions.choice import Choice
from jurybox.core.questions.comment import Comment
from jurybox.core.questions.comparison import ComparisonQuestion
from jurybox.core.questions.edit import Counted, Edit
from jurybox.core.questions.frame import About, Frame, about_of, parts_of
from jurybox.core.questions.marks import MarkLabel, Marks
from jurybox.core.questions.numbers import on_step
from jurybox.core.questions.preference import NEITHER, TIE, Preference
from jurybox.core.questions.ranking import Ranking
from jurybox.core.questions.registry import QUESTION_TYPES, Question, for_every_type
from jurybox.core.questions.scale import Scale
from jurybox.core.questions.slider import Slider
from jurybox.core.questions.stepper import Stepper
from jurybox.core.questions.tags import Tags
from jurybox.core.questions.values import BetterAnswer, EditAnswer, MarkAnswer, Order, TagAnswer, Value

__all__ = [
    "NEITHER",
    "QUESTION_TYPES",
    "TIE",
    "About",
    "BetterAnswer",
    "Choice",
    "Comment",
    "ComparisonQuestion",
    "Condition",
    "Counted",
    "Edit",
    "EditAnswer",
    "Frame",
    "FromMarks",
    "Kind",
    "MarkAnswer",
    "MarkLabel",
    "Marks",
    "Measure",
    "Named",
    "Order",
    "Preference",
    "Question",
    "QuestionBase",
    "Ranking",
    "Scale",
    "Slider",
    "Stepper",
    "TagAnswer",
    "Tags",
    "Value",
    "about_of",
    "for_every_type",
    "on_step",
    "parts_of",
]
