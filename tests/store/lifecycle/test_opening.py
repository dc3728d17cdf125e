"""Opening large studies: some items at a time, rows by the database's own quickest way, and the same study as ever."""

import sqlite3
import time
from json import loads
from typing import Any

import pytest

from jurybox.store.database import LOG_PAGES, PRAGMAS, SqliteDatabase
from jurybox.store.statement import COPIED
from jurybox.studies.lifecycle import open as opening
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import NewBench, sql
from tests.fixtures.studies import Played, lines, new_study, open_study

ODD = ("tab\there", "line\nbreak", "back\\slash \\N \\t", '"quoted", and more', "'", "é 🎬", "%s %(name)s ?", " ")


def shown(study: Played) -> list[Any]:
    """The pool in its order: what each unit shows, by the names of item and system."""
    units = sql(
        study.bench,
        "SELECT unit.place, item.key, system.name, slot.stage, slot.quorum, slot.open_slots, "
        "slot.item_id - unit.item_id "
        "FROM unit JOIN slot ON slot.unit_id = unit.id JOIN item ON item.id = unit.item_id JOIN candidate ON "
        "candidate.item_id = item.id AND unit.candidates = '[' || candidate.id || ']' JOIN candidate_system ON "
        "candidate_system.candidate_id = candidate.id JOIN system ON system.id = candidate_system.system_id "
        f"WHERE slot.study_id = {study.view.id} ORDER BY unit.place, slot.stage, system.id",
    )
    return list(units)


def test_a_study_is_the_same_however_many_items_are_read_at_once(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = lines(23, "abc")
    for line in table[::9] + table[1::9]:  # what another system made too is one candidate
        line["output"] = "The same words"
    whole = open_study(bench, table, key="whole", order="sequential")
    monkeypatch.setattr(opening, "TOGETHER", 2)
    small = open_study(bench, table, key="small", order="sequential")
    assert shown(small) == shown(whole)
    assert whole.view.row.places == small.view.row.places == 23 * 3 - 8
    assert len(shown(whole)) == 23 * 3, "each unit once for each system that made what it shows"


def test_outputs_that_come_to_an_open_study_get_units_whatever_is_read_at_once(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = open_study(bench, lines(7, "a"))
    monkeypatch.setattr(opening, "TOGETHER", 3)
    study.add(lines(11, "b"))
    found = shown(study)
    assert {(key, name) for _, key, name, *_ in found} == {
        *((f"item-{n}", "system-a") for n in range(7)),
        *((f"item-{n}", "system-b") for n in range(11)),
    }
    assert sorted({row[0] for row in found}) == list(range(18))


def test_any_text_comes_back_as_it_was_from_an_import_of_many_rows(bench: Workbench) -> None:
    table = lines(2 * COPIED, "a")
    for line, odd in zip(table, ODD * COPIED, strict=False):
        line["output"] = f"[{line['id']}] {odd}"
        line["source"] = f"{odd} ({line['id']})"
    study = new_study(bench, table)
    study.open()
    rows = sql(bench, "SELECT item.key, item.fields, output.fields FROM output JOIN item ON item.id = output.item_id")
    assert {key: (loads(own)["source"], loads(made)["output"]) for key, own, made in rows} == {
        line["id"]: (line["source"], line["output"]) for line in table
    }


def test_what_is_set_for_many_rows_is_set_back_and_durable_meanwhile(new_bench: NewBench) -> None:
    database = new_bench("sqlite").database
    assert isinstance(database, SqliteDatabase)

    def asked(connection: sqlite3.Connection) -> dict[str, str]:
        return {name: str(connection.execute(f"PRAGMA {name}").fetchone()[0]) for name in (*filling, "synchronous")}

    filling = {"cache_size": "-24576", "wal_autocheckpoint": str(LOG_PAGES)}
    usual = asked(database._own_writer())
    assert usual["cache_size"] == PRAGMAS["cache_size"]

    def fail() -> None:
        with database.filling(24, time.perf_counter):
            assert asked(database._own_writer()) == {**filling, "synchronous": usual["synchronous"]}
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert asked(database._own_writer()) == usual
