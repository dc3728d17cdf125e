"""Rater quality: severity, ways of working, flags with their limits, and what-ifs."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from jurybox.analysis.findings import Findings
from jurybox.analysis.limits import LIMITS
from jurybox.analysis.options import Options
from jurybox.analysis.pipeline import analyse
from jurybox.analysis.rater_rows import RaterQuality
from jurybox.analysis.table import Pairs, Table
from jurybox.core.errors import Refused
from tests.unit.analysis.tables import Row, asked, table_of

GOOD = {"A": 4, "B": 3, "C": 2}


def rows(**shift: float) -> list[Row]:
    """Three systems, 24 items, everyone on everything: the same opinion, shifted by rater, with a little noise."""
    noise = np.random.default_rng(5).integers(-1, 2, size=(24, 3, len(shift)))
    return [
        (f"i{n:02}", system, rater, float(np.clip(GOOD[system] + noise[n, s, r] + by, 1, 5)))
        for n in range(24)
        for s, system in enumerate(GOOD)
        for r, (rater, by) in enumerate(shift.items())
    ]


def by_name(findings: Findings) -> dict[str, RaterQuality]:
    return {one.rater: one for one in findings.raters}


def with_columns(table: Table, **columns: Any) -> Table:
    return replace(table, ratings=(replace(table.ratings[0], **columns),))


def codes(one: RaterQuality) -> set[str]:
    return {flag.code for flag in one.flags}


def width(one: RaterQuality) -> float:
    assert one.severity_interval is not None
    return one.severity_interval[1] - one.severity_interval[0]


def test_a_strict_rater_has_a_positive_severity_in_logits_and_a_flag():
    found = by_name(analyse(table_of(rows(x=0, y=0, z=-2))))
    assert found["z"].severity_method == "ordinal_logit"
    assert found["z"].severity is not None
    assert found["z"].severity > LIMITS.logits
    [flag] = [flag for flag in found["z"].flags if flag.code == "severe"]
    assert (flag.value, flag.limit) == (found["z"].severity, LIMITS.logits)
    assert {rater: "severe" in codes(one) for rater, one in found.items()} == {"x": False, "y": False, "z": True}


def test_on_an_interval_scale_severity_is_the_mean_difference_to_the_others():
    table = table_of(
        [(f"i{n}", "A", rater, float(n % 4 + by)) for n in range(12) for rater, by in (("x", 0), ("y", 1))]
    )
    found = by_name(analyse(table, Options(level="interval")))
    assert (found["x"].severity, found["y"].severity) == (1.0, -1.0)
    assert found["x"].severity_method == "mean_difference"


def test_where_less_is_better_the_strict_rater_gives_more():
    scale = asked("errors", level="interval", higher_is_better=False)
    given = [(f"i{n}", "A", rater, float(n % 4 + by)) for n in range(12) for rater, by in (("x", 0), ("y", 1))]
    found = by_name(analyse(table_of(given, scale)))
    assert found["y"].severity == 1.0
    assert found["x"].severity == -1.0


@pytest.mark.parametrize(
    "options", [Options(), Options(full=True), Options(level="interval")], ids=["logit", "sample", "points"]
)
def test_a_severity_is_less_sure_where_raters_have_views_of_whole_documents(options):
    """Ten segments with one view of the rater are one opinion, not ten."""
    chance = np.random.default_rng(7)
    view = chance.normal([-0.8, 0, 0.8], 0.7, (8, 3))
    given = [
        (f"i{n:02}", system, rater, float(np.clip(np.rint(3 + view[n // 10, r] + chance.normal(0, 0.6)), 1, 5)))
        for n in range(80)
        for system in "AB"
        for r, rater in enumerate("xyz")
    ]
    by_item = by_name(analyse(table_of(given), options))
    by_document = by_name(analyse(table_of(given, documents=np.arange(80) // 10), options))
    for rater in "xyz":
        narrow, wide = by_item[rater], by_document[rater]
        assert narrow.severity == wide.severity
        assert width(wide) > 1.3 * width(narrow)


def test_a_severity_from_four_documents_has_no_interval():
    table = table_of(rows(x=0, y=0, z=-2), documents=np.arange(24) // 6)
    assert [one.severity_interval for one in analyse(table).raters] == [None, None, None]


def test_ratings_by_rules_are_nobodys():
    found = analyse(table_of([*rows(x=0, y=0), ("i00", "A", "rule", 1.0)])).raters
    assert {one.rater for one in found} == {"x", "y"}
    assert {one.ratings for one in found} == {72}


def test_who_gives_one_value_nearly_always_is_flagged():
    flat: list[Row] = [(item, system, "flat", 3.0) for item, system, rater, _ in rows(x=0) if rater == "x"]
    found = by_name(analyse(table_of([*rows(x=0, y=0), *flat])))
    assert found["flat"].straight_share == 1.0
    assert "straight_lining" in codes(found["flat"])
    assert not codes(found["x"]) & {"straight_lining", "low_agreement"}
    assert found["flat"].without is not None
    assert found["flat"].without.left_out == ("flat",)
    assert found["flat"].without.alpha_before is not None
    assert found["flat"].without.alpha is not None
    assert found["flat"].without.alpha > found["flat"].without.alpha_before


def test_runs_and_drift_need_times():
    table = table_of(rows(x=0, y=0))
    timed = with_columns(table, at=np.arange(144.0))
    without, with_times = by_name(analyse(table))["x"], by_name(analyse(timed))["x"]
    assert (without.straight_line, without.drift) == (None, None)
    assert with_times.straight_line is not None
    assert with_times.drift is not None
    assert "no_times" in analyse(table).notes
    assert "no_times" not in analyse(timed).notes


def test_who_grows_stricter_drifts():
    given = [
        (f"i{n:02}", system, rater, float(GOOD[system] + n % 2 - (2 if rater == "z" and n >= 12 else 0)))
        for n in range(24)
        for system in GOOD
        for rater in "tuvwxyz"
    ]
    table = with_columns(table_of(given), at=np.arange(float(len(given))))
    found = by_name(analyse(table))
    assert found["z"].drift is not None
    assert found["z"].drift < -1
    assert {rater for rater, one in found.items() if "drift" in codes(one)} == {"z"}


def test_who_takes_a_third_of_the_usual_time_is_fast():
    table = table_of(rows(x=0, y=0, z=0))
    seconds = np.where(np.arange(216) % 3 == 2, 3.0, 20.0)
    found = by_name(analyse(with_columns(table, seconds=seconds)))
    assert (found["z"].seconds, found["x"].seconds) == (3.0, 20.0)
    assert {rater for rater, one in found.items() if "fast" in codes(one)} == {"z"}


def test_who_fails_repeats_or_known_answers_is_flagged():
    table = table_of(rows(x=0, y=0))
    values = np.array([1.0, 2, 3, 4, 5, 1, 2, 3, 4, 5])
    rater = np.zeros(10, int)
    repeats = Pairs(table.ratings[0].asked, rater, np.arange(10), values, values[::-1].copy())
    gold = Pairs(table.ratings[0].asked, rater + 1, np.arange(10), values, values)
    found = by_name(analyse(replace(table, repeats=(repeats,), gold=(gold,))))
    assert found["x"].repeats == 10
    assert found["x"].self_agreement is not None
    assert found["x"].self_agreement < 0
    assert "fails_repeats" in codes(found["x"])
    assert (found["y"].gold_agreement, found["y"].gold) == (1.0, 10)
    assert "fails_gold" not in codes(found["y"])


def test_of_a_rater_with_one_rating_nothing_but_that_is_said():
    found = by_name(analyse(table_of([*rows(x=0, y=0), ("i00", "A", "once", 1.0)])))["once"]
    assert (found.ratings, found.spread, found.agreement) == (1, None, None)
    assert [(flag.code, flag.value, flag.limit) for flag in found.flags] == [("few_ratings", 1.0, 10.0)]
    assert found.without is None


def test_a_rater_who_always_gives_the_lowest_level_has_no_severity_and_a_reason():
    lowest: list[Row] = [(item, system, "low", 1.0) for item, system, *_ in rows(x=0)]
    found = by_name(analyse(table_of([*rows(x=0, y=0), *lowest])))["low"]
    assert (found.severity, found.note) == (None, "separated")


def test_a_what_if_shows_what_changes_and_changes_nothing():
    """Without the one who has it the other way round, the order turns."""
    other: list[Row] = [(f"i{n}", system, "z", value) for n in range(12) for system, value in (("A", 1.0), ("B", 5.0))]
    same: list[Row] = [
        (f"i{n}", system, rater, value + n % 2)
        for n in range(12)
        for system, value in (("A", 3.0), ("B", 2.0))
        for rater in "xy"
    ]
    table = table_of([*same, *other])
    plain, asked_for = analyse(table), analyse(table, Options(without=("z",)))
    [what_if] = asked_for.what_if
    assert (what_if.left_out, what_if.ratings) == (("z",), 24)
    assert (what_if.order_before, what_if.order) == (("B", "A"), ("A", "B"))
    assert what_if.alpha is not None
    assert what_if.alpha_before is not None
    assert what_if.alpha > what_if.alpha_before
    assert plain.ranking == asked_for.ranking
    assert plain.agreement == asked_for.agreement
    assert plain.what_if == ()


def test_leaving_out_someone_unknown_is_refused_with_the_names_that_are_known():
    with pytest.raises(Refused) as refused:
        analyse(table_of(rows(x=0, y=0)), Options(without=("nobody",)))
    assert refused.value.faults[0].allowed == ["x", "y"]


def test_for_categories_raters_have_kappa_with_the_rest_and_no_severity():
    names = asked("q", "category", level="nominal", names=("a", "b"), ranks=False)
    given: list[Row] = [(f"i{n}", "A", rater, float(n % 2)) for n in range(12) for rater in "xyz"]
    found = by_name(analyse(table_of(given, names)))["x"]
    assert (found.agreement, found.agreement_method) == (1.0, "kappa_with_rest")
    assert (found.severity, found.mean, found.drift) == (None, None, None)


def test_the_slow_model_takes_raters_as_a_sample():
    table = table_of(rows(x=0, y=0, z=-2))
    quick, full = by_name(analyse(table))["z"], by_name(analyse(table, Options(full=True)))["z"]
    assert quick.severity is not None
    assert full.severity is not None
    assert 0 < full.severity < quick.severity, "drawn towards the others"
    assert all(one.adjusted is not None for one in analyse(table, Options(full=True)).ranking)


def test_who_takes_less_than_a_second_is_fast_however_fast_the_others_are():
    found = by_name(analyse(with_columns(table_of(rows(x=0, y=0, z=0)), seconds=np.full(216, 0.9))))
    assert {rater for rater, one in found.items() if "fast" in codes(one)} == {"x", "y", "z"}
    calm = by_name(analyse(with_columns(table_of(rows(x=0, y=0, z=0)), seconds=np.full(216, 1.5))))
    assert not any("fast" in codes(one) for one in calm.values())
