"""The cumulative logit against R's wine example, statsmodels, and ratings made with known effects."""

# A value may be None, and names may be wrong: here the tests say what comes.
# mypy: disable-error-code="arg-type, comparison-overlap, import-untyped, index, misc, operator, type-var, union-attr"

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jurybox.stats.ordinal import fit_cells, ordinal_model
from jurybox.stats.ordinal_cells import cells_of
from jurybox.stats.ordinal_random import fit_random, ordinal_random_model
from tests.unit.stats.ranking_cases import GOLDEN, rated

WINE = GOLDEN["ordinal_clm_wine"]["input"]
TASTE = np.array(WINE["y"])
TEMP, CONTACT = np.array(WINE["X"], dtype=int).T
JUDGE = np.array(WINE["judge"])


def values(estimates):
    return np.array([estimate.value for estimate in estimates], dtype=float)


def made(n=20_000, systems=5, raters=8, seed=0):
    """Ratings with known effects of systems and raters."""
    rng = np.random.default_rng(seed)
    worth, severity = np.linspace(-1, 1, systems), rng.permutation(np.linspace(-0.8, 0.8, raters))
    system, rater = rng.integers(systems, size=n), rng.integers(raters, size=n)
    latent = worth[system] - severity[rater] + rng.logistic(size=n)
    return system, rater, 1.0 + np.searchsorted([-2.0, -0.5, 0.7, 2.0], latent), worth, severity


def test_fixed_effects_of_the_wine_example():
    case = GOLDEN["ordinal_clm_wine"]
    fit = fit_cells(cells_of(TASTE, [TEMP, CONTACT]), [2, 2])
    assert [np.ptp(effect) for effect in fit.effects] == pytest.approx(case["expected"]["beta"], abs=case["tolerance"])
    reference = case["computed"]["scipy BFGS"]
    assert fit.log_likelihood == pytest.approx(reference["ll"], abs=1e-6)
    at_reference = fit.cuts - fit.effects[0][0] - fit.effects[1][0]
    np.testing.assert_allclose(at_reference, reference["cuts"], atol=1e-4)


def test_a_random_judge_in_the_wine_example():
    case = GOLDEN["ordinal_clmm_wine_judge"]
    fit = fit_random(TASTE, [TEMP, CONTACT], JUDGE, [2, 2], 9)
    assert [np.ptp(e) for e in fit.effects] == pytest.approx(case["expected"]["beta"], abs=case["tolerance"])
    assert fit.sd == pytest.approx(case["expected"]["sd"], abs=case["tolerance"])
    assert fit.log_likelihood == pytest.approx(case["expected"]["ll"], abs=case["tolerance"])
    at_reference = fit.cuts - fit.effects[0][0] - fit.effects[1][0]
    np.testing.assert_allclose(at_reference, case["expected"]["cuts"], atol=case["tolerance"])


def test_statsmodels_finds_the_same_effects_and_errors():
    from statsmodels.miscmodels.ordinal_model import OrderedModel

    data = rated(30, 3, 4, seed=1)
    fit = ordinal_model(data.system, data.rater, data.value, 3, 4)
    columns = [data.system == 1, data.system == 2, *(data.rater == r for r in (1, 2, 3))]
    model = OrderedModel(data.value.astype(int), np.column_stack(columns).astype(float), distr="logit")
    other = model.fit(method="bfgs", disp=False, gtol=1e-8)
    systems, raters = np.append(0.0, other.params[:2]), np.append(0.0, other.params[2:5])
    np.testing.assert_allclose(values(fit.systems), systems - systems.mean(), atol=1e-4)
    np.testing.assert_allclose(-values(fit.raters), raters - raters.mean(), atol=1e-4)
    assert fit.log_likelihood == pytest.approx(other.llf, abs=1e-6)
    centring = np.eye(3)[:, 1:] - 1 / 3
    errors = np.sqrt(np.diag(centring @ other.cov_params()[:2, :2] @ centring.T))
    np.testing.assert_allclose([e.standard_error for e in fit.systems], errors, rtol=1e-3)


@pytest.mark.parametrize("model", [ordinal_model, ordinal_random_model])
def test_effects_that_were_put_in_come_out(model):
    system, rater, value, worth, severity = made()
    fit = model(system, rater, value, 5, 8)
    np.testing.assert_allclose(values(fit.systems), worth, atol=0.1)
    np.testing.assert_allclose(values(fit.raters) - values(fit.raters).mean(), severity, atol=0.12)
    for estimate, true in zip(fit.systems, worth, strict=True):
        assert abs(estimate.value - true) < 4 * estimate.standard_error
        assert estimate.interval[0] < estimate.value < estimate.interval[1]


def test_a_strict_rater_does_not_pull_down_the_systems_they_rated():
    """Rater 1 is strict and saw mostly system 1; the systems are equally good."""
    rng = np.random.default_rng(2)
    rater = rng.integers(2, size=4000)
    system = (rng.random(4000) < np.where(rater == 1, 0.8, 0.2)).astype(int)
    value = np.clip(np.round(3.5 - 1.5 * rater + rng.logistic(size=4000)), 1, 5)
    assert value[system == 0].mean() - value[system == 1].mean() > 0.4
    fit = ordinal_model(system, rater, value, 2, 2)
    assert abs(fit.systems[0].value - fit.systems[1].value) < 0.15
    assert fit.raters[1].value > 0.7


def test_a_rater_with_one_value_is_left_out_and_the_rest_is_fitted():
    data = rated(30, 3, 4, seed=1)
    value = np.where(data.rater == 2, 5.0, data.value)
    fit = ordinal_model(data.system, data.rater, value, 3, 4)
    assert (fit.raters[2].value, fit.raters[2].reason) == (None, "separated")
    others = data.rater != 2
    without = ordinal_model(data.system[others], data.rater[others], value[others], 3, 4)
    np.testing.assert_allclose(values(fit.systems), values(without.systems))
    assert without.raters[2].reason == "no_ratings"
    drawn_in = ordinal_random_model(data.system, data.rater, value, 3, 4)
    assert drawn_in.raters[2].value == min(e.value for e in drawn_in.raters)


def test_raters_and_systems_that_never_meet_are_not_compared():
    system, rater = np.array([0, 0, 0, 1, 1, 1]), np.array([0, 0, 0, 1, 1, 1])
    fit = ordinal_model(system, rater, np.array([1.0, 2, 3, 2, 3, 1]), 2, 2)
    assert fit.reason == "not_connected"
    assert fit.systems[0].value is None


def test_a_system_that_always_gets_the_best_level_has_no_finite_effect():
    system, rater = np.arange(20) % 2, np.arange(20) // 10
    value = np.where(system == 1, 3.0, 1.0 + (np.arange(20) // 2) % 3)
    fit = ordinal_model(system, rater, value, 2, 2)
    assert fit.systems[1].reason == "separated"


def test_separation_that_no_single_system_shows_is_found():
    system, rater = np.repeat([0, 1], 20), np.tile(np.repeat([0, 1], 10), 2)
    value = np.where(system == 0, np.where(np.arange(40) % 2, 1.0, 2.0), np.where(np.arange(40) % 2, 3.0, 4.0))
    assert ordinal_model(system, rater, value, 2, 2).reason == "separated"


@pytest.mark.parametrize("model", [ordinal_model, ordinal_random_model])
def test_nothing_and_all_equal_have_reasons(model):
    empty = np.empty(0, int)
    assert model(empty, empty, np.empty(0), 2, 2).reason == "no_ratings"
    two = np.array([0, 1, 0, 1])
    assert model(two, np.array([0, 0, 1, 1]), np.full(4, 3.0), 2, 2).reason == "no_variance"


def test_one_rater_has_no_spread_of_raters():
    system = np.array([0, 1, 0, 1, 0, 1])
    fit = ordinal_random_model(system, np.zeros(6, int), np.array([1.0, 2, 2, 3, 1, 1]), 2, 1)
    assert fit.reason == "one_rater"


@settings(max_examples=20)
@given(st.permutations(range(4)), st.integers(0, 20))
def test_the_names_of_raters_do_not_matter(order, seed):
    data, order = rated(15, 3, 4, seed=seed), np.array(order)
    one = ordinal_model(data.system, data.rater, data.value, 3, 4)
    other = ordinal_model(data.system, order[data.rater], data.value, 3, 4)
    np.testing.assert_allclose(values(one.systems), values(other.systems), atol=1e-6)
    np.testing.assert_allclose(values(one.raters), values(other.raters)[order], atol=1e-6)


def test_turning_the_scale_round_turns_the_signs_round():
    data = rated(15, 3, 4)
    up = ordinal_model(data.system, data.rater, data.value, 3, 4)
    down = ordinal_model(data.system, data.rater, 6 - data.value, 3, 4)
    np.testing.assert_allclose(values(up.systems), -values(down.systems), atol=1e-6)


def test_a_scale_of_a_hundred_levels_works():
    rng = np.random.default_rng(0)
    system, rater = rng.integers(3, size=3000), rng.integers(10, size=3000)
    value = np.clip(np.round(50 + 8 * system + 15 * rng.logistic(size=3000)), 0, 100)
    fit = ordinal_model(system, rater, value, 3, 10)
    assert fit.systems[0].value < fit.systems[1].value < fit.systems[2].value
    assert len(fit.cuts) == len(np.unique(value)) - 1


@pytest.mark.parametrize("seed", [4, 5, 6])
def test_where_raters_are_alike_errors_are_those_without_them_whatever_systems_are_called(seed):
    rng = np.random.default_rng(seed)
    system, rater = rng.integers(3, size=120), np.arange(120) % 4
    value = np.clip(np.rint(3 + 0.4 * system + rng.logistic(size=120)), 1, 5)
    plain = ordinal_model(system, np.zeros(120, int), value, 3, 1)
    for named in (np.array([0, 1, 2]), np.array([1, 2, 0]), np.array([2, 1, 0])):
        fit = ordinal_random_model(named[system], rater, value, 3, 4)
        errors = [fit.systems[named[k]].standard_error for k in range(3)]
        assert errors == pytest.approx([one.standard_error for one in plain.systems], abs=2e-4)
