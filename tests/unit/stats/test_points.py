"""Points over languages."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from jurybox.stats.group_points import points

VALUES = st.one_of(st.integers(1, 5).map(float), st.just(np.nan))
MEANS = hnp.arrays(float, st.tuples(st.integers(1, 4), st.integers(1, 7)), elements=VALUES)


def test_the_five_best_of_a_language_get_five_to_one():
    found = points(np.array([[6.0, 5, 4, 3, 2, 1]]))
    assert found.total == (5.0, 4.0, 3.0, 2.0, 1.0, 0.0)
    assert found.rank == (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)


def test_equal_means_share_the_points_of_their_places():
    assert points(np.array([[3.0, 3.0, 3.0, 1.0]])).total == (4.0, 4.0, 4.0, 2.0)
    assert points(np.array([[0.1 + 0.2, 0.3]])).total == (4.5, 4.5)


def test_a_system_not_rated_in_a_language_gets_nothing_and_a_dash():
    found = points(np.array([[3.0, np.nan], [1.0, 2.0]]))
    assert found.by_group == ((5.0, None), (4.0, 5.0))
    assert found.total == (9.0, 5.0)


def test_a_system_rated_nowhere_is_last():
    found = points(np.array([[3.0, np.nan, 2.0]]))
    assert found.total[1] == 0.0
    assert found.rank == (1.0, 3.0, 2.0)


@given(MEANS)
def test_ties_change_nothing_about_how_many_points_are_given(means):
    found = points(means)
    for row, given_points in zip(means, found.by_group, strict=True):
        rated = int((~np.isnan(row)).sum())
        assert abs(sum(p for p in given_points if p is not None) - sum((5, 4, 3, 2, 1)[:rated])) < 1e-9


@given(MEANS)
def test_lower_is_better_is_the_scale_turned_round(means):
    assert points(means, higher_is_better=False) == points(-means)
