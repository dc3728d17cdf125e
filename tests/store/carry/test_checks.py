"""Checks go where their study goes: into workbooks, archives and rehearsals, and nothing gives them away there."""

import re
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest
from openpyxl.worksheet.datavalidation import DataValidation

from jurybox.studies.carry.archive.reopen import reopen_archive
from jurybox.studies.carry.archive.write import write_archive
from jurybox.studies.people import show_checks
from jurybox.studies.rehearsal import rehearse
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import NewBench, sql
from tests.fixtures.studies import Played, lines, new_study
from tests.fixtures.workbooks import Book, filled
from tests.store.carry.test_workbooks import read, write
from tests.store.rating.test_checks import GOLD, gold, rate_all

MANY_WORDS = "with many words of which some may be dropped, swapped, said twice or replaced by others"


def checked(bench: Workbench) -> Played:
    return gold(new_study(bench, lines(30, "a"), checks={"share": 0.2}, quorum=1))


def test_a_workbook_has_its_checks_among_the_tasks_and_they_are_judged_when_it_is_read(
    bench: Workbench, tmp_path: Path
) -> None:
    study = checked(bench).open()
    study.rater("Ana")
    path = write(study, tmp_path)["Ana"]
    met = [n for (n,) in sql(bench, "SELECT position FROM assignment WHERE purpose = 'check' ORDER BY position")]
    assert len(met) >= 6
    assert met[0] >= 3
    with ZipFile(path) as parts:
        words = b" ".join(parts.read(name) for name in parts.namelist()).lower()
    assert not [word for word in (b"expected", b"purpose", b"gold-", b"check_item") if word in words]
    read(study, filled(path, value=1))
    assert all(free == 0 for _, free, _ in study.slots())
    (standing,) = show_checks(bench, study.key).raters
    assert standing.checks.judged == len(met)


def test_an_archive_takes_checks_and_what_became_of_them_along(
    bench: Workbench, new_bench: NewBench, tmp_path: Path
) -> None:
    study = checked(bench).open()
    rate_all(study.rater("Ana"), misses=True)
    before = show_checks(bench, study.key)
    write_archive(bench, study.key, tmp_path / "study.zip")
    other = new_bench("sqlite")
    reopen_archive(other, tmp_path / "study.zip")
    after = show_checks(other, study.key)
    assert [(one.name, one.judged, one.passed) for one in after.checks] == [
        (one.name, one.judged, one.passed) for one in before.checks
    ]
    assert [one.checks for one in after.raters] == [one.checks for one in before.raters]
    assert before.raters[0].checks.state == "flagged"


def test_pretend_raters_rehearse_without_checks_which_are_in_no_number(bench: Workbench) -> None:
    study = checked(bench)
    study.rater("Ana")
    assert rehearse(bench, study.key)["missing"] == 0


def made_worse(bench: Workbench) -> Played:
    """Outputs made worse are the only checks."""
    table = [{**line, "output": f"{line['output']} {MANY_WORDS}"} for line in lines(60, "a")]
    study = new_study(bench, table, checks={"share": 0.2, "degraded": True}, quorum=1)
    study.rater("Bo")
    return study


def dealt(bench: Workbench) -> Played:
    """Known answers, on lists that were dealt before."""
    study = new_study(bench, lines(30, "a"), checks={"share": 0.2}, quorum=1, assign="fixed")
    return gold(study, GOLD.replace("gold-1", "attention-1"))


@pytest.mark.parametrize("make", [checked, made_worse, dealt])
def test_the_rows_of_checks_are_like_all_others(
    make: Callable[[Workbench], Played], bench: Workbench, tmp_path: Path
) -> None:
    """In kind, style, protection, rules and notes of every cell, and in the form and the time of the id."""
    study = make(bench)
    study.rater("Ana")
    study.open()
    book = Book(write(study, tmp_path)["Ana"])
    validations = book.tasks.data_validations.dataValidation
    purposes = dict(sql(bench, "SELECT uid, purpose FROM assignment"))
    checks, others = set[object](), set[object]()
    for line in book.rows():
        id = str(book.at(line, "jurybox:id"))
        row = book.tasks[line]
        cells = tuple(
            (cell.data_type, cell.has_style and cell.style_id, bool(cell.comment), cell.hyperlink) for cell in row
        )
        rules = tuple(sum(line in part for part in ranges_of(rule)) for rule in validations)
        form = (re.sub("[0-9a-f]", "x", id), id[:13], book.tasks.row_dimensions[line].outlineLevel)
        (checks if purposes[id.split()[0]] == "check" else others).add((cells, rules, form))
    assert checks
    assert checks == others


def ranges_of(rule: DataValidation) -> list[range]:
    """The lines that a rule is for."""
    return [range(part.min_row, part.max_row + 1) for part in rule.sqref.ranges]
