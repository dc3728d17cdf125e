"""A question type that nothing knows but its class and one rule in the table of each room: it goes the whole way."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from jurybox.analysis import Options
from jurybox.protocols import lint_text
from jurybox.protocols.schema import protocol_schema
from jurybox.studies.carry.workbooks.read import read_workbooks
from jurybox.studies.carry.workbooks.write import write_workbooks
from jurybox.studies.people import raters
from jurybox.studies.results.analyse import analyse_study
from tests.fixtures.small import document
from tests.fixtures.studies import Played, lines, loaded, open_study
from tests.fixtures.thumb import THUMB, WAYS, known
from tests.fixtures.web import Site
from tests.fixtures.workbooks import filled
from tests.web.answers import MAKERS
from tests.web.playing import Player, play_to_the_end

ASKED = {"stages": [{"id": "rate", "show": ["output"], "ask": [THUMB]}]}


@pytest.fixture(autouse=True)
def thumb(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(MAKERS, "thumb", lambda question, packet, target, taste, made: WAYS[taste % 2])
    with known():
        yield


@pytest.fixture
def study(site: Site) -> Played:
    return open_study(site.bench, lines(3), loaded(**ASKED), quorum=2)


def player(site: Site, name: str, taste: int = 0) -> Player:
    return Player.with_link(site, raters.add_rater(site.bench, "study", name).path, taste)


def said(study: Played) -> list[str]:
    return [cell["value"] for row in study.log() for cell in row["answers"]["thumb"].values()]


def test_the_grammar_and_its_schema_know_it():
    assert lint_text(json.dumps(document(**ASKED)), "thumb.json") == []
    definitions = protocol_schema()["$defs"]
    assert isinstance(definitions, dict)
    assert "Thumb" in definitions
    wrong = document(stages=[{"id": "rate", "show": ["output"], "ask": [{**THUMB, "colour": "red"}]}])
    assert [fault.code for fault in lint_text(json.dumps(wrong), "thumb.json")] == ["protocol.unknown_key"]


def test_it_is_rated_over_http_and_its_numbers_are_kept(site: Site, study: Played):
    ann, bo = player(site, "Ann"), player(site, "Bo", 1)
    play_to_the_end(ann, bo)
    assert sorted(said(study)) == ["down"] * 6 + ["up"] * 6
    assert len(study.projections()["number"]) == 12


def test_what_is_no_answer_to_it_is_refused(site: Site, study: Played):
    ann = player(site, "Ann")
    refused = ann.submit(ann.one(), answers={"thumb": {"A": "sideways"}})
    assert refused.status_code == 422
    assert refused.json()["error"]["allowed"] == ["down", "up"]


@pytest.mark.parametrize("format", ["csv", "jsonl"])
def test_its_answers_are_in_the_export(format: str, site: Site, study: Played, tmp_path: Path):
    play_to_the_end(player(site, "Ann"), player(site, "Bo", 1))
    exported = site.organiser().get(f"/api/studies/study/export?format={format}")
    assert exported.status_code == 200
    file = tmp_path / f"study.{format}"
    file.write_bytes(exported.content)
    assert sorted(row["value"] for row in read_rows(file)) == ["down"] * 6 + ["up"] * 6


def read_rows(file: Path) -> list[dict[str, Any]]:
    if file.suffix == ".jsonl":
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    with file.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def test_it_is_analysed_as_what_it_measures(site: Site, study: Played):
    play_to_the_end(player(site, "Ann"), player(site, "Bo", 1))
    findings = analyse_study(site.bench, "study", Options())
    (asked,) = findings.questions
    assert (asked["id"], asked["kind"], asked["level"], asked["highest"]) == ("thumb", "number", "nominal", 1.0)
    means = {row.system: row.mean or 0 for row in findings.ranking}
    assert set(means) == {"system-a", "system-b"}
    assert sum(means.values()) == pytest.approx(1)  # half of all thumbs are up
    assert next(one for one in findings.agreement if one.coefficient == "krippendorff_alpha").value is not None


def test_it_goes_into_a_workbook_and_comes_back(site: Site, study: Played, tmp_path: Path):
    study.rater("Ana")
    (written,) = write_workbooks(site.bench, "study", tmp_path, ["Ana"]).files
    (taken,) = read_workbooks(site.bench, [filled(written.path, "thumb", "down")])
    assert taken.new == 6
    assert said(study) == ["down"] * 6
