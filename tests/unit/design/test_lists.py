"""Fixed lists and repeats, without any database."""

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from jurybox.design.overlap import Work, fixed_lists
from jurybox.design.repeats import chosen_of_list, gap, one_of, planned

GROUPS = ["north", "south"]
RATERS = st.dictionaries(st.text("abcdef", min_size=1, max_size=3), st.sets(st.sampled_from(GROUPS)).map(sorted))
PIECES = st.lists(
    st.tuples(st.integers(1, 4), st.sampled_from(GROUPS), st.integers(1, 4), st.sets(st.text("abc", max_size=2))),
    max_size=30,
)


def pieces(drawn: list[tuple[int, str, int, set[str]]]) -> list[Work]:
    return [
        Work(tuple(range(10 * n, 10 * n + size)), group, quorum, frozenset(barred))
        for n, (size, group, quorum, barred) in enumerate(drawn)
    ]


@given(PIECES, RATERS, st.text(max_size=5))
def test_every_piece_goes_to_as_many_raters_as_its_quorum_or_to_all_there_are(
    drawn: list[tuple[int, str, int, set[str]]], raters: dict[str, list[str]], seed: str
) -> None:
    work = pieces(drawn)
    lists = fixed_lists(work, raters, seed)
    for piece in work:
        eligible = {
            r for r, groups in raters.items() if (not groups or piece.group in groups) and r not in piece.barred
        }
        given_to = [rater for rater, found in lists.items() for w in found if w is piece]
        assert len(given_to) == len(set(given_to)) == min(piece.quorum, len(eligible))
        assert set(given_to) <= eligible


@given(st.integers(1, 60), st.integers(1, 8), st.integers(1, 4), st.text(max_size=5))
def test_lists_differ_by_one_unit_at_the_most_when_everybody_may_rate_everything(
    units: int, raters: int, quorum: int, seed: str
) -> None:
    work = [Work((n,), "", quorum) for n in range(units)]
    lists = fixed_lists(work, {f"r{n}": [] for n in range(raters)}, seed)
    sizes = [len(found) for found in lists.values()]
    assert max(sizes) - min(sizes) <= 1


@given(st.integers(1, 40), st.integers(0, 20), st.text(max_size=5))
def test_whoever_has_more_already_gets_less(units: int, already: int, seed: str) -> None:
    work = [Work((n,), "", 1) for n in range(units)]
    lists = fixed_lists(work, {"old": [], "new": []}, seed, {"old": already})
    assert len(lists["new"]) >= min(units, already)
    assert abs(len(lists["old"]) + already - len(lists["new"])) <= max(1, already - units)


def test_raters_are_paired_with_all_others_in_turn() -> None:
    work = [Work((n,), "", 2) for n in range(60)]
    lists = fixed_lists(work, {f"r{n}": [] for n in range(4)}, "seed")
    pairs = Counter(tuple(sorted(r for r, found in lists.items() if piece in found)) for piece in work)
    assert len(pairs) == 6
    assert min(pairs.values()) >= 4


def test_the_same_seed_deals_the_same_lists() -> None:
    work = [Work((n,), "", 2) for n in range(30)]
    raters: dict[str, list[str]] = {f"r{n}": [] for n in range(5)}
    assert fixed_lists(work, raters, "seed") == fixed_lists(work, raters, "seed")
    assert fixed_lists(work, raters, "seed") != fixed_lists(work, raters, "other")


@given(st.integers(0, 300), st.floats(0, 1), st.text(max_size=5))
def test_a_list_has_its_share_of_repeats_and_each_has_its_gap(length: int, share: float, seed: str) -> None:
    found = chosen_of_list(range(length), share, seed, "rater")
    room = max(0, length - gap(length))
    assert len(found) == len(set(found)) == min(round(share * length), room)
    assert found == sorted(found)
    assert all(position + gap(length) < length for position in found)


@given(st.integers(1, 300), st.floats(0, 1))
def test_a_pool_plans_one_repeat_at_a_time_and_never_takes_one_back(expected: int, share: float) -> None:
    counts = [planned(finished, share, expected) for finished in range(2 * expected + 1)]
    assert counts[0] == 0
    assert all(after - before in (0, 1) for before, after in pairwise(counts))


@given(st.integers(12, 300), st.integers(1, 50))
def test_who_rates_as_much_as_expected_meets_the_share(expected: int, percent: int) -> None:
    share, early = percent / 100, expected - gap(expected)
    in_time = planned(early, share, expected)
    assert in_time == min(int(share * expected + 1e-9), early)
    assert planned(expected, share, expected) == int(share * expected + 1e-9)


def test_nobody_repeats_anything_without_a_share() -> None:
    assert chosen_of_list(range(100), 0, "seed", "rater") == []
    assert planned(100, 0, 100) == 0


@given(st.lists(st.integers(), min_size=1, unique=True), st.text(max_size=5))
def test_the_unit_that_comes_again_is_one_of_those_given(units: list[int], seed: str) -> None:
    assert one_of(units, seed, "rater") in units
    assert one_of(units, seed, "rater") == one_of(units[::-1], seed, "rater")
