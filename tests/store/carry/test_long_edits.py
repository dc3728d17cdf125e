"""Long edits that come in files, or are decided, are counted before the log is held: nobody waits for it to write."""

import json
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from jurybox.core import edit_distance
from jurybox.exchange.label_studio.read import TaskOptions
from jurybox.studies import adjudicating
from jurybox.studies.adjudicating import DecisionDraft
from jurybox.studies.carry import RatingsSource
from jurybox.studies.carry.label_studio.export import export_label_studio
from jurybox.studies.carry.label_studio.read import import_label_studio
from jurybox.studies.carry.ratings.read import import_ratings
from jurybox.studies.carry.workbooks.read import read_workbooks
from jurybox.studies.carry.workbooks.write import write_workbooks
from jurybox.studies.workbench import Workbench
from tests.fixtures.small import EDIT
from tests.fixtures.studies import loaded, open_study
from tests.fixtures.workbooks import Book

ASKED = loaded(stages=[{"id": "edit", "show": ["source", "output"], "ask": [{**EDIT, "longest": 20_000}]}])
ITEMS = 70
"""More than a small memory of what was counted would hold."""
TEXT = " ".join(f"w{n}" for n in range(300))
LINES = [
    {"id": f"item-{n}", "system": "system-a", "source": "Lang.", "output": f"S{n} {TEXT} {n}"} for n in range(ITEMS)
]


def changed(text: str, by: str = "V") -> str:
    """Both ends are changed, so that nothing in between can be left out of the count."""
    return f"{by}{text[1:-1]}!"


@pytest.fixture
def counted(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Of every distance that was counted, whether the log was held for it."""
    found: list[bool] = []
    held = [False]
    database, count = bench.database, edit_distance.distance
    read, write = database.read, database.write

    @contextmanager
    def holding(now: bool) -> Iterator[None]:
        before, held[0] = held[0], now
        yield
        held[0] = before

    def told(one: Sequence[Hashable], other: Sequence[Hashable]) -> int:
        found.append(held[0])
        return count(one, other)

    def told_read(job: Callable[[Any], Any]) -> Any:
        with holding(False):
            return read(lambda run: _without(held, lambda: job(run)))

    def told_write(job: Callable[[Any], Any]) -> Any:
        with holding(True):
            return write(job)

    monkeypatch.setattr(edit_distance, "distance", told)
    monkeypatch.setattr(database, "read", told_read)
    monkeypatch.setattr(database, "write", told_write)
    edit_distance.forget_counts()
    return found


def _without(held: list[bool], job: Callable[[], Any]) -> Any:
    """PostgreSQL reads as it writes."""
    held[0] = False
    return job()


def only_while_nobody_waited(counted: list[bool], many: int) -> None:
    assert len(counted) == 2 * many  # of characters, and of words
    assert not any(counted)


def test_of_a_workbook(bench: Workbench, tmp_path: Path, counted: list[bool]) -> None:
    study = open_study(bench, LINES, ASKED, quorum=1, merge="none", repeats=0, calibration=False)
    study.rater("Ana")
    (written,) = write_workbooks(bench, "study", tmp_path, ["Ana"]).files
    book = Book(written.path)
    rows = list(book.rows())
    for row, text in zip(rows, book.texts("output"), strict=True):
        book.put(row, "jurybox:ask:edited", changed(text))
    (taken,) = read_workbooks(bench, [book.save()])
    assert taken.new == len(rows) == ITEMS
    only_while_nobody_waited(counted, ITEMS)
    stored = [cell["value"] for row in study.log() for cell in row["answers"]["edited"].values()]
    assert {value["characters"] for value in stored} == {2}


def test_of_a_table_of_ratings(bench: Workbench, tmp_path: Path, counted: list[bool]) -> None:
    open_study(bench, LINES, ASKED, quorum=1, merge="none", repeats=0, calibration=False)
    same = {"system": "system-a", "rater": "R", "question": "edited", "value": None}
    said = [{"item": line["id"], "text": changed(line["output"]), **same} for line in LINES]
    file = tmp_path / "long.jsonl"
    file.write_text("".join(json.dumps(one) + "\n" for one in said), encoding="utf-8")
    assert import_ratings(bench, RatingsSource(file, "jsonl"), "study").judgements == ITEMS
    only_while_nobody_waited(counted, ITEMS)


def test_of_label_studio(bench: Workbench, tmp_path: Path, counted: list[bool]) -> None:
    study = open_study(bench, LINES, ASKED, quorum=1, merge="none", repeats=0, calibration=False)
    rater = study.rater("Ana")
    while units := rater.next():
        text = units[0]["candidates"][0]["fields"]["output"]
        rater.submit(units[0], answers={"edited": {"A": {"text": changed(text)}}})
    export_label_studio(bench, "study", tmp_path / "out")
    open_study(bench, LINES, ASKED, key="copy", quorum=1, merge="none", repeats=0, calibration=False)
    edit_distance.forget_counts()
    counted.clear()
    files = [tmp_path / "out" / "tasks.json"]
    assert import_label_studio(bench, "copy", files, TaskOptions(raters={})).taken.new == ITEMS
    only_while_nobody_waited(counted, ITEMS)


def test_of_a_decision(bench: Workbench, counted: list[bool]) -> None:
    study = open_study(bench, LINES[:2], ASKED, quorum=2, merge="none", repeats=0, calibration=False)
    for name, own in (("Ann", "V"), ("Bo", " ".join(f"x{n}" for n in range(600)))):
        rater = study.rater(name)
        while units := rater.next():
            text = units[0]["candidates"][0]["fields"]["output"]
            rater.submit(units[0], answers={"edited": {"A": {"text": changed(text, own)}}})
    adjudicating.find_disputes(bench, "study")
    unit, stage = adjudicating.next_dispute(bench, "study") or (0, "")
    (question,) = adjudicating.show_dispute(bench, "study", unit, stage)["questions"]
    answers = {question["question"]: {question["about"] or "unit": json.loads(question["options"][0]["value"])}}
    edit_distance.forget_counts()
    counted.clear()
    adjudicating.decide(bench, "study", DecisionDraft(unit, stage, answers, "It reads better."), "Olga")
    assert counted
    assert not any(counted)
