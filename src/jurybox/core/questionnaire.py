"""What a study may ask its raters about themselves before their first task."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal

from pydantic import Field

from jurybox.core.errors import Fault
from jurybox.core.model import Model, Name
from jurybox.core.text import Text

LONGEST_ANSWER = 500


class AboutOption(Model):
    id: Name
    label: Text


class AboutQuestion(Model):
    """One question about the rater. A choice has options, a text has none."""

    id: Name
    prompt: Text
    type: Literal["text", "choice"] = "text"
    options: tuple[AboutOption, ...] = ()
    required: bool = True

    def faults(self, given: object) -> Iterator[Fault]:
        where = f"answers.{self.id}"
        if given is None or given == "":
            if self.required:
                yield Fault("answer.missing", where)
        elif not isinstance(given, str):
            yield Fault("answer.not_a_text", where, given)
        else:
            yield from CHECKS[self.type](self, where, given)


def _text_faults(question: AboutQuestion, where: str, given: str) -> Iterator[Fault]:
    if not given.strip() and question.required:
        yield Fault("answer.missing", where)
    elif len(given) > LONGEST_ANSWER:
        yield Fault("answer.text_too_long", where, len(given), LONGEST_ANSWER)


def _choice_faults(question: AboutQuestion, where: str, given: str) -> Iterator[Fault]:
    known = [option.id for option in question.options]
    if given not in known:
        yield Fault("answer.unknown_option", where, given, known)


CHECKS = {"text": _text_faults, "choice": _choice_faults}

Questionnaire = Annotated[tuple[AboutQuestion, ...], Field(max_length=20)]


def answer_faults(questions: Questionnaire, given: Mapping[str, object]) -> list[Fault]:
    """Everything that is wrong with a rater's answers."""
    known = [question.id for question in questions]
    faults = [Fault("answer.unknown_question", f"answers.{name}", name, known) for name in given if name not in known]
    return faults + [fault for question in questions for fault in question.faults(given.get(question.id))]
