"""Lists of findings as data frames and in notebooks; for everything else they are the tuples that they were."""

import json
import sys
from dataclasses import replace

import pytest

import jurybox
from jurybox.analysis import FindingList, Findings
from jurybox.analysis.rater_rows import Flag
from jurybox.studies.results.findings import from_json, to_json
from tests.unit.report.made import findings

ROWS = [
    {"item": item, "system": system, "rater": rater, "value": (item * 7 + len(system) * 3 + rater) % 5 + 1}
    for item in range(12)
    for system in ("<b>x", "yy")
    for rater in (1, 2)
]


@pytest.fixture(scope="module")
def found() -> Findings:
    return jurybox.analyse(ROWS)


def test_every_list_is_a_tuple_that_becomes_a_data_frame(found: Findings):
    assert isinstance(found.ranking, tuple)
    frame = found.ranking.to_pandas()
    assert frame["system"].tolist() == [one.system for one in found.ranking]
    assert frame["mean"].tolist() == [one.mean for one in found.ranking]
    first = found.ranking[0]
    assert first.interval is not None
    assert (frame["interval_low"][0], frame["interval_high"][0]) == first.interval
    assert json.loads(frame["distribution"][0]) == dict(first.distribution)


def test_lists_become_frames_of_polars_too(found: Findings):
    assert found.comparisons.to_polars()["p"].to_list() == [one.p for one in found.comparisons]
    for name in ("ranking", "raters", "disagreements", "apart", "together"):
        made = getattr(findings(), name)
        assert len(made.to_polars()) == len(made)


@pytest.mark.parametrize("name", [name for name in Findings.__dataclass_fields__ if name not in ("questions", "notes")])
def test_every_list_has_rows_of_plain_values(name: str):
    made = getattr(findings(), name)
    if not isinstance(made, tuple):
        return
    assert isinstance(made, FindingList)
    for row in made.rows():
        assert all(value is None or isinstance(value, (str, int, float, bool)) for value in row.values()), row
    assert len(made.to_pandas()) == len(made)


def test_flags_are_held_as_json():
    quality = replace(findings().raters[0], flags=(Flag("fast", 2.0, 4.0),))
    (row,) = FindingList([quality]).rows()
    assert json.loads(str(row["flags"])) == [{"code": "fast", "value": 2.0, "limit": 4.0}]


def test_json_and_equality_are_as_before(found: Findings):
    again = from_json(to_json(found))
    assert {name: getattr(again, name) for name in ("ranking", "comparisons", "agreement", "raters")} == {
        name: getattr(found, name) for name in ("ranking", "comparisons", "agreement", "raters")
    }
    assert isinstance(again.ranking, FindingList)
    assert json.loads(json.dumps(found.as_json())) == json.loads(to_json(found))
    assert replace(found, ranking=FindingList()).ranking == ()


def test_a_notebook_shows_a_list_as_a_table_and_findings_as_the_answer(found: Findings):
    table = found.ranking._repr_html_()
    assert table.startswith("<table>")
    assert "&lt;b&gt;x" in table
    assert "<b>x" not in table
    assert "severe" not in table, "nothing stands in that column"
    whole = found._repr_html_()
    assert "established" in whole
    assert "&lt;b&gt;x" in whole
    assert FindingList()._repr_html_().startswith("<table>")


def test_a_long_list_says_how_many_more_there_are():
    assert "+40</p>" in FindingList((findings().raters * 7)[:100])._repr_html_()


def test_without_the_package_it_is_said_which(found: Findings, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ImportError, match="This needs the package 'polars', which is not installed"):
        found.ranking.to_polars()
