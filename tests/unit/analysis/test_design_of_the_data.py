"""What the data can tell: systems with different items, items with different raters, raters of one's own."""

from dataclasses import replace

import numpy as np
import pytest

from jurybox.analysis import Comparison, Findings, Options, analyse
from tests.unit.analysis.tables import Row, asked, table_of

SYSTEMS = "ABCD"


def pair(findings: Findings, first: str, second: str) -> Comparison:
    return next(one for one in findings.comparisons if {one.first, one.second} == {first, second})


def easy_items_only(better: float) -> list[Row]:
    """A has all 60 items, B only the easy 30; A is better wherever both were rated."""
    rng = np.random.default_rng(5)
    rows: list[Row] = []
    for n in range(60):
        easy, own = (2.0 if n < 30 else 0.0), rng.normal(0, 0.3)
        rows += [(f"i{n:02}", "A", r, easy + own + better + rng.normal(0, 0.3)) for r in "xy"]
        if n < 30:
            rows += [(f"i{n:02}", "B", r, easy + own + rng.normal(0, 0.3)) for r in "xy"]
    return rows


def test_a_system_that_had_the_easy_items_is_not_listed_first():
    found = analyse(table_of(easy_items_only(0.7)))
    first, second = found.ranking
    assert (first.system, second.system) == ("A", "B")
    assert first.mean < second.mean  # type: ignore[operator]
    assert first.item_adjusted == pytest.approx(second.item_adjusted + 0.7, abs=0.2)  # type: ignore[operator]
    assert (first.cluster, second.cluster) == (1, 2)
    assert found.comparisons[0].difference == pytest.approx(0.7, abs=0.2)
    assert "different_items" in found.notes


def test_with_equal_items_order_and_means_stay_as_they_are():
    rows: list[Row] = [(f"i{n}", s, "x", float(n % 3 + k)) for n in range(12) for k, s in enumerate("AB")]
    found = analyse(table_of(rows))
    assert "different_items" not in found.notes
    assert [one.item_adjusted for one in found.ranking] == [None, None]


def test_systems_without_a_shared_item_are_not_compared():
    rows: list[Row] = [(f"{s}{n}", s, "x", float(n % 3 + 5 * k)) for n in range(12) for k, s in enumerate("AB")]
    found = analyse(table_of(rows))
    assert (found.comparisons[0].p, found.comparisons[0].note) == (None, "no_shared_items")
    assert [one.cluster for one in found.ranking] == [1, 1]
    assert [(one.rank_low, one.rank_high) for one in found.ranking] == [(1, 2), (1, 2)]


def little_shared() -> list[Row]:
    """A has 30 items; B five, of which it shares two with A, that it got very different ratings on."""
    rng = np.random.default_rng(3)
    rows: list[Row] = [(f"i{n:02}", "A", r, float(rng.integers(70, 95))) for n in range(30) for r in "xy"]
    rows += [(f"i{n:02}", "B", r, float(value)) for n, value in ((0, 100), (1, 0)) for r in "xy"]
    return rows + [(f"j{n}", "B", "x", float(90 + n)) for n in range(3)]


SLIDER = asked(level="interval", lowest=0.0, highest=100.0)


def test_no_adjusted_mean_and_no_interval_lies_beyond_the_scale():
    found = analyse(table_of(little_shared(), SLIDER))
    by_system = {one.system: one for one in found.ranking}
    for one in by_system.values():
        low, high = one.item_adjusted_interval or (np.nan, np.nan)
        assert 0 <= low <= one.item_adjusted <= high <= 100  # type: ignore[operator]
    assert by_system["B"].item_adjusted_interval == pytest.approx((0.0, 100.0)), "nothing is known of B"
    assert {system: one.note for system, one in by_system.items()} == {"A": None, "B": "little_shared"}


def test_a_system_that_shares_enough_is_put_in_order():
    found = analyse(table_of(easy_items_only(0.7), asked(level="interval", lowest=-5.0, highest=5.0)))
    assert [one.note for one in found.ranking] == [None, None]


def test_a_system_that_alone_has_ratings_leads_over_nobody():
    rows: list[Row] = [(f"i{n}", "A", "x", float(60 + n)) for n in range(8)]
    table = table_of([*rows, ("i0", "B", "x", 1.0)], SLIDER)
    of_a = table.made_system[table.made_unit] == 0
    (given,) = table.ratings
    kept = np.isin(given.unit, table.made_unit[of_a])
    alone = replace(given, unit=given.unit[kept], rater=given.rater[kept], value=given.value[kept])
    found = analyse(replace(table, ratings=(alone,)))
    assert [(one.system, one.rank, one.rank_low, one.cluster) for one in found.ranking] == [
        ("A", None, None, None),
        ("B", None, None, None),
    ]


def own_raters(linked: int) -> list[Row]:
    """Each system has two raters of its own, the raters of A being lenient; Z rates every system on some items."""
    rng = np.random.default_rng(6)
    rows: list[Row] = []
    for n in range(40):
        for k, system in enumerate(SYSTEMS):
            for r in (f"r{2 * k}", f"r{2 * k + 1}", *(("Z",) if n < linked else ())):
                rows.append((f"i{n:02}", system, r, 3.0 + 2.0 * (k == 0 and r != "Z") + rng.normal(0, 0.5)))
    return rows


def test_where_every_system_has_its_own_raters_nothing_is_said_and_they_are_named():
    found = analyse(table_of(own_raters(0)))
    assert {one.p for one in found.comparisons} == {None}
    assert {one.note for one in found.comparisons} == {"raters_apart"}
    assert {(one.cluster, one.rank_low, one.rank_high) for one in found.ranking} == {(1, 1, 4)}
    assert "raters_apart" in found.notes
    [apart] = found.apart
    assert dict(zip(apart.systems, apart.raters, strict=True))[("A",)] == ("r0", "r1")


def test_one_rater_of_all_systems_is_enough_to_tell_but_only_so_much():
    found = analyse(table_of(own_raters(6)))
    one = pair(found, "A", "B")
    assert one.method == "rater_adjusted"
    assert one.p_adjusted > 0.05  # type: ignore[operator]
    assert found.apart == ()


def test_what_a_rule_made_takes_no_rater_apart():
    """An empty output of B scores 0 by rule: everyone would have said so."""
    rng = np.random.default_rng(7)
    rows: list[Row] = [
        (f"i{n:02}", s, r, 3.0 + rng.normal(0, 0.4)) for n in range(30) for s in "AB" for r in "xy" if s == "A" or n % 3
    ]
    rows += [(f"i{n:02}", "B", "rule", 0.0) for n in range(0, 30, 3)]
    found = analyse(table_of(rows))
    assert "raters_not_crossed" not in found.notes
    assert found.comparisons[0].p_adjusted < 0.05  # type: ignore[operator]


def test_raters_as_a_sample_tell_less_and_two_tell_nothing():
    rng = np.random.default_rng(8)
    likes = rng.normal(0, 0.3, (5, 2))
    rows: list[Row] = [
        (f"i{n:02}", s, f"r{r}", 3.0 + likes[r, k] + 0.3 * (k == 0) + rng.normal(0, 0.5))
        for n in range(40)
        for k, s in enumerate("AB")
        for r in range(5)
    ]
    fixed, sample = (analyse(table_of(rows), Options(raters=raters)) for raters in ("fixed", "random"))
    assert fixed.comparisons[0].p < sample.comparisons[0].p  # type: ignore[operator]
    assert fixed.comparisons[0].p_random == sample.comparisons[0].p_adjusted
    assert sample.comparisons[0].method == "random_raters"
    assert np.ptp(sample.comparisons[0].interval) > np.ptp(fixed.comparisons[0].interval)  # type: ignore[arg-type]
    assert "raters_sampled" in sample.notes
    two = analyse(table_of([row for row in rows if row[2] in ("r0", "r1")]), Options(raters="random"))
    assert (two.comparisons[0].p, two.comparisons[0].note) == (None, "too_few_raters")


def test_a_part_of_a_large_table_has_the_p_of_the_part_alone():
    """Blocks outside the part are no blocks of it."""
    rows: list[Row] = [
        (f"i{n:04}", s, "x", float((s == "A") * (1 if n % 8 else -1))) for n in range(2400) for s in "AB"
    ]
    film = np.array([n // 8 if n < 80 else 10 for n in range(2400)])
    whole = analyse(
        table_of(rows, item_groups={"film": (film, tuple(f"f{k:02}" for k in range(11)))}), Options(by="film")
    )
    part = next(one for one in whole.comparisons if one.by == "film=f00")
    assert part.p == analyse(table_of(rows[:16])).comparisons[0].p == pytest.approx(18 / 256)


def test_raters_as_a_sample_establish_nothing_that_these_raters_do_not():
    rng = np.random.default_rng(1)
    rows: list[Row] = [
        (f"i{n}", s, f"r{r}", 3 + (s == "B") * 0.6 + 0.3 * rng.normal())
        for n in range(2)
        for s in "AB"
        for r in range(10)
    ]
    fixed, sample = (analyse(table_of(rows), Options(raters=raters)) for raters in ("fixed", "random"))
    assert sample.comparisons[0].p == fixed.comparisons[0].p == 0.5
    assert "random_differs" not in fixed.notes


def test_raters_as_a_sample_keep_to_the_order_of_the_list():
    rng = np.random.default_rng(1)
    rows: list[Row] = []
    severity = [-1.0, -1, -1, 1, 1, 1]
    for n in range(60):
        for s in "AB":
            pool = [0, 1, 2] if (s == "A") == (n % 6 != 0) else [3, 4, 5]
            rows += [
                (f"i{n:02}", s, f"r{r}", 3 + (s == "A") * 1.2 + severity[r] + rng.normal() * 0.3)
                for r in rng.choice(pool, 2, replace=False)
            ]
    found = analyse(table_of(rows), Options(raters="random"))
    assert {(one.rank_low, one.rank_high) for one in found.ranking} == {(1, 2)}


def test_raters_as_a_sample_of_systems_with_different_items():
    rows = easy_items_only(0.7)
    more: list[Row] = [(item, system, "z", value + 0.1) for item, system, rater, value in rows if rater == "x"]
    found = analyse(table_of([*rows, *more]), Options(raters="random"))
    assert len(found.ranking) == 2
    for one in found.ranking:
        assert (one.interval, one.note) == (None, "incomplete_design")
        low, high = one.item_adjusted_interval or (np.nan, np.nan)
        assert low < one.item_adjusted < high  # type: ignore[operator]


def test_too_few_blocks_are_not_called_raters_apart():
    rows: list[Row] = [
        ("i", "A", "r", 1.0),
        ("i", "B", "r", 2.0),
        ("i", "A", "s", 3.0),
        ("i", "B", "s", 4.0),
        ("i", "A", "t", 3.0),
    ]
    found = analyse(table_of(rows))
    assert (found.comparisons[0].note, found.apart) == ("too_few_blocks", ())
    crossed: list[Row] = [("i", s, f"r{r}", float(r + (s == "A"))) for s in "AB" for r in range(5)]
    assert analyse(table_of(crossed), Options(raters="random")).comparisons[0].note == "too_few_blocks"


def test_items_that_name_no_block_are_blocks_by_themselves():
    rows: list[Row] = [(f"i{n}", s, "x", float(n % 3)) for n in range(10) for s in "AB"]
    film = np.array([0] * 4 + [1] * 6)
    found = analyse(table_of(rows, item_groups={"film": (film, ("", "tea"))}), Options(resample="film"))
    assert found.design["blocks"] == 5
