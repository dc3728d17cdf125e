"""The archive of a study holds all of it and nobody's name, and opens again on any server as the same study."""

import json
import threading
import zipfile
from pathlib import Path

import pytest

from jurybox.core.errors import Conflict, NotFound, Refused
from jurybox.store import tables
from jurybox.store.schema import metadata
from jurybox.studies.carry.archive.reopen import reopen_archive
from jurybox.studies.carry.archive.write import write_archive
from jurybox.studies.lifecycle import create
from jurybox.studies.people import raters
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import NewBench, rows_of, sql
from tests.fixtures.studies import Played, PlayedRater, lines, new_study, open_study
from tests.paths import ROOT
from tests.store.carry.archived import CANARIES, elsewhere, findings, full_study, parts_of, picture_study
from tests.store.carry.test_backup import WAYS
from tests.store.test_append_only import REFUSED


def test_every_table_goes_with_a_study_or_stays_for_a_reason() -> None:
    kept = [table.name for table in tables.OF_STUDY]
    assert sorted([*kept, *tables.STAYS]) == sorted(metadata.tables)


@pytest.mark.parametrize(("source", "target"), WAYS)
def test_a_reopened_study_is_the_same_study(new_bench: NewBench, tmp_path: Path, source: str, target: str) -> None:
    old, new = new_bench(source), new_bench(target)
    study = full_study(old)
    before = findings(old)
    made = write_archive(old, study.key, tmp_path / "one.zip", with_questionnaire=True)
    assert made.report
    assert made.rows["judgement"] == len(study.log())
    reopened = reopen_archive(new, tmp_path / "one.zip")
    assert (reopened.key, reopened.state, reopened.rows) == (study.key, "open", made.rows)
    assert findings(new) == before
    moved = Played(new, study.key)
    assert [(j["id"], j["supersedes"], j["standing"]) for j in moved.log()] == [
        (j["id"], j["supersedes"], j["standing"]) for j in study.log()
    ]
    assert [j["seq"] for j in moved.log()] == sorted(j["seq"] for j in moved.log())
    write_archive(new, study.key, tmp_path / "two.zip", with_questionnaire=True)
    one, two = parts_of(tmp_path / "one.zip"), parts_of(tmp_path / "two.zip")
    differs = {name for name in one if one[name] != two.get(name)}
    assert differs == {"README.txt", "manifest.json", "tables/study.jsonl", "tables/study_event.jsonl"} - (
        {"README.txt"} if one["README.txt"] == two["README.txt"] else set()
    )
    (event,) = two["tables/study_event.jsonl"].removeprefix(one["tables/study_event.jsonl"]).splitlines()
    assert json.loads(event)[1] == "reopened"


@pytest.mark.parametrize(("source", "target"), WAYS)
def test_a_reopened_study_stands_beside_others_and_goes_on(
    new_bench: NewBench, tmp_path: Path, source: str, target: str
) -> None:
    old, new = new_bench(source), new_bench(target)
    full_study(old)
    write_archive(old, "study", tmp_path / "one.zip", with_questionnaire=True)
    other = open_study(new, lines(4))
    other.rater("Zoe").rate(3)
    theirs = {table: rows_of(new, table) for table in ("judgement", "assignment", "item", "slot", "tally", "number")}
    with pytest.raises(Conflict):
        reopen_archive(new, tmp_path / "one.zip")
    assert reopen_archive(new, tmp_path / "one.zip", "moved").key == "moved"
    for table, rows in theirs.items():
        assert [row for row in rows_of(new, table) if row in rows] == rows, table
    assert elsewhere(findings(new, "moved")) == elsewhere(findings(old))
    moved = Played(new, "moved")
    before = moved.projections()
    moved.rebuild()
    assert moved.projections() == before
    info = raters.list_raters(new, "moved")
    assert [rater.name for rater in info] == ["R1", "R2", "R3"]
    rater = PlayedRater(moved, info[2].id, info[2].path.partition("#")[2])
    packet = rater.one()
    count = len(moved.log())
    assert rater.submit(packet, answers={}, cannot="No.").standing == "counted"
    assert len(moved.log()) == count + 1
    assert other.rater("Yan").next()


def test_the_log_of_a_reopened_study_is_append_only(bench: Workbench, new_bench: NewBench, tmp_path: Path) -> None:
    open_study(bench, lines(1)).rater("Ana").rate(1)
    write_archive(bench, "study", tmp_path / "one.zip")
    other = new_bench(bench.database.dialect)
    reopen_archive(other, tmp_path / "one.zip")
    for statement in ("UPDATE judgement SET answers = '{}'", "DELETE FROM judgement", "DELETE FROM study_event"):
        with pytest.raises(REFUSED):
            sql(other, statement)


def test_a_study_that_is_here_already_gets_ids_of_its_own(bench: Workbench, tmp_path: Path) -> None:
    study = full_study(bench)
    write_archive(bench, "study", tmp_path / "one.zip", with_questionnaire=True)
    reopen_archive(bench, tmp_path / "one.zip", "again")
    reopen_archive(bench, tmp_path / "one.zip", "and-again")
    first = elsewhere(findings(bench))
    assert elsewhere(findings(bench, "again")) == first == elsewhere(findings(bench, "and-again"))
    log = study.log()
    ids = [entry["id"] for entry in log]
    assert len(set(ids)) == len(ids)
    replaced = [entry["supersedes"] for entry in log if entry["supersedes"]]
    assert len(replaced) == 3
    assert set(replaced) <= set(ids)


def test_nobodys_name_is_in_an_archive(bench: Workbench, tmp_path: Path) -> None:
    study = full_study(bench)
    write_archive(bench, "study", tmp_path / "one.zip")
    parts = parts_of(tmp_path / "one.zip")
    tokens = [rater.token for rater in study.raters.values()]
    hashes = [row[0] for row in sql(bench, "SELECT token_hash FROM membership")]
    for name, content in parts.items():
        for word in (*CANARIES, *tokens, *hashes, bench.secret.hex(), str(tmp_path)):
            assert word.encode() not in content, f"{word} is in {name}"
    assert b"organiser 1" in parts["tables/study_event.jsonl"]
    assert b"And for all?" in parts["tables/enquiry.jsonl"]
    assert (tmp_path / "one.zip").stat().st_mode & 0o077 == 0


def test_what_raters_said_about_themselves_is_kept_only_when_asked_for(bench: Workbench, tmp_path: Path) -> None:
    full_study(bench)
    write_archive(bench, "study", tmp_path / "without.zip")
    write_archive(bench, "study", tmp_path / "with.zip", with_questionnaire=True)
    assert b"canary-language" not in parts_of(tmp_path / "without.zip")["tables/questionnaire.jsonl"]
    assert b"canary-language" in parts_of(tmp_path / "with.zip")["tables/questionnaire.jsonl"]
    reopen_archive(bench, tmp_path / "without.zip", "without")
    assert [rater.ready for rater in raters.list_raters(bench, "without")] == ["ready"] * 3, (
        "that they answered is kept"
    )


def test_pictures_travel_by_their_hash_and_their_smaller_copies_with_them(
    bench: Workbench, new_bench: NewBench, tmp_path: Path
) -> None:
    picture_study(bench, tmp_path / "pictures")
    (bench.media.folder / "ab").mkdir()
    (bench.media.folder / "ab" / ("ab" * 32)).write_bytes(b"of another study")
    assert write_archive(bench, "study", tmp_path / "one.zip").media == 2
    other = new_bench(bench.database.dialect)
    reopen_archive(other, tmp_path / "one.zip")
    files = {path.name: path.read_bytes() for path in other.media.folder.glob("??/*")}
    assert len(files) == 2
    assert all((bench.media.folder / name[:2] / name).read_bytes() == content for name, content in files.items())
    assert "picture" in Played(other, "study").rater("Zoe").one()["fields"]


def test_a_picture_that_is_missing_is_said_and_leaves_no_file(bench: Workbench, tmp_path: Path) -> None:
    picture_study(bench, tmp_path / "pictures")
    next(bench.media.folder.glob("??/*")).unlink()
    with pytest.raises(Refused) as refused:
        write_archive(bench, "study", tmp_path / "one.zip")
    assert refused.value.faults[0].code == "archive.no_media"
    assert not list(tmp_path.glob("one.zip*"))


def test_a_draft_is_archived_without_a_report_and_can_be_opened_elsewhere(
    bench: Workbench, new_bench: NewBench, tmp_path: Path
) -> None:
    new_study(bench, lines(3))
    made = write_archive(bench, "study", tmp_path / "one.zip")
    assert (made.report, made.rows["unit"]) == (False, 0)
    other = new_bench(bench.database.dialect)
    assert reopen_archive(other, tmp_path / "one.zip").state == "draft"
    assert create.open_study(other, "study").places == 6


def test_a_study_may_be_archived_while_people_rate(bench: Workbench, new_bench: NewBench, tmp_path: Path) -> None:
    study = open_study(bench, lines(200, "a"))
    rater = study.rater()
    rater.rate(3)
    stop = threading.Event()

    def go_on() -> None:
        while not stop.is_set():
            rater.rate(1)

    writer = threading.Thread(target=go_on)
    writer.start()
    try:
        made = write_archive(bench, "study", tmp_path / "one.zip")
    finally:
        stop.set()
        writer.join()
    other = new_bench(bench.database.dialect)
    reopen_archive(other, tmp_path / "one.zip")
    assert 3 <= made.rows["judgement"] == len(Played(other, "study").log()) < len(study.log())
    report = json.loads(parts_of(tmp_path / "one.zip")["report/findings.json"])
    assert report["counts"]["ratings"] == made.rows["judgement"], "the report is of that very state"


def test_an_archive_replaces_no_file_and_an_unknown_study_makes_none(bench: Workbench, tmp_path: Path) -> None:
    (tmp_path / "one.zip").write_bytes(b"precious")
    open_study(bench, lines(1))
    with pytest.raises(Conflict):
        write_archive(bench, "study", tmp_path / "one.zip")
    with pytest.raises(NotFound):
        write_archive(bench, "other", tmp_path / "two.zip")
    assert (tmp_path / "one.zip").read_bytes() == b"precious"
    assert not list(tmp_path.glob("two.zip*"))


def test_the_archive_in_our_examples_opens_and_is_what_the_page_shows(bench: Workbench) -> None:
    sample = ROOT / "examples" / "files" / "archive" / "headlines.zip"
    assert reopen_archive(bench, sample).rows["judgement"] == 20
    assert findings(bench, "headlines").counts["ratings"] == 20
    with zipfile.ZipFile(sample) as source:
        manifest = json.loads(source.read("manifest.json"))
        first = json.loads(source.open("tables/judgement.jsonl").readline())
    page = (ROOT / "docs" / "files" / "archive.md").read_text(encoding="utf-8")
    row = dict(zip(manifest["columns"]["judgement"], first, strict=True))
    for column in manifest["columns"]["judgement"]:
        assert f"`{column}`" in page, column
    for shown in ("id", "answers", "received_at"):
        assert json.dumps(row[shown], ensure_ascii=False) in page, shown
