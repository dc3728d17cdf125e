"""Accuracies of pairs against the cases of the tools of WMT."""

# A value may be None, and names may be wrong: here the tests say what comes.
# mypy: disable-error-code="arg-type, comparison-overlap, import-untyped, index, misc, operator, type-var, union-attr"

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.stats.metric_accuracy import pair_accuracy, soft_pairwise_accuracy
from jurybox.stats.paired import item_means_of
from tests.unit.stats.ranking_cases import GOLDEN

SCORES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 6), st.integers(0, 2)), min_size=2, max_size=14)


@pytest.mark.parametrize("id", ["acc23_tie_calibration_zero", "acc23_tie_calibration_nonzero"])
def test_tie_calibration_finds_the_published_threshold(id):
    case = GOLDEN[id]
    found = pair_accuracy(np.array(case["input"]["human"]), np.array(case["input"]["metric"]))
    np.testing.assert_allclose(found.accuracies, case["expected"]["taus"], atol=case["tolerance"])
    assert found.threshold == case["expected"]["best_threshold"]
    assert found.accuracy == pytest.approx(case["expected"]["best_tau"])


def test_the_hand_counted_case():
    case = GOLDEN["acc23_hand"]
    found = pair_accuracy(np.array(case["input"]["y"]), np.array(case["input"]["x"]), calibrate=False)
    assert found.accuracy == pytest.approx(case["expected"]["acc23"])
    assert found.tau == pytest.approx(case["expected"]["tau23"])
    assert found.pairs == 21


@given(SCORES)
def test_every_threshold_has_the_accuracy_counted_pair_by_pair(rows):
    people, metric, group = np.array(rows).T
    found = pair_accuracy(people, metric, group)
    for threshold, accuracy in zip(found.thresholds, found.accuracies, strict=True):
        by_group = []
        for g in np.unique(group):
            right = []
            for i, j in combinations(np.flatnonzero(group == g), 2):
                gap = metric[i] - metric[j]
                said = 0 if abs(gap) <= threshold else np.sign(gap)
                right.append(said == np.sign(people[i] - people[j]))
            if right:
                by_group.append(np.mean(right))
        assert accuracy == pytest.approx(np.mean(by_group))
    if len(found.accuracies):
        assert found.accuracy == max(found.accuracies)


def test_without_a_pair_there_is_no_accuracy():
    assert pair_accuracy(np.ones(3), np.ones(3), np.arange(3)).accuracy is None
    assert pair_accuracy(np.empty(0), np.empty(0)).tau is None


def test_soft_pairwise_accuracy_of_the_published_case():
    """The published 0.872 is one draw of 1,000 signs; the value over all signs is recorded beside it."""
    case = GOLDEN["soft_pairwise_accuracy_smoke"]
    gold, metric = (item_means_of(np.reshape(case["input"][k], (2, 3)).T) for k in ("gold", "metric"))
    exact = soft_pairwise_accuracy(gold, metric).value
    assert exact == pytest.approx(case["notes"]["exact_enumeration_value"])
    assert exact == pytest.approx(case["expected"], abs=0.01)


def test_soft_pairwise_accuracy_of_the_published_draw():
    """mt-metrics-eval draws 1,000 x items numbers below 1 in single precision from seed 4, and rounds them."""
    case = GOLDEN["soft_pairwise_accuracy_smoke"]
    gold, metric = (item_means_of(np.reshape(case["input"][k], (2, 3)).T) for k in ("gold", "metric"))
    drawn = np.random.default_rng(4).random(size=(1000, 3), dtype=np.float32)
    found = soft_pairwise_accuracy(gold, metric, swaps=np.rint(drawn) == 1)
    assert found.value == pytest.approx(case["expected"], abs=case["tolerance"])


def test_a_metric_that_says_what_people_say_is_perfect():
    scores = item_means_of(np.random.default_rng(0).normal(size=(50, 4)))
    assert soft_pairwise_accuracy(scores, scores, resamples=100).value == 1.0


def test_a_metric_that_says_the_opposite_is_not():
    scores = np.random.default_rng(0).normal(size=(50, 4)) + np.arange(4)
    found = soft_pairwise_accuracy(item_means_of(scores), item_means_of(-scores), resamples=100)
    assert found.value < 0.05
    assert found.units == 6


def test_one_system_other_systems_and_nothing_shared():
    one = item_means_of([[1.0], [2.0]])
    assert soft_pairwise_accuracy(one, one).reason == "one_system"
    two = item_means_of([[1.0, np.nan], [np.nan, 2.0]])
    assert soft_pairwise_accuracy(two, two).reason == "no_overlap"
    with pytest.raises(ValueError, match="the same are needed"):
        soft_pairwise_accuracy(one, two)
