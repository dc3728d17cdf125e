"""Groups: consecutive, within one film, the same positions for every system, drawn from a seed."""

import random
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from jurybox.exchange.film.cues import Cue, Notes
from jurybox.exchange.film.groups import Grouped, grouped, preceding, sampled
from jurybox.exchange.film.positions import positions


def cue(start: float, end: float, text: str = "text", clip: str = "") -> Cue:
    return Cue("Tea", start, end, text, ("a.srt", 1 + round(start)), clip)


def regular(count: int, system: str = "a", off: float = 0.0, without: Sequence[int] = ()) -> list[Cue]:
    """A description of two seconds every five."""
    return [cue(5 * n + off, 5 * n + 2 + off, f"{system}{n}") for n in range(count) if n not in without]


def make(systems: dict[str, list[Cue]], size: int = 3, drop: int = 0) -> tuple[Grouped, list[str]]:
    notes = Notes()
    made = grouped("Tea", positions(systems, notes), systems, size, drop)
    return made, [note.code for note in notes.said()]


def firsts(made: Grouped) -> list[int]:
    return [group.number for group in made.groups]


def texts(systems: dict[str, list[Cue]], made: Grouped, system: str) -> list[list[str]]:
    return [[systems[system][p.cues[system]].text for p in group.positions] for group in made.groups]


def test_groups_follow_one_another_without_overlap():
    made, notes = make({"a": regular(11)})
    assert (firsts(made), made.left_over, notes) == ([1, 4, 7], 2, [])


def test_the_first_and_last_are_dropped():
    made, _ = make({"a": regular(14)}, drop=2)
    assert firsts(made) == [3, 6, 9]
    assert (made.positions, made.dropped, made.left_over) == (14, 4, 1)
    assert make({"a": regular(14)}, drop=7)[0] == Grouped((), 14, 14, 0, 0)
    assert make({"a": regular(14)}, drop=99)[0].dropped == 14


def test_every_system_has_the_same_positions_though_its_times_differ_a_little():
    systems = {"a": regular(6), "b": regular(6, "b", 0.4)}
    made, notes = make(systems)
    assert (firsts(made), notes) == ([1, 4], [])
    assert texts(systems, made, "b") == [["b0", "b1", "b2"], ["b3", "b4", "b5"]]
    assert (made.groups[0].start, made.groups[0].end) == (0, 12.4)


def test_a_position_that_one_system_lacks_is_in_no_group():
    systems = {"a": regular(9), "b": regular(9, "b", without=[4])}
    made, _ = make(systems)
    assert (firsts(made), made.incomplete, made.left_over) == ([1, 6], 1, 2)
    assert texts(systems, made, "b") == [["b0", "b1", "b2"], ["b5", "b6", "b7"]]


def test_segments_of_a_system_are_consecutive_in_its_own_list():
    between = sorted([*regular(6, "b"), cue(8, 9, "extra")], key=lambda c: c.start)
    made, notes = make({"a": regular(6), "b": between})
    assert notes == ["film.no_position"]
    assert firsts(made) == [3]


def test_two_descriptions_at_one_position_count_for_none():
    halves = [cue(0, 2), cue(5, 5.9), cue(6, 7), *regular(6)[2:]]
    made, notes = make({"a": regular(6), "b": halves})
    assert (firsts(made), notes, made.incomplete) == ([3], ["film.two_at_once"], 1)


def test_a_position_without_text_is_in_no_group():
    silent = [*regular(2), cue(10, 12, ""), *regular(7)[3:]]
    assert firsts(make({"a": regular(7), "b": silent})[0]) == [4]


def test_a_system_may_have_fewer_and_later_descriptions():
    made, _ = make({"a": regular(12), "b": regular(12, "b", without=range(6))})
    assert firsts(made) == [7, 10]


def test_groups_never_cross_the_border_of_a_clip():
    def clips(system: str) -> list[Cue]:
        return [cue(n, n + 0.5, f"{system}{clip}{n}", clip) for clip in ("x", "y") for n in range(4)]

    systems = {"a": clips("a"), "b": clips("b")}
    made, _ = make(systems)
    assert [group.clip for group in made.groups] == ["x", "y"]
    assert firsts(made) == [1, 5]
    assert preceding(made.groups[1], "b", systems["b"]) == "bx3"


def test_the_preceding_segment_is_the_same_systems_and_there_is_none_at_the_beginning():
    systems = {"a": regular(6), "b": sorted([*regular(6, "b"), cue(13, 14, "extra")], key=lambda c: c.start)}
    made, _ = make(systems)
    assert firsts(made) == [1, 4]
    assert [preceding(group, "a", systems["a"]) for group in made.groups] == ["", "a2"]
    assert [preceding(group, "b", systems["b"]) for group in made.groups] == ["", "extra"]


def test_a_sample_is_drawn_from_the_seed_and_keeps_the_films_order():
    made, _ = make({"a": regular(300)})
    one = sampled(made.groups, 20, "seed")
    assert one == sampled(made.groups, 20, "seed")
    assert one != sampled(made.groups, 20, "other")
    assert len(one) == 20
    assert [group.number for group in one] == sorted(group.number for group in one)
    assert set(map(id, sampled(made.groups, 10, "seed"))) < set(map(id, one)), "a larger sample holds the smaller"
    assert sampled(made.groups, None, "seed") == list(made.groups)


def test_every_group_has_the_same_chance():
    made, _ = make({"a": regular(30)})
    drawn = [group.number for seed in range(2000) for group in sampled(made.groups, 3, str(seed))]
    counts = [drawn.count(number) for number in firsts(made)]
    assert all(500 < count < 700 for count in counts), counts


@given(st.integers(0, 2**32), st.integers(1, 4), st.integers(0, 4))
def test_whatever_systems_say_groups_are_sound(seed: int, size: int, drop: int):
    chance = random.Random(seed)
    systems = {}
    for name in "abc"[: chance.randint(1, 3)]:
        kept = [n for n in range(25) if chance.random() < 0.9]
        systems[name] = [cue(5 * n + chance.uniform(0, 1.5), 5 * n + chance.uniform(2, 6), name) for n in kept]
        systems[name].sort(key=lambda c: (c.start, c.end))
    made, _ = make(systems, size, drop)
    used = [group.number + n for group in made.groups for n in range(size)]
    assert len(used) == len(set(used))
    assert all(drop < number <= made.positions - drop for number in used)
    assert made.positions == made.dropped + made.incomplete + made.left_over + len(used)
    for group in made.groups:
        for name in systems:
            places = [position.cues[name] for position in group.positions]
            assert places == list(range(places[0], places[0] + size))
