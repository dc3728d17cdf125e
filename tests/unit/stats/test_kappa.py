"""Kappa of two and of many raters, against published tables and statsmodels."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import cohens_kappa  # type: ignore[import-untyped]
from statsmodels.stats.inter_rater import fleiss_kappa as statsmodels_fleiss

from jurybox.stats.kappa import (
    brennan_prediger,
    cohen_kappa,
    conger_kappa,
    fleiss_kappa,
    kappa_of_table,
    percent_agreement,
)
from tests.unit.stats.agreement_cases import (
    GOLDEN,
    Coded,
    bounds,
    error,
    from_counts,
    from_table,
    golden,
    number,
    simulated,
    tables,
)

CODES = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=5, max_size=40)
WEIGHTS = {"none": None, "linear": "linear", "quadratic": "quadratic"}


def contingency(first, second, n_levels):
    return np.bincount(first * n_levels + second, minlength=n_levels**2).reshape(n_levels, n_levels)


def test_cohens_own_tables():
    case = GOLDEN["cohen_1968"]
    table = np.array(case["input"]["table_proportions"]) * case["input"]["n"]
    found = {
        "kappa": kappa_of_table(table),
        "kappa_w": kappa_of_table(table, np.array(case["input"]["disagreement_weights"])),
        "kappa_w_asym": kappa_of_table(table, np.array(case["input"]["asymmetric_weights"])),
    }
    assert {name: one.value for name, one in found.items()} == pytest.approx(case["expected"], abs=case["tolerance"])
    assert found["kappa"].units == 200


def test_the_standard_error_of_fleiss_cohen_and_everitt():
    case = GOLDEN["fleiss_cohen_everitt_1969"]
    table = np.array(case["input"]["table"])
    plain = kappa_of_table(table)
    weighted = kappa_of_table(table, 1 - np.array(case["input"]["similarity_weights"]))
    assert plain.value == pytest.approx(case["expected"]["kappa"], abs=case["tolerance"])
    assert plain.standard_error == pytest.approx(case["expected"]["se"], abs=case["tolerance"])
    assert weighted.value == pytest.approx(case["expected"]["kappa_w"], abs=case["tolerance"])


@pytest.mark.parametrize("weights", WEIGHTS)
def test_weighted_kappa_of_the_anxiety_ratings(weights):
    case = GOLDEN["cohen_weighted_anxiety"]
    first, second = (np.array(case["input"][name]) - 1 for name in ("rater1", "rater2"))
    found = cohen_kappa(first, second, 6, weights)
    assert found.value == pytest.approx(case["expected"][weights], abs=case["tolerance"])


@pytest.mark.parametrize("weights", WEIGHTS)
@given(CODES)
def test_kappa_and_its_error_are_those_of_statsmodels(weights, pairs):
    first, second = np.array(pairs).T
    found = cohen_kappa(first, second, 5, weights)
    assume(found.is_defined)
    with np.errstate(all="ignore"):  # its z-value may be 0/0
        other = cohens_kappa(contingency(first, second, 5), wt=WEIGHTS[weights])
    assert found.value == pytest.approx(other.kappa, abs=1e-9)
    assert error(found) ** 2 == pytest.approx(max(other.var_kappa, 0), abs=1e-9)


@given(CODES, st.sampled_from(["none", "linear", "quadratic"]))
def test_it_does_not_matter_who_comes_first(pairs, weights):
    first, second = np.array(pairs).T
    one, other = cohen_kappa(first, second, 5, weights), cohen_kappa(second, first, 5, weights)
    assert one.value == pytest.approx(other.value)
    assert one.reason == other.reason


def test_levels_say_how_far_codes_are_apart():
    first, second = np.array([0, 1, 2, 2, 0, 1]), np.array([0, 2, 2, 1, 0, 1])
    spaced = cohen_kappa(first, second, 3, "linear", np.array([1.0, 2.0, 5.0]))
    scale = np.array([0, 1, 4])
    on_scale = cohen_kappa(scale[first], scale[second], 5, "linear")
    assert spaced.value == pytest.approx(on_scale.value)


def test_a_thousand_levels_need_no_table_of_all_pairs():
    chance = np.random.default_rng(0)
    first = chance.integers(0, 100_000, 5_000)
    second = np.clip(first + chance.integers(-9, 10, 5_000), 0, 99_999)
    assert cohen_kappa(first, second, 100_000, "quadratic").value == pytest.approx(1, abs=1e-6)


def test_the_same_answer_throughout_is_no_agreement():
    same = np.full(8, 2)
    for weights in ("none", "linear", "quadratic"):
        found = cohen_kappa(same, same, 5, weights)
        assert (found.value, found.reason, found.units) == (None, "no_variance", 8)
    assert kappa_of_table(np.array([[9, 0], [0, 0]])).reason == "no_variance"


def test_one_rater_who_never_varies_gives_kappa_0():
    assert cohen_kappa(np.array([0, 1, 0, 1, 1]), np.zeros(5, int), 2).value == pytest.approx(0)


def test_no_common_unit_gives_nothing():
    none = np.zeros(0, int)
    assert cohen_kappa(none, none, 3).reason == "no_overlap"
    assert kappa_of_table(np.zeros((2, 2))).reason == "no_overlap"


def test_both_raters_must_rate_each_unit():
    with pytest.raises(ValueError, match="3 and 2 ratings"):
        cohen_kappa(np.zeros(3, int), np.zeros(2, int), 2)


def test_few_units_have_no_interval():
    found = cohen_kappa(np.array([0, 1, 1]), np.array([0, 1, 0]), 2)
    assert (found.interval, found.reason) == (None, "too_few_units")


def test_the_psychiatrists_of_fleiss():
    data, case = golden("fleiss_1971")
    computed = case["computed"]["irrCAC 0.4.4"]
    found = fleiss_kappa(data.unit, data.code, data.levels)
    assert found.value == pytest.approx(case["expected"]["fleiss"], abs=case["tolerance"])
    assert found.value == pytest.approx(computed["fleiss"], abs=1e-8)
    conger = conger_kappa(data.unit, data.rater, data.code, data.levels)
    assert conger.value == pytest.approx(computed["conger"], abs=1e-8)
    assert brennan_prediger(data.unit, data.code, data.levels).value == pytest.approx(computed["BP"], abs=1e-8)


def test_fleiss_kappa_from_counts():
    case = GOLDEN["fleiss_wikipedia"]
    data = from_counts(case["input"]["units_by_categories"])
    found = fleiss_kappa(data.unit, data.code, data.levels)
    assert found.value == pytest.approx(case["expected"], abs=case["tolerance"])
    assert (found.units, found.ratings) == (10, 140)


def test_coefficients_of_gwets_example_with_missing_ratings():
    data, case = golden("gwet_raw4raters_R")
    expected, close = case["expected"], case["tolerance"]
    assert fleiss_kappa(data.unit, data.code, data.levels).value == pytest.approx(expected["fleiss"], abs=close)
    assert brennan_prediger(data.unit, data.code, data.levels).value == pytest.approx(expected["BP"], abs=close)
    conger = conger_kappa(data.unit, data.rater, data.code, data.levels)
    assert conger.value == pytest.approx(expected["conger"], abs=close)
    assert dict(conger.left_out) == {"single_rating": 1}


def test_coefficients_of_gwets_distribution_of_raters():
    case = GOLDEN["gwet_distrib6raters_R"]
    data = from_counts(case["input"]["units_by_categories"])
    for name, coefficient in (("fleiss", fleiss_kappa), ("BP", brennan_prediger)):
        found = coefficient(data.unit, data.code, data.levels)
        assert found.value == pytest.approx(case["expected"][name], abs=case["tolerance"]), name


def test_coefficients_of_gwets_table_of_two_raters():
    case = GOLDEN["gwet_cont3x3_R"]
    data, close = from_table(case["input"]["table"]), case["tolerance"]
    cohen = kappa_of_table(np.array(case["input"]["table"]))
    assert cohen.value == pytest.approx(case["expected"]["kappa"], abs=close)
    assert cohen.standard_error == pytest.approx(case["notes"]["SE_R"]["kappa"], abs=close)
    assert fleiss_kappa(data.unit, data.code, data.levels).value == pytest.approx(case["expected"]["pi"], abs=close)
    assert brennan_prediger(data.unit, data.code, data.levels).value == pytest.approx(case["expected"]["BP"], abs=close)


@given(tables(complete=True))
def test_fleiss_kappa_is_that_of_statsmodels(data):
    found = fleiss_kappa(data.unit, data.code, data.levels)
    assume(found.is_defined)
    counts = np.stack(
        [np.bincount(data.code[data.unit == u], minlength=len(data.levels)) for u in np.unique(data.unit)]
    )
    assert found.value == pytest.approx(statsmodels_fleiss(counts), abs=1e-9)


@given(tables(complete=True).filter(lambda data: len(data.table) == 2))
def test_congers_kappa_of_two_raters_is_cohens(data):
    first, second = (data.code[data.rater == who] for who in (0, 1))
    cohen = cohen_kappa(first, second, len(data.levels))
    conger = conger_kappa(data.unit, data.rater, data.code, data.levels)
    assert conger.reason == cohen.reason or conger.reason == "too_few_units"
    assert conger.value == pytest.approx(cohen.value)
    if cohen.interval and conger.standard_error is not None:
        n = cohen.units
        assert conger.standard_error * np.sqrt((n - 1) / n) == pytest.approx(cohen.standard_error, abs=1e-9)


@given(tables(), st.randoms(use_true_random=False))
def test_neither_order_nor_names_of_raters_matter(data, random):
    order, names = list(range(len(data.unit))), [3, 1, 4, 0, 2]
    random.shuffle(order)
    random.shuffle(names)
    unit, code, rater = data.unit[order], data.code[order], np.array(names)[data.rater[order]]
    assert fleiss_kappa(unit, code, data.levels) == fleiss_kappa(data.unit, data.code, data.levels)
    one, other = (
        conger_kappa(unit, rater, code, data.levels),
        conger_kappa(data.unit, data.rater, data.code, data.levels),
    )
    assert one.value == pytest.approx(other.value)
    assert one.standard_error == pytest.approx(other.standard_error, abs=1e-9)


def test_percent_agreement_averages_over_units_not_over_pairs():
    data = Coded([[1, 1], [1, 2], [1, None], [1, None]])
    found = percent_agreement(data.unit, data.code, 2)
    assert found.value == 0.5
    assert found.units == 2


@pytest.mark.parametrize("coefficient", [fleiss_kappa, brennan_prediger])
def test_without_overlap_or_variance_there_is_a_reason(coefficient):
    alone, same = Coded([[1, 2, None], [None, None, 1]]), Coded([[2, 2], [2, 2]])
    assert coefficient(alone.unit, alone.code, alone.levels).reason == "no_overlap"
    assert dict(coefficient(alone.unit, alone.code, alone.levels).left_out) == {"single_rating": 3}
    assert coefficient(same.unit, same.code, same.levels).reason == "no_variance"
    assert conger_kappa(alone.unit, alone.rater, alone.code, alone.levels).reason == "no_overlap"
    assert conger_kappa(same.unit, same.rater, same.code, same.levels).reason == "no_variance"
    assert percent_agreement(alone.unit, alone.code, 2).reason == "no_overlap"
    none = np.zeros(0, int)
    assert coefficient(none, none, np.zeros(0)).reason == "no_ratings"


def test_weights_between_thousands_of_levels_are_refused_in_words():
    unit, code = np.repeat(np.arange(2_000), 2), np.arange(4_000)
    levels = np.arange(4_000.0)
    assert fleiss_kappa(unit, code, levels, "linear").reason == "too_many_levels"
    assert fleiss_kappa(unit, code, levels, "quadratic").is_defined
    assert conger_kappa(unit, unit % 2, code, levels).reason == "too_many_levels"


def test_intervals_of_fleiss_kappa_cover_the_truth_as_often_as_they_say():
    truth = number(fleiss_kappa(*simulated(300_000, 3, 4, seed=10**6), np.arange(4.0)))
    hits = 0
    for seed in range(1_000):
        low, high = bounds(fleiss_kappa(*simulated(150, 3, 4, seed), np.arange(4.0)))
        hits += low <= truth <= high
    assert 930 <= hits <= 970
