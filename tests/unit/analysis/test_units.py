"""Single units: where raters differ most, how agreement grew, and pairs of raters."""

from dataclasses import replace

import numpy as np
import pytest

from jurybox.analysis import rater_pairs
from jurybox.analysis.coded import coded
from jurybox.analysis.options import Options
from jurybox.analysis.pipeline import analyse
from tests.unit.analysis.tables import Row, asked, table_of

ROWS: list[Row] = [
    ("i1", "A", "x", 1.0), ("i1", "A", "y", 5.0),
    ("i2", "A", "x", 2.0), ("i2", "A", "y", 4.0), ("i2", "A", "z", 2.0),
    ("i3", "A", "x", 3.0), ("i3", "A", "y", 3.0),
    ("i4", "A", "x", 4.0), ("i4", "A", "y", 2.0),
    ("i5", "A", "x", 5.0),
]  # fmt: skip


def test_the_units_come_with_the_widest_apart_first():
    found = analyse(table_of(ROWS), Options(level="interval")).disagreements
    assert [(one.item, one.unit) for one in found] == [("i1", "A"), ("i4", "A"), ("i2", "A")]
    assert [one.distance for one in found] == pytest.approx([1.0, 4 / 16, (4 + 4 + 0) / 3 / 16])
    assert found[0].values == {"x": 1.0, "y": 5.0}
    assert found[0].systems == ("A",)


def test_as_many_units_as_asked_for():
    assert len(analyse(table_of(ROWS), Options(disagreements=1)).disagreements) == 1
    assert analyse(table_of(ROWS), Options(disagreements=0)).disagreements == ()


def test_equal_distances_come_by_more_raters_then_by_name():
    rows: list[Row] = [
        (item, "A", rater, value) for item in ("b", "a", "c") for rater, value in (("x", 1.0), ("y", 2.0))
    ]
    assert [one.item for one in analyse(table_of(rows), Options(disagreements=2)).disagreements] == ["a", "b"]


def test_names_are_apart_or_not():
    names = asked("q", "category", level="nominal", names=tuple("abcdef"), ranks=False)
    found = analyse(table_of(ROWS, names)).disagreements
    assert [(one.item, one.distance) for one in found] == [("i1", 1.0), ("i4", 1.0), ("i2", pytest.approx(2 / 3))]
    assert found[0].values == {"x": "b", "y": "f"}


def test_ratios_are_apart_by_their_share():
    found = analyse(table_of(ROWS), Options(level="ratio")).disagreements
    assert found[0].distance == pytest.approx((4 / 6) ** 2)


def test_ordinal_distance_goes_by_ranks():
    """Between 1 and 5 lie all ten ratings but half of the ends': 1 by definition; 4 and 2 are nearer."""
    found = analyse(table_of(ROWS)).disagreements
    counts = np.bincount([1, 5, 2, 4, 2, 3, 3, 4, 2, 5])[1:]
    place = np.cumsum(counts) - counts / 2
    assert found[0].distance == 1.0
    assert found[1].distance == pytest.approx(((place[3] - place[1]) / (place[4] - place[0])) ** 2)


def test_agreement_over_time_ends_with_the_agreement_of_all():
    rng = np.random.default_rng(1)
    truth = rng.integers(1, 6, 60)
    rows: list[Row] = [
        (f"i{n}", "A", rater, float(np.clip(truth[n] + rng.integers(-1, 2), 1, 5))) for n in range(60) for rater in "xy"
    ]
    table = table_of(rows)
    timed = replace(table, ratings=(replace(table.ratings[0], at=np.arange(120.0)),))
    findings = analyse(timed)
    assert len(findings.over_time) == 19, "of twenty cuts the first has too few ratings"
    assert [one.ratings for one in findings.over_time] == [6 * n for n in range(2, 21)]
    assert findings.over_time[-1].alpha == pytest.approx(findings.agreement[0].value)
    assert findings.over_time[-1].at == 119.0
    assert analyse(table).over_time == ()


def test_raters_who_share_nothing_have_no_kappa():
    rows: list[Row] = [*((f"i{n}", "A", rater, float(n % 3)) for n in range(6) for rater in "xy"), ("j", "A", "z", 1.0)]
    found = {(one.first, one.second): one for one in analyse(table_of(rows)).together}
    assert found["x", "y"].value == pytest.approx(1.0)
    assert found["x", "y"].coefficient == "weighted_kappa"
    assert (found["x", "z"].value, found["x", "z"].units) == (None, 0)


def test_of_many_raters_the_busiest_are_shown_and_a_note_says_so():
    rows: list[Row] = [
        (f"i{n}", "A", f"r{r:02}", float((n + r) % 4)) for r in range(45) for n in range(6 if r < 40 else 3)
    ]
    findings = analyse(table_of(rows), Options())
    assert len(findings.together) == 40 * 39 / 2
    assert {one.first for one in findings.together} <= {f"r{r:02}" for r in range(40)}
    assert "some_rater_pairs" in findings.notes


def test_too_many_pairs_of_ratings_are_drawn_and_counted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rater_pairs, "MOST_PAIRS", 3)
    table = table_of([(f"i{n}", "A", rater, float(n % 3)) for n in range(10) for rater in "xy"])
    found = rater_pairs.pairwise(coded(table.ratings[0], Options()), 0, 0.95)
    assert found.not_drawn == 7
    assert found.kappa.units.tolist() == [3]
    kappa = next(one for one in analyse(table).agreement if one.coefficient == "weighted_kappa")
    assert kappa.excluded["not_drawn"] == 7
