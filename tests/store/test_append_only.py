"""The log can be added to and nothing else, whatever statement is tried."""

import sqlite3

import psycopg
import pytest

from jurybox.store.schema import APPEND_ONLY
from jurybox.studies import results
from jurybox.studies.people import enquiries
from jurybox.studies.rating import EnquiryWish, panel
from jurybox.studies.rating.onboarding import consent_hash
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import sql
from tests.fixtures.studies import lines, open_study

REFUSED = (sqlite3.IntegrityError, sqlite3.DatabaseError, psycopg.errors.RaiseException)
KEY = {"judgement": "seq", "study_event": "seq"}
COLUMN = {"judgement": "answers", "consent": "lang", "questionnaire": "answers", "enquiry": "text", "reply": "text",
          "acknowledgement": "kind", "frozen": "document"}  # fmt: skip


def rated_once(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"), consent={"en": "May we?"}, questionnaire="standard")
    rater = study.rater()
    rater.call(panel.give_consent, "en", consent_hash("May we?"), True)
    rater.call(panel.answer_questionnaire, {"first_language": "Bribri"}, "en")
    rater.submit(rater.next()[0])
    asked = "018bcfe5-6800-7000-8000-00000000aaaa"
    rater.call(panel.enquire, EnquiryWish(asked, "What is a title?", lang="en"))
    enquiries.reply(bench, study.key, asked, enquiries.ReplyDraft("A headline.", publish=True))
    rater.call(panel.acknowledge, None, None, 1)
    results.compute(bench, study.key, results.ResultsOptions())
    results.freeze_results(bench, study.key, results.ResultsOptions())
    sql(bench, "INSERT INTO audit (who, what, data, at) VALUES ('w', 'x', '{}', 1)")


@pytest.mark.parametrize("table", APPEND_ONLY)
def test_a_row_of_the_log_can_neither_be_changed_nor_deleted(bench: Workbench, table: str) -> None:
    rated_once(bench)
    before = sql(bench, f"SELECT * FROM {table}")
    assert before, "there is a row to try it on"
    key = KEY.get(table, "id")
    column = COLUMN.get(table, "data")
    plain = [f"UPDATE {table} SET {column} = 'changed'", f"DELETE FROM {table}"]
    for statement in plain + replacing(bench, table, key):
        with pytest.raises(REFUSED):
            sql(bench, statement)
        assert sql(bench, f"SELECT * FROM {table}") == before


def replacing(bench: Workbench, table: str, key: str) -> list[str]:
    """The ways around UPDATE and DELETE that each database has."""
    upsert = f"ON CONFLICT ({key}) DO UPDATE SET {key} = excluded.{key}"
    copy = f"INTO {table} SELECT * FROM {table} WHERE true"
    if bench.database.dialect == "postgresql":
        return [f"TRUNCATE {table} CASCADE", f"INSERT {copy} {upsert}"]
    return [f"REPLACE {copy}", f"INSERT OR REPLACE {copy}", f"INSERT {copy} {upsert}"]


def test_every_table_of_the_log_has_its_triggers(bench: Workbench) -> None:
    if bench.database.dialect == "sqlite":
        found = {name for (name,) in sql(bench, "SELECT name FROM sqlite_master WHERE type = 'trigger'")}
        verbs = ["update", "delete"]
    else:
        found = {name for (name,) in sql(bench, "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal")}
        verbs = ["update", "delete", "truncate"]
    counting = {"judgement_counts", "assignment_counts"}
    assert found == counting | {f"{table}_no_{verb}" for table in APPEND_ONLY for verb in verbs}
