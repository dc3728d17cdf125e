"""Preferences and rankings: strengths, direct wins, and what to do where one always wins."""

from dataclasses import replace
from math import log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jurybox.analysis.pipeline import Options, analyse
from tests.unit.analysis.tables import asked, comparisons_of

BETTER = asked("better", "comparison", level="nominal")


def test_three_wins_of_four_are_log_three_apart():
    rows = [(f"i{n}", "x", "A", "B", -1 if n == 3 else 1) for n in range(4)]
    findings = analyse(comparisons_of(BETTER, rows))
    found = {one.system: one for one in findings.ranking}
    assert found["A"].strength is not None
    assert found["B"].strength is not None
    assert found["A"].strength - found["B"].strength == pytest.approx(log(3), abs=1e-4)
    assert (found["A"].rank, found["A"].mean, found["A"].items, found["A"].ratings) == (1.0, 0.75, 4, 4)
    [comparison] = findings.comparisons
    assert (comparison.first, comparison.wins, comparison.ties, comparison.losses) == ("A", 3, 0, 1)
    assert comparison.difference == pytest.approx(log(3), abs=1e-4)
    assert comparison.note == "log_strength"
    assert findings.counts["comparisons"] == 4


def test_a_choice_counts_the_same_whichever_was_shown_first():
    forth = [(f"i{n}", "x", "A", "B", 1 if n < 6 else -1) for n in range(8)]
    back = [(item, rater, second, first, -outcome) for item, rater, first, second, outcome in forth]
    one, other = (analyse(comparisons_of(BETTER, rows)) for rows in (forth, back))
    assert [row.strength for row in one.ranking] == pytest.approx([row.strength for row in other.ranking])
    assert one.comparisons[0].wins == other.comparisons[0].wins == 6


def test_ties_are_counted():
    rows = [(f"i{n}", "x", "A", "B", outcome) for n, outcome in enumerate([1, 1, 0, 0, -1, 0])]
    findings = analyse(comparisons_of(BETTER, rows))
    assert findings.comparisons[0].ties == 3
    assert findings.ranking[0].mean == pytest.approx((2 + 1.5) / 6)


def test_where_one_always_wins_points_decide_and_the_reason_is_given():
    rows = [(f"i{n}", "x", "A", "B", 1) for n in range(5)]
    findings = analyse(comparisons_of(BETTER, rows))
    assert [(one.system, one.rank, one.strength, one.note) for one in findings.ranking] == [
        ("A", 1.0, None, "separated"),
        ("B", 2.0, None, "separated"),
    ]
    [comparison] = findings.comparisons
    assert (comparison.note, comparison.method, comparison.difference) == ("win_points", "sign_flip", 1.0)
    assert comparison.p == 2 * 0.5**5
    assert findings.ranking[0].cluster == findings.ranking[1].cluster, "five items are too few"


def test_who_always_wins_is_established_by_points_where_there_are_enough_items():
    rows = [
        (f"i{n}", rater, first, second, 1 if first == "A" or (n + k) % 2 else -1)
        for n in range(12)
        for k, rater in enumerate("xy")
        for first, second in (("A", "B"), ("A", "C"), ("B", "C"))
    ]
    findings = analyse(comparisons_of(BETTER, rows))
    of_a = [one for one in findings.comparisons if one.first == "A"]
    assert [one.p_adjusted for one in of_a] == pytest.approx([3 * 0.5**11, 3 * 0.5**11])
    assert all(one.interval is not None and one.interval[0] > 0 for one in of_a)
    assert [(one.system, one.rank_low, one.rank_high, one.cluster) for one in findings.ranking] == [
        ("A", 1, 1, 1),
        ("B", 2, 3, 2),
        ("C", 2, 3, 2),
    ]


def test_raters_who_say_the_same_of_an_item_are_one_voice():
    said = [1, 1, 1, -1, 1, 1, -1, 1, 1, 1]
    once = analyse(comparisons_of(BETTER, [(f"i{n}", "x", "A", "B", o) for n, o in enumerate(said)]))
    often = analyse(comparisons_of(BETTER, [(f"i{n}", r, "A", "B", o) for n, o in enumerate(said) for r in "vwxyz"]))
    one, other = once.comparisons[0], often.comparisons[0]
    assert one.p == pytest.approx(other.p)
    assert one.interval == pytest.approx(other.interval, abs=1e-6)
    assert (one.items, one.blocks, one.method) == (other.items, other.blocks, other.method) == (10, 10, "bradley_terry")


def test_documents_are_what_is_counted_where_there_are_any():
    rows = [(f"i{n:02}", "x", "A", "B", -1 if n % 4 == 0 else 1) for n in range(24)]
    by_item = analyse(comparisons_of(BETTER, rows)).comparisons[0]
    by_document = analyse(comparisons_of(BETTER, rows, documents=np.arange(24) // 8)).comparisons[0]
    assert (by_item.blocks, by_document.blocks) == (24, 3)
    assert by_item.p != by_document.p
    alone = analyse(comparisons_of(BETTER, rows, documents=np.zeros(24, int))).comparisons[0]
    assert (alone.p, alone.interval) == (None, None), "one document tells nothing"


def shown_first(rows, **more):
    table = comparisons_of(BETTER, rows, **more)
    return replace(table, comparisons=(replace(table.comparisons[0], by_position=True),))


def test_being_shown_first_is_reported_and_in_the_ranking_only_if_asked_for():
    # B is shown first on two of three items; the first wins three times out of four, whoever it is
    rows = [
        (f"i{n:03}", "x", *(("A", "B") if n % 3 == 0 else ("B", "A")), -1 if n // 3 % 4 == 0 else 1) for n in range(240)
    ]
    table = shown_first(rows)
    plain, adjusted = analyse(table), analyse(table, Options(position=True))
    [effect] = plain.positions
    assert effect.value == pytest.approx(log(3), abs=1e-4)
    assert effect.interval is not None
    assert effect.interval[0] < log(3) < effect.interval[1]
    assert effect.p is not None
    assert effect.p < 0.001
    assert (effect.comparisons, effect.is_in_ranking) == (240, False)
    assert plain.comparisons[0].first == "B", "who is shown first more often seems better"
    assert plain.comparisons[0].p is not None
    assert plain.comparisons[0].p < 0.05
    assert adjusted.comparisons[0].difference == pytest.approx(0, abs=1e-6)
    assert adjusted.positions[0].is_in_ranking


def test_nothing_is_said_of_positions_that_nobody_knows_and_why_where_they_can_not_be_told():
    rows = [(f"i{n}", "x", "A", "B", 1 if n % 3 else -1) for n in range(12)]
    assert analyse(comparisons_of(BETTER, rows)).positions == ()
    [effect] = analyse(shown_first(rows)).positions
    assert (effect.value, effect.p, effect.note) == (None, None, "separated"), "A was always first"


def test_raters_agree_on_pairs():
    rows = [(f"i{n}", r, "A", "B", 1 if n % 2 else -1) for n in range(8) for r in "xy"]
    rows += [("i8", "x", "A", "B", 1), ("i8", "y", "B", "A", 1), ("i9", "x", "A", "B", 0), ("i9", "y", "B", "A", 0)]
    found = {one.coefficient: one for one in analyse(comparisons_of(BETTER, rows)).agreement}
    assert list(found) == ["krippendorff_alpha", "cohen_kappa", "percent"]
    assert found["percent"].value == 0.9
    assert found["cohen_kappa"].value == pytest.approx(1 - 0.1 / (1 - 2 * 0.45**2 - 0.1**2))
    assert {one.units for one in found.values()} == {10}
    assert found["krippendorff_alpha"].interval is not None


def test_both_bad_is_a_tie_for_strengths_and_an_answer_of_its_own_for_agreement():
    rows = [(f"i{n}", r, "A", "B", (1, -1, 0)[n % 3]) for n in range(9) for r in "xy"]
    table = comparisons_of(BETTER, rows)
    [asked] = table.comparisons
    bad = (asked.outcome == 0) & (asked.rater == 0)
    told = replace(table, comparisons=(replace(asked, both_bad=bad),))
    plain, with_bad = analyse(table), analyse(told)
    assert with_bad.comparisons == plain.comparisons
    percent = [one.value for one in with_bad.agreement if one.coefficient == "percent"]
    assert percent == [pytest.approx(2 / 3)]
    assert [one.value for one in plain.agreement if one.coefficient == "percent"] == [1.0]
    assert plain.shares == ()
    assert {one.system: (one.count, one.ratings) for one in with_bad.shares} == dict.fromkeys((None, "A", "B"), (3, 18))
    assert [one.share for one in with_bad.shares] == [pytest.approx(3 / 18)] * 3
    assert {one.option for one in with_bad.shares} == {"neither"}


def test_rankings_have_kendalls_w_and_tau():
    rows = [
        (f"i{n}", r, first, second, -1 if (r, first) == ("y", "B") else 1)
        for n in range(6)
        for r in "xy"
        for first, second in (("A", "B"), ("A", "C"), ("B", "C"))
    ]
    found = analyse(comparisons_of(BETTER, rows)).agreement
    assert [(one.coefficient, one.value, one.units) for one in found] == [
        ("kendall_w", 0.75, 6),
        ("kendall_tau", pytest.approx(1 / 3), 6),
    ]
    open_middle = [row for row in rows if row[2:4] != ("B", "C")]
    assert [one.coefficient for one in analyse(comparisons_of(BETTER, open_middle)).agreement] == ["kendall_tau"]


@settings(max_examples=10, deadline=None)
@given(st.permutations("ABCD"), st.integers(0, 50))
def test_renaming_systems_changes_no_number(names, seed):
    rng = np.random.default_rng(seed)
    rows = [
        (f"i{n}", r, *rng.choice(list("ABCD"), 2, replace=False), int(rng.integers(-1, 2)))
        for n in range(15)
        for r in "xyz"
    ]
    named = dict(zip("ABCD", names, strict=True))
    one = analyse(comparisons_of(BETTER, rows))
    other = analyse(comparisons_of(BETTER, [(i, r, named[a], named[b], o) for i, r, a, b, o in rows]))
    p = {frozenset((named[c.first], named[c.second])): c.p for c in one.comparisons}
    for c in other.comparisons:
        assert c.p == pytest.approx(p[frozenset((c.first, c.second))], rel=1e-4)
    assert [(a.coefficient, a.value) for a in one.agreement] == [
        (a.coefficient, None if a.value is None else pytest.approx(a.value)) for a in other.agreement
    ]


def test_opposite_choices_are_the_largest_disagreement():
    rows = [("i0", "x", "A", "B", 1), ("i0", "y", "B", "A", 1), ("i1", "x", "A", "B", 1), ("i1", "y", "A", "B", 0)]
    found = analyse(comparisons_of(BETTER, rows)).disagreements
    assert [(one.item, one.distance) for one in found] == [("i0", 1.0), ("i1", 0.25)]
    assert found[0].values == {"x": "A", "y": "B"}


def test_a_ranking_taken_apart_is_told():
    rows = [("i0", "x", "A", "B", 1), ("i0", "x", "A", "C", 1), ("i0", "x", "B", "C", 1)]
    assert "dependent_pairs" in analyse(comparisons_of(BETTER, rows)).notes
    assert "dependent_pairs" not in analyse(comparisons_of(BETTER, rows[:1])).notes


def test_where_pairs_were_chosen_raters_who_agree_with_themselves_are_one_voice():
    """Three raters of twelve items: each has a favourite of their own and says so of every item."""
    rows = [(f"i{n}", rater, "A", "B", 1 if rater != "z" or n < 3 else -1) for n in range(12) for rater in "xyz"]
    rows[0] = (*rows[0][:4], -1)
    evenly, chosen = (analyse(comparisons_of(BETTER, rows, notes=notes)) for notes in ((), ("pairs_chosen",)))
    (by_items,), (by_both,) = evenly.comparisons, chosen.comparisons
    assert by_items.difference == by_both.difference
    assert by_items.p is not None
    assert by_both.p is not None
    assert by_items.p < 0.05 < by_both.p
    assert by_items.interval is not None
    assert by_both.interval is not None
    assert by_both.interval[0] < 0 < by_items.interval[0]
    assert [one.strength for one in evenly.ranking] == [one.strength for one in chosen.ranking]
