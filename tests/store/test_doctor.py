"""jurybox doctor finds what is wrong with a data folder, and mends what follows from the log."""

import os
import sys
from pathlib import Path

import pytest

from jurybox.studies import examine
from jurybox.studies.carry import name_by_time, rotate, write_backup
from jurybox.studies.people import raters
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import clock_of, sql
from tests.fixtures.studies import lines, loaded, open_study


@pytest.fixture
def rated(bench: Workbench) -> Workbench:
    open_study(bench, lines(3), loaded(), quorum=2)
    raters.add_rater(bench, "study", "Ann")
    for path in (bench.folder, bench.folder / "secret", *bench.folder.glob("jurybox.db*")):
        path.chmod(0o700 if path.is_dir() else 0o600)
    return bench


def faults(bench: Workbench, repair: bool = False) -> dict[str, str]:
    return {check.name: check.fault.code for check in examine(bench, repair) if check.fault}


def test_a_folder_that_is_well_has_no_faults_and_nothing_is_changed(rated: Workbench) -> None:
    before = sql(rated, "SELECT unit_id, stage, open_slots FROM slot")
    assert faults(rated) == {}
    assert sql(rated, "SELECT unit_id, stage, open_slots FROM slot") == before


def test_projections_that_do_not_follow_from_the_log_are_found_and_made_again(rated: Workbench) -> None:
    sql(rated, "UPDATE slot SET open_slots = open_slots + 5")
    assert faults(rated) == {"projections": "doctor.projections"}
    assert faults(rated) == {"projections": "doctor.projections"}, "looking alone mends nothing"
    assert faults(rated, repair=True) == {"projections": "doctor.projections_repaired"}
    assert faults(rated) == {}


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes there")
def test_files_that_others_can_read_are_found_and_closed(rated: Workbench) -> None:
    rated.folder.chmod(0o755)
    assert faults(rated) == {"permissions": "doctor.permissions"}
    assert faults(rated, repair=True) == {"permissions": "doctor.permissions_repaired"}
    assert faults(rated) == {}


def test_media_that_are_missing_are_found_and_a_backup_says_so(rated: Workbench, tmp_path: Path) -> None:
    assert write_backup(rated, tmp_path / "whole.zip").missing == []
    name = "ab" + "0" * 62
    sql(rated, f"""UPDATE item SET fields = '{{"picture": {{"file": "{name}", "type": "image/png"}}}}'""")
    assert faults(rated) == {"media": "backup.media_missing"}
    assert write_backup(rated, tmp_path / "less.zip").missing == [name]


def test_of_backups_by_their_time_the_newest_are_kept(rated: Workbench, tmp_path: Path) -> None:
    names = []
    for _ in range(4):
        names.append(name_by_time(rated))
        write_backup(rated, tmp_path / names[-1])
        clock_of(rated).forward(minutes=60)
    (tmp_path / "mine.zip").touch()
    half, old = (tmp_path / f"{names[n]}.018bcfe5-68{n}.part" for n in (0, 1))
    for path in (half, old):
        path.touch()
    os.utime(old, (0, 0))
    assert [path.name for path in rotate(tmp_path, 2)] == names[:2]
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file() and path.suffix == ".zip") == [
        *names[2:],
        "mine.zip",
    ]
    assert (half.exists(), old.exists()) == (True, False), "what nobody writes any more goes too"
