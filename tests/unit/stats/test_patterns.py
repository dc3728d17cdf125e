"""Count patterns: the same counts whichever way they are made."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.stats import patterns as module
from jurybox.stats.patterns import Patterns, count_patterns, patterns_by_unit

RATINGS = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 3)), min_size=1, max_size=60)


def by_hand(unit: np.ndarray, code: np.ndarray, n_levels: int) -> list[tuple[int, ...]]:
    return sorted(tuple(np.bincount(code[unit == one], minlength=n_levels).tolist()) for one in np.unique(unit))


def spelled_out(patterns: Patterns) -> list[tuple[int, ...]]:
    rows = [tuple(row) for row in patterns.dense().tolist()]
    return sorted(row for row, times in zip(rows, patterns.frequency, strict=True) for _ in range(times))


@pytest.mark.parametrize("part", [3, 1 << 18])
@pytest.mark.parametrize("n_levels", [4, 9, 40, 5_000_000])
@given(RATINGS)
def test_each_unit_is_counted_once_whatever_the_number_of_levels(n_levels, part, ratings):
    unit, code = np.array(ratings).T
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "PART", part)
        found = count_patterns(unit, code, n_levels)
        assert spelled_out(patterns_by_unit(unit, code, 4)) == by_hand(unit, code, 4)
    assert found.units == len(np.unique(unit))
    assert found.ratings == len(unit)
    narrow = Patterns(found.frequency, found.sizes, found.starts, found.code, found.count, 4)
    assert spelled_out(narrow) == by_hand(unit, code, 4)


def test_more_ratings_of_a_level_than_a_digit_holds_are_still_counted():
    unit, code = np.repeat([0, 1], [9, 3]), np.repeat([1, 0, 1], [9, 2, 1])
    assert spelled_out(count_patterns(unit, code, 2)) == [(0, 9), (2, 1)]


@pytest.mark.parametrize("size", [8, 64, 100_000])
def test_a_digit_that_overflows_into_the_next_is_noticed(size):
    unit, code = np.repeat([0, 1], [size, 2]), np.repeat([0, 1], [size, 2])
    assert spelled_out(count_patterns(unit, code, 3)) == [(0, 2, 0), (size, 0, 0)]


def test_units_without_a_rating_are_no_pattern():
    found = count_patterns(np.array([3, 3, 7]), np.array([0, 1, 1]), 2)
    assert found.units == 2
    assert spelled_out(found) == [(0, 1), (1, 1)]


def test_no_ratings_are_no_patterns():
    found = count_patterns(np.zeros(0, int), np.zeros(0, int), 3)
    assert (len(found), found.units, found.ratings) == (0, 0, 0)
    assert len(found.pairable()) == 0
    assert found.margins(found.frequency).tolist() == [0, 0, 0]


def test_as_many_codes_as_units_are_asked_for():
    with pytest.raises(ValueError, match="3 units and 2 codes"):
        count_patterns(np.zeros(3, int), np.zeros(2, int), 1)


@given(RATINGS)
def test_sums_margins_and_pairs_are_those_of_the_table_written_out(ratings):
    unit, code = np.array(ratings).T
    found = count_patterns(unit, code, 4)
    table, x = found.dense().astype(float), np.array([1.0, 2.5, -1.0, 7.0])
    apart = np.abs(x[:, None] - x)
    assert found.sums(x) == pytest.approx(table @ x)
    assert found.sums(np.stack([x, x**2], axis=1)) == pytest.approx(table @ np.stack([x, x**2], axis=1))
    weights = np.arange(2.0 * len(found)).reshape(len(found), 2)
    assert found.margins(weights) == pytest.approx(table.T @ weights)
    assert found.margins(weights[:, 1]) == pytest.approx(table.T @ weights[:, 1])
    pairs = found.pair_sums(lambda first, second: apart[first, second])
    assert pairs == pytest.approx(np.einsum("pc,ck,pk->p", table, apart, table))


def test_selected_patterns_keep_their_entries():
    found = patterns_by_unit(np.array([0, 0, 1, 2, 2, 2]), np.array([0, 2, 1, 1, 1, 0]), 3)
    assert found.pairable().dense().tolist() == [[1, 0, 1], [1, 2, 0]]
    assert found.select(np.array([2, 1])).dense().tolist() == [[1, 2, 0], [0, 1, 0]]


@pytest.mark.parametrize("copies", [1, 100])
def test_resampling_draws_as_many_units_as_there_are(copies):
    unit, code = np.repeat(np.arange(6 * copies), 2), np.tile([0, 0, 0, 1, 1, 2, 2, 2, 0, 2, 1, 1], copies)
    found = count_patterns(unit, code, 3)
    drawn = np.concatenate(list(found.resampled(3_000, seed=1)), axis=1)
    assert drawn.shape == (len(found), 3_000)
    assert (drawn.sum(axis=0) == found.units).all()
    share = found.frequency / found.units
    assert drawn.mean(axis=1) == pytest.approx(found.frequency, rel=0.1)
    assert drawn.var(axis=1) == pytest.approx(found.units * share * (1 - share), rel=0.15)


def test_the_same_seed_draws_the_same_units():
    found = count_patterns(np.repeat(np.arange(10), 2), np.arange(20) % 3, 3)
    first, again, other = (np.concatenate(list(found.resampled(50, seed)), axis=1) for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any()
