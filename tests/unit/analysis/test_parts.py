"""Parts of the data: by a column of the items, points over groups, and without some raters."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from jurybox.analysis.options import Options
from jurybox.analysis.parts import parts_by, pooled, without_raters
from jurybox.analysis.pipeline import analyse
from jurybox.analysis.table import Pairs, Table
from jurybox.core.errors import Refused
from tests.unit.analysis.tables import Row, asked, table_of, tags_of

# in the north A is better, in the south B, C was rated in the south only
MEANS = {("n", "A"): 5.0, ("n", "B"): 3.0, ("s", "A"): 2.0, ("s", "B"): 4.0, ("s", "C"): 1.0}
ROWS: list[Row] = [
    (f"{side}{n}", system, rater, mean + (n + (rater == "y")) % 2 / 2)
    for (side, system), mean in MEANS.items()
    for n in range(6)
    for rater in "xy"
]


def table(**more: Any) -> Table:
    base = table_of(ROWS, asked(level="interval"))
    side = np.array([0 if item.startswith("n") else 1 for item in base.items])
    return replace(base, item_groups={"language": (side, ("north", "south"))}, **more)


def test_results_of_each_part_stand_beside_those_of_the_whole():
    findings = analyse(table(), Options(by="language"))
    assert {one.by for one in findings.ranking} == {None, "language=north", "language=south"}
    north = [one for one in findings.ranking if one.by == "language=north"]
    assert [(one.system, one.rank, one.items) for one in north] == [("A", 1.0, 6), ("B", 2.0, 6)]
    alphas = [one.by for one in findings.agreement if one.coefficient == "krippendorff_alpha"]
    assert alphas == [None, "language=north", "language=south"]
    assert {one.by for one in findings.comparisons} == {None, "language=north", "language=south"}


def test_a_part_says_what_the_part_alone_would_say():
    of_part = next(part for name, part in parts_by(table(), "language") if name == "language=south")
    alone = analyse(of_part)
    split = analyse(table(), Options(by="language"))
    south = [replace(one, by=None) for one in split.ranking if one.by == "language=south"]
    assert south == [one for one in alone.ranking if one.mean is not None]


def test_points_over_groups_with_none_for_what_was_not_rated():
    found = {one.system: one for one in analyse(table(), Options(by="language")).points}
    assert (found["A"].points, found["B"].points, found["C"].points) == (9.0, 9.0, 3.0)
    assert (found["A"].rank, found["B"].rank, found["C"].rank) == (1.5, 1.5, 3.0)
    assert found["C"].by_group == {"north": None, "south": 3.0}


def test_worked_examples_belong_to_no_part():
    scale, values = asked(level="interval"), np.array([1.0, 2.0, 3.0])
    examples = np.array([0, 1, 10_000])  # they count by themselves, not with the units of the table
    gold = Pairs(scale, np.zeros(3, int), examples, values, values)
    findings = analyse(table(gold=(gold,)), Options(by="language"))
    assert {one.by for one in findings.agreement if one.of == "gold"} == {None}


def test_a_protocol_can_ask_for_points_and_a_table_for_each_group():
    culture = analyse(table(points_by_group=True))
    assert [one.system for one in culture.points] == ["A", "B", "C"]
    assert {one.by for one in culture.ranking} == {None, "language=north", "language=south"}
    assert analyse(table()).points == ()


def test_a_column_that_is_not_there_is_refused_with_those_that_are():
    with pytest.raises(Refused) as refused:
        analyse(table(), Options(by="film"))
    assert refused.value.faults[0].allowed == ["language"]


def test_leaving_raters_out_takes_their_tags_along():
    tags = asked("errors", "tags", names=("a", "b"))
    base = table_of(ROWS)
    whole = replace(base, tags=(tags_of(base, tags, [(0, "x", ["a"]), (0, "y", ["a", "b"]), (1, "x", ["b"])]),))
    rest = without_raters(whole, ("x",)).tags[0]
    assert rest.rater.tolist() == [1]
    assert (rest.row.tolist(), rest.tag.tolist()) == ([0, 0], [0, 1])


def test_what_a_rule_made_stays_when_a_rater_goes():
    whole = table_of([*ROWS, ("n0", "A", "rule", 1.0)])
    rest = without_raters(whole, ("x", "y")).ratings[0]
    assert rest.value.tolist() == [1.0]


def test_pooling_leaves_a_table_without_scales_as_it_is():
    names = table_of(ROWS, asked("q", "category", names=("a",)))
    assert pooled(names, None) is names
