"""jurybox export, backup, restore, rebuild, protocols, check."""

import json
import zipfile
from pathlib import Path

import pytest
import python_calamine

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
    assert any(" title " in line for line in jurybox("protocols").lines)
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


def rated(jurybox: Jurybox, in_folder: Path) -> Jurybox:
    """A study with ratings of two people whose names are awkward in a table."""
    (in_folder / "old.csv").write_text(
        'item,system,rater,value\n007,=cmd,"Lind, ""Dora""",4\n007,=cmd,Ben,5\n', encoding="utf-8"
    )
    assert jurybox("import", "ratings", "old.csv", "--as", "csv", "--study", "old", "--protocol", "auto").status == 0
    return jurybox


def test_an_export_to_excel_has_types_a_header_that_stays_and_a_filter(jurybox: Jurybox, in_folder: Path):
    assert rated(jurybox, in_folder)("export", "old", "--to", "old.xlsx").status == 0
    with zipfile.ZipFile(in_folder / "old.xlsx") as file:
        sheet = file.read("xl/worksheets/sheet1.xml").decode()
    assert 'state="frozen"' in sheet
    assert '<autoFilter ref="A1:' in sheet
    assert "<f>" not in sheet
    header, *rows = (
        python_calamine.CalamineWorkbook.from_path(str(in_folder / "old.xlsx")).get_sheet_by_index(0).to_python()
    )
    first = dict(zip(header, rows[0], strict=True))
    assert (first["item"], first["value"], first["pilot"]) == ("007", 4.0, False)
    assert isinstance(first["seq"], float)
    assert first["system"] == "'=cmd"


def test_names_of_raters_are_in_an_export_only_when_asked_for(jurybox: Jurybox, in_folder: Path):
    rated(jurybox, in_folder)
    for ending in ("csv", "jsonl", "xlsx", "parquet"):
        plain, named = f"plain.{ending}", f"named.{ending}"
        assert jurybox("export", "old", "--to", plain).status == 0
        told = jurybox("export", "old", "--to", named, "--names")
        assert "keep it to those who organise" in told.err
        assert "Dora" not in jurybox("analyse", plain, "--all").out
        assert "R1 Lind," in jurybox("analyse", named, "--all").out
    assert 'R1 Lind, ""Dora""' in (in_folder / "named.csv").read_text(encoding="utf-8")
    assert "Dora" in jurybox("export", "old", "--raters", "--names").out
    assert "Dora" not in jurybox("export", "old", "--raters").out
