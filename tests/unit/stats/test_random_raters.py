"""Raters as a sample: against mean squares, a mixed model, and simulated studies whose raters have likings."""

# mypy: disable-error-code="arg-type, call-arg, import-untyped"

import numpy as np
import pandas as pd
import pytest
from statsmodels.regression.mixed_linear_model import MixedLM

from jurybox.stats.additive import clustered_t, item_model, rater_contrast_errors
from jurybox.stats.means import item_means
from jurybox.stats.random_raters import random_rater_means, random_rater_tests
from tests.unit.stats.rated_columns import rated_of


def study(rng, items=100, systems=3, raters=3, better=0.0, liking=0.3, per_output=None, is_within=False):
    """Ratings by all raters, or by some of each output (or of each item); raters have likings for systems."""
    item, system, rater = np.indices((items, systems, raters)).reshape(3, -1)
    value = 3 + better * (system == 0) + rng.normal(0, 0.6, items)[item] + rng.normal(0, 0.3, raters)[rater]
    value += rng.normal(0, liking, (raters, systems))[rater, system] + rng.normal(0, 0.7, len(item))
    if per_output is not None:
        drawn = rng.random((items, 1 if is_within else systems, raters)).argsort(axis=2).argsort(axis=2)
        kept = np.broadcast_to(drawn, (items, systems, raters)).ravel() < per_output
        item, system, rater, value = item[kept], system[kept], rater[kept], value[kept]
    return item, system, rater, value, np.arange(items), items, systems, raters


def by_mean_squares(d):
    """The variance of the mean of items x raters, and that of the raters there are."""
    items, raters = d.shape
    by_item, by_rater, mean = d.mean(axis=1), d.mean(axis=0), d.mean()
    ms_item = raters * ((by_item - mean) ** 2).sum() / (items - 1)
    ms_rater = items * ((by_rater - mean) ** 2).sum() / (raters - 1)
    rest = d - by_item[:, None] - by_rater + mean
    ms_rest = (rest**2).sum() / (items - 1) / (raters - 1)
    fixed = ms_item / (items * raters)
    return max((ms_rater + max(ms_item - ms_rest, 0)) / (items * raters), fixed)


@pytest.mark.parametrize("liking", [0.0, 0.5])
def test_with_every_rater_on_every_item_it_is_the_formula_of_mean_squares(liking):
    data = study(np.random.default_rng(1), 20, 3, 5, liking=liking)
    value = data[3].reshape(20, 3, 5)
    found = random_rater_tests(*rated_of(*data))
    pairs = [(0, 1), (0, 2), (1, 2)]
    assert found.estimate == pytest.approx([value[:, a].mean() - value[:, b].mean() for a, b in pairs])
    expected = [by_mean_squares(value[:, a] - value[:, b]) ** 0.5 for a, b in pairs]
    assert found.standard_error == pytest.approx(expected)
    means = random_rater_means(*rated_of(*data))
    assert means.estimate == pytest.approx(value.mean(axis=(0, 2)))
    assert means.standard_error == pytest.approx([by_mean_squares(value[:, s]) ** 0.5 for s in range(3)])


def test_documents_of_one_size_are_items_that_were_averaged():
    data = study(np.random.default_rng(2), 40, 2, 4)
    value = data[3].reshape(10, 4, 2, 4).mean(axis=1)
    found = random_rater_tests(*rated_of(*data[:4], np.arange(40) // 4, *data[5:]))
    assert found.standard_error[0] == pytest.approx(by_mean_squares(value[:, 0] - value[:, 1]) ** 0.5)


def test_a_mixed_model_finds_the_same_standard_error():
    data = study(np.random.default_rng(4), 20, 2, 6, better=0.5, liking=0.4)
    value = data[3].reshape(20, 2, 6)  # of the ratings themselves: what is changed there changes here
    value[:, 0] += np.random.default_rng(5).normal(0, 0.5, (20, 1))
    d = value[:, 0] - value[:, 1]
    item, rater = np.indices(d.shape)
    table = pd.DataFrame({"d": d.ravel(), "item": item.ravel(), "rater": rater.ravel(), "all": 1})
    parts = {"item": "0 + C(item)", "rater": "0 + C(rater)"}
    fit = MixedLM.from_formula("d ~ 1", groups="all", vc_formula=parts, re_formula="0", data=table).fit(reml=True)
    found = random_rater_tests(*rated_of(*data))
    assert found.estimate[0] == pytest.approx(float(fit.params["Intercept"]), rel=1e-6)
    assert found.standard_error[0] == pytest.approx(float(fit.bse["Intercept"]), rel=1e-3)


def false_alarms(studies, seed, **design):
    """How often two of three equal systems are told apart at .05."""
    rng = np.random.default_rng(seed)
    return float(np.mean([random_rater_tests(*rated_of(*study(rng, **design))).p <= 0.05 for _ in range(studies)]))


@pytest.mark.parametrize(
    ("design", "limit"),
    [
        ({"raters": 3}, 0.055),
        ({"raters": 6, "per_output": 2}, 0.065),  # raters by chance: clustered both ways, a little too sure
        ({"raters": 6, "per_output": 2, "is_within": True}, 0.055),
    ],
)
def test_likings_of_a_few_raters_are_not_taken_for_differences(design, limit):
    studies = 300
    assert false_alarms(studies, 6, **design) <= limit + 2 * (0.05 * 0.95 / studies / 2) ** 0.5


def test_raters_as_they_are_would_be_taken_for_differences():
    rng, alarms = np.random.default_rng(7), []
    for _ in range(100):
        item, system, _, value, blocks, items, systems, _ = study(rng)
        found = item_model(item_means(item, system, value, items, systems), blocks).contrasts()
        alarms.append(clustered_t(found)[0] <= 0.05)
    assert np.mean(alarms) > 0.3


def test_eight_raters_find_a_difference():
    rng = np.random.default_rng(8)
    found = [random_rater_tests(*rated_of(*study(rng, raters=8, better=0.8))).p[:2] <= 0.05 for _ in range(100)]
    assert np.mean(found) > 0.9


def test_intervals_of_means_cover_where_raters_are_a_sample():
    rng, covered = np.random.default_rng(9), []
    for _ in range(200):
        found = random_rater_means(*rated_of(*study(rng, raters=6, per_output=3)))
        covered.append((found.low <= 3) & (found.high >= 3))
    assert np.mean(covered) == pytest.approx(0.95, abs=0.03)


def test_it_is_never_surer_than_with_the_raters_there_are():
    data = study(np.random.default_rng(10), liking=0.0)
    fixed = np.array([1.0, 1e-9, 1.0])
    found = random_rater_tests(*rated_of(*data), fixed_variance=fixed)
    assert found.standard_error[[0, 2]].tolist() == [1.0, 1.0]
    assert 1e-3 < found.standard_error[1] < 1.0


def test_two_raters_are_no_sample_and_nor_is_one_who_rated_both():
    item, system, rater, value, *rest = study(np.random.default_rng(11), raters=2)
    found = random_rater_tests(*rated_of(item, system, rater, value, *rest))
    assert found.reason == ("too_few_raters",) * 3
    assert np.isnan(found.p).all()
    assert not np.isnan(found.estimate).any()
    item, system, rater, value, *rest = study(np.random.default_rng(11), systems=2, raters=5)
    kept = (rater == 4) | (rater // 2 == system)
    own = (item[kept], system[kept], rater[kept], value[kept], *rest)
    assert rater_contrast_errors(*rated_of(*own)).is_estimable.all()
    assert random_rater_tests(*rated_of(*own), is_adjusted=True).reason == ("too_few_raters",)
    assert random_rater_means(*rated_of(*own)).reason == (None, None)


def test_systems_without_shared_items_are_not_compared():
    item, system, rater, value, *rest = study(np.random.default_rng(12), systems=2, raters=4)
    kept = (item < 50) == (system == 0)
    found = random_rater_tests(*rated_of(item[kept], system[kept], rater[kept], value[kept], *rest))
    assert found.reason == ("not_connected",)
    assert np.isnan([found.estimate, found.p, found.low, found.standard_error]).all()
    means = random_rater_means(*rated_of(item[kept], system[kept], rater[kept], value[kept], *rest))
    assert means.reason == ("not_connected", "not_connected")
