"""Marks under the names that people have for their labels, for formats that know no ids of ours."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from jurybox.core import Protocol, in_language
from jurybox.core.questions import QuestionBase
from jurybox.exchange.ratings.formats import Rating


def label_names(question: QuestionBase) -> dict[str, str]:
    """By the id of a label its name, with its category before it: Accuracy/Omission."""
    heads = {id: in_language(label, ["en"]) for id, label in question.category_labels().items()}
    found = {}
    for one in question.names():
        head, name = heads.get(one.category, "") if one.category else "", in_language(one.label, ["en"])
        found[one.id] = f"{head}/{name}" if head and head != name else name
    return found


def with_names(protocol: Protocol, ratings: Iterable[Rating]) -> Iterator[Rating]:
    known = {question.id: label_names(question) for _, question in protocol.questions() if question.marked_field}
    for rating in ratings:
        names = known.get(rating.question)
        if names and rating.marks:
            marks = tuple(replace(mark, label=names.get(mark.label, mark.label)) for mark in rating.marks)
            rating = replace(rating, marks=marks)
        yield rating
