"""jurybox report on files and studies, as it is typed."""

import json
from pathlib import Path

import pytest

from tests.fixtures.command_line import Jurybox
from tests.paths import ROOT

EXAMPLES = ROOT / "examples"
RATINGS = EXAMPLES / "ratings" / "ratings.csv"
ERRORS = EXAMPLES / "ratings" / "errors.csv"


def test_a_report_of_a_file_needs_no_study(jurybox: Jurybox, in_folder: Path):
    ended = jurybox("report", RATINGS, "--to", "out", "--by", "language")
    assert ended.status == 0
    assert ended.out.startswith("The report is in ")
    names = {path.name for path in (in_folder / "out").iterdir()}
    assert names == {"report.html", "tables", "tables.xlsx", "datasheet.md", "findings.json", "manifest.json"}
    assert [path.name for path in in_folder.iterdir()] == ["out"], "no data folder was made"


def test_the_same_file_gives_the_same_report(jurybox: Jurybox, in_folder: Path):
    manifests = []
    for folder in ("a", "b"):
        jurybox("report", RATINGS, "--to", folder, "--lang", "es")
        manifests.append((in_folder / folder / "manifest.json").read_bytes())
    assert manifests[0] == manifests[1]
    assert json.loads(manifests[0])["language"] == "es"


def test_a_report_of_errors_shows_them_by_category(jurybox: Jurybox, in_folder: Path):
    assert jurybox("report", ERRORS, "--to", "out").status == 0
    assert (in_folder / "out" / "tables" / "tags.csv").exists()
    assert "← better" in (in_folder / "out" / "report.html").read_text(encoding="utf-8")


def test_a_study_that_nobody_rated_yet_has_a_report_too(jurybox: Jurybox, in_folder: Path):
    items = EXAMPLES / "first-study" / "items.csv"
    jurybox("study", "create", "x", "--protocol", "title", "--items", items, "--name", "Titel <b>")
    jurybox("study", "open", "x")
    ended = jurybox("report", "x", "--to", "out", "--lang", "de")
    assert (ended.status, ended.err) == (0, "")
    page = (in_folder / "out" / "report.html").read_text(encoding="utf-8")
    assert "<bdi>Titel &lt;b&gt;</bdi>" in page


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--to", "out", "--lang", "xx"), "There is no catalogue of texts for the language 'xx'."),
        (("--to", "full"), "The folder 'full' holds files that are no report of ours."),
        (("--to", "file"), "'file' is a file and no folder."),
    ],
)
def test_what_can_not_be_written_is_refused_in_a_sentence(
    jurybox: Jurybox, in_folder: Path, arguments: tuple[str, ...], says: str
):
    (in_folder / "full").mkdir()
    (in_folder / "full" / "mine.txt").write_text("mine")
    (in_folder / "file").write_text("mine")
    ended = jurybox("report", RATINGS, *arguments)
    assert ended.status == 1
    assert ended.err.startswith(says)
    assert not (in_folder / "out").exists()


def test_a_missing_file_is_told_as_by_analyse(jurybox: Jurybox):
    assert jurybox("report", "nowhere.csv", "--to", "out").err == jurybox("analyse", "nowhere.csv").err
