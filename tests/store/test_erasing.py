"""Erasing: what was erased is in no table and no file; what was chosen stays, and the log yields to nobody else."""

import json
from pathlib import Path

import pytest

from jurybox.core import NotFound, Refused
from jurybox.studies import delete_study, erase_again, erase_rater, redact_texts
from jurybox.studies.carry import restore_backup, write_backup
from jurybox.studies.people import add_rater, enquiries, list_raters
from jurybox.studies.rating import EnquiryWish, panel
from jurybox.studies.results.table.read import study_table
from jurybox.studies.workbench import Workbench, view_of
from tests.fixtures.databases import NewBench, sql
from tests.fixtures.studies import Played, lines, open_study

WORDS = ("Xanthippe", "QUESTIONNAIREWORD", "ENQUIRYWORD", "COMMENTWORD", "REPLYWORD")


def rated(bench: Workbench, key: str = "study") -> Played:
    study = open_study(bench, lines(3, "ab"), questionnaire="standard", key=key)
    rater = study.rater("Xanthippe")
    rater.call(panel.answer_questionnaire, {"first_language": "QUESTIONNAIREWORD"}, "en")
    rater.submit(rater.next()[0], comment="COMMENTWORD")
    rater.submit(rater.next()[0])
    asked = "018bcfe5-6800-7000-8000-00000000aaaa"
    rater.call(panel.enquire, EnquiryWish(asked, "ENQUIRYWORD?", lang="en"))
    enquiries.reply(bench, study.key, asked, enquiries.ReplyDraft("REPLYWORD.", publish=True))
    return study


def left(bench: Workbench, words: tuple[str, ...] = WORDS) -> list[str]:
    """Which words are still found: in the bytes of the files, or in any table."""
    if bench.database.dialect == "sqlite":
        held = b"".join(path.read_bytes() for path in bench.folder.rglob("jurybox.db*") if path.is_file())
        return [word for word in words if word.encode() in held]
    tables = [name for (name,) in sql(bench, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
    held_text = "".join(repr(sql(bench, f'SELECT * FROM "{name}"')) for name in tables)
    return [word for word in words if word in held_text]


def test_a_rater_who_is_erased_is_forgotten_and_their_judgements_stay(bench: Workbench) -> None:
    rated(bench)
    before = sql(bench, "SELECT seq, answers FROM judgement ORDER BY seq")
    erase_rater(bench, "study", "Xanthippe")
    assert "Xanthippe" not in left(bench)
    assert sql(bench, "SELECT seq, answers FROM judgement ORDER BY seq") == before
    [info] = list_raters(bench, "study")
    assert (info.name, info.revoked) == ("–", True)
    assert study_table(bench, "study").ratings
    add_rater(bench, "study", "Xanthippe")  # somebody of that name may come again


def test_what_was_written_is_blanked_and_what_was_chosen_stays(bench: Workbench) -> None:
    rated(bench)
    numbers = sql(bench, "SELECT * FROM number ORDER BY seq")
    redact_texts(bench, "study")
    assert left(bench) == ["Xanthippe"]
    assert sql(bench, "SELECT * FROM number ORDER BY seq") == numbers
    assert ("[redacted]",) in sql(bench, "SELECT comment FROM judgement")
    assert study_table(bench, "study").ratings


def test_only_one_rater_s_words_are_blanked_where_one_is_named(bench: Workbench) -> None:
    study = rated(bench)
    other = study.rater("Ben")
    other.call(panel.answer_questionnaire, {"first_language": "Bribri"}, "en")
    other.submit(other.next()[0], comment="Ben's own words")
    redact_texts(bench, "study", "Xanthippe")
    assert left(bench, ("COMMENTWORD", "Ben's own words")) == ["Ben's own words"]


def test_a_study_that_is_deleted_leaves_one_line_and_nothing_of_it(bench: Workbench) -> None:
    rated(bench)
    open_study(bench, lines(1, "a"), key="other")
    with pytest.raises(Refused):
        delete_study(bench, "study", "sutdy")
    delete_study(bench, "study", "study")
    assert left(bench, (*WORDS, "Output b of 2")) == []
    with pytest.raises(NotFound):
        view_of(bench, "study")
    assert view_of(bench, "other").row.state == "open"
    assert [what for (what,) in sql(bench, "SELECT what FROM audit ORDER BY id")][-1] == "erased_study"
    assert not sql(bench, "SELECT id FROM maintenance")


def test_a_backup_made_before_forgets_again_when_it_is_restored(
    bench: Workbench, new_bench: NewBench, tmp_path: Path
) -> None:
    rated(bench)
    write_backup(bench, tmp_path / "backup.zip")
    redact_texts(bench, "study")
    erase_rater(bench, "study", "Xanthippe")
    erased = bench.folder / "erased.jsonl"
    assert [json.loads(line)["kind"] for line in erased.read_text().splitlines()] == ["texts", "rater"]
    empty = new_bench("sqlite")
    restore_backup(empty, tmp_path / "backup.zip")
    assert left(empty)
    assert erase_again(empty, erased) == 2
    assert left(empty) == []


def test_a_deleted_study_is_deleted_again_from_a_backup(bench: Workbench, new_bench: NewBench, tmp_path: Path) -> None:
    rated(bench)
    write_backup(bench, tmp_path / "backup.zip")
    delete_study(bench, "study", "study")
    empty = new_bench("sqlite")
    restore_backup(empty, tmp_path / "backup.zip")
    assert erase_again(empty, bench.folder / "erased.jsonl") == 1
    assert left(empty) == []
