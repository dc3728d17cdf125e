"""Preferences and rankings: strengths, direct wins, and what to do where one always wins."""

from math import log

import pytest

from jurybox.analysis.pipeline import analyse
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
    assert findings.comparisons[0].note == "separated"


def test_opposite_choices_are_the_largest_disagreement():
    rows = [("i0", "x", "A", "B", 1), ("i0", "y", "B", "A", 1), ("i1", "x", "A", "B", 1), ("i1", "y", "A", "B", 0)]
    found = analyse(comparisons_of(BETTER, rows)).disagreements
    assert [(one.item, one.distance) for one in found] == [("i0", 1.0), ("i1", 0.25)]
    assert found[0].values == {"x": "A", "y": "B"}


def test_a_ranking_taken_apart_is_told():
    rows = [("i0", "x", "A", "B", 1), ("i0", "x", "A", "C", 1), ("i0", "x", "B", "C", 1)]
    assert "dependent_pairs" in analyse(comparisons_of(BETTER, rows)).notes
    assert "dependent_pairs" not in analyse(comparisons_of(BETTER, rows[:1])).notes
