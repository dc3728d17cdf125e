"""Kendall's W against the published example and the test of Friedman."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import friedmanchisquare

from jurybox.stats.concordance import kendall_w
from tests.unit.stats.agreement_cases import Coded, bounds, golden, number, tables


def w(data: Coded):
    return kendall_w(data.unit, data.rater, data.code, len(data.levels))


def test_the_anxiety_ratings():
    data, case = golden("kendall_W_anxiety")
    found = w(data)
    assert found.w.value == pytest.approx(case["expected"]["W"], abs=case["tolerance"])
    assert found.chi2 == pytest.approx(case["expected"]["chi2"], abs=case["tolerance"])
    assert found.p == pytest.approx(case["notes"]["p"], abs=1e-9)
    assert (found.freedom, found.w.units, found.w.ratings) == (19, 20, 60)
    low, high = bounds(found.w)
    assert low < number(found.w) < high


@given(tables(complete=True).filter(lambda data: len(data.table) > 2 and data.table.shape[1] > 2))
def test_w_is_the_chi_square_of_friedman_per_rater_and_unit(data):
    found = w(data)
    if found.w.value is None:
        assert found.w.reason == "no_variance"
        return
    raters, units = data.table.shape
    # Friedman ranks what our raters are; here it ranks the units of each rater
    assert found.chi2 == pytest.approx(friedmanchisquare(*data.table.T).statistic, abs=1e-8)
    assert found.w.value == pytest.approx(found.chi2 / (raters * (units - 1)))


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_ratings_and_raters_does_not_matter(data, random):
    order, names = list(range(len(data.unit))), [2, 0, 4, 1, 3]
    random.shuffle(order)
    random.shuffle(names)
    shuffled = kendall_w(data.unit[order], np.array(names)[data.rater[order]], data.code[order], len(data.levels))
    assert shuffled.w.value == pytest.approx(w(data).w.value)
    assert shuffled.w.reason == w(data).w.reason


def test_the_same_order_is_1_and_units_that_lack_a_rater_are_counted():
    found = w(Coded([[1, 2, 3, 4, 5, 6, 7], [2, 3, 4, 5, 6, 7, None]]))
    assert found.w.value == pytest.approx(1)
    assert dict(found.w.left_out) == {"incomplete": 1}
    assert found.w.interval == pytest.approx((1, 1), abs=1e-6)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([[]], "no_ratings"),
        ([[1, 2, 3]], "one_rater"),
        ([[1, 2, None], [None, 2, 3]], "incomplete_design"),
        ([[1], [2]], "too_few_units"),
        ([[3, 3, 3], [3, 3, 3]], "no_variance"),
    ],
)
def test_what_is_not_defined_has_a_reason(rows, reason):
    found = w(Coded(rows))
    assert (found.w.value, found.w.reason, found.chi2, found.p) == (None, reason, None, None)


def test_intervals_cover_the_truth_as_often_as_they_say():
    chance = np.random.default_rng(1)

    def draw(n):
        true = chance.normal(size=n)
        return Coded(np.round(2 * (true + chance.normal(0, 1, (4, n)))))

    truth, hits = number(w(draw(100_000)).w), 0
    for _ in range(300):
        low, high = bounds(w(draw(80)).w)
        hits += low <= truth <= high
    assert 0.92 <= hits / 300 <= 0.98
