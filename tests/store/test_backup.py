"""A backup holds everything, is made while people rate, and goes from one database to the other."""

from pathlib import Path

import pytest

from jurybox.core.errors import Conflict, Refused
from jurybox.store import archive
from jurybox.studies import raters
from jurybox.studies.backup import restore_backup, write_backup
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import NewBench, rows_of
from tests.fixtures.studies import Played, PlayedRater, lines, open_study

WAYS = [
    ("sqlite", "sqlite"),
    pytest.param("sqlite", "postgresql", marks=pytest.mark.postgres),
    pytest.param("postgresql", "sqlite", marks=pytest.mark.postgres),
    pytest.param("postgresql", "postgresql", marks=pytest.mark.postgres),
]


def begun_study(bench: Workbench) -> tuple[Played, PlayedRater]:
    study = open_study(bench, lines(3))
    rater = study.rater("Ana")
    rater.submit(rater.next()[0])
    rater.next()
    (bench.media / "ab").mkdir()
    (bench.media / "ab" / ("ab" * 32)).write_bytes(b"a picture")
    return study, rater


@pytest.mark.parametrize(("source", "target"), WAYS)
def test_a_restored_backup_holds_the_same_rows_and_goes_on(
    new_bench: NewBench, tmp_path: Path, source: str, target: str
) -> None:
    old, new = new_bench(source), new_bench(target)
    study, rater = begun_study(old)
    counts = write_backup(old, tmp_path / "all.zip")
    assert counts["judgement"] == 1
    assert restore_backup(new, tmp_path / "all.zip") == counts
    for table in archive.TABLES:
        assert rows_of(new, table.name) == rows_of(old, table.name), table.name
    assert (new.media / "ab" / ("ab" * 32)).read_bytes() == b"a picture"
    assert [r.path for r in raters.list_raters(new, study.key)] == [r.path for r in raters.list_raters(old, study.key)]
    moved = PlayedRater(Played(new, study.key), rater.id, rater.token)
    assert moved.submit(moved.next()[0]).standing == "counted"
    assert Played(new, study.key).rater("Ben").next()


def test_a_backup_is_not_restored_over_anything(new_bench: NewBench, tmp_path: Path) -> None:
    bench, other = new_bench("sqlite"), new_bench("sqlite")
    begun_study(bench)
    write_backup(bench, tmp_path / "all.zip")
    begun_study(other)
    with pytest.raises(Conflict) as refused:
        restore_backup(other, tmp_path / "all.zip")
    assert refused.value.faults[0].code == "backup.not_empty"


@pytest.mark.parametrize("kept", [0, 40, 2_000, -30])
def test_a_backup_that_was_cut_off_is_refused_and_leaves_the_place_empty(
    new_bench: NewBench, tmp_path: Path, kept: int
) -> None:
    bench, empty = new_bench("sqlite"), new_bench("sqlite")
    begun_study(bench)
    write_backup(bench, tmp_path / "all.zip")
    whole = (tmp_path / "all.zip").read_bytes()
    (tmp_path / "part.zip").write_bytes(whole[:kept])
    with pytest.raises(Refused) as refused:
        restore_backup(empty, tmp_path / "part.zip")
    assert refused.value.faults[0].code == "backup.not_read"
    assert empty.database.read(archive.is_empty)
    assert restore_backup(empty, tmp_path / "all.zip")["judgement"] == 1


def test_a_backup_does_not_overwrite_a_file(new_bench: NewBench, tmp_path: Path) -> None:
    bench = new_bench("sqlite")
    (tmp_path / "all.zip").write_bytes(b"precious")
    with pytest.raises(Conflict):
        write_backup(bench, tmp_path / "all.zip")
    assert (tmp_path / "all.zip").read_bytes() == b"precious"
