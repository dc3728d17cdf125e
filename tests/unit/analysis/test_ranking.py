"""Rankings: the mean of per-item means, merged outputs for each of their systems, who is better than whom."""

import numpy as np
import pytest

from jurybox.analysis.finding_rows import Ranked
from jurybox.analysis.options import Options
from jurybox.analysis.pipeline import analyse
from jurybox.analysis.table import Source, Table
from jurybox.core.errors import Refused
from tests.unit.analysis.tables import Row, asked, table_of, table_of_questions


def by_name(table: Table, options: Options | None = None) -> dict[str, Ranked]:
    found = analyse(table, options or Options()).ranking
    return {one.system: one for one in found if one.by is None}


def test_an_item_with_more_raters_weighs_no_more():
    rows: list[Row] = [*(("i1", "A", rater, 1.0) for rater in "uvwxy"), ("i2", "A", "x", 5.0), ("i2", "A", "y", 5.0)]
    found = by_name(table_of(rows))["A"]
    assert found.mean == 3.0
    assert (found.items, found.ratings) == (2, 7)


def test_a_merged_output_counts_for_each_of_its_systems_and_is_a_tie():
    rows: list[Row] = [("i1", "A+B", "x", 4.0), ("i2", "A", "x", 5.0), ("i2", "B", "x", 1.0), ("i3", "A+B", "x", 3.0)]
    table = table_of(rows)
    findings = analyse(table)
    found = by_name(table)
    assert found["A"].mean == pytest.approx(4.0)
    assert found["B"].mean == pytest.approx(8 / 3)
    [comparison] = findings.comparisons
    assert (comparison.first, comparison.wins, comparison.ties, comparison.losses) == ("A", 1, 2, 0)
    assert findings.counts["ratings"] == 4
    assert "merged" in findings.notes


def test_what_a_rule_made_counts_in_the_mean_of_a_system():
    rows: list[Row] = [("i1", "A", "x", 5.0), ("i1", "A", "y", 5.0), ("i2", "A", "rule", 1.0)]
    found = by_name(table_of(rows))["A"]
    assert (found.mean, found.rule_made, found.ratings) == (3.0, 1, 3)


def test_less_is_better_where_the_question_says_so():
    rows: list[Row] = [
        (f"i{n}", system, "x", value + n) for n in range(9) for system, value in (("A", 5.0), ("B", 1.0))
    ]
    found = by_name(table_of(rows, asked("errors", level="interval", higher_is_better=False)))
    assert (found["B"].rank, found["A"].rank) == (1.0, 2.0)
    assert (found["B"].cluster, found["A"].cluster) == (1, 2)
    assert (found["B"].rank_low, found["B"].rank_high) == (1, 1)


def test_two_systems_that_cannot_be_told_apart_share_a_cluster():
    rows: list[Row] = [
        (f"i{n}", system, "x", float(1 + (n * 7 + shift) % 5)) for n in range(20) for shift, system in enumerate("AB")
    ]
    found = by_name(table_of(rows))
    assert {one.cluster for one in found.values()} == {1}
    assert {(one.rank_low, one.rank_high) for one in found.values()} == {(1, 2)}


def test_the_share_of_severe_ratings_has_an_interval():
    rows: list[Row] = [(f"i{n}", "A", "x", 1.0 if n < 3 else 4.0) for n in range(12)]
    found = by_name(table_of(rows, asked(severe=(1.0, 2.0))))["A"]
    assert found.severe == pytest.approx(0.25)
    assert found.severe_interval is not None
    assert found.severe_interval[0] < 0.25 < found.severe_interval[1]
    assert by_name(table_of(rows))["A"].severe is None


def test_the_distribution_has_the_same_values_for_every_system():
    rows: list[Row] = [("i1", "A", "x", 1.0), ("i1", "B", "x", 5.0)]
    scale = asked(labels={1.0: "bad", 3.0: "so so", 5.0: "good"})
    found = by_name(table_of(rows, scale))
    assert found["A"].distribution == {"1": 1, "3": 0, "5": 0}
    assert found["B"].distribution == {"1": 0, "3": 0, "5": 1}


def test_a_fine_scale_is_shown_in_ten_bins():
    rows: list[Row] = [(f"i{n}", "A", "x", float(n)) for n in range(101)]
    found = by_name(table_of(rows, asked(lowest=0.0, highest=100.0)))["A"]
    assert list(found.distribution.values()) == [10] * 9 + [11]
    assert next(iter(found.distribution)) == "0–10"


def test_results_are_provisional_until_every_quorum_is_met():
    rows: list[Row] = [("i1", "A", "x", 1.0), ("i1", "B", "x", 5.0), ("i1", "A", "y", 2.0)]
    table = table_of(rows, source=Source("s", "study"), expected={"q": {"A": 2, "B": 2}})
    found = by_name(table)
    assert (found["A"].expected, found["A"].provisional) == (2, False)
    assert (found["B"].expected, found["B"].provisional) == (2, True)
    assert "provisional" in analyse(table).notes


def test_z_scores_take_out_a_raters_own_scale():
    """The strict rater's 2 and the lenient rater's 5 are each their best: both systems get the same z."""
    rows: list[Row] = [
        *((f"i{n}", "A", "strict", 2.0 if n % 2 else 1.0) for n in range(6)),
        *((f"i{n}", "B", "lenient", 5.0 if n % 2 else 4.0) for n in range(6)),
    ]
    found = by_name(table_of(rows))
    assert found["A"].z == pytest.approx(found["B"].z)
    assert found["A"].mean != found["B"].mean


def test_the_same_output_in_several_parts_is_resampled_by_item():
    """Two segments of one item are one item."""
    rows: list[Row] = [(f"i{n // 2}", "A", f"r{n % 2}", float(n)) for n in range(8)]
    assert by_name(table_of(rows))["A"].items == 4


def test_documents_are_the_blocks_of_everything_where_there_are_any():
    rows: list[Row] = [
        (f"i{n:02}", system, "x", float((n * 3 + k) % 5 + (k and n % 7)))
        for n in range(40)
        for k, system in enumerate("AB")
    ]
    by_item = analyse(table_of(rows))
    by_document = analyse(table_of(rows, documents=np.arange(40) // 4))
    assert (by_item.design["block"], by_item.design["blocks"]) == ("item", 40)
    assert (by_document.design["block"], by_document.design["blocks"]) == ("document", 10)
    assert "by_document" in by_document.notes
    assert by_item.ranking[0].interval != by_document.ranking[0].interval
    assert by_item.comparisons[0].p != by_document.comparisons[0].p
    asked = analyse(table_of(rows, documents=np.arange(40) // 4), Options(resample="item"))
    assert asked.comparisons[0].p == by_item.comparisons[0].p


def test_with_few_documents_nothing_is_established_and_it_says_how_many_it_takes():
    rows: list[Row] = [(f"i{n:02}", system, "x", 3.0 + (system == "A")) for n in range(40) for system in "AB"]
    found = analyse(table_of(rows, documents=np.arange(40) // 8))
    assert (found.comparisons[0].p, found.design["blocks_needed"]) == (2**-4, 6)
    assert "too_few_blocks" in found.notes
    assert [one.cluster for one in found.ranking] == [1, 1]
    assert analyse(table_of(rows, documents=np.arange(40) // 6)).comparisons[0].p_adjusted == 2**-6


def test_one_system_is_ranked_first_and_compared_with_nothing():
    rows: list[Row] = [(f"i{n}", "A", "x", float(n)) for n in range(4)]
    findings = analyse(table_of(rows))
    assert [one.rank for one in findings.ranking] == [1.0]
    assert findings.comparisons == ()


def test_without_systems_nothing_is_ranked_and_a_note_says_so():
    findings = analyse(table_of([("i1", None, "x", 1.0), ("i1", None, "y", 2.0)]))
    assert findings.ranking == ()
    assert "no_systems" in findings.notes


def test_systems_that_share_no_item_are_not_compared():
    [found] = analyse(table_of([("i1", "A", "x", 1.0), ("i2", "B", "x", 2.0)])).comparisons
    assert (found.difference, found.p, found.items, found.note) == (None, None, 0, "no_shared_items")


def test_equal_values_have_a_mean_and_no_interval():
    rows: list[Row] = [(f"i{n}", system, "x", 3.0) for n in range(5) for system in "AB"]
    findings = analyse(table_of(rows))
    assert [(one.mean, one.interval, one.note) for one in findings.ranking] == [(3.0, None, "no_variance")] * 2
    assert [one.rank for one in findings.ranking] == [1.5, 1.5]
    assert findings.comparisons[0].p_wilcoxon is None


def test_a_cluster_rule_that_does_not_exist_is_refused_with_those_that_do():
    rows: list[Row] = [(f"i{n}", system, "x", float(n)) for n in range(4) for system in "AB"]
    with pytest.raises(Refused) as refused:
        analyse(table_of(rows), Options(cluster_rule="wmt1999"))
    allowed = refused.value.faults[0].allowed
    assert isinstance(allowed, list)
    assert "permutation" in allowed


@pytest.mark.parametrize("rule", ["permutation", "wmt22", "wmt24"])
def test_every_cluster_rule_sees_a_clear_difference(rule: str):
    rows: list[Row] = [
        (f"i{n:02}", system, "x", value + (n % 3) / 10) for n in range(30) for system, value in (("A", 4.0), ("B", 1.0))
    ]
    found = by_name(table_of(rows), Options(cluster_rule=rule))
    assert (found["A"].cluster, found["B"].cluster) == (1, 2)


def test_nothing_hangs_on_the_seed():
    rng = np.random.default_rng(3)
    rows: list[Row] = [
        (f"i{n:03}", system, "x", float(np.round(shift + rng.normal(), 2)))
        for n in range(80)
        for system, shift in (("A", 1.0), ("B", 0.4), ("C", 0.0))
    ]
    one, other = (analyse(table_of(rows), Options(seed=seed)) for seed in (0, 1))
    assert one.comparisons == other.comparisons
    assert one.ranking == other.ranking


def test_neighbours_that_cannot_be_told_apart_say_how_many_more_items_it_takes():
    rng = np.random.default_rng(4)
    rows: list[Row] = [
        (f"i{n:02}", system, "x", float(np.round(shift + rng.normal(), 2)))
        for n in range(40)
        for system, shift in (("A", 3.0), ("B", 2.7), ("C", 0.0))
    ]
    found = {(one.first, one.second): one for one in analyse(table_of(rows)).comparisons}
    near, far = found["A", "B"], found["B", "C"]
    assert near.p_adjusted is not None
    assert near.p_adjusted > 0.05
    assert near.more_items is not None
    assert near.more_items > 0
    assert (far.more_items, found["A", "C"].more_items) == (None, None)
    assert near.detectable is not None
    assert near.difference is not None
    assert near.detectable > near.difference > 0
    assert near.interval is not None
    assert near.interval[0] < 0 < near.interval[1]


def test_a_question_that_ranks_nothing_ranks_nothing():
    rows: list[Row] = [("i1", "A", "x", 1.0), ("i1", "B", "x", 2.0)]
    found = analyse(table_of_questions([(asked("a", ranks=False), rows), (asked("b"), rows)])).ranking
    assert {one.question for one in found} == {"b"}


def test_single_values_of_a_slider_are_told_in_bins():
    slider = asked(level="interval", lowest=0.0, highest=100.0)
    rows: list[Row] = [(f"i{n}", "A", "x", float(28 + 5 * n)) for n in range(15)]
    shown = analyse(table_of(rows, slider)).ranking[0].distribution
    assert list(shown) == [f"{n}–{n + 10}" for n in range(0, 100, 10)]
    assert sum(shown.values()) == 15
