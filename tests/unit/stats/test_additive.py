"""Differences of systems in an additive model: against dummies, against plain differences, and by simulation."""

# mypy: disable-error-code="import-untyped"

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.stats.absorbed import rows_by_block, solve
from jurybox.stats.additive import (
    clustered_t,
    is_crossed,
    item_model,
    rater_contrast_errors,
    rater_contrasts,
    t_test,
)
from jurybox.stats.complete import complete_items
from jurybox.stats.means import item_means
from jurybox.stats.paired import all_pairs, item_means_of
from jurybox.stats.rated import Rated
from tests.unit.stats.rated_columns import rated_of


def ratings(seed, n=60, items=8, systems=4, raters=3):
    """Ratings at random places: some systems, items or raters may have none, and some contrasts no estimate."""
    rng = np.random.default_rng(seed)
    sizes = (items, systems, raters)
    return (*(rng.integers(0, size, n) for size in sizes), rng.normal(size=n), sizes)


def dummies(*codes_and_sizes):
    return np.column_stack([(code[:, None] == np.arange(size)).astype(float) for code, size in codes_and_sizes])


def by_dummies(design, value, n_systems):
    """The estimate of every pair by a column for everything (systems first), None where it is not estimable."""
    beta = np.linalg.lstsq(design, value, rcond=1e-10)[0]
    reach = np.linalg.pinv(design, rcond=1e-10) @ design
    found = []
    for a, b in zip(*all_pairs(n_systems), strict=True):
        c = np.zeros(design.shape[1])
        c[a] += 1
        c[b] -= 1
        found.append(float(c @ beta) if np.allclose(reach @ c, c, atol=1e-7) else None)
    return found


def same(found, expected):
    assert found.is_estimable.tolist() == [one is not None for one in expected]
    assert np.isnan(found.estimate).tolist() == [one is None for one in expected]
    assert found.estimate[found.is_estimable] == pytest.approx([one for one in expected if one is not None], abs=1e-8)


@given(st.integers(0, 10**6), st.integers(1, 40), st.integers(1, 12), st.integers(1, 5))
def test_dummies_give_the_same_differences_of_items_and_the_same_that_cannot_be_told(seed, n, items, systems):
    item, system, _, value, _ = ratings(seed, n, items, systems)
    means = item_means(item, system, value, items, systems)
    model = item_model(means, np.arange(items))
    found, adjusted = model.contrasts(), model.adjusted()
    design = dummies((means.system, systems), (means.item, items))
    same(found, by_dummies(design, means.mean, systems))
    assert found.parts.sum(axis=0) == pytest.approx(0, abs=1e-8)
    assert found.shares.sum(axis=0) == pytest.approx(found.is_estimable.astype(float))
    assert np.isnan(adjusted.value).tolist() == [reason is not None for reason in adjusted.reason]


@given(st.integers(0, 10**6), st.integers(1, 40), st.integers(1, 8), st.integers(1, 4), st.integers(1, 6))
def test_dummies_give_the_same_differences_with_raters(seed, n, items, systems, raters):
    item, system, rater, value, sizes = ratings(seed, n, items, systems, raters)
    found = rater_contrasts(*rated_of(item, system, rater, value, np.arange(items), *sizes))
    design = dummies((system, systems), (item, items), (rater, raters))
    same(found, by_dummies(design, value, systems))
    assert found.shares.sum(axis=0) == pytest.approx(found.is_estimable.astype(float))


@given(st.integers(0, 10**6), st.integers(2, 40), st.integers(1, 5))
def test_many_raters_are_solved_step_by_step_to_the_same(seed, n, raters):
    item, system, rater, value, sizes = ratings(seed, n, 6, 3, raters)
    rows = rows_by_block(Rated(item, system, rater, value, *sizes), np.arange(6))
    first, second = all_pairs(3)
    dense, stepwise = solve(rows), solve(rows, most_dense=0)
    is_told = dense.is_estimable(first, second)
    assert stepwise.is_estimable(first, second).tolist() == is_told.tolist()
    for one in (lambda fit: fit.effect[first] - fit.effect[second], lambda fit: fit.spread(first, second)):
        assert one(stepwise)[is_told] == pytest.approx(one(dense)[is_told], abs=1e-6)
    assert (stepwise.freedom, stepwise.inflation) == pytest.approx((dense.freedom, dense.inflation), nan_ok=True)


@given(st.integers(0, 10**6), st.integers(1, 60), st.integers(1, 8))
def test_what_is_kept_of_each_block_and_what_is_not_are_the_same(seed, n, n_blocks):
    item, system, rater, value, sizes = ratings(seed, n)
    blocks = np.random.default_rng(seed).integers(0, n_blocks, 8)
    whole = rater_contrasts(*rated_of(item, system, rater, value, blocks, *sizes))
    lean = rater_contrast_errors(*rated_of(item, system, rater, value, blocks, *sizes))
    is_there = whole.is_estimable
    assert lean.variance[is_there] == pytest.approx(whole.variance[is_there], nan_ok=True)
    assert lean.effective_blocks == pytest.approx(whole.effective_blocks, nan_ok=True)
    assert lean.blocks.tolist() == whole.blocks.tolist()


def test_statsmodels_has_the_same_clustered_variance_but_for_the_correction():
    import statsmodels.api as sm

    item, system, rater, value, sizes = ratings(5, 400, 40, 4, 6)
    blocks = np.arange(40) // 2
    found = rater_contrasts(*rated_of(item, system, rater, value, blocks, *sizes))
    design = dummies((system, 4), (item, 40), (rater, 6))[:, [*range(4), *range(5, 44), *range(45, 50)]]
    fit = sm.OLS(value, design).fit(
        cov_type="cluster", cov_kwds={"groups": blocks[item], "use_correction": False}, use_t=True
    )
    assert len(found.estimate) == 6
    for pair, (a, b) in enumerate(zip(found.first, found.second, strict=True)):
        c = np.zeros(design.shape[1])
        c[a], c[b] = 1, -1
        assert found.estimate[pair] == pytest.approx(float(c @ fit.params))
        plain = float(c @ fit.cov_params() @ c)
        assert (found.parts[:, pair] ** 2).sum() == pytest.approx(plain)
        assert plain < found.variance[pair] < 1.3 * plain


def test_with_complete_items_everything_is_the_plain_difference():
    values = np.random.default_rng(0).normal(size=(30, 4))
    blocks = np.arange(30) // 3
    model = item_model(item_means_of(values), blocks)
    found, adjusted = model.contrasts(), model.adjusted()
    for pair, (a, b) in enumerate(zip(found.first, found.second, strict=True)):
        by_block = np.bincount(blocks, values[:, a] - values[:, b]) / 30
        assert found.parts[:, pair] + found.estimate[pair] * found.shares[:, pair] == pytest.approx(by_block)
    assert found.estimate[0] == pytest.approx(values[:, 0].mean() - values[:, 1].mean())
    assert found.shares == pytest.approx(np.full((10, 6), 0.1))
    assert found.effective_blocks == pytest.approx(np.full(6, 10.0))
    assert adjusted.value == pytest.approx(values.mean(axis=0))
    centred = (values - values.mean(axis=0)) / 30
    for system in range(4):
        assert adjusted.influence[:, system] == pytest.approx(np.bincount(blocks, centred[:, system]))


def test_a_worse_system_on_the_easy_items_is_not_first():
    ease = np.repeat([2.0, 0.0], 40)[:, None]
    values = ease + [0.5, 0.0] + 0.3 * np.random.default_rng(1).normal(size=(80, 2))
    values[40:, 1] = np.nan
    model = item_model(item_means_of(values), np.arange(80))
    found, adjusted = model.contrasts(), model.adjusted()
    assert np.nanmean(values, axis=0).argmax() == 1
    assert adjusted.value.argmax() == 0
    assert found.estimate[0] == pytest.approx(np.nanmean(values[:40, 0] - values[:40, 1]))
    low, high = adjusted.interval()
    assert (low < [1.5, 1.0]).all()
    assert (high > [1.5, 1.0]).all()


def test_intervals_of_adjusted_means_cover():
    rng = np.random.default_rng(2)
    covered = []
    for _ in range(400):
        values = rng.normal(size=(60, 1)) + 0.5 * rng.normal(size=(60, 3)) + [0.3, 0.0, -0.3]
        values[rng.random((60, 3)) < 0.4] = np.nan
        low, high = item_model(item_means_of(values), np.arange(60)).adjusted().interval()
        covered.append((low <= [0.3, 0.0, -0.3]) & ([0.3, 0.0, -0.3] <= high))
    assert np.mean(covered) == pytest.approx(0.95, abs=0.02)


def test_systems_that_share_no_items_are_not_compared_and_one_without_ratings_says_so():
    values = np.full((6, 4), np.nan)
    values[:3, :2], values[3:, 2] = np.arange(6.0).reshape(3, 2), 1.0
    model = item_model(item_means_of(values), np.arange(6))
    found, adjusted = model.contrasts(), model.adjusted()
    assert found.is_estimable.tolist() == [True, False, False, False, False, False]
    assert adjusted.reason == ("not_connected", "not_connected", "not_connected", "no_ratings")
    assert np.isnan(adjusted.value).all()
    assert np.isnan(adjusted.interval()[0]).all()


def confounded(linked):
    """Each system has two raters of its own; one more rates every system on some items."""
    item, system, rater = np.array(
        [(i, s, r) for i in range(60) for s in range(4) for r in (2 * s, 2 * s + 1, *((8,) if i < linked else ()))]
    ).T
    return item, system, rater, np.random.default_rng(linked).normal(size=len(item)), (60, 4, 9)


def test_systems_with_raters_of_their_own_are_not_told_apart():
    item, system, rater, value, sizes = confounded(0)
    found = rater_contrast_errors(*rated_of(item, system, rater, value, np.arange(60), *sizes))
    assert not found.is_estimable.any()
    assert np.isnan(clustered_t(found)).all()
    assert np.isnan(found.effective_blocks).all()
    assert not found.blocks.any()


def test_a_rater_of_all_systems_links_them_with_as_many_blocks_as_were_rated():
    item, system, rater, value, sizes = confounded(6)
    found = rater_contrast_errors(*rated_of(item, system, rater, value, np.arange(60), *sizes))
    assert found.is_estimable.all()
    assert found.effective_blocks == pytest.approx(np.full(6, 6.0), abs=1.5)
    p, low, high = clustered_t(found)
    assert ((p > 0) & (p <= 1) & (low < found.estimate) & (found.estimate < high)).all()


def test_one_linking_item_is_too_little_to_test():
    item, system, rater, value, sizes = confounded(1)
    found = rater_contrast_errors(*rated_of(item, system, rater, value, np.arange(60), *sizes))
    assert found.is_estimable.all()
    assert np.isnan(clustered_t(found)).all()


def test_a_fit_that_leaves_nothing_over_has_no_test():
    item, system, rater = np.array([[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]]).T
    found = rater_contrasts(*rated_of(item, system, rater, np.array([1.0, 2.0, 3.0, 5.0]), np.arange(2), 2, 2, 2))
    assert found.is_estimable.all()
    assert np.isnan(clustered_t(found)).all()


def false_alarms(raters, per_output, studies, items=60, seed=3):
    """How often the adjusted test of two equal systems says they differ; raters by chance, of different severity."""
    rng = np.random.default_rng(seed)
    item, system = (np.repeat(code, per_output) for code in np.divmod(np.arange(items * 2), 2))
    alarms = []
    for _ in range(studies):
        rater = rng.integers(0, raters, len(item))
        value = rng.normal(size=items)[item] + rng.normal(0, 0.7, raters)[rater] + rng.normal(size=len(item))
        found = rater_contrast_errors(*rated_of(item, system, rater, value, np.arange(items), items, 2, raters))
        alarms.append(clustered_t(found)[0][0] <= 0.05)
    return float(np.mean(alarms))


@pytest.mark.parametrize(("raters", "per_output"), [(6, 2), (30, 2), (40, 1)])
def test_equal_systems_are_called_different_in_five_of_a_hundred_studies(raters, per_output):
    assert false_alarms(raters, per_output, 500) <= 0.05 + 2.5 * (0.05 * 0.95 / 500) ** 0.5


def test_no_variance_is_certain_only_of_a_difference():
    p, low, high = t_test(np.array([0.0, 1.0, np.nan]), np.array([0.0, 0.0, 1.0]), 5.0)
    assert p[:2].tolist() == [1.0, 0.0]
    assert np.isnan(p[2])
    assert low[:2].tolist() == high[:2].tolist() == [0.0, 1.0]


@given(st.integers(0, 10**6), st.integers(0, 30))
def test_crossed_is_what_a_loop_says(seed, n):
    item, system, rater, _, sizes = ratings(seed, n, 3, 2, 2)
    expected = True
    for i in range(3):
        lists = [sorted(rater[(item == i) & (system == s)].tolist()) for s in range(2)]
        expected &= len([one for one in lists if one]) < 2 or lists[0] == lists[1]
    assert is_crossed(Rated(item, system, rater, np.ones(len(item)), *sizes)) is expected


def test_every_rater_on_every_output_is_crossed():
    item, system, rater = (code.ravel() for code in np.indices((5, 3, 4)))
    assert is_crossed(Rated(item, system, rater, np.ones(len(item)), 5, 3, 4))
    assert not is_crossed(Rated(item[1:], system[1:], rater[1:], np.ones(len(item) - 1), 5, 3, 4))


def test_what_is_no_number_is_refused():
    with pytest.raises(ValueError, match="only finite numbers"):
        item_model(item_means_of([[1.0, np.inf]]), np.arange(1))
    with pytest.raises(ValueError, match="There are 2 items, and blocks of 1"):
        rater_contrasts(
            *rated_of(np.zeros(1, int), np.zeros(1, int), np.zeros(1, int), np.ones(1), np.zeros(1, int), 2, 1, 1)
        )


@pytest.mark.parametrize("is_complete", [True, False])
def test_some_pairs_at_a_time_are_those_of_all_together(is_complete):
    chance = np.random.default_rng(4)
    values = chance.normal(size=(30, 5))
    if not is_complete:
        values[chance.random((30, 5)) < 0.4] = np.nan
    model = (complete_items if is_complete else item_model)(item_means_of(values), np.arange(30) // 2)
    whole = model.contrasts()
    for width in (1, 3, 10):
        some = [model.contrasts(slice(start, start + width)) for start in range(0, 10, width)]
        for name in ("first", "second", "estimate", "parts", "shares", "blocks"):
            joined = np.concatenate([getattr(part, name) for part in some], axis=-1)
            np.testing.assert_allclose(joined, getattr(whole, name), atol=1e-12)
