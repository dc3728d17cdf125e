"""jurybox study archive, reopen, copy."""

import json
from pathlib import Path

import pytest

from tests.fixtures.command_line import Jurybox
from tests.paths import ROOT

FIRST = ROOT / "examples" / "first-study"


@pytest.fixture
def study(jurybox: Jurybox) -> Jurybox:
    jurybox("study", "create", "x", "--protocol", "title", "--items", FIRST / "items.csv")
    jurybox("study", "open", "x")
    jurybox("rater", "add", "x", "Ana")
    return jurybox


def test_a_study_is_archived_and_reopened_elsewhere(study: Jurybox):
    assert study("study", "archive", "x", "--to", "x.zip").lines == [
        "Study x is in x.zip: 5 items, 10 outputs, 1 rater, 0 judgements."
    ]
    assert study("study", "reopen", "x.zip", "--data", "new", "--as", "y").lines == [
        "Study y is here, open: 5 items, 10 outputs, 1 rater, 0 judgements."
    ]
    assert study("rater", "list", "y", "--data", "new").out.split()[6] == "R1"
    assert "Ana" not in study("rater", "list", "y", "--data", "new").out


def test_what_is_refused_is_said(study: Jurybox, in_folder: Path):
    study("study", "archive", "x", "--to", "x.zip")
    assert study("study", "archive", "x", "--to", "x.zip").faults == [
        "The file 'x.zip' is there already. Name another file; an archive never replaces one."
    ]
    assert study("study", "archive", "x", "--to", "y.zip", "--lang", "xx").status == 1
    assert study("study", "reopen", "x.zip").status == 1
    assert study("study", "reopen", "none.zip").faults == ["There is no file 'none.zip'."]
    (in_folder / "bad.zip").write_bytes((in_folder / "x.zip").read_bytes()[:-50])
    ended = study("study", "reopen", "bad.zip", "--as", "y")
    assert ended.status == 1
    assert ended.faults[0].startswith("The archive 'bad.zip' can't be opened: ")
    study("backup", "all.zip")
    assert study("study", "reopen", "all.zip").faults == [
        "This is not the archive of a study: it has no manifest of ours. "
        "A backup of everything is read with: jurybox restore FILE"
    ]


def test_a_study_is_copied_without_its_raters(study: Jurybox):
    assert study("study", "copy", "x", "y", "--seed", "7", "--name", "Next year").lines == [
        "Study y is a draft like x, seed 7.", "5 items, 10 outputs.", "Open it: jurybox study open y",
    ]  # fmt: skip
    assert study("study", "open", "y").status == 0
    assert study("rater", "list", "y").lines == ["NAME  GROUPS  STAGES  LANGUAGE  DONE  LINK"]
    assert study("study", "copy", "x", "y").status == 1


def test_a_copy_of_some_items_and_systems_is_made_by_a_file_of_keys(study: Jurybox, tmp_path: Path):
    listed = json.loads(study("study", "items", "x", "--json").out)
    (tmp_path / "keys.txt").write_text(f"{listed[0]['key']}\n{listed[1]['key']}\n", encoding="utf-8")
    assert study("study", "copy", "x", "some", "--items", tmp_path / "keys.txt").lines[1].startswith("2 items, ")
    assert study("study", "copy", "x", "none", "--items", tmp_path / "no.txt").status == 1
    wrong = study("study", "copy", "x", "none", "--system", "nobody")
    assert (wrong.status, "no system 'nobody'" in wrong.err) == (1, True)
