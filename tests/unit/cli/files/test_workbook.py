"""jurybox workbook: what it prints, and what it refuses."""

import json
from pathlib import Path

import pytest

from tests.fixtures.command_line import Jurybox
from tests.fixtures.workbooks import Book, filled
from tests.paths import ROOT

EXAMPLES = ROOT / "examples" / "first-study"


@pytest.fixture
def headlines(jurybox: Jurybox) -> Jurybox:
    jurybox("study", "create", "headlines", "--protocol", "title", "--items", EXAMPLES / "items.csv", "--seed", "1")
    jurybox("study", "open", "headlines")
    jurybox("rater", "add", "headlines", "Ana María", "--language", "es")
    return jurybox


def test_a_workbook_goes_out_and_comes_back(headlines: Jurybox) -> None:
    assert headlines("workbook", "write", "headlines", "--to", "out").lines == [
        "out/headlines-Ana-María.xlsx: 10 units for Ana María, stage rate."
    ]
    path = Path("out/headlines-Ana-María.xlsx")
    assert Book(path).file.sheetnames == ["Guía", "Tareas", "jurybox"]
    assert headlines("workbook", "read", filled(path, "score", 4)).lines == [
        "headlines-Ana-María.xlsx: 10 new judgements."
    ]
    assert headlines("workbook", "read", path).lines == ["headlines-Ana-María.xlsx: 0 new judgements, 10 as before."]
    assert headlines("workbook", "write", "headlines", "--to", "more").lines == ["Nothing to do now for Ana María."]


def test_faults_are_one_to_a_line_with_status_1(headlines: Jurybox) -> None:
    headlines("workbook", "write", "headlines", "--to", "out", "--units", "3")
    path = filled(Path("out/headlines-Ana-María.xlsx"), "score", 9)
    ended = headlines("workbook", "read", path)
    assert (ended.status, len(ended.faults)) == (1, 3)
    assert ended.faults[0].startswith("headlines-Ana-María.xlsx:4: Tareas!D4: Question 'score' got 9.")
    again = headlines("workbook", "write", "headlines", "--to", "out")
    assert (again.status, len(again.faults)) == (1, 1)
    assert headlines("workbook", "read", "nothing.xlsx").faults == [
        "nothing.xlsx:1: There is no such file: 'nothing.xlsx'."
    ]


def test_programs_get_json(headlines: Jurybox) -> None:
    written = json.loads(headlines("workbook", "write", "headlines", "--to", "out", "--json").out)
    assert [(file["rater"], file["units"], file["stage"]) for file in written["files"]] == [("Ana María", 10, "rate")]
    (taken,) = json.loads(headlines("workbook", "read", written["files"][0]["path"], "--json").out)
    assert (taken["new"], taken["empty"], taken["gone"]) == (0, 10, [])


def test_a_workbook_is_withdrawn(headlines: Jurybox) -> None:
    headlines("workbook", "write", "headlines", "--to", "out")
    ended = headlines("workbook", "withdraw", "headlines", "Ana María")
    assert ended.lines == ["10 units of Ana María can be rated by others."]


def test_options_of_old_workbooks_need_a_study(headlines: Jurybox) -> None:
    ended = headlines("workbook", "read", "Ana.xlsx", "--score", "C")
    assert ended.status == 2
    assert "--old STUDY" in ended.err
