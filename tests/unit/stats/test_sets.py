"""Agreement about sets of tags."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from jurybox.stats import sets as module
from jurybox.stats.alpha import krippendorff_alpha
from jurybox.stats.estimate import Ints
from jurybox.stats.sets import SetDistance, SetMetric, distinct_sets, mean_jaccard, set_alpha
from tests.unit.stats.agreement_cases import bounds, error, number

KINDS: tuple[SetDistance, ...] = ("jaccard", "masi")
UNITS = st.lists(st.lists(st.frozensets(st.integers(0, 4), max_size=4), min_size=1, max_size=4), min_size=1, max_size=8)


def rows(units) -> tuple[Ints, Ints, Ints]:
    """unit, row, tag of lists of sets."""
    flat = [(u, one) for u, ratings in enumerate(units) for one in ratings]
    held = [(r, tag) for r, (_, one) in enumerate(flat) for tag in sorted(one)]
    row, tag = np.array(held, int).reshape(-1, 2).T
    return np.array([u for u, _ in flat], int), row, tag


def apart(a, b, kind):
    if a == b:
        return 0.0
    alike = len(a & b) / len(a | b)
    if kind == "jaccard":
        return 1 - alike
    return 1 - alike * (2 / 3 if a <= b or b <= a else 1 / 3 if a & b else 0)


def by_hand(units, kind):
    """Alpha from its definition, pair by pair."""
    paired = [ratings for ratings in units if len(ratings) > 1]
    every = [one for ratings in paired for one in ratings]
    observed = sum(
        sum(apart(a, b, kind) for a, b in permutations(ratings, 2)) / (len(ratings) - 1) for ratings in paired
    )
    expected = sum(apart(a, b, kind) for a, b in permutations(every, 2)) / max(1, len(every) - 1)
    return 1 - observed / expected if expected else None


@pytest.mark.parametrize("kind", KINDS)
@given(UNITS)
def test_alpha_is_that_of_the_definition(kind, units):
    found = set_alpha(*rows(units), 5, kind)
    assert found.value == pytest.approx(by_hand(units, kind))
    assert (found.reason is None) == (found.value is not None)


@pytest.mark.parametrize("few", [1, 512])
@pytest.mark.parametrize("kind", KINDS)
@given(UNITS)
def test_alpha_is_the_same_where_no_table_of_sets_is_written_out(kind, few, units):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "FEW_LEVELS", few)
        patch.setattr(module, "CHUNK", 3)
        assert set_alpha(*rows(units), 5, kind).value == pytest.approx(by_hand(units, kind))


@given(UNITS)
def test_hundreds_of_tags_are_held_like_five(units):
    unit, row, tag = rows(units)
    spread = np.array([0, 63, 64, 127, 199])[tag]
    assert set_alpha(unit, row, spread, 200).value == pytest.approx(set_alpha(unit, row, tag, 5).value)
    assert mean_jaccard(unit, row, spread, 200).value == pytest.approx(mean_jaccard(unit, row, tag, 5).value)


@given(UNITS)
def test_jaccard_is_the_mean_over_units_of_the_mean_over_pairs(units):
    found = mean_jaccard(*rows(units), 5)
    paired = [ratings for ratings in units if len(ratings) > 1]
    assume(paired)
    each = [np.mean([1 - apart(a, b, "jaccard") for a, b in permutations(ratings, 2)]) for ratings in paired]
    assert found.value == pytest.approx(np.mean(each))
    assert (found.units, found.ratings) == (len(paired), sum(map(len, paired)))
    assert found.left_out.get("single_rating", 0) == len(units) - len(paired)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=3, max_size=30))
def test_alpha_over_sets_of_one_tag_is_nominal_alpha(pairs):
    units = [[frozenset([a]), frozenset([b])] for a, b in pairs]
    unit, code = np.repeat(np.arange(len(pairs)), 2), np.array(pairs).ravel()
    nominal = krippendorff_alpha(unit, code, np.arange(4.0), "nominal")
    for kind in KINDS:
        assert set_alpha(*rows(units), 4, kind).value == pytest.approx(nominal.value)


@given(UNITS, st.permutations(range(5)), st.randoms(use_true_random=False))
def test_neither_order_nor_names_of_tags_matter(units, names, random):
    renamed = [[frozenset(names[tag] for tag in one) for one in ratings] for ratings in units]
    for ratings in renamed:
        random.shuffle(ratings)
    random.shuffle(renamed)
    for kind in KINDS:
        assert set_alpha(*rows(renamed), 5, kind).value == pytest.approx(set_alpha(*rows(units), 5, kind).value)


def test_two_empty_sets_agree_and_an_empty_one_shares_nothing():
    assert mean_jaccard(*rows([[set(), set()]]), 3).value == 1
    assert mean_jaccard(*rows([[set(), {1}]]), 3).value == 0


def test_a_tag_listed_twice_counts_once():
    unit = np.array([0, 0])
    assert mean_jaccard(unit, np.array([0, 0, 1]), np.array([1, 1, 1]), 3).value == 1


@pytest.mark.parametrize("few", [0, 512])
def test_the_interval_is_over_units(few, monkeypatch):
    monkeypatch.setattr(module, "FEW_LEVELS", few)
    chance = np.random.default_rng(1)
    units = []
    for _ in range(200):
        true = frozenset(np.flatnonzero(chance.random(5) < 0.4).tolist())
        units.append([true ^ frozenset(np.flatnonzero(chance.random(5) < 0.15).tolist()) for _ in range(3)])
    found = set_alpha(*rows(units), 5, resamples=500)
    drawn = [number(set_alpha(*rows([units[i] for i in chance.integers(0, 200, 200)]), 5)) for _ in range(150)]
    assert found.method == ("bootstrap_units" if few else "linearised")
    assert error(found) == pytest.approx(np.std(drawn), rel=0.2)
    low, high = bounds(found)
    assert low < number(found) < high


def test_with_too_many_sets_to_compare_each_with_each_a_sample_stands_for_all(monkeypatch):
    chance = np.random.default_rng(3)
    true = chance.random((400, 12)) < 0.4
    held = np.concatenate([true ^ (chance.random(true.shape) < 0.1) for _ in range(2)])
    row, tag = np.nonzero(held)
    unit = np.tile(np.arange(400), 2)
    exact = number(set_alpha(unit, row, tag, 12))
    monkeypatch.setattr(module, "FEW_LEVELS", 1)
    monkeypatch.setattr(module, "MOST_COMPARED", 100)
    assert len(distinct_sets(800, row, tag, 12)[1]) > 300
    assert number(set_alpha(unit, row, tag, 12)) == pytest.approx(exact, abs=0.02)


@pytest.mark.parametrize(
    ("units", "reason"),
    [([], "no_ratings"), ([[{1}], [{2}]], "no_overlap"), ([[{1}, {1}], [{1}, {1}]], "no_variance")],
)
def test_what_is_not_defined_has_a_reason(units, reason):
    found = set_alpha(*rows(units), 3, resamples=10)
    assert (found.value, found.reason) == (None, reason)
    assert found.left_out.get("single_rating", 0) == sum(len(ratings) == 1 for ratings in units)


def test_masi_values_subsets_above_overlaps():
    code, masks = distinct_sets(4, np.array([0, 1, 1, 2, 2, 3]), np.array([0, 0, 1, 1, 2, 4]), 5)
    metric = SetMetric(masks, "masi")
    a, ab, bc, e = code
    assert metric.distance(np.array([a, ab, a]), np.array([ab, bc, e])).tolist() == pytest.approx([2 / 3, 8 / 9, 1])
