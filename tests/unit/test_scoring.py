"""Scores: each rule, and what happens where an answer is missing."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.core.scoring import scores_of
from tests.unit.small import CHOICE, MARKS, SCALE, SLIDER, TAGS, TICK, protocol


def score(spec: dict[str, Any], answers: dict[str, Any], target: str = "A", *more: dict[str, Any]) -> float | None:
    scored = protocol(SCALE, SLIDER, TAGS, MARKS, CHOICE, TICK, scores=[*more, {"id": "s", **spec}])
    stored = {name: {target: {"value": value, "by": "rater"}} for name, value in answers.items()}
    return scores_of(scored, stored, target)["s"]


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
    scored = protocol(SCALE, scores=[{"id": "s", "rule": "value", "of": "quality"}])
    assert scores_of(scored, {"quality": {"A": {"cannot": "Cut off.", "by": "rater"}}}, "A") == {"s": None}


def test_a_score_may_use_the_scores_before_it():
    first = {"id": "first", "rule": "sum", "of": ["quality", "percent"]}
    assert score({"rule": "mean", "of": ["first", "quality"]}, {"quality": 4, "percent": 6}, "A", first) == 7


def test_an_answer_about_the_unit_counts_for_each_of_its_targets():
    scored = protocol(
        {**SCALE, "about": "unit"}, SLIDER, scores=[{"id": "s", "rule": "sum", "of": ["quality", "percent"]}]
    )
    stored = {
        "quality": {"unit": {"value": 3, "by": "rater"}},
        "percent": {"A": {"value": 1, "by": "rater"}, "B": {"value": 2, "by": "rater"}},
    }
    assert [scores_of(scored, stored, target)["s"] for target in "AB"] == [4, 5]


@given(st.permutations(["quality", "percent"]), st.integers(1, 5), st.integers(0, 10))
def test_the_order_of_the_sources_does_not_matter(order: list[str], quality: int, percent: int):
    given = {"quality": quality, "percent": percent}
    assert score({"rule": "mean", "of": order}, given) == (quality + percent) / 2
    weights = {name: {"quality": 3, "percent": 2}[name] for name in order}
    assert score({"rule": "weighted", "of": weights}, given) == 3 * quality + 2 * percent
