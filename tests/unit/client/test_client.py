"""The Python library over a data folder: a study from its first row to its findings, and errors in words."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pandas  # type: ignore[import-untyped]
import pyarrow  # type: ignore[import-untyped]
import pytest

import jurybox
from tests.paths import ROOT

FIRST = ROOT / "examples" / "first-study" / "items.csv"
ARCHIVE = ROOT / "examples" / "files" / "archive" / "headlines.zip"
RATINGS = ROOT / "examples" / "ratings" / "ratings.csv"
HEAVY = {"sqlalchemy", "numpy", "scipy", "pydantic", "msgspec", "fastapi", "pandas", "pyarrow", "polars", "typing"}


def loaded_by(code: str) -> set[str]:
    """The packages that a program loads beyond those that Python starts with."""
    program = f"import sys\nbefore = set(sys.modules)\n{code}\nprint(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return {name.partition(".")[0] if not name.startswith("jurybox") else name for name in done.stdout.split()}


def test_importing_jurybox_loads_nothing_else():
    assert loaded_by("import jurybox; jurybox.__version__") == {"jurybox"}


def test_opening_a_folder_loads_no_server_and_no_numbers(tmp_path: Path):
    code = f"import jurybox\nwith jurybox.open({str(tmp_path / 'd')!r}) as data: data.create('x', 'title').show()"
    found = loaded_by(code)
    assert "sqlalchemy" in found
    assert not found & {"fastapi", "uvicorn", "scipy", "pandas", "pyarrow", "typer"}


def test_connecting_to_a_server_loads_no_database():
    assert not loaded_by("import jurybox; jurybox.connect('https://jury.example.org', 'jb_x')") & HEAVY - {"typing"}


def test_a_study_goes_from_rows_to_links(tmp_path: Path):
    with jurybox.open(tmp_path / "data", url="https://jury.example.org/") as data:
        study = data.create("x", "title", name="Titles", settings={"quorum": 2}, seed="7")
        assert study.add(FIRST) == {"items": 5, "outputs": 10, "left_out": []}
        rows = [{"id": "ferry", "system": "gamma", "output": "A boat"}]
        assert study.add(rows) == {"items": 0, "outputs": 1, "left_out": []}
        assert study.open() is study
        rater = study.add_rater("Ana", language="es")
        assert rater.link is not None
        assert rater.link.startswith("https://jury.example.org/rate/x/#")
        assert (study.raters(), rater.language, rater.done) == ([rater], "es", 0)
        shown = study.show()
        assert (shown["state"], shown["name"], shown["seed"], shown["outputs"]) == ("open", "Titles", "7", 11)
        assert {event["who"] for event in shown["events"]} == {"library"}
        assert [line["key"] for line in data.studies()] == ["x"]
        assert [data.study("x").pause().show()["state"], data.study("x").resume().show()["state"]] == ["paused", "open"]
        assert data.study("x").close().show()["state"] == "closed"
        assert data.study("x").reopen().close().show()["state"] == "closed"
        assert "title" in [protocol["id"] for protocol in data.protocols()]


@pytest.fixture
def rated(tmp_path: Path) -> Any:
    with jurybox.open(tmp_path / "data") as data:
        yield data.reopen(ARCHIVE)


def test_ratings_are_a_table(rated: Any):
    table = rated.ratings()
    assert (len(table), table.columns[:3]) == (20, ("study", "protocol", "item"))
    first = table.rows()[0]
    assert (first["study"], first["value"], first["number"], first["pilot"]) == ("headlines", 4, 4.0, False)
    assert table["number"] == [float(value) for value in table["value"]]
    assert list(table) == table.rows()
    assert repr(table) == "<Ratings: 20 rows, 27 columns>"


def test_findings_of_a_study_are_those_of_its_ratings(rated: Any):
    findings = rated.analyse()
    assert findings.counts["ratings"] == 20
    means = {found.system: found.mean for found in findings.ranking}
    table = rated.ratings()
    for again in (table, table.rows(), table.to_pandas(), table.to_arrow(), iter(table)):
        from_rows = jurybox.analyse(again)
        assert {found.system: found.mean for found in from_rows.ranking} == means
        assert from_rows.source["name"] == "rows"
    assert rated.analyse(confidence=0.9, seed=3).settings["confidence"] == 0.9


def test_a_report_is_written_and_a_study_archived_copied_and_reopened(rated: Any, tmp_path: Path):
    files = rated.report(tmp_path / "report", language="de")
    assert "report.html" in files
    assert (tmp_path / "report" / "findings.json").is_file()
    assert rated.archive(tmp_path / "again.zip").rows["judgement"] == 20
    assert rated.copy("next", name="Next", seed="2").show()["judgements"] == 0
    with jurybox.open(tmp_path / "other") as other:
        assert other.reopen(tmp_path / "again.zip", key="y").analyse().ranking == rated.analyse().ranking


def test_any_ratings_are_analysed(tmp_path: Path):
    findings = jurybox.analyse(RATINGS, by="language", level="ordinal")
    assert findings.counts["raters"] == 3
    assert json.loads(json.dumps(findings.as_json()["counts"])) == dict(findings.counts)
    rows = [{"seg": i, "who": r, "score": (i * r) % 4 + 1} for i in range(8) for r in range(3)]
    found = jurybox.analyse(rows, columns={"item": "seg", "rater": "who", "value": "score"}, scales=["1-4"])
    assert found.counts["ratings"] == 24
    assert "report.html" in jurybox.write_report(found, tmp_path / "report")


@pytest.mark.parametrize(
    ("frame", "missing"),
    [
        (pandas.DataFrame, float("nan")),
        (pandas.DataFrame, pandas.NA),
        (lambda columns: pyarrow.table(columns), None),
    ],
)
def test_outputs_come_from_data_frames_and_empty_cells_are_none(tmp_path: Path, frame: Any, missing: Any):
    columns = {"id": ["1", "1"], "system": ["a", "b"], "source": ["Text.", missing], "output": ["A", "B"]}
    with jurybox.open(tmp_path / "data") as data:
        assert data.create("x", "title").add(frame(columns))["outputs"] == 2


def refused(call: Any, kind: type[jurybox.JuryboxError] = jurybox.Refused) -> str:
    with pytest.raises(kind) as error:
        call()
    assert "This was refused (" not in str(error.value)
    assert error.value.faults
    return str(error.value)


def test_errors_are_sentences(tmp_path: Path):
    data = jurybox.open(tmp_path / "data")
    assert "There is no data folder" in refused(data.studies, jurybox.NotFound)
    assert not (tmp_path / "data").exists(), "looking makes no folder"
    assert "Allowed: adequacy-fluency" in refused(lambda: data.create("x", "titel"), jurybox.NotFound)
    study = data.create("x", "title")
    assert "'x'" in refused(lambda: data.create("x", "title"), jurybox.Conflict)
    assert refused(lambda: data.study("y"), jurybox.NotFound) == "There is no study 'y'. Allowed: x."
    bad = refused(lambda: study.add([{"id": "1", "system": "a", "source": "x", "outputt": "y"}]))
    assert bad.splitlines()[0].startswith("rows.jsonl:1: ")
    assert "outputt" in bad
    assert "is no table" in refused(lambda: study.add({"id": "1"}))  # type: ignore[dict-item]
    assert "Row 2 is a 'str'" in refused(lambda: study.add(iter([{"id": "1"}, "x"])))  # type: ignore[arg-type]
    assert "Row 1 holds" in refused(lambda: study.add([{"id": object()}]))
    assert "rows.jsonl:1" in refused(lambda: jurybox.analyse([{"item": 1}]))
    assert "There is no option 'sead'" in refused(lambda: jurybox.analyse(RATINGS, sead=1))  # type: ignore[call-arg]
    assert "There is no option 'sead'" in refused(lambda: study.analyse(sead=1))  # type: ignore[call-arg]
    refused(lambda: jurybox.connect("jury.example.org", "t"))
    refused(lambda: jurybox.connect("https://jury.example.org", "a\nb"))
    data.close()


def test_what_is_not_there_is_no_attribute():
    assert not hasattr(jurybox, "nothing")
    assert {"open", "connect", "analyse", "Refused"} <= set(dir(jurybox))


def test_a_folder_and_a_server_are_used_alike(tmp_path: Path):
    with jurybox.open(tmp_path) as folder:
        clients: list[jurybox.Client] = [folder, jurybox.connect("https://jury.example.org", "jb_x")]
    shared = {name for name in vars(jurybox.Client) if not name.startswith("_")}
    for client in clients:
        assert shared <= set(dir(client))


def test_an_option_that_has_no_effect_any_more_says_so() -> None:
    with pytest.warns(FutureWarning, match="nothing is drawn"):
        jurybox.analyse(RATINGS, resamples=200)
