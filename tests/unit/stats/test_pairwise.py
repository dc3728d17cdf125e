"""Kappa of every two raters, at any number of raters."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.stats import pairwise as module
from jurybox.stats.alpha import krippendorff_alpha
from jurybox.stats.kappa import KappaWeights, cohen_kappa, distance
from jurybox.stats.pairwise import pairwise_kappa
from tests.unit.stats.agreement_cases import Coded, coded, column, error, number, tables

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


@given(tables(), st.sampled_from(WEIGHTS))
def test_the_pooled_kappa_is_that_of_the_definition(data, weights):
    """Pair by pair: what the shared units show, and what all that both rated with anybody lets expect."""
    together = (~np.isnan(data.table)).sum(axis=0) > 1
    seen = expected = own = shared_units = 0.0
    apart = distance(np.arange(5.0)[:, None], np.arange(5.0), weights)
    for first in range(len(data.table)):
        for second in range(first + 1, len(data.table)):
            a, b = data.table[first], data.table[second]
            shared = ~np.isnan(a) & ~np.isnan(b)
            whole = [row[~np.isnan(row) & together].astype(int) for row in (a, b)]
            n = shared.sum()
            if n:
                seen += apart[a[shared].astype(int), b[shared].astype(int)].sum()
                expected += n * apart[np.ix_(*whole)].mean()
                own += n**2 / (len(whole[0]) * len(whole[1]))
                shared_units += n
    found = pairwise_kappa(data.unit, data.rater, data.value.astype(int), 5, weights).pooled
    if expected > 0 and own / shared_units <= 0.25:
        assert found.value == pytest.approx(1 - seen / expected, abs=1e-9)
    else:
        assert found.value is None
        assert found.reason in {"no_overlap", "one_rater", "no_variance", "too_little_shared"}


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_ratings_does_not_matter(data, random):
    order = list(range(len(data.unit)))
    random.shuffle(order)
    shuffled = pairwise_kappa(data.unit[order], data.rater[order], data.code[order], len(data.levels))
    found = pairwise(data)
    assert shuffled.pooled.value == pytest.approx(found.pooled.value)
    assert shuffled.first.tolist() == found.first.tolist()


def test_the_interval_of_one_pair_is_that_of_cohens_kappa():
    chance = np.random.default_rng(1)
    first = chance.integers(0, 4, 80)
    second = np.clip(first + chance.integers(-1, 2, 80), 0, 3)
    data = Coded([first, second])
    for weights in WEIGHTS:
        cohen, pooled = cohen_kappa(first, second, 4, weights), pairwise(data, weights).pooled
        assert pooled.value == pytest.approx(cohen.value)
        assert error(pooled) * np.sqrt(79 / 80) == pytest.approx(cohen.standard_error)


def test_the_pooled_kappa_of_two_raters_is_that_of_the_pair():
    """What one of them alone has rated says nothing of how far they agree."""
    chance = np.random.default_rng(7)
    first = chance.integers(0, 5, 40).astype(float)
    second = np.clip(first + chance.integers(-1, 2, 40), 0, 4)
    first[30:], second[:6] = 0, np.nan
    second[30:] = np.nan
    both = slice(6, 30)
    for weights in WEIGHTS:
        cohen = cohen_kappa(first[both].astype(int), second[both].astype(int), 5, weights)
        found = pairwise(Coded([first, second]), weights)
        assert found.pooled.value == pytest.approx(cohen.value) == found.value[0]
        assert (found.pooled.units, found.pooled.ratings) == (24, 48)
        assert error(found.pooled) * np.sqrt(23 / 24) == pytest.approx(cohen.standard_error)


def test_the_pooled_interval_is_that_of_resampled_units():
    chance = np.random.default_rng(3)
    true = chance.normal(size=120)
    table = np.clip(np.round(2 + true + chance.normal(0, 0.8, (4, 120))), 0, 4)
    found = pairwise(Coded(table)).pooled
    drawn = [number(pairwise(Coded(table[:, chance.integers(0, 120, 120)])).pooled) for _ in range(300)]
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
    assert (found.pooled.value, found.pooled.reason) == (None, reason)
    assert not found.is_defined.any()


def test_a_crowd_in_which_pairs_share_little_agrees_as_much_as_all_its_ratings_do():
    """On average a rater shares two units with another: the mean of the single kappas is next to nothing."""
    rows = column("recipes.csv", "overall")
    levels, code = np.unique(rows["value"].astype(float), return_inverse=True)
    unit, rater = coded(rows["item"]), coded(rows["rater"])
    found = pairwise_kappa(unit, rater, code, len(levels), "quadratic", levels)
    alpha = krippendorff_alpha(unit, code, levels, "ordinal")
    assert found.pooled.value == pytest.approx(0.421, abs=0.001)
    assert number(alpha) == pytest.approx(0.435, abs=0.001)
    assert found.value[found.is_defined].mean() < 0.1


def test_raters_who_share_next_to_nothing_have_no_pooled_kappa():
    """Each pair of raters has one unit, and nothing else: what is expected comes from what is seen."""
    unit, rater = np.repeat(np.arange(20), 2), np.arange(40)
    found = pairwise_kappa(unit, rater, np.random.default_rng(0).integers(0, 3, 40), 3)
    assert (found.pooled.value, found.pooled.reason, found.pooled.units) == (None, "too_little_shared", 20)


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
