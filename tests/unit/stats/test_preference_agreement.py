"""Agreement on pairs and on orders: against the plain coefficients, scipy, and what must not matter."""

# A value may be None: here the tests say what comes.
# mypy: disable-error-code="arg-type, call-arg, import-untyped, index, operator"

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import kendalltau, rankdata

from jurybox.stats.alpha import krippendorff_alpha
from jurybox.stats.concordance import kendall_w
from jurybox.stats.kappa import cohen_kappa, percent_agreement
from jurybox.stats.preference_agreement import BOTH_BAD, FIRST, SECOND, TIE, TURNED, agreement_on_pairs
from jurybox.stats.ranking_agreement import agreement_on_orders


def judged(seed=0, units=60, raters=3, missing=0.0):
    """Raters who mostly see the same in a pair, and like one side more than the other."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(4, units, p=[0.5, 0.25, 0.15, 0.1])
    unit, rater = (part.ravel() for part in np.meshgrid(np.arange(units), np.arange(raters), indexing="ij"))
    code = np.where(rng.random(len(unit)) < 0.6, truth[unit], rng.choice(4, len(unit), p=[0.4, 0.3, 0.2, 0.1]))
    keep = rng.random(len(unit)) >= missing
    return unit[keep], rater[keep], code[keep]


def doubled(unit, rater, code):
    return np.concatenate([unit, unit + unit.max() + 1]), np.tile(rater, 2), np.concatenate([code, TURNED[code]])


def test_kappa_of_two_is_cohens_of_both_orientations():
    unit, rater, code = judged(raters=2)
    found = agreement_on_pairs(unit, rater, code, unit)
    _, _, both = doubled(unit, rater, code)
    expected = cohen_kappa(both[np.tile(rater, 2) == 0], both[np.tile(rater, 2) == 1], 4, "none")
    assert found.kappa.value == pytest.approx(expected.value, abs=1e-12)


def test_alpha_is_that_of_both_orientations_with_as_many_values_as_there_are():
    unit, rater, code = judged(missing=0.2)
    found = agreement_on_pairs(unit, rater, code, unit)
    both = krippendorff_alpha(doubled(unit, rater, code)[0], doubled(unit, rater, code)[2], np.arange(4.0), "nominal")
    n = found.alpha.ratings
    # counted twice at half weight: n (n - 1) ways to draw two values by chance, not 2n (2n - 1) over 4
    lack = (1 - both.value) * (n - 1) / (n - 0.5)
    assert found.alpha.value == pytest.approx(1 - lack, abs=1e-12)


def test_percent_is_that_of_one_orientation():
    unit, rater, code = judged(missing=0.2)
    found = agreement_on_pairs(unit, rater, code, unit)
    assert found.percent.value == pytest.approx(percent_agreement(unit, code, 4).value, abs=1e-12)


@settings(max_examples=40)
@given(st.integers(0, 1000), st.lists(st.booleans(), min_size=60, max_size=60))
def test_which_of_the_two_is_called_first_does_not_matter(seed, turned):
    unit, rater, code = judged(seed, missing=0.3)
    other = np.where(np.array(turned)[unit], TURNED[code], code)
    for one, again in zip(
        agreement_on_pairs(unit, rater, code, unit // 2),
        agreement_on_pairs(unit, rater, other, unit // 2),
        strict=True,
    ):
        assert one.value == pytest.approx(again.value, abs=1e-12)
        assert one.interval == pytest.approx(again.interval, abs=1e-12)


@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_intervals_are_close_to_those_of_leaving_out_each_block(missing):
    unit, rater, code = judged(3, 200, missing=missing)
    block = unit // 4
    found = agreement_on_pairs(unit, rater, code, block)
    without = [agreement_on_pairs(*(part[block != b] for part in (unit, rater, code, block))) for b in range(50)]
    assert len(found) > 1
    for place, one in enumerate(found):
        values = np.array([two[place].value for two in without])
        error = np.sqrt(49 / 50 * ((values - values.mean()) ** 2).sum())
        assert one.standard_error == pytest.approx(error, rel=0.05)


def test_both_bad_is_an_answer_of_its_own():
    unit, rater = np.repeat(np.arange(8), 2), np.tile([0, 1], 8)
    same = np.tile([FIRST, FIRST, TIE, TIE, BOTH_BAD, BOTH_BAD, SECOND, SECOND], 2)
    assert [one.value for one in agreement_on_pairs(unit, rater, same, unit)] == [1, 1, 1]
    mixed = np.where((same == BOTH_BAD) & (rater == 0), TIE, same)
    assert agreement_on_pairs(unit, rater, mixed, unit).percent.value == 0.75


def test_what_can_not_be_told_has_a_reason():
    none = np.zeros(0, int)
    assert agreement_on_pairs(none, none, none, none).alpha.reason == "no_ratings"
    three = np.arange(3)
    assert agreement_on_pairs(three, three * 0, three, three).kappa.reason == "one_rater"
    assert agreement_on_pairs(three, three, three, three).kappa.reason == "no_overlap"
    unit, rater = np.repeat(three, 2), np.tile([0, 1], 3)
    ties = agreement_on_pairs(unit, rater, np.full(6, TIE), unit)
    assert (ties.percent.value, ties.kappa.reason, ties.alpha.reason) == (1.0, "no_variance", "no_variance")
    wins = agreement_on_pairs(unit, rater, np.full(6, FIRST), unit)
    assert wins.alpha.value == 1.0  # who always won could have lost
    assert wins.alpha.reason == "too_few_units"


def test_the_first_of_two_answers_about_the_same_counts():
    unit, rater, code = judged(raters=2)
    more = (np.append(unit, 0), np.append(rater, 0), np.append(code, TURNED[code[0]]))
    found = agreement_on_pairs(*more, more[0])
    assert found.percent.value == agreement_on_pairs(unit, rater, code, unit).percent.value
    assert found.percent.left_out["duplicate"] == 1


def taken_apart(ranks):
    """(items, raters, systems) of ranks, lower better, as comparisons."""
    rows = [
        (item, rater, one, other, int(np.sign(ranks[item, rater, other] - ranks[item, rater, one])))
        for item, rater in np.ndindex(ranks.shape[:2])
        for one, other in combinations(range(ranks.shape[2]), 2)
    ]
    return tuple(np.array(part) for part in zip(*rows, strict=True))


def ranked(seed, items=20, raters=4, systems=5, ties=False):
    rng = np.random.default_rng(seed)
    seen = rng.normal(size=(items, 1, systems)) + rng.normal(size=(items, raters, systems))
    return rankdata(np.round(seen) if ties else seen, axis=2)


@pytest.mark.parametrize("ties", [False, True])
def test_w_is_the_mean_of_kendalls_over_items(ties):
    ranks = ranked(1, ties=ties)
    rows = taken_apart(ranks)
    found = agreement_on_orders(*rows, rows[0])
    unit, rater = np.tile(np.arange(5), 4), np.repeat(np.arange(4), 5)
    each = [kendall_w(unit, rater, rankdata(one, "dense", axis=1).ravel() - 1, 5).w.value for one in ranks]
    assert found.w.value == pytest.approx(np.mean(each), abs=1e-12)
    assert (found.w.units, found.w.ratings, found.w.method) == (20, 80, "linearised_blocks")
    error = np.std(each, ddof=1) / np.sqrt(20)
    assert found.w.standard_error == pytest.approx(error)


@pytest.mark.parametrize("ties", [False, True])
def test_tau_is_scipys_mean_over_pairs_of_raters(ties):
    ranks = ranked(2, ties=ties)
    rows = taken_apart(ranks)
    each = [np.nanmean([kendalltau(a, b).statistic for a, b in combinations(one, 2)]) for one in ranks]
    assert agreement_on_orders(*rows, rows[0]).tau.value == pytest.approx(np.mean(each), abs=1e-12)


def test_what_best_worst_leaves_open_counts_as_tied_in_tau_and_leaves_no_w():
    ranks = ranked(5, systems=4)
    middle = np.where((ranks == 1) | (ranks == 4), ranks, 2.5)
    rows = taken_apart(middle)
    said = rows[4] != 0
    found = agreement_on_orders(*(part[said] for part in rows), rows[0][said])
    each = [np.nanmean([kendalltau(a, b).statistic for a, b in combinations(one, 2)]) for one in middle]
    assert found.tau.value == pytest.approx(np.mean(each), abs=1e-12)
    assert found.w.reason == "incomplete_design"


def test_only_who_ordered_the_same_systems_is_compared():
    rows = taken_apart(ranked(6, items=8, raters=3, systems=4))
    odd = (rows[1] == 2) & ((rows[2] == 0) | (rows[3] == 0))  # the third rater did not see the first system
    kept = tuple(part[~odd] for part in rows)
    two = tuple(part[rows[1] < 2] for part in rows)
    found = agreement_on_orders(*kept, kept[0])
    assert found.tau.value == agreement_on_orders(*two, two[0]).tau.value
    assert found.tau.left_out == {"single_rating": 8}


@given(st.permutations(range(5)), st.integers(0, 20))
def test_names_of_systems_do_not_matter_for_orders(order, seed):
    rows = taken_apart(ranked(seed, items=6))
    named = np.array(order)
    again = (*rows[:2], named[rows[2]], named[rows[3]], rows[4])
    one, other = agreement_on_orders(*rows, rows[0]), agreement_on_orders(*again, rows[0])
    assert one.w.value == pytest.approx(other.w.value, abs=1e-12)
    assert one.tau.value == pytest.approx(other.tau.value, abs=1e-12)


def test_one_rater_and_no_shared_order_have_reasons():
    rows = taken_apart(ranked(1, raters=1))
    assert agreement_on_orders(*rows, rows[0]).w.reason == "one_rater"
    apart = (rows[0], rows[0], *rows[2:])
    assert agreement_on_orders(*apart, rows[0]).tau.reason == "no_overlap"
    none = np.zeros(0, int)
    assert agreement_on_orders(none, none, none, none, none, none).tau.reason == "no_ratings"


def compared(rng, items, systems=3, raters=3):
    """Every pair of every item, by raters who see its quality with noise; close ones are a tie."""
    seen = rng.normal(0, 1, (items, 1, systems)) + rng.normal(0, 0.8, (items, raters, systems))
    one, other = np.triu_indices(systems, 1)
    apart = seen[:, :, one] - seen[:, :, other]
    code = np.where(np.abs(apart) < 0.4, TIE, np.where(apart > 0, FIRST, SECOND))
    item, rater, pair = np.indices(code.shape)
    order = (apart > 0) * 2 - 1
    return (item * len(one) + pair).ravel(), rater.ravel(), code.ravel(), item.ravel(), order.ravel()


@pytest.mark.soak
@pytest.mark.parametrize("items", [15, 30, 60])
def test_soak_intervals_of_agreement_cover_the_truth(items):
    rng = np.random.default_rng(1205)
    one, other = np.triu_indices(3, 1)

    def agreements(number):
        unit, rater, code, item, order = compared(rng, number)
        pairs = agreement_on_pairs(unit, rater, code, item)
        orders = agreement_on_orders(item, rater, np.tile(one, number * 3), np.tile(other, number * 3), order, item)
        return [*pairs, *orders]

    truth = [found.value for found in agreements(100_000)]
    hits = np.array(
        [
            [
                found.interval[0] <= value <= found.interval[1]
                for found, value in zip(agreements(items), truth, strict=True)
            ]
            for _ in range(1500)
        ]
    )
    print(f"{items} items: coverage of percent, kappa, alpha, W, tau {hits.mean(axis=0).round(3)}")
    assert (hits.mean(axis=0) >= (0.93 if items >= 30 else 0.91) - 0.016).all()
    assert (hits.mean(axis=0) <= 0.97 + 0.016).all()
