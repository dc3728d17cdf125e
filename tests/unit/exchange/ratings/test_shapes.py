"""The shapes that tables of ratings come in, and what each says when it is wrong."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import jurybox
from jurybox.analysis.table import Comparisons, Table
from jurybox.core.errors import Refused
from jurybox.exchange.ratings.options import RatingsReading, conditions_of, tiers_of
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


# Rankings, tiers, scores


RANKED = "item,rater,system,rank\n1,Ana,x,1\n1,Ana,y,2\n1,Ana,z,2\n1,Ben,y,1\n1,Ben,x,3\n2,Ana,z,1\n2,Ana,x,\n"
ACROSS = "item,rater,x,y,z\n1,Ana,1,2,2\n1,Ben,3,1,\n2,Ana,,NA,1\n"


def test_a_ranking_is_every_two_of_its_systems(tmp_path: Path) -> None:
    table = read(tmp_path, RANKED)
    assert sorted(pairs(table)) == [
        ("1", "Ana", "x", "y", 1), ("1", "Ana", "x", "z", 1), ("1", "Ana", "y", "z", 0), ("1", "Ben", "x", "y", -1),
    ]  # fmt: skip
    assert table.left_out == {"missing": 1}
    assert not table.comparisons[0].by_position


def test_rankings_with_a_column_for_each_system_are_the_same(tmp_path: Path) -> None:
    assert sorted(pairs(read(tmp_path, ACROSS, ranks=("x", "y", "z")))) == sorted(pairs(read(tmp_path, RANKED)))


def test_what_is_wrong_with_rankings_is_told_at_once(tmp_path: Path) -> None:
    said = faults(tmp_path, RANKED + "3,Ana,x,first\n3,Ana,y,0\n3,,z,1\n1,Ana,x,2\n")
    assert [one.split(": ")[0] for one in said] == ["r.csv:9", "r.csv:10", "r.csv:11", "r.csv:12"]
    assert "Allowed: a rank, such as 1 for the best" in said[0]
    (lacking,) = faults(tmp_path, ACROSS, ranks=("x", "w"))
    assert "There is no column 'w' for 'ranks'" in lacking


def test_tiers_are_the_steps_of_a_scale(tmp_path: Path) -> None:
    ratings = read(tmp_path, "item,rater,system,tier\n1,Ana,x,S\n1,Ana,y,f\n1,Ben,x,A\n").ratings[0]
    assert ratings.value.tolist() == [6, 1, 5]
    assert (ratings.asked.level, ratings.asked.lowest, ratings.asked.highest) == ("ordinal", 1, 6)
    assert ratings.asked.labels[6.0] == "S"
    named = read(tmp_path, "item,rater,tier\n1,Ana,good\n1,Ben,top\n", tiers=("top", "good", "poor"))
    assert named.ratings[0].value.tolist() == [2, 3]
    numbers = read(tmp_path, "item,rater,system,tier\n1,Ana,x,1\n1,Ana,y,3\n").ratings[0]
    assert (numbers.value.tolist(), numbers.asked.higher_is_better) == ([1, 3], False)
    (said,) = faults(tmp_path, "item,rater,system,tier\n1,Ana,x,S\n1,Ana,y,G\n")
    assert said.startswith("r.csv:3: Column 'tier' has 'G' (question 'tier'). Allowed: S, A, B, C, D, F.")
    with pytest.raises(Refused):
        tiers_of("one")


def test_scores_without_raters_are_ranked_and_say_nothing_of_agreement(tmp_path: Path) -> None:
    rows = "item,system,score\n" + "".join(f"{n},{s},{n + k}\n" for n in range(9) for k, s in enumerate("xy"))
    found = jurybox.analyse(write(tmp_path, rows))
    assert [one.system for one in found.ranking] == ["y", "x"]
    assert "no_raters" in found.notes
    assert {one.note for one in found.agreement if one.value is None} >= {"one_rater"}
    assert all(one.value is None for one in found.agreement)
    (said,) = faults(tmp_path, "item,system,score\n1,x,3\n1,x,4\n")
    assert "is rated already in r.csv:2, and no column says by whom" in said


@pytest.mark.parametrize("nothing", ["NaN", "nan", "NA", "<NA>", ""])
def test_what_pandas_and_r_write_for_nothing_is_nothing(tmp_path: Path, nothing: str) -> None:
    table = read(tmp_path, f",item,rater,value\n0,1,Ana,3\n1,1,Ben,{nothing}\n")
    assert (table.ratings[0].value.tolist(), table.left_out) == ([3], {"missing": 1})
    words = read(tmp_path, f"item,rater,value\n1,Ana,yes\n1,Ben,{nothing}\n")
    assert words.ratings[0].asked.names == ("yes",)


def test_an_empty_cell_of_a_tags_question_is_the_empty_set(tmp_path: Path) -> None:
    rows = "item,rater,value,by\n1,Ana,a|b,rater\n1,Ben,,rater\n2,Ana,a,rater\n2,Ben,,cannot\n"
    table = read(tmp_path, rows)
    (tags,) = table.tags
    assert (len(tags.unit), tags.row.tolist(), table.left_out) == (3, [0, 0, 2], {"cannot": 1})


# Conditions and groups


GROUPED = (
    "item,system,rater,role,film,value\n" + "".join(
        f"{item},{system},{rater},{role},{'Up' if item < 4 else 'Her'},{1 + (item * 3 + place + shift) % 5}\n"
        for item in range(8) for place, system in enumerate("xy")
        for shift, (rater, role) in enumerate([("Ana", "expert"), ("Ben", "expert"), ("Cy", "crowd"), ("Di", "crowd")])
    )
)  # fmt: skip


def test_only_the_rows_that_are_asked_for_are_looked_at(tmp_path: Path) -> None:
    path = write(tmp_path, GROUPED)
    found = jurybox.analyse(path, where={"film": "Up"})
    assert (found.counts["items"], found.counts["ratings"]) == (4, 32)
    assert "where:film=Up" in found.signature
    both = jurybox.analyse(path, where={"rater": ["Ana", "Cy"], "film": "Up"})
    assert (both.counts["raters"], both.counts["items"]) == (2, 4)


def test_conditions_that_fit_nothing_are_refused_with_what_there_is(tmp_path: Path) -> None:
    said = faults(tmp_path, GROUPED, where={"film": ("Up", "Jaws"), "rater": ("Eve",)})
    assert said[0] == "r.csv:1: Column 'film' has 'Jaws' nowhere. It has: Her, Up."
    assert said[1] == "r.csv:1: Column 'rater' has 'Eve' nowhere. It has: Ana, Ben, Cy, Di."
    (none,) = faults(tmp_path, GROUPED, where={"film": ("Up",), "item": ("7",)})
    assert "No row fits 'film=Up,item=7'" in none
    (unknown,) = faults(tmp_path, GROUPED, where={"genre": ("x",)})
    assert "There is no column 'genre' for 'where'" in unknown
    with pytest.raises(Refused) as refused:
        conditions_of(["film", "=Up", "film=Up"])
    assert [fault.given for fault in refused.value.faults] == ["film", "=Up"]


def test_groups_of_raters_stand_side_by_side(tmp_path: Path) -> None:
    path = write(tmp_path, GROUPED)
    found = jurybox.analyse(path, raters_by="role")
    alpha = {one.by: one.value for one in found.agreement if one.coefficient == "krippendorff_alpha"}
    assert set(alpha) == {None, "role=crowd", "role=expert", "role=crowd / expert"}
    for role in ("crowd", "expert"):
        alone = jurybox.analyse(path, where={"role": role})
        (expected,) = [one.value for one in alone.agreement if one.coefficient == "krippendorff_alpha"]
        assert alpha[f"role={role}"] == pytest.approx(expected)
        means = {one.system: one.mean for one in found.ranking if one.by == f"role={role}"}
        assert means == pytest.approx({one.system: one.mean for one in alone.ranking})
    assert "raters by:role" in found.signature


def test_between_groups_each_is_one_rater(tmp_path: Path) -> None:
    rows = "item,rater,role,value\n" + "".join(
        f"{item},{rater},{role},{value}\n"
        for item, values in enumerate([(1, 3, 2, 2), (5, 5, 5, 5), (2, 4, 3, 3)])
        for (rater, role), value in zip(
            [("A", "expert"), ("B", "expert"), ("C", "crowd"), ("D", "crowd")], values, strict=True
        )
    )
    found = jurybox.analyse(write(tmp_path, rows), raters_by="role")
    (between,) = [a for a in found.agreement if a.coefficient == "krippendorff_alpha" and a.by == "role=crowd / expert"]
    assert between.value == 1.0


def test_a_rater_in_two_groups_is_refused(tmp_path: Path) -> None:
    rows = "item,rater,role,value\n1,Ana,expert,3\n2,Ana,crowd,4\n3,Ben,,4\n"
    said = faults(tmp_path, rows, raters_by="role")
    assert said == [
        "r.csv:3: Rater 'Ana' is 'crowd' in column 'role', and something else in r.csv:2. "
        "A rater belongs to one group.",
        "r.csv:4: Column 'role' is empty here. Every row needs it.",
    ]
    (unknown,) = faults(tmp_path, rows, raters_by="rank")
    assert "There is no column 'rank' for 'raters-by'" in unknown


def test_any_column_can_be_resampled(tmp_path: Path) -> None:
    table = read(tmp_path, GROUPED.replace("film", "genre"), resample="genre")
    assert table.item_groups["genre"][1] == ("Her", "Up")


def test_halves_of_a_table_are_zeros_where_that_is_asked_for(tmp_path: Path) -> None:
    rows = "item,rater,question,value\n1,Ana,objects,0.5\n2,Ana,objects,1.5\n1,Ana,score,0.5\n2,Ana,score,0.25\n"
    table = read(tmp_path, rows, half_is_zero=True)
    assert [one.value.tolist() for one in table.ratings] == [[0.0, 1.5], [0.5, 0.25]]
    assert (table.notes, table.settings) == (("half_is_zero",), {"half_is_zero": "yes"})
    assert read(tmp_path, rows).ratings[0].value.tolist() == [0.5, 1.5]
    assert "half is zero:yes" in jurybox.analyse(tmp_path / "r.csv", half_is_zero=True).signature
