"""jurybox export, backup, restore, rebuild, protocols, check."""

import json
from pathlib import Path

import pytest

from tests.fixtures.command_line import Jurybox
from tests.fixtures.postgres import NewDatabase
from tests.paths import ROOT

FIRST = ROOT / "examples" / "first-study"
FAULTY = ROOT / "tests" / "data" / "faulty.yaml"


@pytest.fixture
def study(jurybox: Jurybox) -> Jurybox:
    jurybox("study", "create", "x", "--protocol", "title", "--items", FIRST / "items.csv")
    jurybox("study", "open", "x")
    jurybox("rater", "add", "x", "Ana")
    return jurybox


def test_an_export_goes_to_standard_output_or_to_a_file(study: Jurybox, in_folder: Path):
    header = study("export", "x").out
    assert header.startswith("study,protocol,item,")
    assert study("export", "x", "--to", "x.tsv").lines == ["The judgements of study x are in x.tsv."]
    assert (in_folder / "x.tsv").read_text(encoding="utf-8-sig").startswith("study\tprotocol\titem\t")
    assert [path.name for path in in_folder.glob("x.*")] == ["x.tsv"]


def test_an_export_replaces_a_file_only_when_told_to(study: Jurybox, in_folder: Path):
    (in_folder / "x.csv").write_text("mine", encoding="utf-8")
    ended = study("export", "x", "--to", "x.csv")
    assert (ended.status, (in_folder / "x.csv").read_text(encoding="utf-8")) == (1, "mine")
    assert study("export", "x", "--to", "x.csv", "--force").status == 0
    assert (in_folder / "x.csv").read_text(encoding="utf-8") != "mine"


def test_an_export_that_fails_leaves_nothing_behind(study: Jurybox, in_folder: Path):
    assert study("export", "y", "--to", "y.csv").faults == ["There is no study 'y'. Allowed: x."]
    assert study("export", "x", "--to", "x.doc").faults == [
        "Got the format 'doc'. Allowed: csv, tsv, jsonl, xlsx, parquet."
    ]
    assert study("export", "x", "--to", "nowhere/x.csv").status == 1
    assert [path.name for path in in_folder.iterdir()] == ["jurybox-data"]


def test_a_backup_is_restored_with_its_links(study: Jurybox):
    assert study("backup", "b.zip").lines == ["Everything is in b.zip: 1 study, 5 items, 1 rater, 0 judgements."]
    assert study("restore", "b.zip", "--data", "new").lines == [
        "Restored into new: 1 study, 5 items, 1 rater, 0 judgements."
    ]
    assert study("rater", "link", "x", "Ana", "--data", "new").out == study("rater", "link", "x", "Ana").out


def test_a_backup_replaces_nothing_and_a_restore_fills_only_an_empty_place(study: Jurybox, in_folder: Path):
    study("backup", "b.zip")
    assert study("backup", "b.zip").status == 1
    assert study("restore", "b.zip").status == 1
    assert study("restore", "no.zip", "--data", "new").faults == [
        "The archive 'no.zip' can't be restored: there is no such file."
    ]
    assert not (in_folder / "new").exists()


def test_a_backup_of_sqlite_is_restored_into_postgresql(study: Jurybox, postgres_server: NewDatabase):
    address = postgres_server()
    study("backup", "b.zip")
    assert study("restore", "b.zip", "--data", "moved", "--database", address).status == 0
    ours, theirs = study("study", "list"), study("study", "list", "--data", "moved", "--database", address)
    assert theirs.out == ours.out != ""


def test_projections_are_rebuilt(study: Jurybox):
    assert study("rebuild").lines == ["Rebuilt 1 study."]


def test_the_worker_ends_when_there_is_nothing_to_do(study: Jurybox):
    assert study("worker").status == 0


def test_the_shelf_is_listed(jurybox: Jurybox):
    assert any(line.startswith("title ") for line in jurybox("protocols").lines)
    found = {p["id"]: p["versions"] for p in json.loads(jurybox("protocols", "--json").out)}
    assert found["audio-description"] == [1, 2]


def test_check_says_ok_with_the_hash(jurybox: Jurybox):
    ended = jurybox("check", "title", "audio-description@1")
    assert ended.status == 0
    assert [line.split(",")[0] for line in ended.lines] == ["ok: title@1", "ok: audio-description@1"]
    assert len(ended.lines[0].split("hash ")[1]) == 64


def test_check_prints_every_fault_with_file_line_and_place(jurybox: Jurybox):
    ended = jurybox("check", FAULTY, "title")
    *faults, last = ended.lines
    assert ended.status == 1
    assert len(faults) > 20
    assert all(line.startswith(f"{FAULTY}:") for line in faults)
    assert last.startswith("ok: title@1")


def test_check_of_an_unknown_protocol_names_the_known_ones(jurybox: Jurybox):
    ended = jurybox("check", "titles")
    assert ended.status == 1
    assert "Did you mean 'title'?" in ended.out
