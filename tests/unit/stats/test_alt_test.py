"""The alternative annotator test against the published table and its own definition."""

# A value may be None, and names may be wrong: here the tests say what comes.
# mypy: disable-error-code="arg-type, comparison-overlap, import-untyped, index, misc, operator, type-var, union-attr"

import json

import numpy as np
import pytest
from scipy import stats as scipy_stats

from jurybox.stats.alternative_annotator import alt_test
from tests.unit.stats.ranking_cases import DATA, GOLDEN

CASE = GOLDEN["alt_test_10k_prompts"]
PEOPLE, MODELS = (json.loads((DATA / name).read_text(encoding="utf-8")) for name in CASE["input"]["files"])
UNITS = sorted({unit for answers in PEOPLE.values() for unit in answers})


def ratings():
    place = {unit: n for n, unit in enumerate(UNITS)}
    rows = [(place[u], r, v) for r, answers in enumerate(PEOPLE.values()) for u, v in answers.items()]
    return np.array(rows).T


def test_the_files_are_those_of_the_table():
    unit, rater, _ = ratings()
    assert (len(np.unique(rater)), len(unit)) == (CASE["input"]["n_annotators"], CASE["input"]["n_ratings"])
    assert set(CASE["expected"]) == set(MODELS)


@pytest.mark.parametrize("model", CASE["expected"])
def test_every_model_of_the_published_table(model):
    unit, rater, value = ratings()
    answers = np.array([MODELS[model].get(u, np.nan) for u in UNITS], dtype=float)
    found = alt_test(unit, rater, value, answers, len(PEOPLE), epsilon=CASE["params"]["epsilon"])
    assert [found.winning_rate, found.advantage] == pytest.approx(CASE["expected"][model], abs=CASE["tolerance"])
    again = CASE["computed"]["authors code re-run"][model]
    assert [found.winning_rate, found.advantage] == pytest.approx(again, abs=1e-12)


def small(seed=0, units=60, raters=4):
    rng = np.random.default_rng(seed)
    true = rng.integers(1, 6, size=units)
    unit, rater = (part.ravel() for part in np.indices((units, raters)))
    value = np.clip(true[unit] + rng.integers(-1, 2, size=len(unit)), 1, 5).astype(float)
    return unit, rater, value, true.astype(float)


@pytest.mark.parametrize("scoring", ["neg_rmse", "accuracy"])
def test_each_rater_is_compared_as_defined(scoring):
    unit, rater, value, true = small()
    found = alt_test(unit, rater, value, true, 4, epsilon=0.1, scoring=scoring)
    for r in range(4):
        by_model, difference = [], []
        for u in unit[rater == r]:
            others = value[(unit == u) & (rater != r)]
            own = value[(unit == u) & (rater == r)][0]
            if scoring == "neg_rmse":
                mine, models = (-np.sqrt(np.mean((others - x) ** 2)) for x in (own, true[u]))
            else:
                mine, models = (np.mean(others == x) for x in (own, true[u]))
            by_model.append(models >= mine - 1e-12)
            difference.append(float(mine >= models - 1e-12) - float(models >= mine - 1e-12))
        assert found.by_rater[r] == pytest.approx(np.mean(by_model))
        p = scipy_stats.ttest_1samp(difference, 0.1, alternative="less").pvalue
        assert found.p[r] >= p - 1e-12


def test_units_without_the_model_or_without_others_do_not_count():
    unit, rater, value, true = small()
    true[:10] = np.nan
    lonely = np.append(unit, 60), np.append(rater, 0), np.append(value, 3.0)
    one = alt_test(unit, rater, value, true, 4)
    other = alt_test(*lonely, np.append(true, 3.0), 4)
    assert one == other


def test_raters_with_few_units_are_left_out_and_counted():
    unit, rater, value, true = small()
    kept = (rater != 3) | (unit < 5)
    found = alt_test(unit[kept], rater[kept], value[kept], true, 4)
    assert (found.raters, found.left_out, found.by_rater[3], found.p[3]) == (3, 1, None, None)


def test_nobody_with_enough_units_is_no_result():
    found = alt_test(np.array([0, 0]), np.array([0, 1]), np.array([1.0, 2.0]), np.array([1.0]), 2)
    assert (found.winning_rate, found.reason, found.left_out) == (None, "too_few_units", 2)


def test_an_unknown_scoring_is_refused_with_the_known_ones():
    with pytest.raises(ValueError, match="neg_rmse, accuracy"):
        alt_test(np.array([0]), np.array([0]), np.array([1.0]), np.array([1.0]), 1, scoring="f1")
