"""What a comparison can find: against statsmodels, simulation, and the published table."""

# A value may be None, and names may be wrong: here the tests say what comes.
# mypy: disable-error-code="arg-type, comparison-overlap, import-untyped, index, misc, operator, type-var, union-attr"

import numpy as np
import pytest
from statsmodels.stats.power import TTestPower

from jurybox.stats.paired import item_means_of, paired_differences
from jurybox.stats.power import POWER_TESTS, detectable_difference, detectable_differences, more_items, simulated_power
from tests.unit.stats.ranking_cases import GOLDEN

CARD = GOLDEN["power_card2020_likert"]
CELLS = [(*row, power) for row, power in zip(CARD["input"]["rows"], CARD["expected"], strict=True)]


@pytest.mark.parametrize("n", [10, 50, 400])
def test_statsmodels_knows_the_same_detectable_difference(n):
    expected = TTestPower().solve_power(nobs=n, alpha=0.05, power=0.8)
    assert detectable_difference(1.0, n) == pytest.approx(expected, rel=0.01)
    assert detectable_difference(2.5, n) == pytest.approx(2.5 * expected, rel=0.01)


def test_the_detectable_difference_is_found_four_times_in_five():
    n, found = 40, 0
    rng = np.random.default_rng(0)
    size = detectable_difference(1.0, n)
    for _ in range(2000):
        d = rng.normal(size, 1.0, n)
        found += abs(d.mean()) > 2.0227 * d.std(ddof=1) / n**0.5
    assert found / 2000 == pytest.approx(0.8, abs=0.03)


def test_many_pairs_at_once_are_the_same_as_one_by_one():
    paired = paired_differences(item_means_of(np.random.default_rng(0).normal(size=(30, 3))))
    many = detectable_differences(paired.sd, paired.items)
    one_by_one = [detectable_difference(s, n) for s, n in zip(paired.sd, paired.items.tolist(), strict=True)]
    assert many.tolist() == pytest.approx(one_by_one)


def test_so_many_more_items_make_the_difference_detectable():
    more = more_items(0.2, 1.0, 100)
    assert detectable_difference(1.0, 100 + more) <= 0.2 < detectable_difference(1.0, 99 + more)
    assert more_items(-0.2, 1.0, 100) == more


def test_enough_items_are_enough_and_no_difference_is_never_found():
    assert more_items(1.0, 1.0, 100) == 0
    assert more_items(0.0, 1.0, 100) is None
    assert more_items(1e-6, 1.0, 100) is None
    assert more_items(0.5, 0.0, 100) is None
    assert more_items(0.5, 1.0, 1) is None
    assert detectable_difference(1.0, 1) is None
    assert detectable_difference(0.0, 10) is None


@pytest.mark.parametrize(("settings", "difference", "items", "raters", "published"), CELLS)
def test_power_of_the_published_table(settings, difference, items, raters, published):
    s = CARD["params"][settings]
    found = simulated_power(
        difference, items, raters, s["item_slope"], s["worker_slope"], s["sigma"], simulations=4000, test="ml_z"
    )
    assert found.value == pytest.approx(published, abs=CARD["tolerance"])


def test_with_three_raters_the_published_test_finds_more_than_there_is():
    honest, published = (simulated_power(0.0, 500, 3, 0.14, 0.11, 0.26, 20_000, test=t) for t in POWER_TESTS)
    assert honest.value <= 0.035 < 0.09 < published.value


def test_drawing_mean_squares_is_the_same_as_drawing_ratings():
    rng, items, raters, rounds = np.random.default_rng(1), 25, 6, 1500
    found = 0
    for _ in range(rounds):
        d = 0.08 + 0.14 * rng.normal(size=(items, 1)) + 0.11 * rng.normal(size=raters)
        d = d + 0.26 / 2**0.5 * rng.normal(size=(items, raters))
        rest = d - d.mean(axis=1, keepdims=True) - d.mean(axis=0) + d.mean()
        of_rest = (rest**2).sum() / (items - 1) / (raters - 1)
        of_items, of_raters = raters * d.mean(axis=1).var(), items * d.mean(axis=0).var()
        variance = (max(0, of_items - of_rest) + max(0, of_raters - of_rest) + of_rest) / items / raters
        found += d.mean() > 1.96 * variance**0.5
    drawn = simulated_power(0.08, items, raters, 0.14, 0.11, 0.26, simulations=20_000, test="ml_z")
    assert drawn.value == pytest.approx(found / rounds, abs=0.035)


def test_without_a_difference_the_test_keeps_its_level():
    found = simulated_power(0.0, 50, 5, 0.14, 0.11, 0.26, simulations=20_000)
    assert found.value <= 0.03  # one side of 5 %


def test_power_has_a_seed_an_interval_and_grows_with_the_study():
    small, large = (simulated_power(0.1, n, 10, 0.14, 0.11, 0.26, seed=3) for n in (20, 500))
    assert small == simulated_power(0.1, 20, 10, 0.14, 0.11, 0.26, seed=3)
    assert small.interval[0] < small.value < small.interval[1] < large.value


def test_one_rater_and_one_item():
    assert 0 < simulated_power(0.05, 50, 1, 0.14, 0.0, 0.26).value < 1
    assert simulated_power(0.05, 1, 5, 0.14, 0.1, 0.26).reason == "too_few_units"


def test_an_unknown_test_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="satterthwaite, ml_z"):
        simulated_power(0.05, 5, 5, 0.14, 0.1, 0.26, test="wald")
