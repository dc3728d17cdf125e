"""Dawid and Skene's own example, and raters with known errors."""

import numpy as np
import pytest

from jurybox.stats.latent_categories import dawid_skene
from tests.unit.stats.ranking_cases import GOLDEN


def patients():
    responses = GOLDEN["dawid_skene_1979"]["input"]["responses"]
    rows = [
        (int(unit) - 1, int(rater) - 1, said - 1)
        for unit, by_rater in responses.items()
        for rater, all_said in by_rater.items()
        for said in all_said
    ]
    return np.array(rows).T


def test_the_patients_of_1979():
    case = GOLDEN["dawid_skene_1979"]
    unit, rater, said = patients()
    found = dawid_skene(unit, rater, said, 45, 5, 4)
    np.testing.assert_allclose(found.marginals, case["expected"]["class_marginals"], atol=case["tolerance"])
    np.testing.assert_allclose(found.marginals, case["computed"]["numpy EM (20 lines)"]["class_marginals"], atol=1e-4)
    rates = np.array(case["notes"]["error_rates_observer1"].replace("[", " ").replace("]", " ").split(), float)
    np.testing.assert_allclose(found.confusion[0].ravel(), rates, atol=1e-4)
    assert found.best[2] == 1
    assert found.reason is None


def crowd(seed=0, units=800):
    rng = np.random.default_rng(seed)
    true = rng.choice(3, size=units, p=[0.5, 0.3, 0.2])
    accuracy = np.array([0.9, 0.8, 0.7, 0.35])
    unit, rater = np.repeat(np.arange(units), 4), np.tile(np.arange(4), units)
    is_right = rng.random(len(unit)) < accuracy[rater]
    said = np.where(is_right, true[unit], (true[unit] + rng.integers(1, 3, size=len(unit))) % 3)
    return unit, rater, said, true, accuracy


def test_known_accuracies_come_out_and_a_bad_rater_counts_less():
    unit, rater, said, true, accuracy = crowd(units=5000)
    found = dawid_skene(unit, rater, said, 5000, 4, 3)
    np.testing.assert_allclose(found.accuracy(), accuracy, atol=0.03)
    votes = np.zeros((5000, 3))
    np.add.at(votes, (unit, said), 1)
    assert (found.best == true).mean() > (votes.argmax(axis=1) == true).mean()


def test_the_order_of_ratings_does_not_matter():
    unit, rater, said, _, _ = crowd(units=100)
    order = np.random.default_rng(1).permutation(len(unit))
    one = dawid_skene(unit, rater, said, 100, 4, 3)
    other = dawid_skene(unit[order], rater[order], said[order], 100, 4, 3)
    np.testing.assert_allclose(one.chance, other.chance, atol=1e-9)


def test_a_unit_without_ratings_has_the_shares_of_all_and_a_silent_rater_no_accuracy():
    unit, rater, said, _, _ = crowd(units=50)
    found = dawid_skene(unit, rater, said, 51, 5, 3)
    np.testing.assert_allclose(found.chance[50], found.marginals, atol=1e-9)
    assert np.isnan(found.accuracy()[4])


def test_nothing_and_too_few_steps_have_reasons(monkeypatch):
    empty = np.empty(0, int)
    assert dawid_skene(empty, empty, empty, 3, 2, 2).reason == "no_ratings"
    unit, rater, said, _, _ = crowd(units=50)
    monkeypatch.setattr("jurybox.stats.latent_categories.MOST_STEPS", 1)
    assert dawid_skene(unit, rater, said, 50, 4, 3).reason == "no_convergence"


@pytest.mark.parametrize("categories", [1, 2])
def test_all_the_same_category_is_certain(categories):
    unit, rater = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    found = dawid_skene(unit, rater, np.zeros(4, int), 2, 2, categories)
    assert found.marginals[0] == pytest.approx(1.0)
    assert found.best.tolist() == [0, 0]
