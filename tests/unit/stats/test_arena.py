"""Pairs that are chosen while judgements come in: what that does to intervals, to false alarms, to what is found."""

import math
from functools import cache

import numpy as np
import pytest
from scipy.stats import t

from jurybox.stats import (
    ComparedPairs,
    Ints,
    bradley_terry,
    differences_of,
    differences_two_ways,
    most_informative,
    posterior,
    strengths_by_block,
    strengths_two_ways,
)
from tests.unit.stats.arena_studies import Found, Truth, play, studies

APART = Truth((-1.5, -0.9, -0.3, 0.3, 0.9, 1.5))
EQUAL = Truth((0.0,) * 6)
SIMULATION = (0.05 * 0.95 / 1_000) ** 0.5
"""How far a share of 5 % of a thousand studies is off by chance."""


def mean(found: list[Found], what: str) -> float:
    return float(np.mean([getattr(one, what) for one in found]))


def test_the_posterior_of_two_systems_solves_its_own_equation() -> None:
    found = posterior(np.array([[0.0, 3.0], [1.0, 0.0]]))
    x = float(found.strength[0])
    assert math.isclose(3 - 4 / (1 + math.exp(-2 * x)), x, abs_tol=1e-9)  # slope of the likelihood = strength / prior
    w = 4 * (p := 1 / (1 + math.exp(-2 * x))) * (1 - p)
    inverse = np.linalg.inv(np.array([[w + 1, -w], [-w, w + 1]]))
    assert np.allclose(found.covariance, inverse)


def test_with_much_data_the_posterior_is_the_usual_fit() -> None:
    rng = np.random.default_rng(1)
    first, second = rng.integers(0, 3, 60_000), rng.integers(0, 3, 60_000)
    first, second = first[first != second], second[first != second]
    strength = np.array([0.5, 0.0, -0.5])
    better = rng.random(len(first)) < 1 / (1 + np.exp(strength[second] - strength[first]))
    wins = np.zeros((3, 3))
    np.add.at(wins, (np.where(better, first, second), np.where(better, second, first)), 1.0)
    fit = bradley_terry(ComparedPairs(first, second, np.where(better, 1, -1), 3))
    assert np.allclose(posterior(wins).strength, [one.value or 0.0 for one in fit.strengths], atol=1e-3)


def test_a_system_that_always_won_has_a_strength() -> None:
    found = posterior(np.array([[0.0, 9.0], [0.0, 0.0]]))
    assert 0 < found.strength[0] < 3


def test_pairs_that_are_on_their_way_are_not_asked_for_again() -> None:
    wins = np.full((3, 3), 4.0) - 4 * np.eye(3)
    room, rank = np.full((3, 3), 9), np.arange(9).reshape(3, 3)
    on_the_way = np.zeros((3, 3))
    assert most_informative(posterior(wins, on_the_way), room, 1, rank) == [(0, 1)]
    on_the_way[0, 1] = on_the_way[1, 0] = 8
    assert most_informative(posterior(wins, on_the_way), room, 2, rank) == [(0, 2), (1, 2)]


def test_close_systems_are_asked_for_before_those_that_are_far_apart() -> None:
    strength = np.array([-3.0, -0.1, 0.1, 3.0])
    n = 40 * (1 - np.eye(4))
    wins = n / (1 + np.exp(strength[None, :] - strength[:, None]))
    assert most_informative(posterior(wins), np.full((4, 4), 9), 1, np.zeros((4, 4), int)) == [(1, 2)]


def test_no_pair_is_asked_for_more_often_than_there_is_room() -> None:
    room = np.array([[0, 1, 2], [0, 0, 0], [0, 0, 0]])
    found = most_informative(posterior(np.zeros((3, 3))), room, 9, np.arange(9).reshape(3, 3))
    assert sorted(found) == [(0, 1), (0, 2), (0, 2)]


def test_two_raters_widen_nothing_and_many_never_narrow() -> None:
    judged = play(APART, 5, is_uncertain=True)
    by_item = strengths_by_block(judged.pairs, judged.item)
    both = strengths_two_ways(judged.pairs, judged.item, judged.rater)
    few = strengths_two_ways(judged.pairs, judged.item, judged.rater % 2)
    assert (both.sure_by, few.sure_by) == ("items_and_raters", "items")
    for n, one in enumerate(by_item.strengths):
        assert one.interval is not None
        assert np.allclose((few.low[n], few.high[n]), one.interval)
        assert both.low[n] <= one.interval[0] + 1e-12
        assert both.high[n] >= one.interval[1] - 1e-12


def test_what_one_rater_says_alike_is_one_voice() -> None:
    item = np.arange(200)
    rater = item % 4
    outcome = np.where(rater < 3, 1, -1)  # three raters always like the one, one the other
    pairs = ComparedPairs(np.zeros(200, int), np.ones(200, int), outcome, 2)
    found = strengths_two_ways(pairs, item, rater)
    assert found.difference_low[0] < 0 < found.difference_high[0]
    assert strengths_by_block(pairs, item).strengths[0].interval is not None
    assert strengths_two_ways(pairs, item, item % 50).difference_low[0] > 0


def test_raters_who_say_alike_widen_what_is_tested_as_far_as_they_matter() -> None:
    """V by hand for two systems: the score of a block is what its raters won too often."""
    rng = np.random.default_rng(7)
    item, rater = np.arange(300) % 100, rng.integers(0, 9, 300)
    outcome = np.where(rng.random(300) < np.where(rater < 4, 0.75, 0.45), 1, -1)
    pairs = ComparedPairs(np.zeros(300, int), np.ones(300, int), outcome, 2)
    found = differences_two_ways(pairs, item, rater, by_item := strengths_by_block(pairs, item))
    share = (outcome > 0).mean()

    def spread(blocks: Ints) -> float:
        """Σ s² / I², s the summed residues of a block, I the information of all."""
        scores = np.bincount(np.unique(blocks, return_inverse=True)[1], (outcome > 0) - share)
        return float((scores**2).sum() / (300 * share * (1 - share)) ** 2)

    def in_effect(blocks: Ints) -> float:
        size = np.bincount(np.unique(blocks, return_inverse=True)[1])
        return float(size.sum() ** 2 / (size**2).sum())

    e, r = in_effect(item), in_effect(rater)
    own = spread(item) * e / (e - 1)
    more = max(spread(rater) * r / (r - 1) - spread(item * 9 + rater), 0.0)
    degrees = (own + more) ** 2 / (own**2 / (e - 1) + more**2 / (r - 1))
    value = math.log(share / (1 - share))
    assert float(found.value[0]) == pytest.approx(value, rel=1e-6)
    assert float(found.p[0]) == pytest.approx(2 * t.sf(value / math.sqrt(own + more), degrees), rel=1e-6)
    assert found.high[0] - value == pytest.approx(t.ppf(0.975, degrees) * math.sqrt(own + more), rel=1e-6)
    assert found.p[0] > differences_of(by_item).p[0]
    alone = differences_two_ways(pairs, item, rater % 2, by_item)
    assert np.array_equal(alone.p, differences_of(by_item).p)


def test_a_few_studies_choose_better_and_stay_honest() -> None:
    evenly, chosen = studies(APART, 12, is_uncertain=False), studies(APART, 12, is_uncertain=True)
    assert mean(chosen, "alike") > mean(evenly, "alike") - 0.05
    assert mean(chosen, "width") < mean(evenly, "width")
    assert mean(chosen, "covered") > 0.88
    assert mean(chosen, "tested") > 0.88
    assert mean(studies(EQUAL, 12, is_uncertain=True), "wrong") < 0.05


@cache
def thousand(name: str, is_uncertain: bool) -> list[Found]:
    return studies({"apart": APART, "equal": EQUAL}[name], 1_000, is_uncertain)


@pytest.mark.soak
@pytest.mark.parametrize("name", ["apart", "equal"])
@pytest.mark.parametrize("is_uncertain", [False, True])
def test_a_thousand_studies_stay_honest(name: str, is_uncertain: bool) -> None:
    found = thousand(name, is_uncertain)
    told = {what: round(mean(found, what), 4) for what in Found._fields}
    print(name, "chosen" if is_uncertain else "even", len(found), told)
    assert mean(found, "covered") > 0.94
    assert mean(found, "tested") > 0.93
    if name == "equal":
        assert np.mean([one.wrong > 0 for one in found]) < 0.05 + 2 * SIMULATION


@pytest.mark.soak
def test_a_thousand_studies_find_more_where_pairs_are_chosen() -> None:
    evenly, chosen = thousand("apart", False), thousand("apart", True)
    assert mean(chosen, "alike") > mean(evenly, "alike")
    assert mean(chosen, "ordered") > mean(evenly, "ordered")
