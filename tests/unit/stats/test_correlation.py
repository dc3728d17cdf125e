"""Correlations against scipy's; accuracies of pairs against published cases."""

# A value may be None, and names may be wrong: here the tests say what comes.
# mypy: disable-error-code="arg-type, comparison-overlap, import-untyped, index, misc, operator, type-var, union-attr"

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from jurybox.stats import correlations as module
from jurybox.stats.correlations import COEFFICIENTS, correlation, grouped_correlation

OTHERS = {
    "pearson": lambda x, y: scipy_stats.pearsonr(x, y).statistic,
    "spearman": lambda x, y: scipy_stats.spearmanr(x, y).statistic,
    "kendall": lambda x, y: scipy_stats.kendalltau(x, y).statistic,
}
POINTS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=40)


@pytest.mark.parametrize("name", COEFFICIENTS)
@settings(max_examples=60)
@given(points=POINTS)
def test_scipy_says_the_same(name, points):
    x, y = np.array(points, float).T
    found = correlation(x, y, name, resamples=0)
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        assert (found.value, found.reason) == (None, "no_variance")
    else:
        assert found.value == pytest.approx(OTHERS[name](x, y), abs=1e-9)


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_many_points_agree_with_scipy(name):
    rng = np.random.default_rng(0)
    x = rng.normal(size=5000)
    y = np.round(x + rng.normal(size=5000), 1)
    assert correlation(x, y, name, resamples=0).value == pytest.approx(OTHERS[name](x, y), abs=1e-12)


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_the_interval_is_that_of_resampled_points(name):
    rng = np.random.default_rng(1)
    x = np.round(rng.normal(size=60), 1)
    y = np.round(x + rng.normal(size=60), 1)
    found = correlation(x, y, name, resamples=1500, seed=2)
    drawn = []
    for _ in range(1500):
        at = rng.integers(60, size=60)
        drawn.append(OTHERS[name](x[at], y[at]))
    assert found.interval == pytest.approx(np.quantile(drawn, [0.025, 0.975]), abs=0.04)
    assert found.method == "bootstrap_units"


@pytest.mark.parametrize("name", COEFFICIENTS)
def test_above_the_limit_a_jackknife_gives_the_same_width(monkeypatch, name):
    rng = np.random.default_rng(2)
    x = rng.normal(size=1500)
    y = x + rng.normal(size=1500)
    drawn = correlation(x, y, name, resamples=800)
    monkeypatch.setattr(module, "MOST_RESAMPLED", 100)
    other = correlation(x, y, name)
    assert other.method == "jackknife_groups"
    assert np.ptp(other.interval) == pytest.approx(np.ptp(drawn.interval), rel=0.35)


def test_intervals_of_correlations_cover_what_they_promise():
    hits = 0
    for seed in range(400):
        rng = np.random.default_rng([3, seed])
        x = rng.normal(size=150)
        y = 0.6 * x + 0.8 * rng.normal(size=150)
        low, high = correlation(x, y, resamples=400, seed=seed).interval
        hits += low <= 0.6 <= high
    assert 0.92 <= hits / 400 <= 0.975


def test_nothing_one_point_and_three_points():
    assert correlation(np.empty(0), np.empty(0)).reason == "no_ratings"
    assert correlation(np.ones(1), np.ones(1)).reason == "too_few_units"
    few = correlation(np.array([1.0, 2, 3]), np.array([1.0, 3, 2]))
    assert (few.value, few.interval, few.reason) == (pytest.approx(0.5), None, "too_few_units")


def test_correlations_within_groups_are_averaged_and_flat_groups_counted():
    rng = np.random.default_rng(0)
    group, x = np.repeat(np.arange(6), 8), rng.normal(size=48)
    y = x + rng.normal(size=48) + 10 * group
    y[group == 5] = 1.0
    order = rng.permutation(48)
    found = grouped_correlation(x[order], y[order], group[order], "pearson")
    expected = [np.corrcoef(x[group == g], y[group == g])[0, 1] for g in range(5)]
    assert found.value == pytest.approx(np.mean(expected))
    assert (found.units, dict(found.left_out)) == (5, {"no_variance": 1})


def test_no_group_with_variance_has_a_reason():
    assert grouped_correlation(np.ones(4), np.ones(4), np.zeros(4, int)).reason == "no_variance"
    assert grouped_correlation(np.empty(0), np.empty(0), np.empty(0, int)).reason == "no_ratings"


def test_an_unknown_coefficient_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="pearson, spearman, kendall"):
        correlation(np.ones(2), np.ones(2), "phi")
