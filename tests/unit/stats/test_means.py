"""Means of systems: of per-item means, with intervals that hold what they promise."""

# A value may be None, and names may be wrong: here the tests say what comes.
# mypy: disable-error-code="arg-type, comparison-overlap, import-untyped, index, misc, operator, type-var, union-attr"

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.stats.means import block_means, item_means, shares, system_means, wilson, z_scores
from jurybox.stats.paired import item_means_of
from tests.unit.stats.ranking_cases import matrices, rated


def test_an_item_with_more_raters_weighs_no_more_than_another():
    item, system = np.array([0, 0, 0, 0, 1]), np.zeros(5, int)
    found = system_means(item_means(item, system, np.array([1.0, 1, 1, 1, 5]), 2, 1))[0]
    assert (found.value, found.units, found.ratings) == (3.0, 2, 5)


def test_a_second_rater_does_not_replace_the_first():
    item, system = np.zeros(2, int), np.zeros(2, int)
    assert item_means(item, system, np.array([1.0, 5.0]), 1, 1).mean.tolist() == [3.0]


def test_many_systems_and_items_are_kept_sparse():
    item, system = np.array([0, 999_999, 999_999]), np.array([0, 999, 999])
    found = item_means(item, system, np.array([1.0, 2.0, 4.0]), 1_000_000, 1_000)
    assert found.item.tolist() == [0, 999_999]
    assert found.system.tolist() == [0, 999]
    assert found.mean.tolist() == [1.0, 3.0]
    assert found.ratings.tolist() == [1, 2]


@given(matrices())
def test_sparse_means_are_those_of_the_matrix(matrix):
    found = item_means_of(matrix)
    np.testing.assert_array_equal(found.of_items(np.arange(len(matrix))), matrix)
    for system, estimate in enumerate(system_means(found)):
        column = matrix[:, system][~np.isnan(matrix[:, system])]
        assert estimate.value == (pytest.approx(column.mean()) if len(column) else None)
        if estimate.interval is not None:
            assert estimate.interval[0] < estimate.value < estimate.interval[1]


@given(st.permutations(range(30)))
def test_the_order_of_ratings_does_not_matter(order):
    data, order = rated(5, 2, 3), list(order)
    straight = item_means(data.item, data.system, data.value, 5, 2)
    shuffled = item_means(data.item[order], data.system[order], data.value[order], 5, 2)
    np.testing.assert_allclose(straight.mean, shuffled.mean)


def test_no_rating_one_item_and_equal_ratings_have_reasons():
    item, system = np.array([0, 1, 2, 2]), np.array([1, 1, 2, 2])
    none, equal, one = system_means(item_means(item, system, np.array([4.0, 4, 3, 5]), 3, 3))
    assert (none.value, none.reason) == (None, "no_ratings")
    assert (equal.value, equal.interval, equal.reason) == (4.0, None, "no_variance")
    assert (one.value, one.interval, one.reason) == (4.0, None, "too_few_units")


def test_an_empty_table_has_no_means():
    empty = np.empty(0, int)
    assert [e.reason for e in system_means(item_means(empty, empty, np.empty(0), 0, 2))] == ["no_ratings"] * 2


def test_the_interval_is_students():
    data = rated(1500, 2, 1)
    found = system_means(item_means(data.item, data.system, data.value, data.n_items, 2))[0]
    own = data.value[data.system == 0]
    half = 1.9615 * own.std(ddof=1) / len(own) ** 0.5
    assert found.interval == pytest.approx((own.mean() - half, own.mean() + half), abs=1e-3)
    assert found.method == "t"


def test_documents_are_taken_whole():
    rng = np.random.default_rng(1)
    documents = np.repeat(np.arange(25), 8)
    value = 3 + rng.normal(size=25)[documents] + 0.1 * rng.normal(size=200)
    means = item_means(np.arange(200), np.zeros(200, int), value, 200, 1)
    by_item = system_means(means)[0].interval
    by_document = system_means(means, documents)[0].interval
    sd = value.reshape(25, 8).mean(axis=1).std(ddof=1)
    assert np.ptp(by_document) == pytest.approx(2 * 2.0639 * sd / 5, rel=1e-4)
    assert np.ptp(by_document) > 2 * np.ptp(by_item)


def test_block_means_weigh_every_item_of_a_block():
    means = item_means(np.array([0, 1, 2, 2]), np.zeros(4, int), np.array([1.0, 2.0, 3.0, 5.0]), 3, 1)
    found = block_means(means, np.array([0, 0, 1]))
    assert (found.mean.tolist(), found.n_items) == ([1.5, 4.0], 2)


def cover(n: int, rounds: int, draw) -> float:
    """How often the interval holds the true mean 0 of what is drawn."""
    hits = 0
    for seed in range(rounds):
        value = draw(np.random.default_rng([7, seed]), n)
        means = item_means(np.arange(n), np.zeros(n, int), value, n, 1)
        low, high = system_means(means)[0].interval
        hits += low <= 0 <= high
    return hits / rounds


def likert(rng, n):
    return rng.choice([1, 2, 3, 4, 5], size=n, p=[0.05, 0.1, 0.2, 0.35, 0.3]) - 3.75


@pytest.mark.parametrize("n", [12, 40, 200])
def test_intervals_of_means_cover_what_they_promise(n):
    assert 0.93 <= cover(n, 1200, likert) <= 0.97


@pytest.mark.soak
@pytest.mark.parametrize("n", [10, 20, 50, 100, 400])
@pytest.mark.parametrize("draw", [likert, lambda rng, n: rng.normal(size=n)])
def test_intervals_of_means_cover_what_they_promise_in_many_rounds(n, draw):
    assert 0.93 <= cover(n, 2500, draw) <= 0.97


def test_z_scores_take_out_a_raters_mean_and_spread():
    data = rated(20, 2, 3)
    found = z_scores(data.rater, data.value, 3)
    for rater in range(3):
        z = found.z[data.rater == rater]
        assert z.mean() == pytest.approx(0, abs=1e-12)
        assert z.std(ddof=1) == pytest.approx(1)


def test_a_rater_with_one_rating_or_one_value_has_no_z_scores_and_is_counted():
    found = z_scores(np.array([0, 1, 1, 2, 2]), np.array([4.0, 3, 3, 1, 5]), 3)
    assert found.is_kept.tolist() == [False, False, False, True, True]
    assert found.left_out == 3


def test_a_share_of_none_has_an_interval_too():
    found = shares(item_means(np.arange(40), np.zeros(40, int), np.zeros(40), 40, 2))
    assert found[0].value == 0.0
    assert found[0].interval == pytest.approx((0.0, 0.0876), abs=1e-3)
    assert found[1].reason == "no_ratings"


def test_a_share_with_one_rating_per_item_has_wilsons_interval():
    counted = np.arange(50) < 10
    found = shares(item_means(np.arange(50), np.zeros(50, int), counted.astype(float), 50, 1))[0]
    assert found.value == 0.2
    assert found.interval == pytest.approx(wilson(0.2, 49), abs=1e-9)


def test_raters_of_one_item_who_always_agree_count_as_one():
    counted = (np.arange(50) < 10).astype(float)
    once = shares(item_means(np.arange(50), np.zeros(50, int), counted, 50, 1))[0]
    thrice = shares(item_means(np.repeat(np.arange(50), 3), np.zeros(150, int), np.repeat(counted, 3), 50, 1))[0]
    assert thrice.interval == pytest.approx(once.interval)
    assert thrice.ratings == 150
