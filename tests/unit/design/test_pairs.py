"""Which pairs come next: evenly or as wished, on the items that have had the fewest, and each of them once."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from jurybox.design import DrawnPair, PairItem, Undrawn, draw_evenly, draw_wished, even_number, mixed, still_to_draw


def items(number: int, systems: int) -> list[PairItem]:
    return [PairItem(n, {k: 100 * n + k for k in range(systems)}, []) for n in range(1, number + 1)]


def systems_of(pair: DrawnPair) -> tuple[int, int]:
    first, second = pair.candidates
    return first % 100, second % 100


def test_every_pair_of_systems_and_every_item_comes_equally_often() -> None:
    drawn = draw_evenly(Undrawn(items(9, 4), "seed", 0), 18)
    assert set(Counter(map(systems_of, drawn)).values()) == {3}
    assert set(Counter(one.item for one in drawn).values()) == {2}


def test_the_same_seed_and_batch_draw_the_same_and_others_do_not() -> None:
    first, again = (draw_evenly(Undrawn(items(9, 4), "seed", 3), 18) for _ in range(2))
    assert first == again
    assert first != draw_evenly(Undrawn(items(9, 4), "seed", 4), 18)
    assert first != draw_evenly(Undrawn(items(9, 4), "other", 3), 18)
    assert sorted(mixed(first, "seed", 3)) == sorted(first)


def test_a_system_that_comes_late_is_drawn_first() -> None:
    old = [PairItem(n, {k: 100 * n + k for k in range(4)}, [(100 * n, 100 * n + 1), (100 * n + 1, 100 * n + 2),
                                                         (100 * n, 100 * n + 2)]) for n in range(1, 7)]  # fmt: skip
    drawn = draw_evenly(Undrawn(old, "seed", 1), 9)
    assert all(3 in systems_of(one) for one in drawn)


def test_systems_that_made_the_same_are_one_candidate_and_never_against_each_other() -> None:
    one = PairItem(1, {0: 10, 1: 10, 2: 12}, [])
    undrawn = Undrawn([one], "seed", 0)
    assert undrawn.room == Counter({(0, 2): 1, (1, 2): 1})
    assert undrawn.take((0, 1)) is None
    assert draw_evenly(undrawn, 5) == [DrawnPair(1, (10, 12))]
    assert undrawn.asked == Counter({(0, 2): 1, (1, 2): 1})
    assert still_to_draw([one]) == 1


def test_what_cannot_be_had_is_left_out_of_a_wish() -> None:
    undrawn = Undrawn(items(2, 3), "seed", 0)
    drawn = draw_wished(undrawn, [(0, 1)] * 5 + [(1, 2)])
    assert [systems_of(one) for one in drawn] == [(0, 1), (0, 1), (1, 2)]
    assert {one.item for one in drawn[:2]} == {1, 2}


def test_a_fifth_is_drawn_evenly_and_never_none() -> None:
    assert [even_number(n) for n in (1, 5, 6, 100, 500)] == [1, 1, 2, 20, 100]


@given(st.integers(1, 6), st.integers(2, 5), st.integers(0, 80), st.data())
def test_no_pair_comes_twice_and_all_come_in_the_end(
    number: int, systems: int, wanted: int, data: st.DataObject
) -> None:
    pairs = list(combinations(range(systems), 2))
    wishes = data.draw(st.lists(st.sampled_from(pairs), max_size=20))
    undrawn = Undrawn(items(number, systems), "seed", 0)
    drawn = [*draw_wished(undrawn, wishes), *draw_evenly(undrawn, wanted)]
    assert len(set(drawn)) == len(drawn)
    every = number * len(pairs)
    assert len(drawn) + sum(undrawn.room.values()) == every
    assert len(drawn) + len(draw_evenly(undrawn, every)) == every
