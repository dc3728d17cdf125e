"""Bradley-Terry against published fits, choix and evalica."""

# A value may be None, and names may be wrong: here the tests say what comes.
# mypy: disable-error-code="arg-type, comparison-overlap, import-untyped, index, misc, operator, type-var, union-attr"

import choix
import evalica
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jurybox.stats.strengths import ComparedPairs, bradley_terry, comparison_table, fit_comparisons
from tests.unit.stats.ranking_cases import GOLDEN


def values(fit):
    return np.array([estimate.value for estimate in fit.strengths], dtype=float)


def baseball(case):
    names = sorted({row[0] for row in case["input"]["home_away"]})
    table = np.zeros((3, len(names), len(names)))
    for home, away, won, lost in case["input"]["home_away"]:
        table[:, names.index(home), names.index(away)] += [won, 0, lost]
    return table


def errors_of_differences(fit, reference=0):
    c = fit.covariance
    return np.sqrt(np.diag(c) + c[reference, reference] - 2 * c[:, reference])


def drawn(n=400, systems=4, seed=0, ties=0.0):
    rng = np.random.default_rng(seed)
    first = rng.integers(systems, size=n)
    second = (first + rng.integers(1, systems, size=n)) % systems
    outcome = np.where(0.4 * (first - second) + rng.logistic(size=n) > 0, 1, -1)
    return first, second, np.where(rng.random(n) < ties, 0, outcome)


def test_baseball_strengths_and_their_errors():
    case = GOLDEN["bt_baseball_agresti"]
    fit = fit_comparisons(baseball(case))
    above = values(fit) - values(fit)[0]
    np.testing.assert_allclose(np.sort(above)[1:], case["expected"]["sorted"], atol=case["tolerance"])
    np.testing.assert_allclose(above, case["computed"]["choix 0.4.1"]["ability"], atol=1e-6)
    expected = case["computed"]["statsmodels 0.15.0 GLM"]
    order = np.argsort(above)[1:]
    errors = errors_of_differences(fit)
    assert sorted(errors[order]) == pytest.approx(sorted(expected["se"]), abs=1e-5)


def test_playing_at_home_is_worth_something():
    case = GOLDEN["bt_baseball_home_advantage"]
    fit = fit_comparisons(baseball(case), order_effect=True)
    worth = np.exp(values(fit))
    np.testing.assert_allclose(np.sort(worth / worth.sum()), case["expected"]["abilities_sorted"], atol=6e-4)
    assert fit.order_effect.value == pytest.approx(case["expected"]["at_home"], abs=case["tolerance"])
    expected = case["computed"]["statsmodels 0.15.0 GLM"]["at_home_se"]
    assert fit.order_effect.standard_error == pytest.approx(expected, abs=1e-5)


def test_puddings_that_tie():
    case = GOLDEN["bt_davidson_ties_pudding"]
    table = np.zeros((3, 6, 6))
    for i, j, _, won, lost, tied in case["input"]["rows"]:
        table[:, i - 1, j - 1] = won, tied, lost
    fit = fit_comparisons(table)
    np.testing.assert_allclose(
        (values(fit) - values(fit)[0])[1:], case["expected"]["log_worth"], atol=case["tolerance"]
    )
    assert fit.tie.value == pytest.approx(case["expected"]["log_tie"], abs=case["tolerance"])
    errors = [*errors_of_differences(fit)[1:], fit.tie.standard_error]
    np.testing.assert_allclose(errors, case["expected"]["se"], atol=case["tolerance"])


def test_food_with_half_wins():
    case = GOLDEN["bt_evalica_food"]
    names = list(case["expected"])
    first, second = (np.array([names.index(row[k]) for row in case["input"]["rows"]]) for k in (0, 1))
    outcome = np.array([{"left": 1, "tie": 0, "right": -1}[row[2]] for row in case["input"]["rows"]])
    fit = bradley_terry(ComparedPairs(first, second, outcome, len(names)), ties="half")
    expected = np.log(list(case["expected"].values()))
    np.testing.assert_allclose(values(fit), expected - expected.mean(), atol=case["tolerance"])


@pytest.mark.parametrize("seed", range(3))
def test_choix_and_evalica_say_the_same(seed):
    first, second, outcome = drawn(seed=seed)
    fit = bradley_terry(ComparedPairs(first, second, outcome, 4))
    pairs = [(int(a), int(b)) if o > 0 else (int(b), int(a)) for a, b, o in zip(first, second, outcome, strict=True)]
    np.testing.assert_allclose(values(fit), choix.opt_pairwise(4, pairs, tol=1e-10), atol=1e-4)
    winners = [evalica.Winner.X if o > 0 else evalica.Winner.Y for o in outcome]
    scores = evalica.bradley_terry(first.tolist(), second.tolist(), winners, tolerance=1e-12, limit=5000).scores
    other = np.log(scores.sort_index().to_numpy())
    np.testing.assert_allclose(values(fit), other - other.mean(), atol=1e-3)


@settings(max_examples=30)
@given(st.permutations(range(4)), st.integers(0, 50))
def test_the_names_of_systems_do_not_matter(order, seed):
    first, second, outcome = drawn(seed=seed, ties=0.2)
    order = np.array(order)
    one = bradley_terry(ComparedPairs(first, second, outcome, 4))
    other = bradley_terry(ComparedPairs(order[first], order[second], outcome, 4))
    np.testing.assert_allclose(values(one), values(other)[order], atol=1e-6)


@given(st.integers(0, 30))
def test_showing_the_two_the_other_way_round_turns_the_order_effect(seed):
    first, second, outcome = drawn(seed=seed, ties=0.2)
    one = bradley_terry(ComparedPairs(first, second, outcome, 4), order_effect=True)
    other = bradley_terry(ComparedPairs(second, first, -outcome, 4), order_effect=True)
    assert one.order_effect.value == pytest.approx(-other.order_effect.value, abs=1e-6)
    np.testing.assert_allclose(values(one), values(other), atol=1e-6)


def test_one_that_never_wins_is_separated():
    fit = bradley_terry(ComparedPairs(np.array([0, 0, 1]), np.array([1, 2, 2]), np.array([1, 1, 1]), 3))
    assert fit.reason == "separated"
    assert fit.strengths[0].value is None


def test_two_islands_are_not_connected():
    first, second = np.array([0, 1, 2, 3]), np.array([1, 0, 3, 2])
    assert bradley_terry(ComparedPairs(first, second, np.ones(4, int), 4)).reason == "not_connected"


def test_a_system_that_was_never_compared_is_left_out():
    fit = bradley_terry(ComparedPairs(np.array([0, 2, 0]), np.array([2, 0, 2]), np.array([1, 1, 1]), 3))
    assert fit.strengths[1].reason == "no_ratings"
    assert fit.strengths[0].value == pytest.approx(np.log(2) / 2)


def test_nothing_one_system_and_only_ties_have_reasons():
    empty = np.empty(0, int)
    assert bradley_terry(ComparedPairs(empty, empty, empty, 3)).reason == "no_ratings"
    assert bradley_terry(ComparedPairs(empty, empty, empty, 1)).reason == "one_system"
    assert bradley_terry(ComparedPairs(np.array([0]), np.array([1]), np.array([0]), 2)).reason == "no_variance"
    even = bradley_terry(ComparedPairs(np.array([0]), np.array([1]), np.array([0]), 2), ties="half")
    assert [estimate.value for estimate in even.strengths] == pytest.approx([0.0, 0.0])


def test_the_bootstrap_agrees_with_the_standard_errors():
    first, second, outcome = drawn(3000, ties=0.2)
    wald = bradley_terry(ComparedPairs(first, second, outcome, 4), order_effect=True)
    again = bradley_terry(ComparedPairs(first, second, outcome, 4), order_effect=True, resamples=1500, seed=1)
    for one, other in zip(
        (*wald.strengths, wald.order_effect, wald.tie), (*again.strengths, again.order_effect, again.tie), strict=True
    ):
        assert np.ptp(other.interval) == pytest.approx(np.ptp(one.interval), rel=0.1)
        assert other.method == "bootstrap_comparisons"
    assert again.resamples_left_out == 0


def test_resamples_in_which_one_side_always_wins_are_counted():
    table = comparison_table(np.array([0] * 6), np.array([1] * 6), np.array([1, 1, 1, 1, 1, -1]), 2)
    fit = fit_comparisons(table, resamples=300)
    assert 60 <= fit.resamples_left_out <= 140  # (5/6)^6 = 1/3 of 300


def test_an_unknown_way_with_ties_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="davidson, half"):
        bradley_terry(ComparedPairs(np.array([0]), np.array([1]), np.array([1]), 2), ties="none")
