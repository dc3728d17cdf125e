"""Points won, tested by sign-flip: where one system always wins, and where few things are known."""

import numpy as np
import pytest
from scipy.stats import binomtest

from jurybox.stats.strengths import ComparedPairs
from jurybox.stats.win_points import point_differences
from tests.unit.stats.test_strength_blocks import ranked


def test_single_comparisons_are_the_sign_test():
    outcome = np.array([1] * 9 + [-1] * 3)
    item, zero = np.arange(12), np.zeros(12, int)
    found = point_differences(item, ComparedPairs(zero, zero + 1, outcome, 2), item)
    assert found.value[0] == pytest.approx(0.5)
    assert found.p[0] == pytest.approx(binomtest(9, 12).pvalue)
    turned = point_differences(item, ComparedPairs(zero + 1, zero, -outcome, 2), item)
    assert (turned.value[0], turned.p[0]) == (found.value[0], found.p[0])


def test_in_a_complete_design_it_is_the_difference_of_the_shares_of_all_points():
    first, second, outcome, item = ranked(np.random.default_rng(3), 4, 0.5, 30, 2)
    found = point_differences(item, ComparedPairs(first, second, outcome, 4), np.arange(30))
    won = [
        ((1 + outcome[first == k]).sum() + (1 - outcome[second == k]).sum()) / (2 * 30 * 2 * 3) for k in range(4)
    ]  # each met three others, twice on each of 30 items
    expected = [won[i] - won[j] for i in range(4) for j in range(i + 1, 4)]
    np.testing.assert_allclose(found.value, expected, atol=1e-12)
    assert ((found.p <= 0.05) == ((found.low > 0) | (found.high < 0))).all()


def test_who_always_wins_is_established_and_others_are_not():
    first, second, outcome, item = ranked(np.random.default_rng(5), 4, 30.0, 12, 3)
    found = point_differences(item, ComparedPairs(first, second, outcome, 4), np.arange(30))
    np.testing.assert_allclose(found.p[:3], 2.0**-11)
    assert (found.low[:3] > 0).all()
    assert (found.p[3:] > 0.001).all()


def test_opponents_that_only_one_of_them_met_do_not_count():
    # on item 0 the first met the weak third, the second met the strong fourth: nothing to compare
    item, first, second = np.array([0, 0]), np.array([0, 1]), np.array([2, 3])
    found = point_differences(item, ComparedPairs(first, second, np.array([1, -1]), 4), np.arange(1))
    assert np.isnan(found.value[0])


def test_one_block_is_no_test():
    item, zero = np.arange(6), np.zeros(6, int)
    found = point_differences(item, ComparedPairs(zero, zero + 1, zero + 1, 2), zero)
    assert found.value[0] == 1.0
    assert np.isnan(found.p[0])


def test_items_of_one_block_are_flipped_together():
    item, zero = np.arange(12), np.zeros(12, int)
    found = point_differences(item, ComparedPairs(zero, zero + 1, zero + 1, 2), item // 3)
    assert found.p[0] == pytest.approx(2 * 0.5**4)
