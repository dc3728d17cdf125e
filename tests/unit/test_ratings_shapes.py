"""The shapes that tables of ratings come in, and what each says when it is wrong."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jurybox
from jurybox.analysis.table import Comparisons, Table
from jurybox.core.errors import Refused
from jurybox.exchange.ratings.options import RatingsReading
from jurybox.exchange.ratings.table import read_ratings
from jurybox.texts import line_of
from tests.fixtures.command_line import Jurybox


def write(folder: Path, content: str, name: str = "r.csv") -> Path:
    path = folder / name
    path.write_text(content, encoding="utf-8")
    return path


def read(folder: Path, content: str, **reading: Any) -> Table:
    return read_ratings([write(folder, content)], RatingsReading(**reading))


def faults(folder: Path, content: str, **reading: Any) -> list[str]:
    """What is said about the file, without its folder."""
    with pytest.raises(Refused) as refused:
        read(folder, content, **reading)
    return [line_of(fault).replace(f"{folder}/", "") for fault in refused.value.faults]


def pairs(table: Table, question: int = 0) -> list[tuple[str, str, str, str, int]]:
    """(item, rater, first, second, outcome) of each comparison, in order."""
    one: Comparisons = table.comparisons[question]
    columns = zip(one.item, one.rater, one.first, one.second, one.outcome, strict=True)
    return [
        (table.items[i], table.raters[r], table.systems[a], table.systems[b], int(outcome))
        for i, r, a, b, outcome in columns
    ]


AB = (
    "item,rater,model_a,model_b,winner\n1,Ana,north,south,model_a\n1,Ben,south,north,NORTH\n2,Ana,north,south,tie\n"
    "2,Ben,north,south,both_bad\n3,Ana,north,south,tie (bothbad)\n3,Ben,west,south,model_b\n4,Ana,west,south,\n"
)


def test_an_ab_table_is_read_as_comparisons(tmp_path: Path) -> None:
    table = read(tmp_path, AB)
    assert table.systems == ("north", "south", "west")
    assert pairs(table) == [
        ("1", "Ana", "north", "south", 1),
        ("1", "Ben", "south", "north", -1),
        ("2", "Ana", "north", "south", 0),
        ("2", "Ben", "north", "south", 0),
        ("3", "Ana", "north", "south", 0),
        ("3", "Ben", "west", "south", -1),
    ]
    (asked,) = table.comparisons
    assert asked.both_bad is not None
    assert asked.both_bad.tolist() == [False, False, False, True, True, False]
    assert asked.by_position
    assert asked.asked.id == "winner"
    assert table.left_out == {"missing": 1}


def test_without_items_each_row_is_one_and_without_raters_one_stands_for_all(tmp_path: Path) -> None:
    table = read(tmp_path, "model_a,model_b,winner\nx,y,model_a\nx,y,tie\n" * 1 + "y,x,y\n")
    assert pairs(table) == [("1", "-", "x", "y", 1), ("2", "-", "x", "y", 0), ("3", "-", "y", "x", 1)]


def test_the_columns_of_an_arena_can_be_named_and_questions_are_told_apart(tmp_path: Path) -> None:
    rows = "question_id,judge,left,right,vote,question,language\nq1,h1,x,y,x,helpful,de\nq1,h1,x,y,tie,safe,de\n"
    names = {"item": "question_id", "rater": "judge", "model_a": "left", "model_b": "right", "winner": "vote"}
    table = read(tmp_path, rows, columns=names)
    assert [one.asked.id for one in table.comparisons] == ["helpful", "safe"]
    assert table.item_groups["language"][1] == ("de",)


def test_every_fault_of_an_ab_table_is_told_at_once(tmp_path: Path) -> None:
    wrong = ("5,Ana,north,north,tie", "6,Ana,north,south,west", "7,,north,south,tie", "8,Ana,north,tie,tie")
    said = faults(tmp_path, AB + "\n".join((*wrong, "1,Ana,south,north,tie")))
    assert [one.split(": ")[0] for one in said] == ["r.csv:9", "r.csv:10", "r.csv:11", "r.csv:12", "r.csv:13"]
    assert "'model_b' has the same" in said[0]
    assert "Allowed: model_a, model_b, tie, both_bad, or the name of one of the two systems" in said[1]
    assert "Column 'rater' is empty" in said[2]
    assert "Call that system otherwise" in said[3]
    assert "already in r.csv:2" in said[4]
    (lacking,) = faults(tmp_path, "model_a,winner\nx,x\n")
    assert "There is no column 'model_b'" in lacking


def test_what_an_unnamed_rater_says_twice_is_refused_with_what_to_do(tmp_path: Path) -> None:
    rows = "item,model_a,model_b,winner\n1,x,y,x\n1,y,x,x\n"
    (said,) = faults(tmp_path, rows)
    assert said.startswith("r.csv:3: Item '1' (system 'y, x', question 'winner') is rated already in r.csv:2")
    assert "--rater COLUMN" in said
    assert len(read(tmp_path, rows, duplicates="first").comparisons[0].item) == 1


def test_rows_of_comparisons_are_analysed(jurybox: Jurybox, in_folder: Path) -> None:
    write(in_folder, AB)
    ended = jurybox("analyse", "r.csv")
    assert (ended.status, ended.err) == (0, "")
    assert "north" in ended.out


def test_ab_tables_and_data_frames_alike_give_strengths() -> None:
    rng = np.random.default_rng(1)
    rows = [
        {"model_a": "x", "model_b": "y", "winner": "model_a" if rng.random() < 0.8 else "model_b"} for _ in range(200)
    ]
    found = jurybox.analyse(rows)
    assert [one.system for one in found.ranking] == ["x", "y"]
    assert found.counts["comparisons"] == 200
    assert found.ranking[0].strength is not None


def test_words_are_the_options_of_a_choice() -> None:
    rows = [
        {"item": item, "system": system, "rater": rater, "value": "yes" if (item + rater) % 3 else "no"}
        for item in range(6) for system in "xy" for rater in range(3)
    ]  # fmt: skip
    (asked,) = jurybox.analyse(rows).questions
    assert (asked["kind"], asked["names"]) == ("category", ["no", "yes"])
