"""The distance of two texts against the textbook's table, and what is a word."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurybox.core.edit_distance import distance, edit_counts, share_apart, words


def by_the_table(one: Sequence[object], other: Sequence[object]) -> int:
    """Wagner and Fischer (1974), cell by cell."""
    above = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (a != b)))
        above = row
    return above[-1]


TEXTS = st.text("ab é我\n", max_size=40)


@given(TEXTS, TEXTS)
def test_the_distance_is_that_of_the_table(one: str, other: str):
    assert distance(one, other) == by_the_table(one, other)


@given(st.lists(st.sampled_from(["a", "an", "the", "dog"]), max_size=90), st.integers(0, 10_000))
def test_words_are_compared_as_characters_are(one: list[str], seed: int):
    chance = random.Random(seed)
    other = [word for word in one if chance.random() < 0.8]
    for _ in range(chance.randrange(6)):
        other.insert(chance.randrange(len(other) + 1), chance.choice(["a", "cat"]))
    assert distance(one, other) == by_the_table(one, other)


@given(TEXTS, TEXTS, TEXTS)
def test_it_is_a_distance(one: str, other: str, third: str):
    assert distance(one, other) == distance(other, one)
    assert (distance(one, other) == 0) == (one == other)
    assert distance(one, third) <= distance(one, other) + distance(other, third)


@given(TEXTS, TEXTS)
def test_the_share_lies_between_none_and_all(one: str, other: str):
    assert 0 <= share_apart(one, other) <= 1
    assert share_apart(one, one) == 0


def test_texts_longer_than_a_word_of_the_machine_are_counted_to_the_end():
    chance = random.Random(1)
    one = "".join(chance.choices("abcd ", k=700))
    other = "".join(letter for letter in one if chance.random() < 0.9) + "end"
    assert distance(one, other) == by_the_table(one, other)


@pytest.mark.parametrize(("text", "found"), [
    ("The cat, it isn't here.", ["The", "cat", ",", "it", "isn't", "here", "."]),
    ("我们走吧。", ["我", "们", "走", "吧", "。"]),
    ("שלום עולם!", ["שלום", "עולם", "!"]),
    ("हिन्दी में", ["हिन्दी", "में"]),
    ("ไทย", ["ไ", "ท", "ย"]),
    ("x_1 = 2,5 €", ["x", "_", "1", "=", "2", ",", "5", "€"]),
    ("  \n", []),
])  # fmt: skip
def test_words_by_script(text: str, found: list[str]):
    assert words(text) == found


def test_signs_that_are_written_in_two_ways_are_the_same():
    assert edit_counts("caf\u0065\u0301\r\nbar", "café\nbar")[:2] == (0, 0)


def test_a_word_that_moves_is_taken_out_and_put_in():
    """There are no shifts: TER would count one edit here."""
    assert edit_counts("today we leave", "we leave today").words == 2
