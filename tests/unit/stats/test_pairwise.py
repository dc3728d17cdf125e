"""Kappa of every two raters, at any number of raters."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.stats import pairwise as module
from jurybox.stats.kappa import KappaWeights, cohen_kappa
from jurybox.stats.pairwise import pairwise_kappa
from tests.unit.stats.agreement_cases import Coded, error, number, tables

WEIGHTS: tuple[KappaWeights, ...] = ("none", "linear", "quadratic")


def pairwise(data: Coded, weights="quadratic"):
    return pairwise_kappa(data.unit, data.rater, data.code, len(data.levels), weights)


@pytest.mark.parametrize(("block", "few"), [(1, 1 << 22), (1 << 21, 1 << 22), (20, 0)])
@given(tables(), st.sampled_from(WEIGHTS))
def test_each_pair_is_cohens_kappa_of_the_units_they_share(block, few, data, weights):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "BLOCK", block)
        patch.setattr(module, "FEW_PAIRS", few)
        found = pairwise(data, weights)
    expected = {}
    for first in range(len(data.table)):
        for second in range(first + 1, len(data.table)):
            shared = ~np.isnan(data.table[first]) & ~np.isnan(data.table[second])
            if shared.any():
                one, other = (np.searchsorted(data.levels, data.table[who][shared]) for who in (first, second))
                expected[first, second] = cohen_kappa(one, other, len(data.levels), weights)
    assert list(zip(found.first.tolist(), found.second.tolist(), strict=True)) == list(expected)
    for n, pair in enumerate(expected.values()):
        assert found.units[n] == pair.units
        assert found.is_defined[n] == pair.is_defined
        if pair.is_defined:
            assert found.value[n] == pytest.approx(pair.value, abs=1e-9)
    values = [number(pair) for pair in expected.values() if pair.is_defined]
    assert found.mean.value == (pytest.approx(np.mean(values), abs=1e-9) if values else None)
    assert found.mean.left_out.get("pairs_without_variance", 0) == len(expected) - len(values)


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_ratings_does_not_matter(data, random):
    order = list(range(len(data.unit)))
    random.shuffle(order)
    shuffled = pairwise_kappa(data.unit[order], data.rater[order], data.code[order], len(data.levels))
    found = pairwise(data)
    assert shuffled.mean.value == pytest.approx(found.mean.value)
    assert shuffled.first.tolist() == found.first.tolist()


def test_the_interval_of_one_pair_is_that_of_cohens_kappa():
    chance = np.random.default_rng(1)
    first = chance.integers(0, 4, 80)
    second = np.clip(first + chance.integers(-1, 2, 80), 0, 3)
    data = Coded([first, second])
    for weights in WEIGHTS:
        cohen, mean = cohen_kappa(first, second, 4, weights), pairwise(data, weights).mean
        assert error(mean) * np.sqrt(79 / 80) == pytest.approx(cohen.standard_error)


def test_the_interval_of_the_mean_is_that_of_resampled_units():
    chance = np.random.default_rng(3)
    true = chance.normal(size=120)
    table = np.clip(np.round(2 + true + chance.normal(0, 0.8, (4, 120))), 0, 4)
    found = pairwise(Coded(table)).mean
    drawn = [number(pairwise(Coded(table[:, chance.integers(0, 120, 120)])).mean) for _ in range(300)]
    assert found.standard_error == pytest.approx(np.std(drawn), rel=0.12)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([[]], "no_ratings"),
        ([[1, 2, 2]], "one_rater"),
        ([[1, None], [None, 2]], "no_overlap"),
        ([[3, 3], [3, 3]], "no_variance"),
    ],
)
def test_what_is_not_defined_has_a_reason(rows, reason):
    found = pairwise(Coded(rows))
    assert (found.mean.value, found.mean.reason) == (None, reason)
    assert not found.is_defined.any()


def test_a_thousand_raters_cost_what_their_ratings_cost():
    chance = np.random.default_rng(0)
    unit, rater = np.repeat(np.arange(30_000), 3), chance.integers(0, 1_000, 90_000)
    code = np.clip(chance.normal(2, 1, 30_000).round()[unit] + chance.integers(-1, 2, 90_000), 0, 4).astype(int)
    tracemalloc.start()
    try:
        found = pairwise_kappa(unit, rater, code, 5)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert 80_000 < len(found.first) < 90_000
    assert found.units.sum() == pytest.approx(90_000, abs=500)
    assert peak < 100e6
