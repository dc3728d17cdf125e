"""Checks go where their study goes: into workbooks, archives and rehearsals, and nothing gives them away there."""

from pathlib import Path
from zipfile import ZipFile

from jurybox.studies.carry.archive.reopen import reopen_archive
from jurybox.studies.carry.archive.write import write_archive
from jurybox.studies.people import show_checks
from jurybox.studies.rehearsal import rehearse
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import NewBench, sql
from tests.fixtures.studies import Played, lines, new_study
from tests.fixtures.workbooks import filled
from tests.store.carry.test_workbooks import read, write
from tests.store.rating.test_checks import gold, rate_all


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
