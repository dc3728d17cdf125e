"""Scores: each rule, and what happens where an answer is missing."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.core import Answer
from jurybox.core.questions import TagAnswer
from jurybox.studies.results.table.columns import MOST_SEGMENTS
from tests.fixtures.small import CHOICE, MARKS, SCALE, SLIDER, STEPPER, TAGS, TICK, protocol
from tests.unit.studies.results.score_oracle import scores_of
from tests.unit.studies.results.scored import Visit, by_place, by_rule, scored

ONE_OF = {**CHOICE, "id": "one_of", "most": 1, "least": 0}


def score(spec: dict[str, Any], answers: dict[str, Any], *more: dict[str, Any]) -> float | None:
    """By the scorer; and one judgement at a time it is the same."""
    asked = protocol(SCALE, SLIDER, TAGS, MARKS, CHOICE, TICK, ONE_OF, scores=[*more, {"id": "s", **spec}])
    stored = {name: {"7": Answer(value=value, by="rater")} for name, value in answers.items()}
    taken, columns = scored(asked, [Visit(1, 1, (7,), {0: stored})])
    column = columns["s"] if "s" in columns else columns[str(spec["of"])]
    found = by_place(taken, column.answers)
    assert scores_of(asked, stored, "7")["s"] == found.get((1, 7 * MOST_SEGMENTS))
    return found.get((1, 7 * MOST_SEGMENTS))


MARKED = [
    {"start": 0, "end": 1, "label": "object", "weight": "full", "count": 2},
    {"start": 0, "end": 1, "label": "object", "weight": "half"},
    {"start": 0, "end": 1, "label": "relation", "weight": "full"},
]
TAGGED = [{"id": "wrong"}, {"id": "other", "text": "x"}, {"id": "typo"}]

CASES: dict[str, tuple[dict[str, Any], dict[str, Any], float]] = {
    "the value of a scale": ({"rule": "value", "of": "quality"}, {"quality": 4}, 4),
    "the value of a tick": ({"rule": "value", "of": "tick"}, {"tick": ["yes"]}, 1),
    "a mean": ({"rule": "mean", "of": ["quality", "percent"]}, {"quality": 4, "percent": 7}, 5.5),
    "a sum": ({"rule": "sum", "of": ["quality", "percent"]}, {"quality": 4, "percent": 7}, 11),
    "a sum of one": ({"rule": "sum", "of": "quality"}, {"quality": 4}, 4),
    "weights": ({"rule": "weighted", "of": {"percent": 0.5, "quality": 2}}, {"quality": 4, "percent": 7}, 11.5),
    "all tags that count": ({"rule": "count", "of": "errors"}, {"errors": TAGGED}, 2),
    "the tags of a category": ({"rule": "count", "of": "errors", "category": "form"}, {"errors": TAGGED}, 1),
    "one tag": ({"rule": "count", "of": "errors", "tag": "wrong"}, {"errors": TAGGED}, 1),
    "no tags": ({"rule": "count", "of": "errors"}, {"errors": []}, 0),
    "options": ({"rule": "count", "of": "kinds"}, {"kinds": ["one", "two"]}, 2),
    "one of several options": ({"rule": "count", "of": "one_of"}, {"one_of": ["three"]}, 1),
    "none of several options": ({"rule": "count", "of": "one_of"}, {"one_of": []}, 0),
    "one option, chosen": ({"rule": "count", "of": "kinds", "option": "two"}, {"kinds": ["one", "two"]}, 1),
    "one option, another chosen": ({"rule": "count", "of": "one_of", "option": "two"}, {"one_of": ["three"]}, 0),
    "a tick": ({"rule": "count", "of": "tick", "option": "yes"}, {"tick": ["yes"]}, 1),
    "marks": ({"rule": "count", "of": "spans"}, {"spans": MARKED}, 3),
    "marks with a label": ({"rule": "count", "of": "spans", "mark": "object"}, {"spans": MARKED}, 2),
    "the worth of marks": ({"rule": "marks", "of": "spans"}, {"spans": MARKED}, 3.5),
    "the worth of marks with a label": ({"rule": "marks", "of": "spans", "mark": "object"}, {"spans": MARKED}, 2.5),
}


@pytest.mark.parametrize("case", CASES)
def test_a_score_is_computed_by_its_rule(case: str):
    spec, answers, found = CASES[case]
    assert score(spec, answers) == found


@pytest.mark.parametrize("case", CASES)
def test_a_score_without_its_answers_is_none_and_not_zero(case: str):
    assert score(CASES[case][0], {}) is None


@pytest.mark.parametrize("rule", ["mean", "sum"])
def test_a_score_with_one_answer_missing_is_none(rule: str):
    assert score({"rule": rule, "of": ["quality", "percent"]}, {"quality": 4}) is None


def test_an_answer_that_could_not_be_given_is_missing():
    asked = protocol(SCALE, scores=[{"id": "s", "rule": "sum", "of": "quality"}])
    stored = {"quality": {"7": Answer(cannot="Cut off.", by="rater")}}
    assert scores_of(asked, stored, "7") == {"s": None}
    taken, columns = scored(asked, [Visit(1, 1, (7,), {0: stored})])
    assert by_place(taken, columns["s"].answers) == {}


def test_a_score_may_use_the_scores_before_it():
    first = {"id": "first", "rule": "sum", "of": ["quality", "percent"]}
    assert score({"rule": "mean", "of": ["first", "quality"]}, {"quality": 4, "percent": 6}, first) == 7


def test_a_score_may_use_a_value_under_another_name():
    first = {"id": "first", "rule": "value", "of": "quality"}
    assert score({"rule": "sum", "of": ["first", "percent"]}, {"quality": 4, "percent": 6}, first) == 10


SUM = [{"id": "s", "rule": "sum", "of": ["quality", "percent"]}]
UNIT_SCALE = {**SCALE, "about": "unit"}


def said(value: Any) -> Answer:
    return Answer(value=value, by="rater")


def test_an_answer_about_the_unit_counts_for_each_of_its_candidates():
    asked = protocol(UNIT_SCALE, SLIDER, scores=SUM)
    stored = {"quality": {"unit": said(3)}, "percent": {"7": said(1), "8": said(2)}}
    assert [scores_of(asked, stored, target)["s"] for target in "78"] == [4, 5]
    taken, columns = scored(asked, [Visit(1, 1, (8, 7), {0: stored})])
    assert by_place(taken, columns["s"].answers) == {(1, 7 * MOST_SEGMENTS): 4, (1, 8 * MOST_SEGMENTS): 5}


def test_an_answer_about_the_unit_counts_for_each_of_its_segments():
    asked = protocol(UNIT_SCALE, {**SLIDER, "about": "segment"}, unit={"segments": 2}, scores=SUM)
    stored = {"quality": {"unit": said(3)}, "percent": {"1": said(1), "2": said(2)}}
    taken, columns = scored(asked, [Visit(1, 1, (7,), {0: stored})])
    assert by_place(taken, columns["s"].answers) == {(1, 7 * MOST_SEGMENTS + 1): 4, (1, 7 * MOST_SEGMENTS + 2): 5}


def test_what_is_said_of_the_unit_in_another_stage_counts_for_the_same_rater_only():
    stages = [
        {"id": str(name), "show": ["output"], "ask": [ask]} for name, ask in (("one", UNIT_SCALE), ("two", SLIDER))
    ]
    asked = protocol(stages=stages, scores=SUM)
    first = Visit(1, 1, (7, 8), {0: {"quality": {"unit": said(3)}}, 1: {"percent": {"7": said(1)}}})
    second = Visit(2, 1, (7, 8), {1: {"percent": {"7": said(5), "8": said(6)}}})
    taken, columns = scored(asked, [first, second])
    assert by_place(taken, columns["s"].answers) == {(1, 7 * MOST_SEGMENTS): 4}
    assert columns["s"].answers.left_out == 0, "the second rater was not asked about the unit yet"


def test_scores_that_lack_what_was_asked_about_the_unit_are_counted_one_for_each_candidate():
    asked = protocol({**UNIT_SCALE, "required": False}, SLIDER, scores=SUM)
    stored = {"percent": {"7": said(1), "8": said(2)}}
    _, columns = scored(asked, [Visit(1, 1, (7, 8, 9), {0: stored})])
    assert (len(columns["s"].answers.row), columns["s"].answers.left_out) == (0, 2)


@pytest.mark.parametrize("missing", ["quality", "steps"])
def test_any_answer_about_the_unit_can_be_the_one_that_lacks(missing: str):
    of_unit = [{**question, "about": "unit", "required": False} for question in (SCALE, STEPPER)]
    sum_of_three = [{"id": "s", "rule": "sum", "of": ["quality", "steps", "percent"]}]
    stored = {"quality": {"unit": said(3)}, "steps": {"unit": said(1)}, "percent": {"7": said(1), "8": said(2)}}
    del stored[missing]
    _, columns = scored(protocol(*of_unit, SLIDER, scores=sum_of_three), [Visit(1, 1, (7, 8), {0: stored})])
    assert (len(columns["s"].answers.row), columns["s"].answers.left_out) == (0, 2)


def test_a_rule_counts_tags_for_everybody_once():
    asked = protocol(TAGS, scores=[{"id": "s", "rule": "count", "of": "errors"}])
    made = Answer(value=[TagAnswer(id="wrong"), TagAnswer(id="typo")], by="rule")
    visits = [Visit(n, 1, (7, 8), {0: {"errors": {"7": made, "8": said([{"id": "typo"}])}}}) for n in (1, 2)]
    taken, columns = scored(asked, visits)
    assert by_place(taken, columns["s"].answers) == {(1, 8 * MOST_SEGMENTS): 1, (2, 8 * MOST_SEGMENTS): 1}
    assert by_rule(columns["s"].answers) == {7 * MOST_SEGMENTS: 2}


def test_a_score_of_several_stages_is_given_when_the_first_of_its_sources_is():
    stages = [{"id": name, "show": ["output"], "ask": [ask]} for name, ask in (("one", SCALE), ("two", SLIDER))]
    asked = protocol(stages=stages, scores=SUM)
    visit = Visit(1, 1, (7,), {0: {"quality": {"7": said(3)}}, 1: {"percent": {"7": said(1)}}})
    _, columns = scored(asked, [visit])
    assert columns["s"].answers.row.tolist() == [0]


@given(st.permutations(["quality", "percent"]), st.integers(1, 5), st.integers(0, 10))
def test_the_order_of_the_sources_does_not_matter(order: list[str], quality: int, percent: int):
    given = {"quality": quality, "percent": percent}
    assert score({"rule": "mean", "of": order}, given) == (quality + percent) / 2
    weights = {name: {"quality": 3, "percent": 2}[name] for name in order}
    assert score({"rule": "weighted", "of": weights}, given) == 3 * quality + 2 * percent
