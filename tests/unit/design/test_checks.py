"""Where checks come, and how an output is made worse: by the seed alone."""

from itertools import pairwise

import pytest

from jurybox.design import RULES, checks_among, checks_before, degrade, is_check_place, with_checks

TEXT = "The quick brown fox jumps over the lazy dog near the river bank today."


def places(share: float, rater: str, until: int = 400) -> list[int]:
    return [place for place in range(until) if is_check_place(place, share, "seed", rater)]


@pytest.mark.parametrize("share", [0.02, 0.05, 0.1, 0.15, 0.2, 0.25])
def test_checks_are_as_many_as_asked_for_never_among_the_first_three_and_never_adjacent(share: float):
    for n in range(40):
        found = places(share, f"rater {n}")
        assert found[0] >= 3
        assert all(after - before > 1 for before, after in pairwise(found))
        assert abs(len(found) - 400 * share) <= 1


def test_each_rater_has_places_of_their_own_and_always_the_same():
    assert places(0.1, "one") == places(0.1, "one") != places(0.1, "two")
    assert not places(0, "one")


def test_every_place_but_the_first_three_is_one_for_somebody():
    found = {place for n in range(300) for place in places(0.1, f"rater {n}", 30)}
    assert {3, 4, 5, 6, 7, 8, 9} <= found
    assert not {0, 1, 2} & found


def test_what_is_to_come_is_counted_without_going_there():
    for share in (0.05, 0.1, 0.25):
        for first in range(30):
            assert checks_before(first, share, "seed", "r") == len([p for p in places(share, "r", 60) if p < first])
            for units in range(20):
                assert checks_among(first, units, share, "seed", "r") == walked(first, units, share)


def walked(first: int, units: int, share: float) -> int:
    place, found = first, 0
    while units:
        if is_check_place(place, share, "seed", "r"):
            found += 1
        else:
            units -= 1
        place += 1
    return found


def test_in_a_stream_checks_keep_their_places_whatever_is_done():
    assert with_checks("abcdef", [(3, "X"), (6, "Y")], 0) == ["a", "b", "c", "X", "d", "e", "Y", "f"]
    assert with_checks("def", [(6, "Y")], 4) == ["d", "e", "Y", "f"]


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_makes_another_text_of_the_same_words_or_fewer(rule: str):
    made = degrade(TEXT, [rule], 0.4, "A slow green turtle sleeps under a tree all day long.", "seed", 7)
    assert made is not None
    assert made.split() != TEXT.split()
    assert made == degrade(TEXT, [rule], 0.4, "A slow green turtle sleeps under a tree all day long.", "seed", 7)
    words, kept = TEXT.split(), made.split()
    if rule == "drop":
        assert set(kept) < set(words)
        assert len(kept) == len(words) - 6
    if rule == "swap":
        assert sorted(kept) == sorted(words)
    if rule == "repeat":
        assert set(kept) == set(words)
        assert len(kept) == len(words) + 6
    if rule == "replace":
        assert len(kept) == len(words)
        assert 0 < len(set(kept) - set(words)) <= 6


def test_scripts_without_spaces_are_made_worse_too():
    made = degrade("这只敏捷的棕色狐狸跳过了懒狗", ["drop"], 0.5, "", "seed")
    assert made is not None
    assert len(made) == 7


@pytest.mark.parametrize("text", ["", "two words", "a a a a a", "   "])
def test_what_no_rule_can_make_worse_is_left_alone(text: str):
    made = degrade(text, ["swap"], 0.5, "", "seed")
    assert made is None


def test_a_rule_that_fits_not_makes_room_for_another():
    assert degrade("a a a a", RULES, 0.5, "b c d e", "seed") not in (None, "a a a a")
