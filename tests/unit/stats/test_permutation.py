"""The permutation test of all pairs against scipy's, one pair at a time."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from jurybox.stats import permutation as module
from jurybox.stats.paired import item_means_of
from jurybox.stats.permutation import enough_resamples, permutation_test
from tests.unit.stats.ranking_cases import matrices


def by_hand(difference: np.ndarray) -> tuple[float, float]:
    """Two-sided and one-sided p over all sign vectors."""
    d = difference[~np.isnan(difference)]
    sums = [float(np.dot(signs, d)) for signs in product((-1, 1), repeat=len(d))]
    seen = d.sum()
    return (
        float(np.mean([abs(s) >= abs(seen) - 1e-9 for s in sums])),
        float(np.mean([s >= seen - 1e-9 for s in sums])),
    )


@settings(max_examples=60)
@given(matrices(max_items=7, max_systems=4))
def test_few_items_are_tested_over_all_sign_vectors(matrix):
    found = permutation_test(item_means_of(matrix), resamples=1000)
    assert found.is_exact
    for k, (a, b) in enumerate(zip(found.first, found.second, strict=True)):
        difference = matrix[:, a] - matrix[:, b]
        assert found.items[k] == (~np.isnan(difference)).sum()
        if found.items[k]:
            assert (found.p[k], found.p_greater[k]) == pytest.approx(by_hand(difference))
        else:
            assert np.isnan(found.p[k])


def test_many_items_agree_with_scipys_test():
    rng = np.random.default_rng(3)
    matrix = np.round(rng.normal(3, 1, size=(60, 4)) + np.array([0.0, 0.1, 0.2, 0.35]))
    found = permutation_test(item_means_of(matrix), resamples=20_000, seed=1)
    assert len(found.p) == 6
    for k, (a, b) in enumerate(zip(found.first, found.second, strict=True)):
        expected = scipy_stats.permutation_test(
            (matrix[:, a], matrix[:, b]), lambda x, y, axis: (x - y).mean(axis=axis), permutation_type="samples",
            vectorized=True, n_resamples=20_000, rng=np.random.default_rng(2),
        ).pvalue  # fmt: skip
        assert found.p[k] == pytest.approx(expected, abs=0.015)


@pytest.mark.parametrize("share", [1.0, 0.8])
def test_chunks_patterns_and_pairs_are_different_ways_to_the_same_numbers(monkeypatch, share):
    rng = np.random.default_rng(5)
    matrix = rng.integers(1, 6, size=(300, 4)).astype(float)
    matrix[rng.random(matrix.shape) > share] = np.nan
    means = item_means_of(matrix)
    by_pattern = permutation_test(means, resamples=200, seed=4)
    monkeypatch.setattr(module, "_MOST_PATTERNS", 0)
    by_pair = permutation_test(means, resamples=200, seed=4)
    monkeypatch.setattr(module, "_CELLS", 600)
    few_pairs = permutation_test(means, resamples=200, seed=4)
    for other in (by_pair, few_pairs):
        np.testing.assert_array_equal(by_pattern.extreme, other.extreme)
        np.testing.assert_array_equal(by_pattern.greater, other.greater)
    monkeypatch.setattr(module, "_SIGNS", 3200)  # chunks of 16 items: other signs, the same answer within chance
    monkeypatch.setattr(module, "_MOST_PATTERNS", 64)
    np.testing.assert_allclose(permutation_test(means, resamples=200, seed=4).p, by_pattern.p, atol=0.15)


def test_runs_of_items_that_cross_a_chunk_are_summed_once(monkeypatch):
    monkeypatch.setattr(module, "_SIGNS", 3200)
    matrix = np.random.default_rng(6).integers(1, 6, size=(100, 3)).astype(float)
    matrix[:50, 0] = np.nan
    means = item_means_of(matrix)
    one = permutation_test(means, resamples=200, seed=4)
    monkeypatch.setattr(module, "_MOST_PATTERNS", 0)
    other = permutation_test(means, resamples=200, seed=4)
    np.testing.assert_array_equal(one.extreme, other.extreme)
    assert one.items.tolist() == [50, 50, 100]


@given(st.integers(0, 50))
def test_the_same_seed_gives_the_same_p_and_equal_systems_are_never_apart(seed):
    column = np.arange(30.0)
    found = permutation_test(item_means_of(np.column_stack([column, column])), resamples=50, seed=seed)
    assert found.p.tolist() == [1.0]


def test_p_is_never_zero():
    matrix = np.column_stack([np.zeros(50), np.ones(50)])
    assert permutation_test(item_means_of(matrix), resamples=99).p.tolist() == [0.01]


def test_under_the_null_p_is_below_alpha_as_often_as_alpha_says():
    below = 0
    for seed in range(300):
        matrix = np.random.default_rng([1, seed]).normal(size=(30, 2))
        below += permutation_test(item_means_of(matrix), resamples=199, seed=seed).p[0] <= 0.05
    assert 0.02 <= below / 300 <= 0.085


@pytest.mark.parametrize("shape", [(0, 3), (5, 1), (1, 2)])
def test_too_little_to_compare_is_no_error(shape):
    found = permutation_test(item_means_of(np.ones(shape)))
    assert len(found.p) == shape[1] * (shape[1] - 1) // 2
    assert all(np.isnan(p) or p == 1.0 for p in found.p)


def test_more_than_sixty_systems_with_holes_work():
    matrix = np.random.default_rng(0).integers(1, 6, size=(20, 70)).astype(float)
    matrix[3, 5] = np.nan
    found = permutation_test(item_means_of(matrix), resamples=50)
    assert len(found.p) == 70 * 69 // 2
    assert set(found.items.tolist()) == {19, 20}


def test_holms_adjustment_over_all_pairs_can_find_something():
    for systems in (2, 5, 20, 40):
        assert systems * (systems - 1) / 2 / (1 + enough_resamples(systems, 1000)) <= 0.05


def test_all_swaps_given_are_the_exact_test():
    means = item_means_of([[3.0, 1.0, np.nan], [4.0, 2.5, 1.0], [5.0, 5.5, 2.0], [1.0, np.nan, 2.0]])
    every = np.arange(16)[:, None] >> np.arange(4) & 1
    exact, given_all = permutation_test(means), permutation_test(means, swaps=every == 1)
    assert (exact.is_exact, given_all.is_exact) == (True, False)
    assert given_all.resamples == 16
    np.testing.assert_array_equal(given_all.extreme, exact.extreme)
    np.testing.assert_array_equal(given_all.greater, exact.greater)
