"""NaN and infinity are refused by every function of stats; numbers that differ in their last digit are equal."""

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.stats import kendalltau, spearmanr

import jurybox.stats as stats
from jurybox.stats.alpha import weighted_alpha
from jurybox.stats.clusters import mean_ranks
from jurybox.stats.gwet import gwet_ac
from jurybox.stats.kappa import brennan_prediger, conger_kappa, fleiss_kappa, kappa_of_table
from jurybox.stats.means import ItemMeans

UNIT, RATER, CODE = np.repeat(np.arange(6), 2), np.tile([0, 1], 6), np.array([0, 1, 1, 1, 2, 2, 0, 0, 2, 1, 0, 0])
THREE, TWELVE = np.array([1.0, 2.0, 3.0]), np.arange(12.0) % 5
PATTERNS = stats.count_patterns(UNIT, CODE, 3)
SYSTEM = np.repeat([0, 1], 6)
CROSSED: dict[str, Any] = {
    "item": np.repeat(np.arange(4), 6), "system": np.tile(np.repeat([0, 1], 3), 4), "rater": np.tile([0, 1, 2], 8),
    "value": np.arange(24.0) % 5, "n_items": 4, "n_systems": 2, "n_raters": 3,
}  # fmt: skip

CALLS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "adjust": (stats.adjust, {"p": np.array([0.01, 0.2])}),
    "alpha_over": (
        stats.alpha_over,
        {"unit": UNIT, "code": CODE, "levels": THREE, "level": "interval", "cuts": [12]},
    ),
    "alphas_of": (stats.alphas_of, {"patterns": PATTERNS, "levels": THREE, "which": ["interval"]}),
    "alt_test": (
        stats.alt_test,
        {"unit": UNIT, "rater": RATER, "value": TWELVE, "model": np.arange(6.0), "n_raters": 2, "epsilon": 0.1},
    ),
    "brennan_prediger": (brennan_prediger, {"unit": UNIT, "code": CODE, "levels": THREE}),
    "cohen_kappa": (
        stats.cohen_kappa,
        {"first": CODE[::2], "second": CODE[1::2], "n_levels": 3, "weights": "linear", "levels": THREE},
    ),
    "conger_kappa": (conger_kappa, {"unit": UNIT, "rater": RATER, "code": CODE, "levels": THREE}),
    "correlation": (stats.correlation, {"x": TWELVE, "y": TWELVE**2, "coefficient": "spearman"}),
    "detectable_difference": (stats.detectable_difference, {"sd": 1.0, "items": 10}),
    "detectable_differences": (stats.detectable_differences, {"sd": np.array([1.0]), "items": np.array([10.0])}),
    "error_scores": (stats.error_scores, {"unit": UNIT, "rater": RATER, "weight": TWELVE}),
    "fleiss_kappa": (fleiss_kappa, {"unit": UNIT, "code": CODE, "levels": THREE}),
    "fleiss_of": (stats.fleiss_of, {"patterns": PATTERNS, "levels": THREE}),
    "grouped_correlation": (stats.grouped_correlation, {"x": TWELVE, "y": TWELVE, "group": SYSTEM}),
    "gwet_ac": (gwet_ac, {"unit": UNIT, "code": CODE, "levels": THREE, "weights": "quadratic"}),
    "gwet_of": (stats.gwet_of, {"patterns": PATTERNS, "levels": THREE, "weights": "quadratic"}),
    "shown_effect": (
        stats.shown_effect,
        {"rater": RATER, "shown": CODE > 0, "value": TWELVE, "blocks": UNIT},
    ),
    "icc": (stats.icc, {"unit": UNIT, "rater": RATER, "value": TWELVE}),
    "is_severe": (stats.is_severe, {"value": TWELVE, "severe": (1.0, 2.0)}),
    "item_means": (
        stats.item_means,
        {"item": UNIT, "system": RATER, "value": TWELVE, "n_items": 6, "n_systems": 2},
    ),
    "kappa_of_table": (kappa_of_table, {"table": np.array([[5.0, 1.0], [2.0, 4.0]])}),
    "krippendorff_alpha": (
        stats.krippendorff_alpha,
        {"unit": UNIT, "code": CODE, "levels": THREE, "level": "interval"},
    ),
    "more_items": (stats.more_items, {"difference": 0.2, "sd": 1.0, "items": 100}),
    "ordinal_model": (
        stats.ordinal_model,
        {"system": SYSTEM, "rater": RATER, "value": TWELVE, "n_systems": 2, "n_raters": 2},
    ),
    "ordinal_model_by_block": (
        stats.ordinal_model_by_block,
        {
            "fit": stats.ordinal_model(SYSTEM, RATER, TWELVE, 2, 2),
            "system": SYSTEM,
            "rater": RATER,
            "value": TWELVE,
            "blocks": UNIT,
        },
    ),
    "ordinal_random_model": (
        stats.ordinal_random_model,
        {"system": SYSTEM, "rater": RATER, "value": TWELVE, "n_systems": 2, "n_raters": 2},
    ),
    "pair_accuracy": (stats.pair_accuracy, {"people": TWELVE, "metric": TWELVE}),
    "pairwise_kappa": (
        stats.pairwise_kappa,
        {"unit": UNIT, "rater": RATER, "code": CODE, "n_levels": 3, "levels": THREE},
    ),
    "places": (stats.places, {"mean": THREE, "better": np.zeros((3, 3), bool)}),
    "points": (stats.points, {"means": THREE[None, :], "table": (2.0, 1.0)}),
    "rater_measures": (
        stats.rater_measures,
        {"unit": UNIT, "rater": RATER, "value": TWELVE, "n_raters": 2},
    ),
    "simulated_power": (
        stats.simulated_power,
        {"difference": 0.3, "items": 10, "raters": 3, "item_sd": 1.0, "rater_sd": 0.1, "residual_sd": 1.0},
    ),
    "detectable_by_blocks": (
        stats.detectable_by_blocks,
        {"standard_error": np.array([0.1]), "blocks": np.array([20.0]), "pairs": 1},
    ),
    "more_blocks": (
        stats.more_blocks,
        {"difference": np.array([0.1]), "standard_error": np.array([0.1]), "blocks": np.array([20.0]), "pairs": 1},
    ),
    "posterior": (stats.posterior, {"wins": np.array([[0.0, 3.0], [1.0, 0.0]]), "on_the_way": np.eye(2)}),
    "power_by_blocks": (
        stats.power_by_blocks,
        {"difference": np.array([0.1]), "standard_error": np.array([0.1]), "blocks": np.array([20.0]), "pairs": 1},
    ),
    "random_rater_means": (
        stats.random_rater_means,
        {"rated": stats.Rated(**CROSSED), "blocks": np.arange(4), "fixed_variance": np.array([0.1, 0.1])},
    ),
    "random_rater_tests": (
        stats.random_rater_tests,
        {"rated": stats.Rated(**CROSSED), "blocks": np.arange(4), "fixed_variance": np.array([0.1])},
    ),
    "Rated": (stats.Rated, CROSSED),
    "sign_flip": (
        stats.sign_flip,
        {"parts": np.array([[0.1], [-0.1]]), "shares": np.full((2, 1), 0.5), "estimate": np.array([0.3])},
    ),
    "t_test": (
        stats.t_test,
        {"estimate": np.array([0.1]), "variance": np.array([0.1]), "degrees": np.array([5.0])},
    ),
    "weighted_alpha": (weighted_alpha, {"unit": UNIT, "code": CODE, "levels": THREE, "weights": "linear"}),
    "z_scores": (stats.z_scores, {"rater": RATER, "value": TWELVE, "n_raters": 2}),
}
NONE_THERE = {
    "detectable_by_blocks": {"standard_error"},
    "more_blocks": {"difference", "standard_error"},
    "sign_flip": {"estimate"},
    "t_test": {"estimate", "variance", "degrees"},
    "adjust": {"p"},
    "alt_test": {"model"},
    "detectable_difference": {"sd"},
    "detectable_differences": {"sd"},
    "more_items": {"sd"},
    "places": {"mean"},
    "points": {"means"},
}
"""Where NaN is documented to say that there is none."""
PLAIN = {"distinct", "normal_quantile", "normal_tail", "settled", "sums", "t_quantile"}
"""Parts of statistics: they pass on what they are given."""


def numbers_of(name: str) -> dict[str, Any]:
    """The arguments that hold floats."""
    _, given = CALLS[name]
    return {
        key: value
        for key, value in given.items()
        if (isinstance(value, np.ndarray) and value.dtype.kind == "f")
        or isinstance(value, float)
        or (isinstance(value, tuple) and isinstance(value[0], float))
    }


def spoilt(value: Any, by: float) -> Any:
    if isinstance(value, float):
        return by
    if isinstance(value, tuple):
        return (*value[:-1], by)
    changed = value.copy()
    changed.flat[-1] = by
    return changed


def test_every_public_function_that_takes_numbers_is_looked_at_here():
    taking = {
        name
        for name in stats.__all__
        if inspect.isfunction(function := getattr(stats, name))
        and any("numpy.floating" in str(one.annotation) for one in inspect.signature(function).parameters.values())
    }
    assert taking - set(CALLS) - PLAIN == set()


@pytest.mark.parametrize("by", [np.nan, np.inf, -np.inf], ids=str)
@pytest.mark.parametrize("name", CALLS)
def test_what_is_no_number_is_refused_with_its_place(name, by):
    function, given = CALLS[name]
    function(**given)
    assert numbers_of(name)
    for key, value in numbers_of(name).items():
        if np.isnan(by) and key in NONE_THERE.get(name, set()):
            function(**given | {key: spoilt(value, by)})
            continue
        with pytest.raises(ValueError, match=rf"{key}.* is -?(nan|inf)"):
            function(**given | {key: spoilt(value, by)})


def test_means_of_systems_hold_numbers_only():
    """So that every test of systems refuses them too: all start from item means."""
    one = np.zeros(1, int)
    with pytest.raises(ValueError, match=r"mean\[0\] is nan"):
        ItemMeans(one, one, np.array([np.nan]), one, 1, 1)


def test_means_that_differ_in_their_last_digit_are_tied():
    clean = np.array([0.3, 0.3, 0.6, 0.6, 0.1, 0.9, 0.7, 0.7])
    rough = np.array([0.1 + 0.2, 0.3, 0.6, 0.1 * 6, 0.1, 0.9, 0.7, 0.1 * 7])
    other = np.array([2.0, 1, 3, 4, 6, 5, 8, 7])
    assert (rough != clean).any()
    assert stats.correlation(rough, other, "kendall", resamples=0).value == pytest.approx(kendalltau(clean, other)[0])
    assert stats.correlation(rough, other, "spearman", resamples=0).value == pytest.approx(spearmanr(clean, other)[0])
    assert kendalltau(rough, other)[0] != pytest.approx(kendalltau(clean, other)[0]), "the case must be one"
    group = np.zeros(8, int)
    assert stats.grouped_correlation(rough, other, group).value == pytest.approx(kendalltau(clean, other)[0])
    assert mean_ranks(rough).tolist() == mean_ranks(clean).tolist()
    assert stats.points(rough[None, :]) == stats.points(clean[None, :])


def test_a_correlation_of_what_differs_by_rounding_only_is_not_defined():
    found = stats.correlation(np.array([0.1 + 0.2, 0.3, 0.3, 0.3]), np.arange(4.0), "pearson")
    assert (found.value, found.reason) == (None, "no_variance")


def test_a_metric_ties_where_its_scores_differ_by_rounding_only():
    people, clean = np.array([1.0, 1, 2, 3]), np.array([0.3, 0.3, 0.6, 0.9])
    rough = np.array([0.1 + 0.2, 0.3, 0.6, 0.9])
    one, other = (stats.pair_accuracy(people, metric, calibrate=False) for metric in (clean, rough))
    assert (one.accuracy, one.threshold) == (other.accuracy, other.threshold) == (1.0, 0.0)


def test_sums_of_weights_that_are_equal_are_one_value_to_raters_and_models():
    unit, rater = np.repeat(np.arange(6), 2), np.tile([0, 1], 6)
    clean = np.array([0.3, 0.3, 0.6, 0.3, 0.0, 0.0, 0.3, 0.3, 5.1, 0.1, 0.3, 0.1])
    rough = np.where(clean == 0.3, np.where(rater == 0, 0.1 + 0.2, 0.3), clean)
    one, other = (stats.rater_measures(unit, rater, value, 2) for value in (clean, rough))
    assert [found.top_share for found in one] == [found.top_share for found in other]
