"""Whether a rater passes a check, and from when on it is sure that somebody passes too few."""

import random
from typing import Any

import pytest

from jurybox.core import CheckSays, Worse, is_surely_below, passes, share_interval, telling_questions, worse_by
from jurybox.core.answer import Answer
from tests.fixtures.small import CASES, PREFERENCE, RANKING, SCALE, STEPPER, protocol

SLIDER = {**CASES["percent"], "max": 100, "step": 1}


def said(question: str, **values: Any) -> dict[int, dict[str, dict[str, Answer]]]:
    return {0: {question: {target: Answer(by="rater", value=value) for target, value in values.items()}}}


def known(question: str, value: Any, **more: Any) -> CheckSays:
    return CheckSays.model_validate({"answers": [{"question": question, "value": value, **more}]})


@pytest.mark.parametrize(("given", "tolerance", "passed"), [(4, 0, True), (3, 1, True), (3, 0, False), (1, 2, False)])
def test_a_known_answer_is_met_within_the_tolerance(given: int, tolerance: float, passed: bool):
    assert passes(protocol(SCALE), known("quality", 4), said("quality", A=given), tolerance) is passed


def test_every_known_answer_must_be_met():
    says = CheckSays.model_validate(
        {"answers": [{"question": "quality", "value": 4}, {"question": "quality", "target": "B", "value": 2}]}
    )
    both = protocol(SCALE, unit={"candidates": 2})
    assert passes(both, says, said("quality", A=4, B=2), 0) is True
    assert passes(both, says, said("quality", A=4, B=5), 0) is False


def test_a_number_of_its_own_may_be_off_by_as_much_as_is_said_and_others_are_as_good():
    scored = protocol(SLIDER)
    assert passes(scored, known("percent", 20, within=15), said("percent", A=33), 0) is True
    assert passes(scored, known("percent", 20, within=15), said("percent", A=36), 0) is False
    assert passes(scored, known("percent", 20, accept=[80]), said("percent", A=80), 0) is True


def test_nothing_is_said_of_who_could_not_judge_it():
    assert passes(protocol(SCALE), known("quality", 4), {}, 1) is None
    assert passes(protocol(SCALE), CheckSays(worse=Worse(question="quality", most=3)), {}, 1) is None


def test_an_output_made_worse_alone_must_score_in_the_lower_half():
    small = protocol(SCALE)
    worse = worse_by(small, small.question("quality"), None, None)
    assert worse is not None
    assert worse.most == 3
    assert passes(small, CheckSays(worse=worse), said("quality", A=3), 0) is True
    assert passes(small, CheckSays(worse=worse), said("quality", A=4), 0) is False


def test_where_less_is_better_the_worse_output_must_score_at_least_so_much():
    errors = protocol(SLIDER, scores=[{"id": "errors", "rule": "value", "of": "percent", "better": "lower"}])
    worse = worse_by(errors, errors.question("percent"), None, None)
    assert worse is not None
    assert (worse.most, worse.least) == (None, 50)
    assert passes(errors, CheckSays(worse=worse), said("percent", A=80), 0) is True


def test_numbers_without_an_end_need_a_limit_that_is_said():
    counted = protocol(STEPPER)
    assert worse_by(counted, counted.question("steps"), None, None) is None
    assert worse_by(counted, counted.question("steps"), 2, None) == Worse(question="steps", most=2)


def test_of_marks_one_is_enough():
    marked = protocol(CASES["spans"])
    worse = worse_by(marked, marked.question("spans"), None, None)
    assert worse is not None
    one = {"start": 0, "end": 3, "label": "object", "weight": "full"}
    assert passes(marked, CheckSays(worse=worse), said("spans", A=[one]), 0) is True
    assert passes(marked, CheckSays(worse=worse), said("spans", A=[]), 0) is False


def test_beside_its_source_a_worse_output_need_only_be_worse():
    says = CheckSays(worse=Worse(question="quality", letter="B", than="A"))
    both = protocol(SCALE, unit={"candidates": 2})
    assert passes(both, says, said("quality", A=5, B=4), 0) is True
    assert passes(both, says, said("quality", A=4, B=4), 0) is False


@pytest.mark.parametrize(
    ("question", "value", "passed"),
    [
        (PREFERENCE, {"better": "A"}, True),
        (PREFERENCE, {"better": "B"}, False),
        (PREFERENCE, {"better": "tie"}, False),
        (RANKING, [["A"], ["B"]], True),
        (RANKING, [["B"], ["A"]], False),
    ],
)
def test_comparisons_put_the_worse_output_below_its_source(question: Any, value: Any, passed: bool):
    compared = protocol(question, unit={"candidates": 2})
    says = CheckSays(worse=Worse(question=question["id"], letter="B", than="A"))
    assert passes(compared, says, said(question["id"], unit=value), 0) is passed


def test_an_output_alone_is_not_told_by_a_comparison():
    assert [q.id for q in telling_questions(protocol(PREFERENCE, SCALE, unit={"candidates": 2}))] == [
        "better",
        "quality",
    ]
    assert [q.id for q in telling_questions(protocol(SCALE))] == ["quality"]


def test_who_always_passes_is_never_suspected_and_who_never_does_is_after_four():
    assert not any(is_surely_below(n, n, 0.7, 0.95) for n in range(200))
    assert [is_surely_below(0, n, 0.7, 0.95) for n in range(1, 6)] == [False, False, False, True, True]


def test_where_all_must_be_passed_one_failure_is_enough():
    assert is_surely_below(9, 10, 1, 0.95)
    assert not is_surely_below(10, 10, 1, 0.95)


@pytest.mark.parametrize("wanted", [0.5, 0.7, 0.9])
def test_of_raters_who_are_just_good_enough_no_more_are_suspected_than_the_certainty_allows(wanted: float):
    """They are looked at after every single check, and the share of errors holds for all of these looks together."""
    chance, raters, checks = random.Random(f"checks {wanted}"), 1_000, 60
    suspected = sum(ever_suspected(chance, wanted, wanted, checks) for _ in range(raters))
    assert suspected <= 0.05 * raters + 3 * (raters * 0.05 * 0.95) ** 0.5
    assert suspected > 0, "a bet that never wins would be no bet"


def test_raters_who_answer_by_chance_are_found():
    chance = random.Random("by chance")
    assert sum(ever_suspected(chance, 0.3, 0.7, 20) for _ in range(300)) > 0.8 * 300


def ever_suspected(chance: random.Random, passes_share: float, wanted: float, checks: int) -> bool:
    passed = 0
    for n in range(1, checks + 1):
        passed += chance.random() < passes_share
        if is_surely_below(passed, n, wanted, 0.95):
            return True
    return False


def test_the_interval_holds_the_share_and_there_is_none_of_nothing():
    assert share_interval(0, 0) is None
    for passed, of in ((0, 5), (3, 5), (5, 5), (40, 60)):
        low, high = share_interval(passed, of) or (1, 0)
        assert 0 <= low <= passed / of <= high <= 1
