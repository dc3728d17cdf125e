"""Agreement tag by tag."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.stats.estimate import Ints
from jurybox.stats.kappa import cohen_kappa, fleiss_kappa
from jurybox.stats.tag_by_tag import tag_agreement
from tests.unit.stats.agreement_cases import bounds, error, number

HELD = st.integers(2, 4).flatmap(
    lambda raters: st.lists(
        st.lists(st.frozensets(st.integers(0, 2)), min_size=raters, max_size=raters), min_size=1, max_size=10
    )
)


def rows(units) -> tuple[Ints, Ints, Ints, Ints]:
    unit, rater = np.array([(u, r) for u, ratings in enumerate(units) for r in range(len(ratings))]).T
    flat = [one for ratings in units for one in ratings]
    row, tag = np.array([(n, t) for n, one in enumerate(flat) for t in sorted(one)], int).reshape(-1, 2).T
    return unit, rater, row, tag


@given(HELD)
def test_f1_is_that_of_all_pairs_of_ratings(units):
    found = tag_agreement(*rows(units), 3)
    pairs = [pair for ratings in units for pair in combinations(ratings, 2)]
    for one in found.tags:
        both = sum(one.tag in a and one.tag in b for a, b in pairs)
        given_ = sum((one.tag in a) + (one.tag in b) for a, b in pairs)
        assert one.f1 == (pytest.approx(2 * both / given_) if given_ else None)
        assert one.given == sum(one.tag in held for ratings in units for held in ratings)
    shared, total = sum(len(a & b) for a, b in pairs), sum(len(a) + len(b) for a, b in pairs)
    assert found.f1.value == (pytest.approx(2 * shared / total) if total else None)


@given(HELD)
def test_kappa_is_cohens_of_two_raters_and_fleiss_of_more(units):
    unit, rater, row, tag = rows(units)
    found = tag_agreement(unit, rater, row, tag, 3)
    for one in found.tags:
        code = np.isin(np.arange(len(unit)), row[tag == one.tag]).astype(int)
        if len(units[0]) == 2:
            other = cohen_kappa(code[rater == 0], code[rater == 1], 2)
        else:
            other = fleiss_kappa(unit, code, np.arange(2.0))
        assert one.kappa.value == pytest.approx(other.value)
        assert one.kappa.reason == other.reason
        if other.interval:
            assert bounds(one.kappa) == pytest.approx(other.interval, abs=1e-7)
            assert error(one.kappa) == pytest.approx(error(other), abs=1e-7)


def test_of_two_raters_the_first_is_the_reference():
    unit, rater = np.tile(np.arange(4), 2), np.repeat([0, 1], 4)
    row = np.array([0, 1, 2, 4])
    found = tag_agreement(unit, rater, row, np.zeros(4, int), 1).tags[0]
    assert [found.precision, found.recall, found.f1] == pytest.approx([1, 1 / 3, 1 / 2])


def test_a_tag_that_nobody_gave_has_no_numbers():
    found = tag_agreement(np.array([0, 0]), np.array([0, 1]), np.array([0]), np.array([0]), 2)
    assert found.tags[1].kappa.reason == "no_variance"
    assert (found.tags[1].precision, found.tags[1].recall, found.tags[1].f1) == (None, None, None)


def test_units_with_one_rating_add_nothing():
    units = [[{0}, {0}, {1}], [{1}, {1, 0}, {1}]]
    unit, rater, row, tag = rows(units)
    alone = np.append(unit, 2), np.append(rater, 0), np.append(row, 6), np.append(tag, 0)
    assert tag_agreement(*alone, 2).f1.value == tag_agreement(*rows(units), 2).f1.value
    assert tag_agreement(*alone, 2).tags[0].given == 3


@pytest.mark.parametrize(
    ("unit", "rater", "reason"),
    [
        ([], [], "no_ratings"),
        ([0, 1], [0, 0], "one_rater"),
        ([0, 1], [0, 1], "no_overlap"),
        ([0, 0], [0, 1], "no_variance"),
    ],
)
def test_what_is_not_defined_has_a_reason(unit, rater, reason):
    none = np.zeros(0, int)
    found = tag_agreement(np.array(unit, int), np.array(rater, int), none, none, 2)
    assert (found.f1.value, found.f1.reason) == (None, reason)
    assert all(one.kappa.value is None and one.f1 is None for one in found.tags)


def test_the_interval_of_f1_is_over_units():
    chance = np.random.default_rng(2)
    units = [
        [frozenset(np.flatnonzero((chance.random(3) < 0.2) | truth).tolist()) for _ in range(3)]
        for truth in chance.random((150, 3)) < 0.3
    ]
    found = tag_agreement(*rows(units), 3).f1
    drawn = [number(tag_agreement(*rows([units[i] for i in chance.integers(0, 150, 150)]), 3).f1) for _ in range(200)]
    assert error(found) == pytest.approx(np.std(drawn), rel=0.15)
