"""From candidates to units, and from equal outputs to candidates."""

from itertools import combinations
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.core import UnitShape
from jurybox.design.merging import merge
from jurybox.design.units import units_of_item

COUNTS = st.integers(0, 9)
TEXTS = st.sampled_from(["A dog.", "a dog", "A  dog .", "A caf\u00e9", "A cafe\u0301", "A cat", "", " "])


@given(COUNTS)
def test_one_by_one_gives_a_unit_for_each_candidate(count: int) -> None:
    assert units_of_item(range(count), UnitShape(candidates=1), "seed", 1) == [(n,) for n in range(count)]


@given(COUNTS)
def test_all_together_gives_one_unit(count: int) -> None:
    found = units_of_item(range(count), UnitShape(candidates="all"), "seed", 1)
    assert found == ([tuple(range(count))] if count else [])


@given(COUNTS, st.integers(2, 5))
def test_subsets_are_all_there_unless_fewer_are_asked_for(count: int, size: int) -> None:
    found = units_of_item(range(count), UnitShape(candidates=size), "seed", 1)
    expected = list(combinations(range(count), size)) if count > size else [tuple(range(count))] * bool(count)
    assert found == expected


@given(st.integers(3, 9), st.integers(2, 4), st.integers(1, 40), st.text(max_size=5), st.integers(0, 50))
def test_drawn_subsets_are_different_and_use_candidates_evenly(
    count: int, size: int, wanted: int, seed: str, item: int
) -> None:
    found = units_of_item(range(count), UnitShape(candidates=size, subsets=wanted), seed, item)
    if count <= size:
        assert len(found) == 1
        return
    assert len(found) == len(set(found)) == min(wanted, comb(count, size))
    assert all(list(unit) == sorted(unit) and len(set(unit)) == size for unit in found)
    used = [sum(n in unit for unit in found) for n in range(count)]
    assert max(used) - min(used) <= 3


@given(st.lists(TEXTS, max_size=8), st.sampled_from(["exact", "same-words", "none"]))
def test_merging_keeps_every_system_once_and_shows_the_first(texts: list[str], rule: str) -> None:
    groups = merge(list(enumerate(texts)), rule)
    assert sorted(system for group in groups for system in group) == list(range(len(texts)))
    assert all(group == sorted(group) for group in groups)
    if rule == "none":
        assert all(len(group) == 1 for group in groups)


@given(st.lists(TEXTS, max_size=8))
def test_same_words_merges_whatever_exact_merges(texts: list[str]) -> None:
    exact, words = (merge(list(enumerate(texts)), rule) for rule in ("exact", "same-words"))
    assert all(any(set(group) <= set(larger) for larger in words) for group in exact)


@pytest.mark.parametrize(
    ("rule", "texts", "groups"),
    [
        ("exact", ["caf\u00e9", "cafe\u0301", "Caf\u00e9"], [[0, 1], [2]]),
        ("exact", ["a dog", "a dog "], [[0], [1]]),
        ("same-words", ["A dog .", "a  dog", "A dog!?", "a dog,"], [[0, 1, 2, 3]]),
        ("same-words", ["don't", "dont"], [[0], [1]]),
        ("same-words", ["\u72d7\u3002", "\u72d7"], [[0, 1]]),
        ("none", ["same", "same"], [[0], [1]]),
    ],
)
def test_what_counts_as_equal(rule: str, texts: list[str], groups: list[list[int]]) -> None:
    assert merge(list(enumerate(texts)), rule) == groups


def test_outputs_of_several_segments_are_equal_when_all_are() -> None:
    def made(*texts: str) -> Any:
        return ({}, [{"output": text} for text in texts])

    outputs = [(1, made("a", "b")), (2, made("a", "c")), (3, made("a", "b")), (4, made("b", "a"))]
    assert merge(outputs, "exact") == [[1, 3], [2], [4]]


def test_a_picture_is_what_is_in_it_and_not_what_its_file_was_called() -> None:
    def made(file: str, name: str) -> Any:
        return ({"picture": {"file": file, "type": "image/png", "name": name}}, [])

    outputs = [(1, made("ab", "x.png")), (2, made("ab", "y.png")), (3, made("cd", "x.png"))]
    assert merge(outputs, "exact") == [[1, 2], [3]]


def test_a_field_called_name_is_compared_like_any_other() -> None:
    assert merge([(1, ({"name": "Ada"}, [])), (2, ({"name": "Bob"}, []))], "exact") == [[1], [2]]


def test_people_are_told_apart_by_their_names() -> None:
    people: list[tuple[int, Any]] = [(n, ({"people": [{"name": name}]}, [])) for n, name in enumerate(["Ada", "Bob"])]
    assert merge(people, "exact") == [[0], [1]]
