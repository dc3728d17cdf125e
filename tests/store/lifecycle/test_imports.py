"""Imports become visible by their last row; equal outputs become one candidate; a cut-off leaves nothing behind."""

from typing import Any

import pytest

from jurybox.core.errors import Refused
from jurybox.core.study import EventKind
from jurybox.core.unit import Item, System
from jurybox.store import Chunks, bulk, imports, statement, studies, units
from jurybox.store import items as stored_items
from jurybox.studies.carry.export.write import export_rows
from jurybox.studies.lifecycle import change, close_study, open
from jurybox.studies.overview import show_study
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import NewBench, rows_of, sql
from tests.fixtures.studies import Line, Played, lines, loaded, new_study, open_study

ALL = {"unit": {"candidates": "all"}}


class Killed(Exception):
    """As if the process ended here: what was committed stays, and nobody cleans up."""


def kill_at(monkeypatch: pytest.MonkeyPatch, place: Any, name: str, call: int = 1) -> None:
    real, calls = getattr(place, name), iter(range(1, call + 1))

    def wrapped(*args: Any, **kw: Any) -> Any:
        if next(calls) == call:
            raise Killed
        return real(*args, **kw)

    monkeypatch.setattr(place, name, wrapped)


def without_source(table: list[Line]) -> list[Line]:
    return [{name: value for name, value in line.items() if name != "source"} for line in table]


def outputs_of_candidates(study: Played) -> list[int]:
    """How many systems each candidate stands for, the most first."""
    found = sql(study.bench, "SELECT count(*) FROM candidate_system GROUP BY candidate_id")
    return sorted((count for (count,) in found), reverse=True)


def test_many_items_come_in_as_they_are_in_their_order(bench: Workbench) -> None:
    count = 2 * statement.TOGETHER + 1  # some rows go together, the last alone
    number = new_study(bench, lines(count)).view.id
    stored = bench.database.read(lambda run: stored_items.items_of(run, number))
    assert [(item.key, item.fields["source"]) for item in stored] == [
        (line["id"], line["source"]) for line in lines(count) if line["system"] == lines(1)[0]["system"]
    ]
    assert len(rows_of(bench, "output")) == len(lines(count))


def test_nothing_of_an_import_is_visible_before_its_last_row(bench: Workbench) -> None:
    study = new_study(bench, lines(2))
    number = study.view.id

    id = bench.database.write(lambda run: imports.start(run, study=number, now=1))
    half = [Item("item-9", "", {"source": "Nine"})]
    imports.write_items(Chunks(bench.database, bench.world.timer), half, study=number, import_id=id, ids={})
    visible = bench.database.read(lambda run: stored_items.items_of(run, number))
    assert [item.key for item in visible] == ["item-0", "item-1"]
    assert show_study(bench, study.key)["items"] == 2
    study.open()
    assert len(study.slots()) == 4


def test_what_a_killed_import_left_is_cleared_by_the_next(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    study = new_study(bench, lines(2))
    with monkeypatch.context() as patch:
        kill_at(patch, studies, "append_event")
        with pytest.raises(Killed):
            study.add(lines(3, "xy", first=5))
    assert len(rows_of(bench, "item")) == 5
    study.add(lines(1, "x", first=7))
    assert sorted(key for (key,) in sql(bench, "SELECT key FROM item")) == ["item-0", "item-1", "item-7"]
    assert [s["name"] for s in show_study(bench, study.key)["systems"]] == ["system-a", "system-b", "system-x"]
    assert {state for (state,) in sql(bench, "SELECT state FROM import")} == {"done"}


@pytest.mark.parametrize("call", [1, 2])
def test_an_opening_that_was_killed_can_be_done_again(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch, call: int
) -> None:
    study = new_study(bench, lines(450, "ab"), order="sequential")
    with monkeypatch.context() as patch:
        kill_at(patch, units, "reserve_ids", 2 * call)
        with pytest.raises(Killed):
            study.open()
    study.open()
    assert study.slots() == [(1, 1, 0)] * 900
    assert [study.item_of(packet) for packet in study.rater().rate(4)] == ["item-0", "item-0", "item-1", "item-1"]


def test_adding_that_was_killed_is_finished_by_the_next_import(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = open_study(bench, lines(2, "a"))
    with monkeypatch.context() as patch:
        kill_at(patch, open, "_write")
        with pytest.raises(Killed):
            study.add(lines(300, "a", first=10))
    study.add(lines(1, "a", first=5))
    assert len(study.slots()) == 303
    assert len({place for (place,) in sql(bench, "SELECT place FROM unit")}) == 303


@pytest.mark.postgres
def test_a_chunk_that_is_tried_again_writes_whole_units(new_bench: NewBench, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL runs a transaction again after a clash; what the first attempt left in memory must not matter."""
    bench = new_bench("postgresql")
    study = new_study(bench, lines(3, "ab"))
    real, tries = bulk.reserve_ids, iter(range(10))

    def clashing(run: Any, table: str, count: int) -> int:
        if table == "unit" and next(tries) == 0:
            raise ConnectionError
        return real(run, table, count)

    write = bench.database.write

    def stubborn(job: Any) -> Any:
        try:
            return write(job)
        except ConnectionError:
            return write(job)

    monkeypatch.setattr(units, "reserve_ids", clashing)
    monkeypatch.setattr(bench.database, "write", stubborn)
    study.open()
    assert len(rows_of(bench, "candidate")) == 6
    assert len(study.rater().rate(6)) == 6


def test_items_added_to_an_open_study_come_after_the_others(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"), order="sequential")
    rater = study.rater()
    rater.rate(2)
    assert rater.ask()["state"] == "done"
    study.add(lines(2, "a", first=2))
    assert [study.item_of(packet) for packet in rater.rate(2)] == ["item-2", "item-3"]
    kinds = [event["kind"] for event in show_study(bench, study.key)["events"]]
    assert kinds[-2:] == [EventKind.IMPORTED, EventKind.ITEMS_ADDED]


def test_an_item_of_the_study_cannot_be_changed_by_a_later_import(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    with pytest.raises(Refused):
        study.add([{**line, "source": "Another"} for line in lines(1, "x")])
    with pytest.raises(Refused):
        study.add(lines(1, "a"))
    assert len(study.slots()) == 1


@pytest.mark.parametrize(("merge", "candidates"), [("exact", [2, 1, 1, 1]), ("same-words", [4, 1]), ("none", [1] * 5)])
def test_equal_outputs_are_one_candidate_that_counts_for_every_system(
    bench: Workbench, merge: str, candidates: list[int]
) -> None:
    texts = ["A caf\u00e9.", "A cafe\u0301.", "a  caf\u00e9", "A caf\u00e9 .", "A dog."]
    table = [{**line, "output": text} for line, text in zip(lines(1, "abcde"), texts, strict=True)]
    study = open_study(bench, table, merge=merge)
    assert outputs_of_candidates(study) == candidates
    rater = study.rater()
    shown = [packet["candidates"][0]["fields"]["output"] for packet in rater.rate(len(candidates))]
    assert "A caf\u00e9." in shown, "the first variant is shown"
    assert len(list(export_rows(bench, study.key))) == 5, "each system has its row"


def test_a_late_system_joins_an_equal_candidate(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "a"))
    rater = study.rater()
    rater.rate(2)
    late = without_source(lines(2, "x"))
    late[0]["output"] = "Output a of 0"
    study.add(late)
    assert outputs_of_candidates(study) == [2, 1, 1]
    (packet,) = rater.rate(1)
    assert packet["candidates"][0]["fields"]["output"] == "Output x of 1"
    assert rater.ask()["state"] == "done"
    assert sorted(row["system"] for row in export_rows(bench, study.key) if row["item"] == "item-0") == [
        "system-a", "system-x",
    ]  # fmt: skip


def test_a_late_system_brings_back_what_only_a_withdrawn_one_had_made(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "a"))
    change.withdraw_system(bench, study.key, "system-a", "It cheated.")
    rater = study.rater()
    assert rater.ask()["units"] == []
    study.add([{**line, "output": "Output a of 0"} for line in without_source(lines(1, "x"))])
    assert study.slots() == [(1, 1, 0)]
    assert rater.rate(1)
    assert {row["system"] for row in export_rows(bench, study.key)} == {"system-x"}


def test_a_late_system_joins_a_page_that_nobody_has_begun(bench: Workbench) -> None:
    study = open_study(bench, lines(2, "ab"), loaded(**ALL), order="sequential")
    rater = study.rater()
    rater.one()
    study.add(without_source(lines(2, "x")))
    assert [len(packet["candidates"]) for packet in rater.rate(3)] == [2, 3, 1]


def test_a_candidate_that_no_subset_shows_makes_no_unit_later(bench: Workbench) -> None:
    study = open_study(bench, lines(1, "abc"), loaded(unit={"candidates": 2, "subsets": 1}))
    assert (len(study.slots()), len(rows_of(bench, "candidate"))) == (1, 3)
    study.add(lines(1, "abc", first=1))
    assert (len(study.slots()), len(rows_of(bench, "candidate"))) == (2, 6)


def test_a_system_is_known_by_its_name_in_one_study_only(bench: Workbench) -> None:
    for key in ("one", "two"):
        open_study(bench, lines(1, "ab"), key=key)
    assert len(rows_of(bench, "system")) == 4
    close_study(bench, "one")
    assert System("system-a").name in [s["name"] for s in show_study(bench, "two")["systems"]]
