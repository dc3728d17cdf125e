"""F1 of edits: the same edits, others, and none; recomputed from sets of places where edits are such."""

from itertools import combinations

import numpy as np

from jurybox.stats import Estimate, Ints, edit_f1


def of_places(units: list[list[set[int]]], blocks: Ints | None = None) -> Estimate:
    """Of edits at places of their own: what lies between two texts are the places of one alone."""
    rows = [(n, places) for n, ratings in enumerate(units) for places in ratings]
    pairs = [(a, b) for a, b in combinations(range(len(rows)), 2) if rows[a][0] == rows[b][0]]
    one, other = np.array(pairs, np.int64).reshape(-1, 2).T
    unit = np.array([n for n, _ in rows], np.int64)
    edits = np.array([len(places) for _, places in rows], np.int64)
    apart = np.array([len(rows[a][1] ^ rows[b][1]) for a, b in pairs], np.int64)
    return edit_f1(unit, edits, one, other, apart, blocks=blocks)


def test_the_same_edits_are_one_and_edits_that_share_nothing_are_none() -> None:
    assert of_places([[{1, 2}, {1, 2}], [{3}, {3}]]).value == 1
    assert of_places([[{1, 2}, {3, 4}]]).value == 0


def test_it_is_the_f1_of_what_was_edited() -> None:
    rng = np.random.default_rng(3)
    units = [[set(np.flatnonzero(rng.random(12) < 0.4).tolist()) for _ in range(3)] for _ in range(40)]
    pairs = [pair for ratings in units for pair in combinations(ratings, 2)]
    expected = 2 * sum(len(a & b) for a, b in pairs) / sum(len(a) + len(b) for a, b in pairs)
    found = of_places(units)
    assert found.value is not None
    assert abs(found.value - expected) < 1e-12
    assert found.interval is not None
    assert found.interval[0] < expected < found.interval[1]


def test_texts_that_nobody_changes_add_nothing_and_alone_say_nothing() -> None:
    assert of_places([[set(), set()], [{1}, {1, 2}]]).value == of_places([[{1}, {1, 2}]]).value
    assert of_places([[set(), set()]]).reason == "no_variance"
    assert of_places([[{1}], [{2}]]).reason == "no_overlap"
    assert of_places([]).reason == "no_ratings"


def test_units_of_one_block_speak_with_one_voice() -> None:
    rng = np.random.default_rng(4)
    units = [[set(np.flatnonzero(rng.random(9) < 0.5).tolist()) for _ in range(2)] for _ in range(8)] * 8
    alone, together = of_places(units), of_places(units, np.arange(64) % 8)
    assert alone.interval is not None
    assert together.interval is not None
    assert together.interval[1] - together.interval[0] > 2 * (alone.interval[1] - alone.interval[0])
