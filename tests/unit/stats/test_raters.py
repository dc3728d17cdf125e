"""Raters one by one, against what numpy says of each alone."""

# A value may be None, and names may be wrong: here the tests say what comes.
# mypy: disable-error-code="arg-type, comparison-overlap, import-untyped, index, misc, operator, type-var, union-attr"

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from krippendorff import alpha as other_alpha

from jurybox.stats.raters import nominal_agreement, rater_measures
from tests.unit.stats.ranking_cases import rated


def units(data):
    return data.item * data.n_systems + data.system, data.n_items * data.n_systems


@settings(max_examples=30)
@given(st.integers(0, 1000), st.sampled_from([0.4, 0.8, 1.0]))
def test_every_measure_is_that_of_the_rater_alone(seed, share):
    data = rated(12, 2, 4, seed=seed, share=share)
    unit, _n_units = units(data)
    found = rater_measures(unit, data.rater, data.value, 4)
    for r, one in enumerate(found):
        own = data.rater == r
        value = data.value[own]
        assert one.ratings == len(value)
        if not len(value):
            assert (one.mean, one.top_share, one.longest_run) == (None, None, 0)
            continue
        assert one.mean == pytest.approx(value.mean())
        assert one.spread == (pytest.approx(value.std(ddof=1)) if len(value) > 1 else None)
        assert one.top_share == pytest.approx(np.unique(value, return_counts=True)[1].max() / len(value))
        changes = np.flatnonzero(np.diff(value)) + 1
        assert one.longest_run == np.diff(np.concatenate([[0], changes, [len(value)]])).max()
        others = [data.value[(unit == u) & ~own] for u in unit[own]]
        both = np.array([(v, o.mean()) for v, o in zip(value, others, strict=True) if len(o)]).reshape(-1, 2)
        if not len(both):
            assert one.severity.reason == "no_overlap"
            continue
        assert one.severity.value == pytest.approx((both[:, 1] - both[:, 0]).mean())
        if len(both) > 2 and np.ptp(both, axis=0).min() > 0:
            assert one.correlation == pytest.approx(np.corrcoef(both.T)[0, 1])
            assert one.alpha == pytest.approx(other_alpha(both.T, level_of_measurement="interval"))


def test_a_strict_rater_is_seen_with_an_interval():
    data = rated(100, 2, 5, seed=1)
    unit, _n_units = units(data)
    value = data.value - (data.rater == 3)
    found = rater_measures(unit, data.rater, value, 5)
    assert np.argmax([one.severity.value for one in found]) == 3
    assert found[3].severity.interval[0] > 0
    assert found[3].severity.units == 200


def test_a_rater_who_grows_milder_drifts_upwards():
    data = rated(150, 1, 3, seed=2)
    unit, _n_units = units(data)
    milder = np.where(data.rater == 1, data.item / 75.0, 0.0)
    found = rater_measures(unit, data.rater, data.value + milder, 3)
    assert found[1].drift.value == pytest.approx(4 / 3, abs=0.5)
    assert found[1].drift.interval[0] > 0
    assert found[0].drift.value < 0  # the others seem to drift the other way


def test_straight_lining_is_seen_also_between_other_raters_ratings():
    rater = np.tile([0, 1], 50)
    value = np.where(rater == 0, 4.0, 1.0 + np.arange(100) % 5)
    found = rater_measures(np.arange(100), rater, value, 2)
    assert (found[0].longest_run, found[0].top_share, found[0].spread) == (50, 1.0, 0.0)
    assert found[1].longest_run == 1


def test_a_rater_with_one_rating_and_one_alone_have_reasons():
    unit, rater = np.array([0, 0, 1]), np.array([0, 1, 2])
    first, _, alone = rater_measures(unit, rater, np.array([3.0, 4.0, 5.0]), 3)
    assert (first.severity.value, first.severity.interval, first.severity.reason) == (1.0, None, "too_few_units")
    assert (first.spread, first.correlation, first.drift.reason) == (None, None, "too_few_units")
    assert alone.severity.reason == "no_overlap"


def test_no_ratings_are_no_error():
    empty = np.empty(0, int)
    assert [one.ratings for one in rater_measures(empty, empty, np.empty(0), 2)] == [0, 0]
    assert [one.reason for one in nominal_agreement(empty, empty, empty, 0, 2, 3)] == ["no_overlap"] * 2


def test_kappa_with_one_other_rater_is_cohens():
    from statsmodels.stats.inter_rater import cohens_kappa

    rng = np.random.default_rng(0)
    one = rng.integers(3, size=60)
    two = np.where(rng.random(60) < 0.6, one, rng.integers(3, size=60))
    table = np.zeros((3, 3))
    np.add.at(table, (one, two), 1)
    unit, rater = np.tile(np.arange(60), 2), np.repeat([0, 1], 60)
    found = nominal_agreement(unit, rater, np.concatenate([one, two]), 60, 2, 3)
    assert len(found) == 2
    for estimate in found:
        assert estimate.value == pytest.approx(cohens_kappa(table).kappa)


def test_kappa_without_variance_is_undefined():
    unit, rater = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    assert nominal_agreement(unit, rater, np.zeros(4, int), 2, 2, 2)[0].reason == "no_variance"
