"""Errors of the cumulative logit over blocks, beside leaving blocks out one by one."""

# A value may be None: here the tests say what comes.
# mypy: disable-error-code="arg-type, call-arg, index"

import numpy as np
import pytest

from jurybox.stats import ordinal_model, ordinal_model_by_block


def drawn(blocks=60, seed=3):
    """Blocks of four ratings by every one of four raters, who have views of their own on each."""
    rng = np.random.default_rng(seed)
    block, system, rater, _ = (axis.ravel() for axis in np.indices((blocks, 2, 4, 2)))
    felt = 0.4 * system - np.array([0.5, 0.0, -0.2, -0.3])[rater] + rng.normal(0, 0.8, (blocks, 4))[block, rater]
    return block, system, rater, 1.0 + np.searchsorted([-1.5, 0.0, 1.5], felt + rng.logistic(size=len(block)))


def errors(estimates):
    return np.array([one.standard_error for one in estimates])


def test_errors_are_those_of_leaving_out_blocks():
    block, system, rater, value = drawn()
    found = ordinal_model_by_block(ordinal_model(system, rater, value, 2, 4), system, rater, value, block)
    left = []
    for one in range(60):
        kept = block != one
        fit = ordinal_model(system[kept], rater[kept], value[kept], 2, 4)
        left.append([e.value for e in (*fit.systems, *fit.raters)])
    jackknife = np.sqrt(59 / 60 * ((np.array(left) - np.mean(left, axis=0)) ** 2).sum(axis=0))
    np.testing.assert_allclose([*errors(found.systems), *errors(found.raters)], jackknife, rtol=0.03)


def test_blocks_may_have_any_codes_in_any_order(monkeypatch):
    block, system, rater, value = drawn()
    fit = ordinal_model(system, rater, value, 2, 4)
    plain = ordinal_model_by_block(fit, system, rater, value, block)
    monkeypatch.setattr("jurybox.stats.ordinal_blocks._TOGETHER", 50)  # a few blocks at a time
    order = np.random.default_rng(1).permutation(len(block))
    mixed = (part[order] for part in (system, rater, value, 1000 - 7 * block))
    other = ordinal_model_by_block(fit, *mixed)
    np.testing.assert_allclose(errors(plain.raters), errors(other.raters))


def test_a_rater_without_an_effect_keeps_the_reason_and_the_others_their_errors():
    block, system, rater, value = drawn()
    value = np.where(rater == 3, 4.0, value)
    found = ordinal_model_by_block(ordinal_model(system, rater, value, 2, 4), system, rater, value, block)
    assert (found.raters[3].value, found.raters[3].reason) == (None, "separated")
    others = rater != 3
    rest = tuple(part[others] for part in (system, rater, value))
    without = ordinal_model_by_block(ordinal_model(*rest, 2, 4), *rest, block[others])
    np.testing.assert_allclose(errors(found.raters[:3]), errors(without.raters[:3]))


def test_one_rater_whose_ratings_differ_among_others_whose_do_not():
    block, system, rater, value = drawn()
    value = np.where(rater > 0, 4.0, value)
    found = ordinal_model_by_block(ordinal_model(system, rater, value, 2, 4), system, rater, value, block)
    assert found.raters[0].value == 0.0
    assert found.systems[0].interval[1] < 0 < found.systems[1].interval[0]


def test_four_blocks_give_no_interval():
    block, system, rater, value = drawn(4)
    found = ordinal_model_by_block(ordinal_model(system, rater, value, 2, 4), system, rater, value, block)
    assert {(one.interval, one.reason) for one in found.raters} == {(None, "too_few_blocks")}


def test_a_fit_that_failed_stays_as_it_is():
    none = np.empty(0, int)
    fit = ordinal_model(none, none, np.empty(0), 2, 2)
    assert ordinal_model_by_block(fit, none, none, np.empty(0), none) is fit


def test_the_names_of_levels_and_a_turned_scale_do_not_matter():
    block, system, rater, value = drawn()
    up = ordinal_model_by_block(ordinal_model(system, rater, value, 2, 4), system, rater, value, block)
    down = ordinal_model_by_block(ordinal_model(system, rater, -value, 2, 4), system, rater, -value, block)
    for one, other in zip(up.raters, down.raters, strict=True):
        assert one.interval == pytest.approx((-other.interval[1], -other.interval[0]), abs=1e-6)
