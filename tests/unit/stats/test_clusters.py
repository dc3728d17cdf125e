"""Rank ranges and clusters by each rule."""

# A value may be None, and names may be wrong: here the tests say what comes.
# mypy: disable-error-code="arg-type, comparison-overlap, import-untyped, index, misc, operator, type-var, union-attr"

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from jurybox.stats.clusters import CLUSTER_RULES, Place, mean_ranks, places, rank_systems, significantly_better
from jurybox.stats.paired import item_means_of


def three_tiers(items=80, seed=0):
    """Two good systems, two that are worse, and one that is bad."""
    rng = np.random.default_rng(seed)
    return item_means_of(rng.normal(size=(items, 1)) + 0.5 * rng.normal(size=(items, 5)) + [0, 2, 0.02, 2.02, -2])


@pytest.mark.parametrize("rule", CLUSTER_RULES)
def test_clear_tiers_are_clusters_by_every_rule(rule):
    assert [place.cluster for place in rank_systems(three_tiers(), rule)] == [2, 1, 2, 1, 3]


@pytest.mark.parametrize("rule", CLUSTER_RULES)
def test_ranges_hold_the_systems_that_are_not_told_apart(rule):
    found = rank_systems(three_tiers(), rule)
    assert [(place.low, place.high) for place in found] == [(3, 4), (1, 2), (3, 4), (1, 2), (5, 5)]


@pytest.mark.parametrize("rule", CLUSTER_RULES)
def test_lower_is_better_turns_the_order_round(rule):
    found = rank_systems(three_tiers(), rule, higher_is_better=False)
    assert [place.cluster for place in found] == [2, 3, 2, 3, 1]


def test_twenty_systems_are_told_apart_by_the_default_rule():
    rng = np.random.default_rng(0)
    means = item_means_of(rng.normal(size=(100, 20)) + 2.0 * np.arange(20))
    assert [place.cluster for place in rank_systems(means, resamples=100)] == list(range(20, 0, -1))


def test_equal_systems_are_one_cluster():
    means = item_means_of(np.random.default_rng(1).normal(size=(50, 4)))
    assert {place.cluster for place in rank_systems(means)} == {1}


def test_a_system_that_was_not_rated_has_no_place():
    means = item_means_of([[1.0, np.nan, 2.0], [1.0, np.nan, 3.0]])
    found = rank_systems(means)
    assert found[1] == Place(None, None, None, None)
    assert [found[0].rank, found[2].rank] == [2.0, 1.0]


def test_one_system_is_first_and_none_are_nowhere():
    assert rank_systems(item_means_of([[1.0], [2.0]])) == (Place(1.0, 1, 1, 1),)
    assert rank_systems(item_means_of(np.empty((0, 0)))) == ()


def test_a_line_by_range_can_stand_where_not_all_above_beat_all_below():
    better = np.zeros((4, 4), bool)
    better[0, 1] = better[0, 2] = better[1, 2] = better[1, 3] = True  # the best is not surely better than the last
    better[0, 3] = False
    mean = np.array([4.0, 3.0, 2.0, 1.0])
    assert [place.cluster for place in places(mean, better)] == [1, 1, 1, 1]
    better[2, 3] = True
    assert [place.cluster for place in places(mean, better, is_line_by_range=True)] == [1, 1, 2, 2]


def test_equal_means_share_their_rank():
    assert mean_ranks(np.array([0.3, 0.1 + 0.2, 0.5])).tolist() == [2.5, 2.5, 1.0]


@given(hnp.arrays(float, 6, elements=st.integers(0, 4).map(float)), st.integers(0, 1000))
def test_ranges_clusters_and_ranks_fit_together(mean, seed):
    better = np.random.default_rng(seed).random((6, 6)) < 0.4
    better &= mean[:, None] > mean
    for by_range in (False, True):
        found = places(mean, better, by_range)
        for one in found:
            assert 1 <= one.low <= one.high <= 6
        for a in range(6):
            for b in range(6):
                if mean[a] > mean[b]:
                    assert found[a].cluster <= found[b].cluster
                if not by_range and found[a].cluster < found[b].cluster:
                    assert better[a, b]


def test_an_unknown_rule_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="permutation, wmt22, wmt24"):
        significantly_better(item_means_of([[1.0, 2.0]]), "wmt19")
