"""Chance that can be repeated: the same seed gives the same order, whoever asks and however often."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from jurybox.design.blinding import candidate_order
from jurybox.design.order import draw, places, shuffled

SEEDS = st.text(max_size=20)
THINGS = st.lists(st.integers(), unique=True, max_size=30)
ITEMS = st.lists(st.integers(0, 5), max_size=20).map(
    lambda sizes: [[(item, unit) for unit in range(size)] for item, size in enumerate(sizes)]
)


@given(THINGS, SEEDS, st.text())
def test_a_shuffle_keeps_every_thing_and_depends_on_nothing_but_its_seed(
    things: list[int], seed: str, name: str
) -> None:
    assert sorted(shuffled(things, seed, name)) == sorted(things)
    assert shuffled(things, seed, name) == shuffled(reversed(things), seed, name)


def test_a_draw_is_a_published_number() -> None:
    """Not a test of chance but a promise: an old study keeps its order in every later version."""
    assert draw("seed", "rater", 1) == 17_527_927_729_110_434_829
    assert shuffled(range(8), "seed", "rater") == [7, 2, 0, 3, 4, 6, 1, 5]


def test_draws_are_spread_evenly() -> None:
    firsts = Counter(shuffled(range(4), "seed", rater)[0] for rater in range(4_000))
    assert all(900 < count < 1_100 for count in firsts.values())


@given(ITEMS, SEEDS)
def test_a_sequential_pool_keeps_the_order_of_the_items(items: list[list[tuple[int, int]]], seed: str) -> None:
    assert places(items, seed, "sequential", together=4) == [unit for units in items for unit in units]


@given(ITEMS, SEEDS, st.integers(0, 12))
def test_a_random_pool_holds_every_unit_once(items: list[list[tuple[int, int]]], seed: str, together: int) -> None:
    assert sorted(places(items, seed, "random", together)) == [unit for units in items for unit in units]


@given(ITEMS, SEEDS, st.integers(1, 12))
def test_units_of_one_item_stay_within_one_run_where_they_belong_together(
    items: list[list[tuple[int, int]]], seed: str, together: int
) -> None:
    order = places(items, seed, "random", together)
    longest = max((len(units) for units in items), default=0)
    for item, units in enumerate(items):
        if units:
            found = [place for place, unit in enumerate(order) if unit[0] == item]
            assert found[-1] - found[0] < together + longest


@given(THINGS, SEEDS, st.text(), st.integers())
def test_a_repeat_shows_the_same_candidates_in_another_order(
    candidates: list[int], seed: str, rater: str, unit: int
) -> None:
    first = candidate_order(candidates, seed, rater, unit)
    again = candidate_order(candidates, seed, rater, unit, "repeat", avoid=first)
    assert sorted(again) == sorted(first) == sorted(candidates)
    assert again != first or len(candidates) < 2


def test_no_candidate_keeps_its_letter_over_raters_or_units() -> None:
    over_units = Counter(candidate_order([1, 2, 3], "seed", "rater", unit)[0] for unit in range(3_000))
    over_raters = Counter(candidate_order([1, 2, 3], "seed", str(rater), 1)[0] for rater in range(3_000))
    for counts in (over_units, over_raters):
        assert all(900 < count < 1_100 for count in counts.values())


def test_another_seed_gives_another_order() -> None:
    assert len({tuple(candidate_order(range(6), f"seed {n}", "rater", 1)) for n in range(100)}) > 80


@given(st.integers(1, 4), st.integers(1, 12), SEEDS)
def test_units_of_every_system_come_evenly(systems: int, items: int, seed: str) -> None:
    units = [[(item, system) for system in range(systems)] for item in range(items)]
    found = places(units, seed, "random", kind=lambda unit: unit[1])
    assert sorted(found) == sorted(unit for own in units for unit in own)
    for first in range(len(found)):
        for last in range(first, len(found)):
            counts = Counter(dict.fromkeys(range(systems), 0))
            counts.update(system for _, system in found[first : last + 1])
            assert max(counts.values()) - min(counts.values()) <= 3


def test_without_a_kind_places_are_as_they_were() -> None:
    """And where units of several stages stand together, kinds change nothing."""
    units = [[(item, system) for system in "ab"] for item in range(6)]
    assert places(units, "seed", "random", 4, kind=lambda unit: unit[1]) == places(units, "seed", "random", 4)
