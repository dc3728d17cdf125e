"""Rank ranges and clusters by each rule."""

# A value may be None, and names may be wrong: here the tests say what comes.
# mypy: disable-error-code="arg-type, comparison-overlap, import-untyped, index, misc, operator, type-var, union-attr"

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from jurybox.stats.clusters import Place, mean_ranks, places, rank_systems
from jurybox.stats.paired import item_means_of


def three_tiers(items=80, seed=0):
    """Two good systems, two that are worse, and one that is bad."""
    rng = np.random.default_rng(seed)
    return item_means_of(rng.normal(size=(items, 1)) + 0.5 * rng.normal(size=(items, 5)) + [0, 2, 0.02, 2.02, -2])


def test_clear_tiers_are_clusters():
    assert [place.cluster for place in rank_systems(three_tiers())] == [2, 1, 2, 1, 3]


def test_ranges_hold_the_systems_that_are_not_told_apart():
    found = rank_systems(three_tiers())
    assert [(place.low, place.high) for place in found] == [(3, 4), (1, 2), (3, 4), (1, 2), (5, 5)]


def test_lower_is_better_turns_the_order_round():
    found = rank_systems(three_tiers(), higher_is_better=False)
    assert [place.cluster for place in found] == [2, 3, 2, 3, 1]


def test_twenty_systems_are_told_apart():
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


def chain():
    """Of four systems the first is not surely better than the last, nor the third."""
    better = np.zeros((4, 4), bool)
    better[0, 1] = better[0, 2] = better[1, 2] = better[1, 3] = True
    return np.array([4.0, 3.0, 2.0, 1.0]), better


def test_a_line_by_range_can_stand_where_not_all_above_beat_all_below():
    mean, better = chain()
    assert [place.cluster for place in places(mean, better)] == [1, 1, 1, 1]
    assert [place.cluster for place in places(mean, better, "range")] == [1, 1, 1, 1]
    better[2, 3] = True
    assert [place.cluster for place in places(mean, better, "range")] == [1, 1, 2, 2]
    assert [place.cluster for place in places(mean, better, "all")] == [1, 1, 1, 1]


def test_a_line_by_wins_asks_nothing_of_those_below():
    mean, better = chain()
    assert [place.cluster for place in places(mean, better, "wins")] == [1, 1, 2, 2]


def test_ranks_begin_anew_where_a_system_is_worse_than_one_of_the_current_rank():
    mean, better = chain()
    assert [place.cluster for place in places(mean, better, "ranks")] == [1, 2, 3, 3]
    better[0, 1] = False
    assert [place.cluster for place in places(mean, better, "ranks")] == [1, 1, 2, 2]


def test_a_range_by_neighbours_ends_at_the_next_that_differs():
    mean, better = chain()
    found = places(mean, better, ranges="neighbours")
    assert [(place.low, place.high) for place in found] == [(1, 1), (2, 2), (3, 4), (3, 4)]
    assert [(place.low, place.high) for place in places(mean, better)] == [(1, 2), (2, 2), (3, 4), (2, 4)]


def test_equal_means_share_their_rank():
    assert mean_ranks(np.array([0.3, 0.1 + 0.2, 0.5])).tolist() == [2.5, 2.5, 1.0]


@given(hnp.arrays(float, 6, elements=st.integers(0, 4).map(float)), st.integers(0, 1000))
def test_ranges_clusters_and_ranks_fit_together(mean, seed):
    better = np.random.default_rng(seed).random((6, 6)) < 0.4
    better &= mean[:, None] > mean
    for lines in ("all", "wins", "range", "ranks"):
        found = places(mean, better, lines)
        for one in found:
            assert 1 <= one.low <= one.high <= 6
        for a in range(6):
            for b in range(6):
                if mean[a] > mean[b]:
                    assert found[a].cluster <= found[b].cluster
                if lines == "all" and found[a].cluster < found[b].cluster:
                    assert better[a, b]
