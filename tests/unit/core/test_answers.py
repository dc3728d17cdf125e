"""Answers as they come in, are checked and are stored."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.core.answer import Answer, check_answers, flat_numbers, rule_answers, translate_targets
from jurybox.core.protocol import Stage
from jurybox.core.questions import Frame
from tests.fixtures.small import CASES, COMMENT, MARKS, PREFERENCE, RANKING, SCALE, STEPPER, document, protocol
from tests.unit.core.strategies import FRAME, answers

EVERYTHING = protocol(*CASES.values(), unit={"candidates": 3}).stages[0]
ONE = Frame(candidates=("A",), text_length=lambda field, target: 10)
SUM = {**STEPPER, "id": "total", "from_marks": {"question": "spans", "label": "object"}}


def stage(*questions: dict[str, Any], **changes: Any) -> Stage:
    return protocol(*questions, **changes).stages[0]


def codes(asked: Stage, given: Any, frame: Frame = ONE, **more: Any) -> list[str]:
    return [fault.code for fault in check_answers(asked, given, frame, **more)[1]]


@given(answers(EVERYTHING))
def test_sound_answers_are_stored_as_given(given: dict[str, dict[str, Any]]):
    stored, faults = check_answers(EVERYTHING, given, FRAME)
    assert faults == []
    for name, cells in given.items():
        for target, value in cells.items():
            answer = stored[name][target]
            assert answer.by == "rater"
            if answer.value is None:
                assert answer == Answer(**value, by="rater")
            elif name == "edited":  # stored with what the server counts
                kept: Any = answer.value
                assert {**value, **kept} == kept
                assert set(kept) - set(value) == {"characters", "words", "of_characters", "of_words"}
            else:
                assert answer.value == value


@given(answers(EVERYTHING), st.data())
def test_one_value_off_the_scale_is_found_among_all(given: dict[str, dict[str, Any]], data: st.DataObject):
    target = data.draw(st.sampled_from(FRAME.candidates))
    given["quality"][target] = data.draw(st.one_of(st.integers(6), st.floats(1.01, 1.99), st.text(), st.booleans()))
    _, faults = check_answers(EVERYTHING, given, FRAME)
    assert [(fault.code, fault.where) for fault in faults] == [("answer.not_a_level", f"answers.quality.{target}")]


@given(answers(EVERYTHING))
def test_letters_become_candidate_ids_and_letters_again(given: dict[str, dict[str, Any]]):
    stored, _ = check_answers(EVERYTHING, given, FRAME)
    there = {"A": "c-17", "B": "c-3", "C": "c-5"}
    back = {id: letter for letter, id in there.items()}
    renamed = translate_targets(EVERYTHING, stored, there.__getitem__)
    assert set(renamed["quality"]) == set(there.values())
    assert translate_targets(EVERYTHING, renamed, back.__getitem__) == stored


def test_targets_inside_comparisons_are_renamed_too():
    asked = stage(PREFERENCE, RANKING, unit={"candidates": 2})
    frame = Frame(candidates=("A", "B"))
    given = {"better": {"unit": {"better": "B"}}, "order": {"unit": [["B"], ["A"]]}}
    stored, _ = check_answers(asked, given, frame)
    renamed = translate_targets(asked, stored, {"A": "1", "B": "2"}.__getitem__)
    assert renamed["better"]["unit"].value == {"better": "2"}
    assert renamed["order"]["unit"].value == [["2"], ["1"]]


def test_every_fault_is_found_at_once():
    given = {"quality": {"A": 9, "Z": 1}, "colour": {"A": 1}, "note": "hello"}
    assert sorted(codes(stage(SCALE, COMMENT), given)) == [
        "answer.not_a_level",
        "answer.not_answers",
        "answer.unknown_question",
        "answer.unknown_target",
    ]


def test_a_required_question_must_be_answered_and_others_need_not():
    asked = stage(SCALE, COMMENT)
    assert codes(asked, {}) == ["answer.missing"]
    assert codes(asked, {"quality": {"A": None}}) == ["answer.missing"]
    assert codes(asked, {}, partial=True) == []


@pytest.mark.parametrize("given", [None, [], "x", 5])
def test_what_is_no_object_is_no_answers(given: Any):
    assert codes(stage(SCALE), given) == ["answer.not_answers"]


def test_cannot_judge_needs_a_reason_and_is_an_answer():
    stored, faults = check_answers(stage(SCALE), {"quality": {"A": {"cannot": "Not my language."}}}, ONE)
    assert faults == []
    assert stored == {"quality": {"A": Answer(cannot="Not my language.", by="rater")}}
    for cell in ({"cannot": ""}, {"cannot": 5}, {"cannot": "x", "value": 3}, {"cannot": "x" * 2001}):
        assert codes(stage(SCALE), {"quality": {"A": cell}}) == ["answer.cannot_without_reason"]


def span(weight: str = "full", label: str = "object", count: int = 1) -> dict[str, Any]:
    return {"start": 0, "end": 2, "label": label, "weight": weight, "count": count}


def test_a_sum_of_marks_is_their_sum():
    asked = stage(MARKS, SUM)
    marks = [span(), span("half", count=3), span(label="relation")]
    stored, faults = check_answers(asked, {"spans": {"A": marks}, "total": {"A": 2.5}}, ONE)
    assert faults == []
    assert stored["total"]["A"] == Answer(value=2.5, by="marks")
    assert codes(asked, {"spans": {"A": marks}, "total": {"A": 3}}) == ["answer.not_the_sum"]


def test_a_sum_of_tenths_is_not_refused_for_rounding():
    tenth = {**MARKS, "weights": [{"id": "full", "label": {"en": "Tenth"}, "value": 0.1}]}
    asked = stage(tenth, {**SUM, "step": 0.1})
    assert codes(asked, {"spans": {"A": [span()] * 3}, "total": {"A": 0.3}}) == []


def test_a_sum_may_be_overwritten_with_a_reason():
    asked = stage(MARKS, SUM)
    cell = {"value": 4, "by": "override", "reason": "Two more are meant."}
    stored, faults = check_answers(asked, {"spans": {"A": [span()]}, "total": {"A": cell}}, ONE)
    assert faults == []
    assert stored["total"]["A"] == Answer(value=4, by="override", reason="Two more are meant.")
    assert codes(asked, {"spans": {"A": [span()]}, "total": {"A": {"value": 4, "by": "override"}}}) == [
        "answer.override_without_reason"
    ]


def test_a_stepper_is_used_by_hand_where_nothing_is_marked():
    stored, faults = check_answers(stage(MARKS, SUM), {"spans": {"A": []}, "total": {"A": 2}}, ONE)
    assert faults == []
    assert stored["total"]["A"] == Answer(value=2, by="rater")


def test_only_a_sum_of_marks_can_be_overwritten():
    for by in ("override", "marks"):
        cell = {"value": 3, "by": by, "reason": "Because."}
        assert codes(stage(SCALE), {"quality": {"A": cell}}) == ["answer.nothing_to_override"]
    assert codes(stage(SCALE), {"quality": {"A": {"value": 3, "by": "rule"}}}) == ["answer.unknown_by"]
    assert codes(stage(SCALE), {"quality": {"A": {"value": 99, "by": "rule"}}}) == [
        "answer.unknown_by", "answer.not_a_level",
    ]  # fmt: skip


def test_an_open_stepper_ends_at_a_slip_of_the_finger():
    assert codes(stage(STEPPER), {"steps": {"A": 10_000}}) == []
    assert codes(stage(STEPPER), {"steps": {"A": 10_000.5}}) == ["answer.off_the_steps"]


RULES = [
    {
        "when": {"same_text": ["source", "output"]},
        "answer": {"quality": 1},
        "because": {"en": "It repeats the source."},
    },
    {"when": {"empty": "output"}, "answer": {"quality": 2}, "because": {"en": "It is empty."}},
]


def test_a_rule_answers_for_the_candidates_that_it_holds_for():
    ruled = protocol(SCALE, rules=RULES)
    texts = {
        "A": {"source": "Straße", "output": " STRASSE "},
        "B": {"source": "Straße", "output": "Road"},
        "C": {"source": "Straße", "output": " "},
    }
    made = rule_answers(ruled, ruled.stages[0], texts)
    assert [(m.question, m.target, m.value) for m in made] == [("quality", "A", 1), ("quality", "C", 2)]
    assert made[0].because == {"en": "It repeats the source."}


def test_what_a_rule_answers_is_marked_and_can_not_be_changed():
    ruled = protocol(SCALE, rules=RULES)
    made = rule_answers(ruled, ruled.stages[0], {"A": {"source": "x", "output": "x"}})
    for sent in ({}, {"quality": {"A": 1}}):
        stored, faults = check_answers(ruled.stages[0], sent, ONE, made)
        assert faults == []
        assert stored == {"quality": {"A": Answer(value=1, by="rule")}}
    assert codes(ruled.stages[0], {"quality": {"A": 5}}, rule_made=made) == ["answer.made_by_rule"]


def test_a_rule_of_another_stage_says_nothing_here():
    doc = document(SCALE)
    stages = [*doc["stages"], {"id": "more", "show": ["output"], "ask": [COMMENT]}]
    ruled = protocol(stages=stages, rules=RULES)
    assert rule_answers(ruled, ruled.stages[1], {"A": {"source": "x", "output": "x"}}) == ()


def test_numbers_are_listed_flat():
    asked = stage(SCALE, COMMENT)
    frame = Frame(candidates=("A", "B"))
    stored, _ = check_answers(asked, {"quality": {"A": 4, "B": {"cannot": "Cut off."}}, "note": {"A": "x"}}, frame)
    assert list(flat_numbers(asked, stored)) == [("quality", "A", 4.0)]
