"""Intraclass correlation: the published table, pingouin, and designs with holes."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from jurybox.stats.components import one_way, sums_of, sums_without, two_way
from jurybox.stats.intraclass import FORMS, Form, icc
from tests.unit.stats.agreement_cases import GOLDEN, bounds, number

PINGOUIN = ("ICC(1,1)", "ICC(A,1)", "ICC(C,1)", "ICC(1,k)", "ICC(A,k)", "ICC(C,k)")


def of_table(table, **more):
    unit, rater = np.indices(table.shape).reshape(2, -1)
    return icc(unit, rater, np.asarray(table, float).ravel(), **more)


def first(components):
    assert components is not None
    return components[:, 0]


def sparse(n, raters, k, seed, variances=(1.0, 0.3, 1.0)):
    """n units, each rated by k of the raters."""
    chance = np.random.default_rng(seed)
    unit, rater = np.repeat(np.arange(n), k), np.argsort(chance.random((n, raters)), axis=1)[:, :k].ravel()
    of_unit, of_rater, rest = (np.sqrt(one) for one in variances)
    y = of_unit * chance.normal(size=n)[unit] + of_rater * chance.normal(size=raters)[rater]
    return unit, rater, y + rest * chance.normal(size=n * k)


def test_the_table_of_shrout_and_fleiss():
    case = GOLDEN["icc_shrout_fleiss_1979"]
    found = of_table(np.array(case["input"]["units_by_raters"]))
    assert {form: one.value for form, one in found.items()} == pytest.approx(case["expected"], abs=case["tolerance"])
    ranges = case["notes"]["pingouin_CI95"]
    for form, name in zip(FORMS, PINGOUIN, strict=True):
        assert found[form].value == pytest.approx(case["computed"]["pingouin 0.6.1"][form], abs=1e-12)
        assert found[form].interval == pytest.approx(ranges[name], abs=0.006)


@pytest.mark.filterwarnings("ignore:The inplace keyword")  # pingouin's way with pandas
@pytest.mark.parametrize("seed", range(5))
def test_all_six_forms_are_those_of_pingouin(seed):
    import pandas as pd  # type: ignore[import-untyped]
    import pingouin  # type: ignore[import-untyped]

    chance = np.random.default_rng(seed)
    table = chance.normal(0, 1, (12, 1)) + chance.normal(0, 0.5, (1, 4)) + chance.normal(0, 1, (12, 4))
    unit, rater = np.indices(table.shape).reshape(2, -1)
    frame = pd.DataFrame({"unit": unit, "rater": rater, "value": table.ravel()})
    other = pingouin.intraclass_corr(frame, "unit", "rater", "value").set_index("Type")
    for form, name in zip(FORMS, PINGOUIN, strict=True):
        found = of_table(table)[form]
        assert found.value == pytest.approx(other.loc[name, "ICC"], abs=1e-9)
        assert found.interval == pytest.approx(other.loc[name, "CI95"], abs=0.0051)


TABLES = arrays(float, st.tuples(st.integers(3, 8), st.integers(2, 5)), elements=st.integers(0, 6).map(float))


@given(TABLES, st.randoms(use_true_random=False))
def test_the_order_of_raters_units_and_ratings_does_not_matter(table, random):
    rows, columns = list(range(table.shape[0])), list(range(table.shape[1]))
    random.shuffle(rows)
    random.shuffle(columns)
    found, shuffled = of_table(table), of_table(table[rows][:, columns])
    for form in FORMS:
        assert shuffled[form].value == pytest.approx(found[form].value, abs=1e-9)
        assert shuffled[form].reason == found[form].reason


@given(TABLES, st.floats(0.1, 100), st.floats(-1e4, 1e4))
def test_unit_and_zero_of_the_scale_do_not_matter(table, scale, shift):
    found, moved = of_table(table), of_table(table * scale + shift)
    for form in FORMS:
        assert moved[form].value == pytest.approx(found[form].value, abs=1e-5)


def test_every_small_table_has_numbers_or_reasons():
    for values in product([0.0, 1.0, 2.0], repeat=6):
        for found in of_table(np.array(values).reshape(3, 2)).values():
            assert (found.value is None) <= (found.reason is not None)
            assert found.value is None or -100 < found.value <= 1 + 1e-9
            assert found.interval is None or np.isfinite(found.interval).all()


def test_full_agreement_is_1():
    forms = of_table(np.repeat(np.arange(6.0)[:, None], 3, axis=1))
    assert set(forms) == set(FORMS)
    for found in forms.values():
        assert found.value == pytest.approx(1)
        assert found.interval == pytest.approx((1, 1))


def test_raters_who_differ_by_a_constant_are_consistent_but_do_not_agree():
    found = of_table(np.arange(8.0)[:, None] + np.array([0.0, 3.0, 6.0]))
    assert found["ICC(3,1)"].value == pytest.approx(1)
    assert number(found["ICC(2,1)"]) < 0.7


@pytest.mark.parametrize(
    ("unit", "rater", "value", "reason"),
    [
        ([], [], [], "no_ratings"),
        ([0, 1, 2], [0, 0, 0], [1, 2, 3], "one_rater"),
        ([0, 0], [0, 1], [1, 2], "too_few_units"),
        ([0, 1, 2], [0, 1, 0], [1, 2, 3], "no_overlap"),
        ([0, 0, 1, 1], [0, 1, 0, 1], [4, 4, 4, 4], "no_variance"),
        ([0, 0, 1, 1, 2], [0, 1, 0, 1, 1], [4, 4, 4, 4, 4], "no_variance"),
    ],
)
def test_what_is_not_defined_has_a_reason(unit, rater, value, reason):
    found = icc(np.array(unit, int), np.array(rater, int), np.array(value, float))
    assert {(one.value, one.reason) for one in found.values()} == {(None, reason)}


def test_raters_of_one_rating_each_can_be_told_from_nothing_but_units():
    unit = np.repeat(np.arange(20), 2)
    found = icc(unit, np.arange(40), np.random.default_rng(0).normal(size=20)[unit] + np.tile([0.0, 0.5], 20))
    assert found["ICC(1,1)"].is_defined
    assert found["ICC(2,1)"].reason == "incomplete_design"


def test_components_of_a_complete_table_are_those_of_the_analysis_of_variance():
    table = np.random.default_rng(4).normal(size=(10, 1)) + np.random.default_rng(5).normal(size=(10, 4))
    unit, rater = np.indices(table.shape).reshape(2, -1)
    sums = sums_of(unit, rater, table.ravel() - table.mean())
    of_unit, of_rater, rest = first(two_way(sums))
    assert of_unit / (of_unit + of_rater + rest) == pytest.approx(of_table(table)["ICC(2,1)"].value)
    between, within = first(one_way(sums))
    assert between / (between + within) == pytest.approx(of_table(table)["ICC(1,1)"].value)


def test_sums_without_a_group_are_the_sums_of_the_rest():
    unit, rater, y = sparse(12, 5, 2, seed=1)
    group = np.random.default_rng(2).integers(0, 4, len(y))
    without = sums_without(unit, rater, y, group, 4)
    for g in range(4):
        rest = sums_of(unit[group != g], rater[group != g], y[group != g])
        assert without.square[g] == pytest.approx(rest.square[0])
        for side, other in ((without.units, rest.units), (without.raters, rest.raters)):
            got = (side.count[g], side.square[g], side.sizes[g])
            assert got == pytest.approx((other.count[0], other.square[0], other.sizes[0]))


def test_components_of_a_sparse_design_are_those_the_ratings_were_made_from():
    variances = (1.0, 0.5, 2.0)
    unit, rater, y = sparse(20_000, 300, 3, seed=6, variances=variances)
    assert first(two_way(sums_of(unit, rater, y - y.mean()))) == pytest.approx(variances, rel=0.15)


def test_intervals_of_a_sparse_design_cover_the_truth_as_often_as_they_say():
    truth: dict[Form, float] = {"ICC(1,1)": 1 / 2.3, "ICC(2,1)": 1 / 2.3, "ICC(3,1)": 1 / 2}
    hits = dict.fromkeys(truth, 0)
    for seed in range(400):
        found = icc(*sparse(100, 12, 3, seed))
        for form, value in truth.items():
            low, high = bounds(found[form])
            hits[form] += low <= value <= high
    assert all(0.92 <= count / 400 <= 0.98 for count in hits.values()), hits
