"""Gwet's AC1 and AC2 with every set of weights, against the published examples."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.stats.agreement_weights import agreement_weights
from jurybox.stats.gwet import gwet_ac, gwet_of
from jurybox.stats.patterns import count_patterns
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

KINDS = ("identity", "linear", "quadratic", "ordinal", "radical", "ratio", "circular", "bipolar")


def ac(data: Coded, weights="identity"):
    return gwet_ac(data.unit, data.code, data.levels, weights)


def test_ac1_and_its_error_of_gwets_example():
    data, case = golden("gwet_raw4raters_R")
    found = ac(data)
    assert found.value == pytest.approx(case["expected"]["AC1"], abs=case["tolerance"])
    assert found.standard_error == pytest.approx(case["expected"]["AC1_se"], abs=case["tolerance"])
    assert dict(found.left_out) == {"single_rating": 1}


@pytest.mark.parametrize("weights", KINDS)
def test_ac2_with_each_set_of_weights(weights):
    data, case = golden("gwet_AC2_raw4raters_weights")
    found = ac(data, weights)
    assert found.value == pytest.approx(case["expected"][weights], abs=case["tolerance"])
    assert found.value == pytest.approx(case["computed"]["irrCAC 0.4.4"][weights], abs=1e-8)


def test_ac1_from_counts():
    case = GOLDEN["gwet_distrib6raters_R"]
    found = ac(from_counts(case["input"]["units_by_categories"]))
    assert found.value == pytest.approx(case["expected"]["AC1"], abs=case["tolerance"])


def test_ac1_of_a_table_of_two_raters():
    case = GOLDEN["gwet_cont3x3_R"]
    found = ac(from_table(case["input"]["table"]))
    assert found.value == pytest.approx(case["expected"]["AC1"], abs=case["tolerance"])
    # for tables irrCAC divides by n where it divides by n - 1 for ratings
    assert error(found) * np.sqrt(99 / 100) == pytest.approx(case["notes"]["SE_R"]["AC1"], abs=1e-7)


def test_ac1_of_the_psychiatrists_of_fleiss():
    data, case = golden("fleiss_1971")
    assert ac(data).value == pytest.approx(case["computed"]["irrCAC 0.4.4"]["AC1"], abs=1e-8)


def test_levels_nobody_used_count():
    data = Coded([[0, 0, 1, 0, 0], [0, 0, 1, 1, 0]])
    narrow, wide = (number(gwet_ac(data.unit, data.code, np.arange(float(q)))) for q in (2, 5))
    assert narrow < wide


@pytest.mark.parametrize("weights", KINDS)
def test_weights_are_1_for_equals_and_fall_to_0(weights):
    table = agreement_weights(np.array([1.0, 2.0, 4.0, 5.0]), weights)
    assert (np.diag(table) == 1).all()
    assert (table == table.T).all()
    assert table.min() == 0
    assert table.max() == 1


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_ratings_does_not_matter(data, random):
    order = list(range(len(data.unit)))
    random.shuffle(order)
    shuffled = gwet_ac(data.unit[order], data.code[order], data.levels, "linear")
    assert shuffled == ac(data, "linear")


@given(tables(), st.permutations(range(5)))
def test_names_of_categories_do_not_matter(data, names):
    renamed = gwet_ac(data.unit, np.array(names)[data.value.astype(int)], np.arange(5.0))
    assert renamed.value == pytest.approx(gwet_ac(data.unit, data.value.astype(int), np.arange(5.0)).value)


def test_full_agreement_is_1_and_nothing_varying_is_undefined():
    assert ac(Coded([[1, 2, 3, 1, 2], [1, 2, 3, 1, 2]])).value == pytest.approx(1)
    assert ac(Coded([[2, 2, 2], [2, 2, 2]])).reason == "no_variance"
    assert ac(Coded([[2, 1, 2]])).reason == "no_overlap"
    none = np.zeros(0, int)
    assert gwet_ac(none, none, np.zeros(0)).reason == "no_ratings"


def test_patterns_counted_before_give_the_same():
    unit, code = simulated(100, 3, 5, seed=1)
    assert gwet_of(count_patterns(unit, code, 5), np.arange(5.0), "linear") == gwet_ac(
        unit, code, np.arange(5.0), "linear"
    )


def test_intervals_cover_the_truth_as_often_as_they_say():
    levels = np.arange(4.0)
    truth = number(gwet_ac(*simulated(300_000, 3, 4, seed=10**6), levels, "quadratic"))
    hits = 0
    for seed in range(1_000):
        low, high = bounds(gwet_ac(*simulated(150, 3, 4, seed), levels, "quadratic"))
        hits += low <= truth <= high
    assert 930 <= hits <= 970
