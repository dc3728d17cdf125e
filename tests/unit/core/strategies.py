"""Answers that a protocol must take, made for each type of question."""

from typing import Any

from hypothesis import strategies as st

from jurybox.core.protocol import Stage
from jurybox.core.questions import (
    Choice,
    Comment,
    Edit,
    Frame,
    Marks,
    Preference,
    QuestionBase,
    Ranking,
    Scale,
    Slider,
    Stepper,
    Tags,
)

TEXT = "A dog and a cat on a mat."
FRAME = Frame.of_texts(("A", "B", "C"), ("1", "2"), lambda field, target: TEXT)


def values(question: QuestionBase, frame: Frame = FRAME) -> st.SearchStrategy[Any]:
    """Sound answers to one question about one target."""
    match question:
        case Scale():
            return st.sampled_from([level.value for level in question.levels])
        case Slider() | Stepper():
            top = question.max if question.max is not None else 100
            steps = int((top - question.min) / question.step)
            return st.integers(0, steps).map(lambda n: question.min + n * question.step)
        case Tags():
            return st.lists(st.sampled_from(list(question.all_tags())), unique=True).map(
                lambda ids: [
                    {"id": id, "text": "x"} if question.all_tags()[id].opens_text else {"id": id} for id in ids
                ]
            )
        case Marks():
            return st.lists(marks(question), max_size=5)
        case Preference():
            return st.sampled_from([{"better": x} for x in [*frame.candidates, *question.no_winner()]])
        case Ranking():
            return st.permutations(frame.candidates).map(lambda order: [[x] for x in order])
        case Choice():
            ids = [option.id for option in question.options]
            return st.lists(st.sampled_from(ids), unique=True, min_size=question.fewest, max_size=question.most)
        case Comment():
            return st.text(max_size=question.longest)
        case Edit():
            written = st.text("abc 我é", min_size=1, max_size=question.longest).map(
                lambda text: {"text": f"{text}x"[-79:]}
            )
            return st.one_of(written, st.just({"text": TEXT, "unchanged": True}))
    raise AssertionError(question)


@st.composite
def marks(draw: st.DrawFn, question: Marks) -> dict[str, Any]:
    label = draw(st.sampled_from(question.labels))
    mark: dict[str, Any] = {"label": label.id, "start": None, "end": None}
    if draw(st.booleans()):
        mark["start"] = draw(st.integers(0, len(TEXT) - 1))
        mark["end"] = draw(st.integers(mark["start"] + 1, len(TEXT)))
    if question.weights:
        mark["weight"] = draw(st.sampled_from(label.weights or [weight.id for weight in question.weights]))
    if draw(st.booleans()):
        mark["count"] = draw(st.integers(1, 99))
    return mark


@st.composite
def answers(draw: st.DrawFn, stage: Stage, frame: Frame = FRAME) -> dict[str, dict[str, Any]]:
    """Sound answers to every question of a stage, about every target; some can't be judged."""
    cannot = st.just({"cannot": "The text is cut off."})
    return {
        question.id: {
            target: draw(st.one_of(values(question, frame), cannot)) for target in frame.targets(question.about)
        }
        for question in stage.ask
    }
