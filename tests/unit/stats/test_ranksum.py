"""Rank tests of all pairs against scipy's, pair by pair."""

# A value may be None, and names may be wrong: here the tests say what comes.
# mypy: disable-error-code="arg-type, comparison-overlap, import-untyped, index, misc, operator, type-var, union-attr"

import numpy as np
import pytest
from hypothesis import given, settings
from scipy import stats as scipy_stats

from jurybox.stats.paired import item_means_of
from jurybox.stats.ranksum import rank_sum, signed_rank
from tests.unit.stats.ranking_cases import matrices

SIDES = {"p": "two-sided", "p_greater": "greater", "p_less": "less"}


def table(items, systems, seed, digits=0, share=1.0):
    rng = np.random.default_rng(seed)
    matrix = np.round(rng.normal(3, 1, size=(items, systems)) + 0.15 * np.arange(systems), digits)
    matrix[rng.random(matrix.shape) > share] = np.nan
    return matrix


@pytest.mark.parametrize("zeros", ["wilcox", "pratt"])
@pytest.mark.parametrize("digits", [0, 3])
@pytest.mark.parametrize("share", [1.0, 0.7])
def test_the_signed_rank_test_is_scipys(zeros, digits, share):
    matrix = table(120, 4, seed=2, digits=digits, share=share)
    found = signed_rank(item_means_of(matrix), zeros)
    assert len(found.p) == 6
    for k, (a, b) in enumerate(zip(found.first, found.second, strict=True)):
        d = matrix[:, a] - matrix[:, b]
        d = np.round(d[~np.isnan(d)], 6)
        for name, side in SIDES.items():
            expected = scipy_stats.wilcoxon(d, zero_method=zeros, alternative=side, method="asymptotic")
            assert getattr(found, name)[k] == pytest.approx(expected.pvalue, abs=1e-12)


@settings(max_examples=50)
@given(matrices(max_items=12, max_systems=3))
def test_few_items_have_the_exact_distribution_over_all_signs(matrix):
    found = signed_rank(item_means_of(matrix))
    for k, (a, b) in enumerate(zip(found.first, found.second, strict=True)):
        d = matrix[:, a] - matrix[:, b]
        d = d[~np.isnan(d) & (d != 0)]
        if not len(d):
            assert np.isnan(found.p[k])
            continue
        ranks = scipy_stats.rankdata(np.abs(d))
        signs = (np.arange(2 ** len(d))[:, None] >> np.arange(len(d))) & 1
        sums, seen = signs @ ranks, ranks[d > 0].sum()
        assert found.statistic[k] == pytest.approx(seen)
        assert found.p_greater[k] == pytest.approx((sums >= seen - 1e-9).mean())
        assert found.p_less[k] == pytest.approx((sums <= seen + 1e-9).mean())


def test_differences_that_differ_by_rounding_are_tied():
    thirds = np.array([[4 / 3, 1.0], [5 / 3, 4 / 3], [2.0, 5 / 3], [1.0, 7 / 3]])
    found = signed_rank(item_means_of(thirds))
    assert found.statistic.tolist() == [6.0]  # three of mean rank 2


@pytest.mark.parametrize("digits", [0, 3])
@pytest.mark.parametrize("share", [1.0, 0.6])
def test_the_rank_sum_test_is_scipys(digits, share):
    matrix = table(150, 4, seed=4, digits=digits, share=share)
    found = rank_sum(item_means_of(matrix))
    assert len(found.p) == 6
    for k, (a, b) in enumerate(zip(found.first, found.second, strict=True)):
        x, y = (matrix[:, s][~np.isnan(matrix[:, s])] for s in (a, b))
        for name, side in SIDES.items():
            expected = scipy_stats.mannwhitneyu(x, y, alternative=side, method="asymptotic")
            assert found.statistic[k] == expected.statistic
            assert getattr(found, name)[k] == pytest.approx(expected.pvalue, abs=1e-12)


@given(matrices())
def test_turning_the_scale_round_turns_the_sides_round(matrix):
    for test in (signed_rank, rank_sum):
        up, down = test(item_means_of(matrix)), test(item_means_of(-matrix))
        np.testing.assert_allclose(up.p_greater, down.p_less)
        np.testing.assert_allclose(up.p, down.p)


def test_equal_systems_and_missing_ones_have_no_p():
    matrix = np.column_stack([np.ones(5), np.ones(5), np.full(5, np.nan)])
    for test in (signed_rank, rank_sum):
        assert np.isnan(test(item_means_of(matrix)).p).all()


def test_one_system_has_no_pairs():
    assert len(signed_rank(item_means_of([[1.0], [2.0]])).p) == 0
    assert len(rank_sum(item_means_of([[1.0], [2.0]])).p) == 0


def test_an_unknown_way_with_zeros_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="wilcox, pratt"):
        signed_rank(item_means_of([[1.0, 2.0]]), "zsplit")
