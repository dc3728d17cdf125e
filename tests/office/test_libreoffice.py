"""Workbooks that the real LibreOffice has opened and saved again."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils import get_column_letter

from jurybox.studies.carry.workbooks import OldWorkbookColumns, read_old
from jurybox.studies.carry.workbooks.read import read_workbooks
from jurybox.studies.carry.workbooks.write import write_workbooks
from tests.fixtures.databases import NewBench
from tests.fixtures.small import CASES, SCALE
from tests.fixtures.studies import HIDING, Line, Played, lines, loaded, open_study
from tests.fixtures.workbooks import Book
from tests.unit.exchange.workbooks.test_files import AWKWARD

Save = Callable[..., Path]
LONGEST_S = 120


@pytest.fixture(scope="session")
def saved(soffice: Path, tmp_path_factory: pytest.TempPathFactory) -> Save:
    """saved(path) opens a workbook in LibreOffice and saves it as a workbook, or as something else."""
    home = tmp_path_factory.mktemp("office")

    def save(path: Path, kind: str = "xlsx") -> Path:
        to = path.parent / "saved"
        command = [str(soffice), "--headless", f"-env:UserInstallation={home.as_uri()}", "--convert-to", kind]
        subprocess.run([*command, "--outdir", str(to), str(path)], check=True, capture_output=True, timeout=LONGEST_S)
        return to / f"{path.stem}.{kind.partition(':')[0]}"

    return save


@pytest.fixture
def study(new_bench: NewBench) -> Played:
    """Awkward texts of all kinds, and every type of question that a sheet can carry."""
    table: list[Line] = [
        {"id": name, "system": "one", "source": f"The {name}", "output": text or "nothing"}
        for name, text in AWKWARD.items()
        if "\x00" not in text
    ]
    asked = [CASES[name] for name in ("quality", "percent", "steps", "errors", "kinds", "tick", "note")]
    stage = {"id": "rating", "show": ["source", "output"], "ask": asked}
    made = open_study(new_bench("sqlite"), table, loaded(stages=[stage]))
    made.rater("Ana")
    return made


def test_nothing_is_lost_when_libreoffice_saves_a_workbook(study: Played, saved: Save, tmp_path: Path) -> None:
    (file,) = write_workbooks(study.bench, study.key, tmp_path).files
    book = Book(saved(file.path))
    rows = list(book.rows())
    assert len(rows) == file.units
    book.answer("quality", "4 – Level 4").answer("percent", 2.5).answer("steps", "1.5").answer("kinds:two", "x")
    book.answer("errors:other", lambda line: f"word {line}").answer("note", "ok")
    path = saved(book.save())
    (taken,) = read_workbooks(study.bench, [path])
    assert (taken.new, taken.empty, taken.gone) == (len(rows), 0, [])
    answers = study.log()[0]["answers"]
    values = {name: next(iter(cells.values()))["value"] for name, cells in answers.items()}
    assert values == {
        "quality": 4, "percent": 2.5, "steps": 1.5, "errors": [{"id": "other", "text": "word 4"}], "kinds": ["two"],
        "tick": [], "note": "ok",
    }  # fmt: skip


def test_libreoffice_keeps_the_lists_the_locks_and_what_is_hidden(study: Played, saved: Save, tmp_path: Path) -> None:
    (file,) = write_workbooks(study.bench, study.key, tmp_path).files
    again = openpyxl.load_workbook(saved(file.path))
    tasks = again["Tasks"]
    assert tasks.protection.sheet
    assert again["jurybox"].sheet_state == "hidden"
    assert tasks.column_dimensions[get_column_letter(tasks.max_column)].hidden
    assert len(tasks.data_validations.dataValidation) > 5


def test_libreoffice_counts_the_progress(new_bench: NewBench, saved: Save, tmp_path: Path) -> None:
    study = open_study(new_bench("sqlite"), lines(4, "a"))
    study.rater("Ana")
    (file,) = write_workbooks(study.bench, study.key, tmp_path).files
    book = Book(file.path)
    book.put(4, "jurybox:ask:quality", 3)
    book.put(5, "jurybox:cannot", "cut off")
    sheet = openpyxl.load_workbook(saved(book.save()), data_only=True)["Tasks"]
    assert sheet["A2"].value == "Done: 2 of 4"


def test_a_rater_goes_through_both_stages_in_libreoffice(new_bench: NewBench, saved: Save, tmp_path: Path) -> None:
    study = open_study(new_bench("sqlite"), lines(3, "ab"), loaded(**HIDING))
    study.rater("Ana")
    for n, name in enumerate(("fluency", "adequacy")):
        (file,) = write_workbooks(study.bench, study.key, tmp_path / str(n)).files
        assert file.stage == name
        came = saved(Book(file.path).answer(name, 5).save())
        assert read_workbooks(study.bench, [came])[0].new == 6
    assert {row["standing"] for row in study.log()} == {"counted"}


def test_an_old_workbook_saved_by_libreoffice_is_matched(saved: Save, new_bench: NewBench, tmp_path: Path) -> None:
    study = open_study(
        new_bench("sqlite"), lines(2, "a"), loaded(stages=[{"id": "r", "show": ["output"], "ask": [SCALE]}])
    )
    table = tmp_path / "Ana.csv"
    rows = "\n".join(f"Source {n},Output a of {n},{n + 3}" for n in range(2))
    table.write_text(f"source,output,score\n{rows}\n", encoding="utf-8")
    path = saved(table, "xlsx:Calc MS Excel 2007 XML")
    shutil.move(path, tmp_path / "Ana.xlsx")
    (taken,) = read_old(study.bench, study.key, [tmp_path / "Ana.xlsx"], OldWorkbookColumns())
    assert (taken.new, taken.rater) == (2, "Ana")
