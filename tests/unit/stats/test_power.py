"""What a comparison can find: against statsmodels, simulation, and the published table."""

# A value may be None, and names may be wrong: here the tests say what comes.
# mypy: disable-error-code="arg-type, comparison-overlap, import-untyped, index, misc, operator, type-var, union-attr"

import numpy as np
import pytest

from jurybox.stats.distributions import t_below
from jurybox.stats.multiple import adjust
from jurybox.stats.paired import all_pairs, item_means_of, paired_differences
from jurybox.stats.power import (
    POWER_TESTS,
    blocks_needed,
    detectable_by_blocks,
    detectable_difference,
    detectable_differences,
    more_blocks,
    more_items,
    power_by_blocks,
    simulated_power,
)
from tests.unit.stats.ranking_cases import GOLDEN

CARD = GOLDEN["power_card2020_likert"]
CELLS = [(*row, power) for row, power in zip(CARD["input"]["rows"], CARD["expected"], strict=True)]


@pytest.mark.parametrize("n", [10, 50, 400])
def test_statsmodels_knows_the_same_detectable_difference(n):
    from statsmodels.stats.power import TTestPower

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


def established(values):
    """Which pairs a t test over blocks (studies x blocks x systems), adjusted by Holm, tells apart."""
    first, second = all_pairs(values.shape[2])
    d = values[:, :, first] - values[:, :, second]
    t = np.abs(d.mean(axis=1)) / d.std(axis=1, ddof=1) * values.shape[1] ** 0.5
    return np.array([adjust(p) <= 0.05 for p in 2 * t_below(-t, values.shape[1] - 1.0)])


@pytest.mark.parametrize(("systems", "blocks"), [(2, 30), (5, 60), (10, 200)])
def test_the_difference_that_is_said_to_be_found_is_found_four_times_in_five(systems, blocks):
    studies, pairs = 2000, systems * (systems - 1) // 2
    size = detectable_by_blocks(np.array([(2 / blocks) ** 0.5]), np.array([blocks]), pairs).value[0]
    values = np.random.default_rng(systems).normal(size=(studies, blocks, systems))
    values[:, :, 0] += size
    found = established(values)[:, : systems - 1].mean()
    chance = 2.5 * (0.8 * 0.2 / studies) ** 0.5
    assert (
        0.8 - chance <= found <= 0.8 + chance + 0.01 * (systems - 2)
    )  # Holm gives the others what the first need no more


def test_pairs_that_are_established_leave_their_level_to_the_rest():
    systems, blocks = 10, 40
    size = detectable_by_blocks(np.array([(2 / blocks) ** 0.5]), np.array([blocks]), pairs=1).value[0]
    values = np.random.default_rng(1).normal(size=(2000, blocks, systems)) + 10.0 * np.arange(systems)
    values[:, :, 0] += 10.0 + size
    assert established(values)[:, 0].mean() == pytest.approx(0.8, abs=0.023)


@pytest.mark.parametrize(("blocks", "pairs"), [(6, 1), (8, 1), (8, 3), (9, 10), (10, 10), (11, 10)])
def test_few_blocks_find_it_by_sign_flips_too(blocks, pairs):
    size = detectable_by_blocks(np.array([blocks**-0.5]), np.array([blocks]), pairs).value[0]
    d = np.random.default_rng(blocks).normal(size, 1.0, size=(4000, blocks))
    flips = 1 - 2 * (np.arange(2 ** (blocks - 1))[:, None] >> np.arange(blocks) & 1)
    p = (np.abs(d @ flips.T) >= np.abs(d.sum(axis=1))[:, None] - 1e-9).mean(axis=1)
    assert (p <= 0.05 / pairs).mean() == pytest.approx(0.8, abs=0.035)
    assert power_by_blocks(np.array([size]), np.array([blocks**-0.5]), np.array([blocks]), pairs) == pytest.approx(0.8)


def test_raters_as_a_sample_are_planned_for_by_their_test():
    size = detectable_by_blocks(np.array([6**-0.5]), np.array([6]), 3, is_by_t=True).value[0]
    d = np.random.default_rng(2).normal(size, 1.0, size=(4000, 6))
    t = d.mean(axis=1) / d.std(axis=1, ddof=1) * 6**0.5
    assert (2 * t_below(-np.abs(t), 5.0) <= 0.05 / 3).mean() == pytest.approx(0.8, abs=0.02)
    assert detectable_by_blocks(np.array([0.1]), np.array([3]), 45, is_by_t=True).reason == (None,)


@pytest.mark.parametrize(("pairs", "blocks"), [(1, 6), (3, 7), (10, 9), (190, 13)])
def test_so_many_blocks_are_the_fewest_that_can_establish_anything(pairs, blocks):
    assert blocks_needed(pairs) == blocks
    assert 2.0 ** (1 - blocks) <= 0.05 / pairs < 2.0 ** (2 - blocks)
    found = detectable_by_blocks(np.full(2, 0.1), np.array([blocks - 1, blocks]), pairs)
    assert found.reason == ("too_few_blocks", None)
    assert power_by_blocks(np.full(2, 9.0), np.full(2, 0.1), np.array([blocks - 1, blocks]), pairs)[0] == 0


def test_no_difference_is_promised_that_the_scale_cannot_hold():
    found = detectable_by_blocks(np.array([0.5, 2.0, 0.0, np.nan]), np.full(4, 30), 1, width=4.0)
    assert found.reason == (None, "beyond_scale", "no_variance", "no_variance")
    assert found.value[0] == pytest.approx(1.45, abs=0.01)
    assert np.isnan(found.value[1:]).all()


def test_so_many_more_blocks_make_the_difference_detectable_and_one_fewer_does_not():
    difference, error, blocks = np.array([0.2, -0.2, 0.5, 0.2]), np.full(4, 0.1), np.array([20, 20, 20, 400])
    more = more_blocks(difference, error, blocks, 10)
    assert more[0] == more[1] > 0
    for d, e, b, n in zip(np.abs(difference), error, blocks, more, strict=True):
        size = detectable_by_blocks(e * (b / (b + n + [0, -1])) ** 0.5, b + n + [0, -1], 10).value
        assert size[0] <= d
        assert n == 0 or size[1] > d


def test_what_no_number_of_blocks_would_find_is_not_promised():
    none = more_blocks(np.array([0.0, 1e-6, 0.5, 0.5]), np.array([0.1, 0.1, 0.0, 0.1]), np.array([9, 9, 9, 1]), 3)
    assert np.isnan(none).all()
    assert more_blocks(np.array([5.0]), np.array([0.1]), np.array([4]), 1).tolist() == [2.0]  # six are the fewest
    assert np.isnan(more_blocks(np.array([0.1]), np.array([1.0]), np.array([10]), 1, most=1000)).all()


@pytest.mark.parametrize("blocks", [57.3, 57.5, 57.99])
def test_blocks_that_count_in_part_come_to_an_end_too(blocks):
    """Effective blocks are no whole number; a difference that no study would find is looked for to the last one."""
    more = more_blocks(np.array([1e-9, 0.2]), np.array([0.1, 0.1]), np.array([blocks, blocks]), 3, most=1000)
    assert np.isnan(more[0])
    assert 0 < more[1] < 1000
