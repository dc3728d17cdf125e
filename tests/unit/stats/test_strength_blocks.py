"""Strengths with errors over blocks, against statsmodels' clustered logit and in simulations whose truth is known."""

# A value may be None: here the tests say what comes.
# mypy: disable-error-code="arg-type, call-arg, import-untyped, index, operator, union-attr"

from math import log, sqrt
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jurybox.stats.multiple import adjust
from jurybox.stats.strength_blocks import differences_of, strengths_by_block, two_sided_p
from jurybox.stats.strengths import ComparedPairs, bradley_terry


def ranked(rng, systems=5, better=0.0, items=60, raters=4):
    """Every rater orders all outputs of an item and sees the same quality in them: pairs of an item are alike."""
    quality = rng.normal(0, 1, (items, 1, systems)) + better * (np.arange(systems) == 0)
    seen = quality + rng.normal(0, 0.6, (items, raters, systems))
    one, other = np.triu_indices(systems, 1)
    outcome = np.where(seen[:, :, one] > seen[:, :, other], 1, -1)
    item, first, second = (
        np.broadcast_to(part, outcome.shape).ravel() for part in (np.arange(items)[:, None, None], one, other)
    )
    return first, second, outcome.ravel(), item


def drawn(seed=0, n=300, systems=4, blocks=40, ties=0.2):
    rng = np.random.default_rng(seed)
    first = rng.integers(systems, size=n)
    second = (first + rng.integers(1, systems, size=n)) % systems
    block = rng.integers(blocks, size=n)
    lean = rng.normal(0, 0.8, (blocks, systems))
    outcome = np.where(lean[block, first] - lean[block, second] + 0.3 + rng.logistic(size=n) > 0, 1, -1)
    return first, second, np.where(rng.random(n) < ties, 0, outcome), block


def test_errors_are_those_of_a_clustered_logit():
    import statsmodels.api as sm

    first, second, outcome, block = drawn(ties=0.0)
    fit = strengths_by_block(ComparedPairs(first, second, outcome, 4), block, order_effect=True)
    design = np.zeros((len(first), 5))
    rows = np.arange(len(first))
    design[rows, first] += 1
    design[rows, second] -= 1
    design[:, 4] = 1  # being shown first
    model = sm.GLM(outcome > 0, design[:, 1:], family=sm.families.Binomial())
    groups = {"groups": block, "use_correction": False}
    oracle = model.fit(cov_type="cluster", cov_kwds=groups, tol=1e-12)
    values = np.array([one.value for one in fit.strengths])
    np.testing.assert_allclose((values - values[0])[1:], oracle.params[:3], atol=1e-6)
    c = fit.covariance
    errors = np.sqrt(np.diag(c) + c[0, 0] - 2 * c[0])[1:]
    np.testing.assert_allclose(errors, oracle.bse[:3], rtol=1e-5)
    assert fit.order_effect.value == pytest.approx(oracle.params[3], abs=1e-6)
    effective = fit.effective_blocks[4, 4]
    assert fit.order_effect.standard_error == pytest.approx(oracle.bse[3] * sqrt(effective / (effective - 1)), rel=1e-5)


def test_one_comparison_per_block_gives_the_robust_errors_of_the_rows():
    first, second, outcome, _ = drawn(ties=0.3)
    fit = strengths_by_block(ComparedPairs(first, second, outcome, 4), np.arange(len(first)))
    plain = bradley_terry(ComparedPairs(first, second, outcome, 4))
    assert [one.value for one in fit.strengths] == [one.value for one in plain.strengths]
    assert fit.tie.value == plain.tie.value
    for one, other in zip(fit.strengths, plain.strengths, strict=True):
        assert one.standard_error == pytest.approx(other.standard_error, rel=0.25)


def test_four_raters_who_always_agree_say_no_more_than_one():
    first, second, outcome, item = ranked(np.random.default_rng(4), 3, 0.3, 40, 1)
    once = strengths_by_block(ComparedPairs(first, second, outcome, 3), item)
    often = strengths_by_block(
        ComparedPairs(*(np.repeat(part, 4) for part in (first, second, outcome)), 3), np.repeat(item, 4)
    )
    np.testing.assert_allclose(differences_of(once).low, differences_of(often).low, atol=1e-6)
    wald = differences_of(bradley_terry(ComparedPairs(*(np.repeat(part, 4) for part in (first, second, outcome)), 3)))
    assert np.all(wald.p < differences_of(once).p)


def test_where_all_blocks_are_alike_every_contrast_rests_on_all_of_them():
    fit = strengths_by_block(
        ComparedPairs(*(part for part in ranked(np.random.default_rng(1))[:3]), 5), np.repeat(np.arange(60), 40)
    )
    np.testing.assert_allclose(fit.effective_blocks[:5, :5], 60)
    assert (fit.strengths[0].units, fit.strengths[0].method) == (60, "sandwich")


@settings(max_examples=25)
@given(st.permutations(range(4)), st.integers(0, 30))
def test_names_of_systems_and_blocks_do_not_matter(order, seed):
    first, second, outcome, block = drawn(seed)
    order = np.array(order)
    one = differences_of(strengths_by_block(ComparedPairs(first, second, outcome, 4), block))
    other = strengths_by_block(ComparedPairs(order[first], order[second], outcome, 4), 1000 - block)
    again = {
        pair: place for place, pair in enumerate((i, j) for i in range(4) for j in range(i + 1, 4))
    }  # where a pair stands
    p = differences_of(other).p
    moved = [p[again[tuple(sorted((order[i], order[j])))]] for i, j in again]
    np.testing.assert_allclose(one.p, moved, rtol=1e-5)


def test_one_block_says_nothing():
    first, second, outcome, _ = drawn()
    fit = strengths_by_block(ComparedPairs(first, second, outcome, 4), np.zeros(len(first), int))
    assert fit.strengths[0].value is not None
    assert (fit.strengths[0].interval, fit.strengths[0].reason) == (None, "too_few_units")
    assert np.isnan(differences_of(fit).p).all()


@pytest.mark.parametrize(("blocks", "has_interval"), [(5, False), (6, True), (9, True)])
def test_few_blocks_claim_no_more_than_a_sign_flip_over_them_could(blocks, has_interval):
    said = np.tile([1, 1, 1, -1], blocks)  # hardly any block differs from the others
    said[3] = 1
    zero = np.zeros(len(said), int)
    found = differences_of(strengths_by_block(ComparedPairs(zero, zero + 1, said, 2), np.repeat(np.arange(blocks), 4)))
    assert found.p[0] == pytest.approx(2.0 ** (1 - blocks))
    assert bool(found.low[0] > 0) == has_interval
    assert np.isnan(found.high[0]) != has_interval


def test_a_system_that_was_never_compared_has_no_difference():
    first, second, outcome, block = drawn(systems=3)
    fit = strengths_by_block(ComparedPairs(first, second, outcome, 4), block)
    found = differences_of(fit)
    assert np.isnan(found.p[[2, 4, 5]]).all()
    assert not np.isnan(found.p[[0, 1, 3]]).any()


def test_a_separated_model_has_no_errors():
    fit = strengths_by_block(ComparedPairs(np.zeros(4, int), np.ones(4, int), np.ones(4, int), 2), np.arange(4))
    assert fit.reason == "separated"
    assert np.isnan(differences_of(fit).p).all()


def test_counting_blocks_instead_of_weighing_them_is_no_bolder(monkeypatch):
    first, second, outcome, block = drawn(blocks=12)
    weighed = strengths_by_block(ComparedPairs(first, second, outcome, 4), block).effective_blocks
    monkeypatch.setattr("jurybox.stats.strength_blocks._MOST_WORK", 0)
    counted = strengths_by_block(ComparedPairs(first, second, outcome, 4), block).effective_blocks
    np.testing.assert_allclose(counted[:4, :4], weighed[:4, :4], rtol=0.2)
    assert counted[5, 5] > 2


def false_alarms(rng, studies, draw, systems):
    alarms = 0
    for _ in range(studies):
        *rows, block = draw(rng)
        p = differences_of(strengths_by_block(ComparedPairs(*rows, systems), block)).p
        alarms += bool((adjust(p, "holm") <= 0.05).any())
    return alarms / studies


def coverage(rng, studies, items):
    """Of log(P / (1 - P)), P how often the better of two wins; and the median width beside the best possible."""
    wins = NormalDist().cdf(0.5 / sqrt(2 * (1 + 0.6**2)))
    truth, seen = log(wins / (1 - wins)), []
    for _ in range(studies):
        first, second, outcome, item = ranked(rng, 2, 0.5, items)
        found = differences_of(strengths_by_block(ComparedPairs(first, second, outcome, 2), item))
        seen.append((found.low[0] <= truth <= found.high[0], found.value[0], found.high[0] - found.low[0]))
    covers, values, widths = (np.array(part) for part in zip(*seen, strict=True))
    return covers.mean(), np.median(widths) / (3.92 * values.std(ddof=1))


def uneven(rng, sizes=(60, 20, *(5,) * 10), systems=4):
    """Single comparisons in documents of very different length, in which systems do better or worse than elsewhere."""
    block = np.repeat(np.arange(len(sizes)), sizes)
    lean = rng.normal(0, 0.5, (len(sizes), systems))
    first = rng.integers(systems, size=len(block))
    second = (first + rng.integers(1, systems, size=len(block))) % systems
    x = lean[block, first] - lean[block, second]
    return first, second, np.where(x + rng.logistic(size=len(block)) > 0, 1, -1), block


def test_equal_systems_are_seldom_called_different():
    rng = np.random.default_rng(1201)
    assert false_alarms(rng, 150, ranked, 5) <= 0.05 + 2.5 * sqrt(0.05 * 0.95 / 150)


def test_intervals_of_strengths_cover_the_truth():
    covers, width = coverage(np.random.default_rng(1202), 300, 60)
    assert 0.93 - 0.037 <= covers <= 0.97 + 0.025
    assert 0.85 <= width <= 1.35


@pytest.mark.soak
@pytest.mark.parametrize("items", [15, 30, 60])
def test_soak_rankings(items):
    rng = np.random.default_rng(1203)
    alarms = false_alarms(rng, 1500, lambda one: ranked(one, items=items), 5)
    covers, width = coverage(rng, 2000, items)
    print(f"{items} items: false alarms {alarms:.3f}, coverage {covers:.3f}, width {width:.2f}")
    assert alarms <= 0.055
    assert 0.92 <= covers <= 0.98
    assert 0.85 <= width <= 1.35


@pytest.mark.soak
def test_soak_uneven_documents():
    alarms = false_alarms(np.random.default_rng(1204), 1500, uneven, 4)
    print(f"documents of 5 to 60 comparisons: false alarms {alarms:.3f}")
    assert alarms <= 0.055


def test_p_of_the_order_effect_needs_two_blocks():
    first, second, outcome, block = drawn()
    fit = strengths_by_block(ComparedPairs(first, second, outcome, 4), block, order_effect=True)
    assert two_sided_p(fit.order_effect, float(fit.effective_blocks[4, 4])) < 0.05
    assert two_sided_p(fit.order_effect, 1.5) is None
