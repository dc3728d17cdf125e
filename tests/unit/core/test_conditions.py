"""Questions that are only asked after some answers: what is refused, what is stored, and what comes of it."""

from typing import Any

import pytest

from jurybox.core import Answer, check_answers, compare, holds
from jurybox.core.protocol import Example, Stage
from jurybox.core.questions import Condition, Frame
from tests.fixtures.small import CHOICE, COMMENT, MARKS, PREFERENCE, SCALE, SLIDER, TICK, protocol

LOW = {"question": "quality", "most": 2}
NOTE = {**COMMENT, "required": True, "only_if": LOW}
TWO = Frame(candidates=("A", "B"), text_length=lambda field, target: 10)
UNASKED = Answer(by="not_asked")


def stage(*questions: dict[str, Any]) -> Stage:
    return protocol(*questions, unit={"candidates": 2}).stages[0]


def checked(asked: Stage, given: Any, **more: Any) -> tuple[Any, list[tuple[str, str]]]:
    stored, faults = check_answers(asked, given, TWO, **more)
    return stored, [(fault.code, fault.where) for fault in faults]


def test_what_was_not_asked_is_stored_as_such_and_never_missing():
    stored, faults = checked(stage(SCALE, NOTE), {"quality": {"A": 1, "B": 5}, "note": {"A": "odd"}})
    assert faults == []
    assert stored["note"] == {"A": Answer(value="odd", by="rater"), "B": UNASKED}


def test_what_is_asked_must_be_answered():
    assert checked(stage(SCALE, NOTE), {"quality": {"A": 1, "B": 5}})[1] == [("answer.missing", "answers.note.A")]


def test_an_answer_that_was_not_asked_for_is_refused():
    given = {"quality": {"A": 4, "B": 5}, "note": {"A": "odd"}}
    assert checked(stage(SCALE, NOTE), given)[1] == [("answer.not_asked", "answers.note.A")]


def test_what_hangs_on_a_wrong_answer_waits_until_it_is_mended():
    given = {"quality": {"A": 99, "B": 5}, "note": {"A": "odd"}}
    assert checked(stage(SCALE, NOTE), given)[1] == [("answer.not_a_level", "answers.quality.A")]


def test_conditions_go_on_from_question_to_question():
    third = {**SLIDER, "only_if": {"question": "note"}}
    stored, faults = checked(stage(SCALE, NOTE, third), {"quality": {"A": 5, "B": 5}})
    assert faults == []
    assert stored["percent"] == {"A": UNASKED, "B": UNASKED}


def test_a_condition_may_look_at_the_unit():
    asked = stage({**PREFERENCE, "neither": True}, {**SCALE, "only_if": {"question": "better", "any_of": ["neither"]}})
    assert checked(asked, {"better": {"unit": {"better": "A"}}})[0]["quality"] == {"A": UNASKED, "B": UNASKED}
    said = {"better": {"unit": {"better": "neither"}}}
    assert [code for code, _ in checked(asked, said)[1]] == ["answer.missing"] * 2


def test_who_cannot_judge_is_asked_nothing_more_of_it():
    cannot = {"cannot": "I do not know."}
    given = {"quality": {"A": cannot, "B": 5}, "note": {"A": cannot}}
    stored, faults = checked(stage(SCALE, NOTE), given)
    assert faults == []
    assert stored["note"] == {"A": UNASKED, "B": UNASKED}


def test_single_answers_are_taken_without_those_they_hang_on():
    assert checked(stage(SCALE, NOTE), {"note": {"A": "odd"}}, partial=True)[1] == []
    wrong = {"quality": {"A": 5}, "note": {"A": "odd"}}
    assert checked(stage(SCALE, NOTE), wrong, partial=True)[1] == [("answer.not_asked", "answers.note.A")]


MARK = {"start": 0, "end": 1, "label": "object", "weight": "half", "count": 1}
SAID: list[tuple[dict[str, Any], dict[str, Any], Any, bool]] = [
    (SCALE, {"least": 2, "most": 3}, 3, True),
    (SCALE, {"least": 2, "most": 3}, 4, False),
    (SCALE, {"any_of": [1, 5]}, 5, True),
    (CHOICE, {"any_of": ["two"]}, ["one", "two"], True),
    (CHOICE, {"any_of": ["two"]}, ["one"], False),
    (TICK, {"any_of": ["yes"]}, ["yes"], True),
    (TICK, {}, [], False),
    (MARKS, {"any_of": ["object"]}, [MARK], True),
    (MARKS, {"any_of": ["half"]}, [MARK], True),
    (MARKS, {"any_of": ["full"]}, [MARK], False),
    (MARKS, {}, [], False),
    (PREFERENCE, {"any_of": ["tie"]}, {"better": "tie"}, True),
    (PREFERENCE, {}, {"better": "A"}, True),
    (SCALE, {}, None, False),
]


@pytest.mark.parametrize(("question", "condition", "value", "is_so"), SAID)
def test_a_condition_asks_for_names_numbers_or_anything(
    question: dict[str, Any], condition: dict[str, Any], value: Any, is_so: bool
):
    source = stage(question).ask[0]
    assert holds(Condition(question=source.id, **condition), source, value) is is_so


def test_calibration_passes_over_what_was_not_asked():
    asked = stage(SCALE, NOTE)
    answers = [{"question": "quality", "value": 1}, {"question": "note", "value": "odd"}]
    example = Example.model_validate({"id": "e", "candidates": [{}, {}], "answers": answers})
    stored, _ = checked(asked, {"quality": {"A": 5, "B": 5}})
    assert [one.question for one in compare(asked, example, stored, 0)] == ["quality"]
