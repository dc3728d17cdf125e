"""A report as files: the same bytes every time, and nothing of anybody's is destroyed."""

import hashlib
import json
import os
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from python_calamine import CalamineWorkbook

from jurybox.core.errors import Conflict, Refused
from jurybox.exchange.files.xlsx import Sheet, workbook
from jurybox.studies.results.report import report_files, write_report
from tests.unit.report.made import SIGNATURE, findings

ROOT = Path(__file__).parents[3]
HASHES = """
import hashlib, json
from jurybox.studies.results.report import report_files
from tests.unit.report.made import findings
files = report_files(findings(), "de")
print(json.dumps({name: hashlib.sha256(content).hexdigest() for name, content in files.items()}))
"""


def hashes_in_another_process(seed: str) -> dict[str, str]:
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), "TZ": "Asia/Tokyo" if seed == "1" else "UTC"}
    done = subprocess.run([sys.executable, "-c", HASHES], env=env, check=True, capture_output=True, text=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found


def test_the_same_findings_give_the_same_bytes_in_any_process():
    first, second = hashes_in_another_process("1"), hashes_in_another_process("2")
    assert first == second
    assert {"report.html", "tables.xlsx", "datasheet.md", "findings.json", "manifest.json"} <= set(first)
    assert {Path(name).suffix for name in first if name.startswith("tables/")} == {".csv", ".md", ".tex"}


def test_a_report_is_written_and_written_again(tmp_path: Path):
    written = write_report(findings(), tmp_path / "a" / "report")
    again = write_report(findings(systems=3), tmp_path / "a" / "report")
    assert written == again
    on_disk = {str(path.relative_to(tmp_path / "a" / "report")) for path in (tmp_path / "a").rglob("*.*")}
    assert {name.replace("/", os.sep) for name in again} == on_disk


def test_the_manifest_names_every_file_with_its_hash():
    files = report_files(findings())
    manifest = json.loads(files["manifest.json"])
    assert manifest["signature"] == SIGNATURE
    assert manifest["files"] == {
        name: hashlib.sha256(content).hexdigest() for name, content in files.items() if name != "manifest.json"
    }


def test_findings_json_holds_all_findings():
    made = findings()
    read = json.loads(report_files(made)["findings.json"])
    assert read["signature"] == SIGNATURE
    assert len(read["comparisons"]) == len(made.comparisons)


def test_a_table_that_is_no_more_is_removed(tmp_path: Path):
    write_report(findings(), tmp_path)
    write_report(findings(tags=()), tmp_path)
    assert not (tmp_path / "tables" / "tags.csv").exists()
    assert (tmp_path / "tables" / "ranking.csv").exists()


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path):
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(Conflict) as caught:
        write_report(findings(), tmp_path)
    assert caught.value.faults[0].code == "report.exists"
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
    write_report(findings(), tmp_path, force=True)
    assert (tmp_path / "thesis.tex").read_text() == "years of work"


def test_a_data_sheet_that_was_filled_in_is_not_written_over(tmp_path: Path):
    write_report(findings(), tmp_path)
    with (tmp_path / "datasheet.md").open("a") as file:
        file.write("filled in")
    with pytest.raises(Conflict) as caught:
        write_report(findings(), tmp_path)
    assert [fault.code for fault in caught.value.faults] == ["report.changed"]
    assert (tmp_path / "datasheet.md").read_text().endswith("filled in")
    write_report(findings(), tmp_path, force=True)
    assert not (tmp_path / "datasheet.md").read_text().endswith("filled in")


def test_a_manifest_can_not_make_us_remove_files_elsewhere(tmp_path: Path):
    outside = tmp_path / "outside.txt"
    outside.write_text("mine")
    folder = tmp_path / "report"
    folder.mkdir()
    manifest = {"jurybox_report": 1, "files": {"../outside.txt": hashlib.sha256(b"mine").hexdigest()}}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    write_report(findings(), folder)
    assert outside.read_text() == "mine"


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path):
    (tmp_path / "report").write_text("")
    with pytest.raises(Conflict) as caught:
        write_report(findings(), tmp_path / "report")
    assert caught.value.faults[0].code == "report.no_folder"


def test_an_unknown_language_is_refused_before_anything_is_written(tmp_path: Path):
    with pytest.raises(Refused) as caught:
        write_report(findings(), tmp_path / "report", "xx")
    assert caught.value.faults[0].code == "report.unknown_language"
    assert not (tmp_path / "report").exists()


def test_the_workbook_has_a_sheet_for_each_table_and_the_signature_below():
    book = CalamineWorkbook.from_object(BytesIO(report_files(findings())["tables.xlsx"]))
    assert len(book.sheet_names) == 19
    rows = book.get_sheet_by_name("Ranking").to_python()
    assert rows[0][:4] == ["question", "by", "rank_low", "rank_high"]
    assert rows[1][5:7] == ["Alder-70B", 4.55]
    assert rows[-1][0] == f"Signature: {SIGNATURE}"


def test_a_text_in_a_workbook_is_never_a_formula_or_a_link():
    content = workbook([Sheet("x", ["a"], [["=1+1"], ["http://example.org"], ["007"], [7], [None]])], "t")
    sheet = zipfile.ZipFile(BytesIO(content)).read("xl/worksheets/sheet1.xml").decode()
    assert "<f>" not in sheet
    assert "hyperlink" not in sheet
    rows = CalamineWorkbook.from_object(BytesIO(content)).get_sheet_by_index(0).to_python()
    assert [row[0] for row in rows[1:]] == ["=1+1", "http://example.org", "007", 7.0]


def test_a_huge_cell_is_cut_instead_of_lost():
    content = workbook([Sheet("x", ["a"], [["y" * 10_000_000]])], "t")
    cell = CalamineWorkbook.from_object(BytesIO(content)).get_sheet_by_index(0).to_python()[1][0]
    assert cell == "y" * 32_766 + "…"
