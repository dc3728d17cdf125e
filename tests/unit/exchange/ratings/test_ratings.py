"""Reading tables of ratings and errors: the same table from every kind of file, every fault with its place."""

import csv
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xlsxwriter
from hypothesis import given
from hypothesis import strategies as st

from jurybox.analysis import vocabulary
from jurybox.analysis.table import Table
from jurybox.core.errors import Refused
from jurybox.core.judgement import Standing
from jurybox.core.unit import Purpose
from jurybox.exchange.files import table_lines
from jurybox.exchange.ratings import COLUMNS, names_of
from jurybox.exchange.ratings.faults import LISTED_PER_KIND
from jurybox.exchange.ratings.options import DUPLICATES, RatingsReading, scales_of, weights_of
from jurybox.exchange.ratings.own_export import CAUSES, PURPOSES, STANDINGS
from jurybox.exchange.ratings.table import read_ratings
from jurybox.texts import line_of
from tests.paths import ROOT

DATA = ROOT / "tests" / "data"
SMALL = "item,system,rater,value\na,x,Ana,4\na,y,Ana,2\na,x,Ben,5\nb,x,Ana,1\n"
MQM = {
    "ref": 0.912, "Facebook-AI": 1.056, "Online-W": 1.122, "VolcTrans-AT": 1.241, "metricsystem3": 1.436,
    "VolcTrans-GLAT": 1.494, "HuaweiTSC": 1.498, "metricsystem1": 1.629, "metricsystem2": 1.694,
    "metricsystem5": 1.716, "UEdin": 1.772, "metricsystem4": 1.776, "eTranslation": 1.969, "Nemo": 2.141,
}  # fmt: skip
"""Scores published with the data (google/wmt-mqm-human-evaluation)."""


def write(folder: Path, content: str | bytes, name: str = "r.csv") -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def read(folder: Path, content: str | bytes, name: str = "r.csv", **reading: Any) -> Table:
    return read_ratings([write(folder, content, name)], RatingsReading(**reading))


def faults(folder: Path, content: str | bytes, name: str = "r.csv", **reading: Any) -> list[str]:
    """What is said about the file, without its folder."""
    with pytest.raises(Refused) as refused:
        read(folder, content, name, **reading)
    return [line_of(fault).replace(f"{folder}/", "") for fault in refused.value.faults]


def cells(table: Table, question: int = 0) -> list[tuple[str, str, str, float]]:
    """(item, systems, rater, value) of each rating, in order."""
    ratings = table.ratings[question]
    made: dict[int, list[str]] = {}
    for unit, system in zip(table.made_unit, table.made_system, strict=True):
        made.setdefault(int(unit), []).append(table.systems[system])
    return [
        (table.items[table.unit_item[u]], "+".join(made.get(int(u), [])), table.raters[r], float(v))
        for u, r, v in zip(ratings.unit, ratings.rater, ratings.value, strict=True)
    ]


EXPECTED = [("a", "x", "Ana", 4.0), ("a", "y", "Ana", 2.0), ("a", "x", "Ben", 5.0), ("b", "x", "Ana", 1.0)]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("r.csv", SMALL),
        ("r.CSV", SMALL.replace(",", ";")),
        ("r.csv", SMALL.replace(",", "\t").replace("\n", "\r\n")),
        ("r.csv", "\ufeff" + SMALL),
        ("r.csv", "\n\n" + SMALL.replace("\na,", '\n"a",').replace("\nb", "\n\n,,,\nb")),
        ("r.tsv", SMALL.replace(",", "\t")),
        ("r.csv", SMALL.replace("Ana", " Ana ")),
        (
            "r.jsonl",
            "".join(json.dumps({"item": i, "system": s, "rater": r, "value": v}) + "\n" for i, s, r, v in EXPECTED),
        ),
    ],
)
def test_every_kind_of_text_file_gives_the_same_table(tmp_path: Path, name: str, content: str) -> None:
    table = read(tmp_path, content, name)
    assert cells(table) == EXPECTED
    assert (table.items, table.systems, table.raters) == (("a", "b"), ("x", "y"), ("Ana", "Ben"))
    assert table.left_out == {}


def test_a_workbook_gives_the_same_table(tmp_path: Path) -> None:
    with xlsxwriter.Workbook(tmp_path / "r.xlsx") as book:
        sheet = book.add_worksheet()
        for number, row in enumerate([("", "item", "system", "rater", "value"), *((0, *row) for row in EXPECTED)]):
            sheet.write_row(number, 0, row)
    assert cells(read_ratings([tmp_path / "r.xlsx"])) == EXPECTED


def test_a_parquet_file_gives_the_same_table(tmp_path: Path) -> None:
    arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    columns = dict(zip(("item", "system", "rater", "value"), map(list, zip(*EXPECTED, strict=True)), strict=True))
    parquet.write_table(arrow.table(columns), tmp_path / "r.parquet")
    assert cells(read_ratings([tmp_path / "r.parquet"])) == EXPECTED
    many = {"item": ["1", "1", "2"], "rater": ["A", "B", "A"], "value": [["b", "a"], ["a"], None]}
    parquet.write_table(arrow.table(many), tmp_path / "sets.parquet")
    (tags,) = read_ratings([tmp_path / "sets.parquet"]).tags
    assert (tags.asked.names, tags.row.tolist()) == (("a", "b"), [0, 0, 1])
    assert "not a Parquet file" in faults(tmp_path, b"PAR1 and nothing else", "broken.parquet")[0]


def test_without_pyarrow_a_parquet_file_is_refused_with_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    (said,) = faults(tmp_path, b"PAR1", "r.parquet")
    assert said.endswith("needs pyarrow, which is not installed. Install it: pip install 'jurybox[parquet]'.")


def test_columns_can_be_called_anything(tmp_path: Path) -> None:
    names = {"item": "seg", "rater": "who", "value": "score", "system": "model", "question": "aspect"}
    table = read(tmp_path, "seg;model;who;aspect;score\n1;x;A;fluency;3\n", columns=names)
    assert cells(table) == [("1", "x", "A", 3.0)]
    assert table.ratings[0].asked.id == "fluency"


def test_files_can_stand_for_raters(tmp_path: Path) -> None:
    paths = [write(tmp_path, "item,value\na,1\n", "Ana.csv"), write(tmp_path, "item,value\na,2\n", "Ben.csv")]
    table = read_ratings(paths, RatingsReading(columns={"rater": "@file"}))
    assert cells(table) == [("a", "", "Ana", 1.0), ("a", "", "Ben", 2.0)]


def test_files_read_as_one_have_the_same_columns(tmp_path: Path) -> None:
    paths = [write(tmp_path, SMALL, "1.csv"), write(tmp_path, "item,rater,value\na,Cy,1\n", "2.csv")]
    with pytest.raises(Refused) as refused:
        read_ratings(paths)
    assert "no column 'system' here, but" in line_of(refused.value.faults[0])


def test_the_order_of_the_rows_changes_no_code(tmp_path: Path) -> None:
    head, *rows = SMALL.splitlines()
    backwards = read(tmp_path, "\n".join([head, *reversed(rows)]))
    assert sorted(cells(backwards)) == sorted(EXPECTED)
    forwards = read(tmp_path, SMALL)
    assert (backwards.items, backwards.systems, backwards.raters) == (forwards.items, forwards.systems, forwards.raters)
    assert np.array_equal(backwards.unit_item, forwards.unit_item)


@pytest.mark.parametrize(
    ("values", "kind", "level"),
    [
        (["1", "2", "5"], "number", "ordinal"),
        (["1", "2.5"], "number", "interval"),
        ([str(n) for n in range(50)], "number", "interval"),
        (["good", "bad"], "category", "nominal"),
    ],
)
def test_the_level_is_taken_from_the_values(tmp_path: Path, values: list[str], kind: str, level: str) -> None:
    rows = "".join(f"i{n},r,{value}\n" for n, value in enumerate(values))
    asked = read(tmp_path, "item,rater,value\n" + rows).ratings[0].asked
    assert (asked.kind, asked.level, asked.level_from) == (kind, level, "data")


def test_a_level_that_is_asked_for_is_said_to_be_so(tmp_path: Path) -> None:
    table = read_ratings([write(tmp_path, SMALL)], level="interval")
    assert (table.ratings[0].asked.level, table.ratings[0].asked.level_from) == ("interval", "option")


def test_names_are_categories_in_order(tmp_path: Path) -> None:
    table = read(tmp_path, "item,rater,value\n1,A,tie\n1,B,better\n2,A,worse\n")
    assert table.ratings[0].asked.names == ("better", "tie", "worse")
    assert table.ratings[0].value.tolist() == [1.0, 0.0, 2.0]


def test_numbers_among_names_are_names_when_the_level_is_nominal(tmp_path: Path) -> None:
    path = write(tmp_path, "item,rater,value\n1,A,3\n1,B,none\n")
    assert read_ratings([path], level="nominal").ratings[0].asked.names == ("3", "none")


def test_sets_are_sets(tmp_path: Path) -> None:
    (tags,) = read(tmp_path, "item,rater,value\n1,A,b|a\n1,B,c\n2,A,\n").tags
    assert tags.asked.names == ("a", "b", "c")
    assert (tags.row.tolist(), tags.tag.tolist()) == ([0, 0, 1], [1, 0, 2])


def test_sets_of_one_question_hold_no_names_of_another(tmp_path: Path) -> None:
    rows = "item,rater,question,value\n1,A,kind,x|y\n1,A,mood,happy\n1,B,kind,x\n1,B,mood,sad\n"
    table = read(tmp_path, rows)
    assert table.tags[0].asked.names == ("x", "y")
    assert table.ratings[0].asked.names == ("happy", "sad")


def test_empty_values_are_counted_as_missing(tmp_path: Path) -> None:
    table = read(tmp_path, "item,rater,value\n1,A,3\n1,B,\n2,A,\n")
    assert table.left_out == {"missing": 2}
    assert len(table.ratings[0].value) == 1


def test_an_item_in_two_languages_is_two_items(tmp_path: Path) -> None:
    table = read(tmp_path, "item,language,rater,value\n1,de,A,3\n1,fr,A,4\n2,de,A,5\n")
    assert table.items == ("1 (de)", "1 (fr)", "2 (de)")
    vocabulary, names = table.item_groups["language"]
    assert [names[code] for code in vocabulary] == ["de", "fr", "de"]
    assert "items_split" in table.notes


def test_any_column_can_split_the_items(tmp_path: Path) -> None:
    table = read(tmp_path, "item,genre,rater,value\n1,news,A,3\n2,prose,A,4\n", by="genre")
    assert table.item_groups["genre"][1] == ("news", "prose")
    assert table.notes == ()


def test_segments_and_documents_are_kept(tmp_path: Path) -> None:
    table = read(tmp_path, "item,document,segment,rater,value\n1,d,1,A,3\n1,d,2,A,4\n2,e,1,A,5\n")
    assert table.unit_names == ("1 [1]", "1 [2]", "2 [1]")
    assert table.unit_item.tolist() == [0, 0, 1]
    assert table.documents is not None
    assert table.documents.tolist() == [0, 1]


def test_ratings_stand_in_the_order_they_were_given(tmp_path: Path) -> None:
    rows = "item,rater,value,time,elapsed_ms\n1,A,1,2026-01-01T12:00:02Z,500\n2,A,2,2026-01-01T12:00:01,\n"
    ratings = read(tmp_path, rows).ratings[0]
    assert ratings.value.tolist() == [2.0, 1.0]
    assert ratings.at is not None
    assert ratings.at[1] - ratings.at[0] == 1.0
    assert ratings.seconds is not None
    assert (ratings.seconds[1], np.isnan(ratings.seconds[0])) == (0.5, True)


def test_lines_are_right_below_blank_lines_and_cells_of_several_lines(tmp_path: Path) -> None:
    rows = '\nitem,rater,value,text\n1,A,3,"two\nlines"\n\n2,A,many,"\r\n\n"\n3,A,4,x\n3,B,lots,x\n'
    assert [said.split(": ")[0] for said in faults(tmp_path, rows)] == ["r.csv:6", "r.csv:10"]


def test_text_among_numbers_is_refused_with_its_place(tmp_path: Path) -> None:
    assert faults(tmp_path, SMALL.replace("Ben,5", "Ben,good")) == [
        "r.csv:4: Column 'value' has 'good' (question 'value'), but other values of it are numbers. Allowed: a number, "
        "such as 4 or 4.5; nothing where the rating is missing. If these are names and not numbers: --level nominal."
    ]


def test_a_decimal_comma_is_understood_and_refused(tmp_path: Path) -> None:
    (said,) = faults(tmp_path, "item;rater;value\n1;A;4,5\n")
    assert said.startswith("r.csv:2: Column 'value' has '4,5'")
    assert said.endswith("Allowed: a number with a decimal point, such as 4.5.")


@pytest.mark.parametrize("value", ["inf", "-Infinity", "1e300"])
def test_a_number_without_end_is_refused(tmp_path: Path, value: str) -> None:
    (said,) = faults(tmp_path, f"item,rater,value\n1,A,3\n1,B,{value}\n")
    assert f"has '{value}'" in said
    assert "a finite number" in said


def test_a_value_off_the_scale_is_refused(tmp_path: Path) -> None:
    (said,) = faults(tmp_path, SMALL, scales=scales_of(["1-4"]))
    assert said == "r.csv:4: Column 'value' has '5' (question 'value'). Allowed: 1 to 4."
    table = read(tmp_path, SMALL, scales=scales_of(["value=1-5", "other=1-2"]))
    assert (table.ratings[0].asked.lowest, table.ratings[0].asked.highest) == (1.0, 5.0)


TWICE = "item,rater,value\n1,A,1\n1,B,4\n1,A,2\n1,A,6\n"


def test_a_rating_that_is_there_twice_is_refused_with_both_lines(tmp_path: Path) -> None:
    said = faults(tmp_path, TWICE)
    assert [one.split(": ")[0] for one in said] == ["r.csv:4", "r.csv:5"]
    assert all("Rater 'A' rated item '1'" in one and "already in r.csv:2." in one for one in said)


@pytest.mark.parametrize(("wish", "values"), [("first", [1, 4]), ("last", [4, 6]), ("mean", [3, 4])])
def test_what_to_do_with_duplicates_can_be_chosen(tmp_path: Path, wish: str, values: list[float]) -> None:
    table = read(tmp_path, TWICE, duplicates=wish)
    assert table.ratings[0].value.tolist() == values
    assert table.left_out == {"duplicate": 2}
    assert table.notes == (f"duplicates_{wish}",)


def test_names_have_no_mean(tmp_path: Path) -> None:
    (said,) = faults(tmp_path, "item,rater,value\n1,A,x\n1,A,y\n", duplicates="mean")
    assert "Names have no mean" in said


def test_all_faults_are_told_at_once_and_many_of_a_kind_are_counted(tmp_path: Path) -> None:
    rows = "item,rater,value\n" + "".join(f"{n},A,bad{n}\n" for n in range(100)) + "x,A,1\ny,A,inf\nz,A\n"
    said = faults(tmp_path, rows + ",A,3\n")
    assert len(said) == LISTED_PER_KIND + 4
    assert said[LISTED_PER_KIND] == "There are 80 more like this."
    assert [one.split(": ")[0] for one in said[LISTED_PER_KIND + 1 :]] == ["r.csv:103", "r.csv:104", "r.csv:105"]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "The file is empty."),
        ("\n \n", "There is no column 'item'"),
        ("item,rater,value\n", "column names and no rows"),
        ("item,rater,value\n,A,3\n", "r.csv:2: Column 'item' is empty here."),
        ("item,rater,value\n1,,3\n", "r.csv:2: Column 'rater' is empty here."),
        ("item,system,rater,value\n1,,A,3\n", "r.csv:2: Column 'system' is empty here."),
        ("item,rater,value\n1,A\n", "r.csv:2: The row has 2 cells."),
        ("item,rater,value\n1,A,3,4\n", "r.csv:2: The row has 4 cells."),
        ("item,rater,value,value\n1,A,3,4\n", "Column 'value' is there twice."),
        ('item,rater,value\n1,"A,3\n', "the quotes after it don't pair up"),
        ("item,rater,value\n1,Zoë,3\n".encode() + b"1,Zo\xeb,3\n", "r.csv:3: The file is not UTF-8"),
        (b"item,rater,value\n1,\0,3\n", "null character"),
        ("item,rater,value,time\n1,A,3,yesterday\n", "r.csv:2: Column 'time' has 'yesterday'."),
        ("item,rater,value,seconds\n1,A,3,-1\n", "r.csv:2: Column 'seconds' has '-1'."),
        ("item,rater,value,purpose\n1,A,3,rating\n1,B,3,repaet\n", "r.csv:3: Column 'purpose' has 'repaet'."),
        ("item,rater,value\n" + "".join(f"{n},A,a text {n}\n" for n in range(1200)), "1200 different texts"),
    ],
)
def test_what_is_wrong_is_said_in_words(tmp_path: Path, content: str | bytes, says: str) -> None:
    assert says in faults(tmp_path, content)[0]


def test_a_missing_column_is_told_with_those_that_are_there(tmp_path: Path) -> None:
    said = faults(tmp_path, "itm,who,points\n1,A,3\n")
    assert said[0].startswith("r.csv:1: There is no column 'item' for 'item'. The file has: itm, who, points.")
    assert "Did you mean 'itm'?" in said[0]
    assert [one.split("'")[1] for one in said] == ["item", "rater", "value"]
    (other,) = faults(tmp_path, SMALL, columns={"value": "score"})
    assert "There is no column 'score' for 'value'. The file has: item, system, rater, value." in other


def test_a_folder_a_wrong_ending_and_a_file_that_is_not_there_are_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "r.doc").write_text("x")
    with pytest.raises(Refused) as refused:
        read_ratings([tmp_path / "folder.csv", tmp_path / "r.doc", tmp_path / "no.csv"])
    vocabulary = sorted(fault.code for fault in refused.value.faults)
    assert vocabulary == ["import.no_such_file", "import.wrong_type", "ratings.folder"]


@pytest.mark.parametrize("name", ["r.csv", "r.jsonl"])
def test_ten_megabytes_in_a_cell_are_refused_in_words(tmp_path: Path, name: str) -> None:
    huge = "x" * 10_000_000
    line = (
        json.dumps({"item": "1", "rater": huge, "value": 3}) if name == "r.jsonl" else f"item,rater,value\n1,{huge},3"
    )
    (said,) = faults(tmp_path, line, name)
    assert "A cell of this row is longer than" in said
    assert len(said) < 400


def test_a_quote_that_is_never_closed_is_told_where_it_opens(tmp_path: Path) -> None:
    rows = "item,rater,value\n" + "1,A,1\n" * 700 + '2,"B,3\n' + "3,A,4\n" * 300_000
    (said,) = faults(tmp_path, rows, duplicates="first")
    assert said.startswith("r.csv:702: A cell of this row is longer than")


def test_quotes_can_be_plain_characters(tmp_path: Path) -> None:
    rows = 'item\trater\tvalue\ttext\n1\tA\t3\t"so" he said\n'
    assert len(read(tmp_path, rows, "r.tsv", quotes=False).ratings[0].value) == 1


# Errors


def scores(table: Table) -> dict[str, float]:
    """The mean of the items' scores; each output of the data has one rater."""
    ratings = table.ratings[0]
    system = np.empty(len(table.unit_item), np.int64)
    system[table.made_unit] = table.made_system
    means = np.bincount(system[ratings.unit], ratings.value) / np.bincount(system[ratings.unit])
    return dict(zip(table.systems, means.tolist(), strict=True))


def test_the_published_mqm_scores_come_out() -> None:
    table = read_ratings([DATA / "mqm-ted-en-de.csv"])
    assert scores(table) == pytest.approx(MQM, abs=0.001)
    asked = table.ratings[0].asked
    assert (asked.sums, asked.higher_is_better, asked.level) == (True, False, "interval")
    assert table.source.facts["weights_from"] == "google_wmt"
    assert table.notes == ()


def test_the_kinds_and_severities_of_errors_are_tags() -> None:
    kinds, severities = read_ratings([DATA / "mqm-ted-en-de.csv"]).tags
    place = kinds.asked.names.index("Fluency/Punctuation")
    assert kinds.asked.categories[place] == "Fluency"
    assert (int((kinds.tag == place).sum()), len(kinds.row), len(kinds.unit)) == (244, 4031, 7406)
    assert sorted(severities.asked.names) == ["Major", "Minor"]
    assert kinds.weight is not None
    assert set(np.round(kinds.weight, 3)) == {0.1, 1.0, 5.0}


ERRORS = "item,system,rater,category,severity\n1,x,A,Style,Major\n1,x,A,Style,Minor\n2,y,A,Style,Minor\n"


def test_outputs_without_an_error_score_0_where_the_table_lists_errors_only(tmp_path: Path) -> None:
    table = read(tmp_path, ERRORS)
    assert sorted(cells(table)) == [
        ("1", "x", "A", 6.0),
        ("1", "y", "A", 0.0),
        ("2", "x", "A", 0.0),
        ("2", "y", "A", 1.0),
    ]
    assert table.notes == ("zeros_added",)


def test_outputs_without_an_error_are_those_that_a_table_names(tmp_path: Path) -> None:
    table = read(tmp_path, ERRORS + "3,x,A,No-error,No-error\n")
    assert sorted(cells(table)) == [("1", "x", "A", 6.0), ("2", "y", "A", 1.0), ("3", "x", "A", 0.0)]
    assert len(table.tags[0].row) == 3


def test_a_second_rater_of_errors_does_not_replace_the_first(tmp_path: Path) -> None:
    table = read(tmp_path, ERRORS + "1,x,B,Style,Minor\n3,x,A,No-error,No-error\n")
    assert [cell for cell in cells(table) if cell[:2] == ("1", "x")] == [("1", "x", "A", 6.0), ("1", "x", "B", 1.0)]


def test_weights_can_be_given(tmp_path: Path) -> None:
    table = read(tmp_path, ERRORS, weights=weights_of(["Major=10", "minor=2", "Minor:Sty=3"]))
    assert sorted(cells(table))[0] == ("1", "x", "A", 13.0)
    assert table.source.facts["weights"] == {"Major": 10.0, "minor": 2.0, "Minor:Sty": 3.0}


def test_weights_can_stand_in_a_column(tmp_path: Path) -> None:
    rows = "item,system,rater,category,severity,weight\n1,x,A,Style,Major,7\n1,x,A,Style,Minor,\n"
    assert cells(read(tmp_path, rows)) == [("1", "x", "A", 8.0)]
    assert "Column 'weight' has 'much'" in faults(tmp_path, rows.replace(",7", ",much"))[0]


def test_a_severity_without_a_weight_is_refused(tmp_path: Path) -> None:
    (said,) = faults(tmp_path, ERRORS.replace("Major", "Critical"))
    assert said.startswith("r.csv:2: No weight is known for severity 'Critical' of this row.")


@pytest.mark.parametrize("text", ["5", "1-", "5-1", "a-b", "q="])
def test_a_scale_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        scales_of([text])


def test_a_weight_that_is_none_is_refused() -> None:
    with pytest.raises(Refused) as refused:
        weights_of(["Major", "Minor=x", "Style=1"])
    assert len(refused.value.faults) == 2


@pytest.mark.parametrize("text", ["Minor/Fluency=1", "*:Style=1", "*/Style=1", "Minor:=1", ":Style=1", "=1"])
def test_a_weight_that_could_fit_no_error_is_refused_with_what_is_allowed(text: str) -> None:
    with pytest.raises(Refused) as refused:
        weights_of([text])
    assert [(fault.code, fault.given) for fault in refused.value.faults] == [("ratings.no_weight", text)]


# Our own export


def exported(folder: Path, rows: list[dict[str, Any]], kind: str = "csv") -> Table:
    base = {
        "study": "s", "protocol": "p@1", "item": "1", "group": "g", "system": "x", "rater": "r1", "stage": "rate",
        "question": "fluency", "target": "11", "value": 3, "by": "rater", "purpose": "rating", "standing": "counted",
        "pilot": False, "answered_at": "2026-01-01T00:00:00Z", "elapsed_ms": 2000,
    }  # fmt: skip
    filled = [{**base, "seq": n, "judgement": f"j{n}", **row} for n, row in enumerate(rows)]
    path = folder / f"export.{kind}"
    path.write_bytes(
        b"".join(
            table_lines(kind, names_of(COLUMNS), ([row.get(name) for name in names_of(COLUMNS)] for row in filled))
        )
    )
    return read_ratings([path])


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl"])
def test_what_does_not_count_in_our_export_is_left_out_and_counted(tmp_path: Path, kind: str) -> None:
    table = exported(
        tmp_path,
        [
            {},
            {"rater": "r2", "value": 5},
            {"rater": "r3", "standing": "surplus"},
            {"rater": "r3", "standing": "withdrawn"},
            {"rater": "r4", "pilot": True},
            {"rater": "r5", "purpose": "calibration", "item": "example", "system": ""},
            {"rater": "r6", "by": "cannot", "value": None, "text": "no sound"},
            {"rater": "r6", "by": "cannot", "value": None, "question": None, "target": "unit"},
            {"rater": "r7", "value": 1, "judgement": "old"},
            {"rater": "r7", "value": 2, "supersedes": "old"},
            {"rater": "r8", "value": 4, "by": "rule"},
            {"rater": "r1", "question": "remark", "value": None, "text": "nice"},
        ],
        kind,
    )
    assert table.left_out == {
        "surplus": 1, "item_withdrawn": 1, "pilot": 1, "calibration": 1, "cannot": 1, "cannot_unit": 1,
        "superseded": 1, "comment": 1,
    }  # fmt: skip
    assert [value for *_, value in cells(table)] == [3.0, 5.0, 2.0, 4.0]
    assert table.ratings[0].by_rule is not None
    assert table.ratings[0].by_rule.tolist() == [False, False, False, True]
    assert table.items == ("1",)
    assert table.ratings[0].seconds is not None


def test_a_candidate_of_two_systems_is_one_unit_with_two_makers(tmp_path: Path) -> None:
    same = {"judgement": "j", "rater": "r1"}
    table = exported(tmp_path, [{**same, "system": "x"}, {**same, "system": "y"}, {"target": "12", "system": "z"}])
    assert cells(table) == [("1", "x+y", "r1", 3.0), ("1", "z", "r1", 3.0)]
    assert len(table.unit_item) == 2
    assert table.unit_names is None


def test_segments_of_our_export_are_units(tmp_path: Path) -> None:
    rows = [{"target": str(n), "item": item} for item in ("1", "2") for n in (1, 2)]
    table = exported(tmp_path, rows)
    assert table.unit_names == ("1 [1]", "1 [2]", "2 [1]", "2 [2]")


def test_repeats_of_our_export_stand_beside_the_first_time(tmp_path: Path) -> None:
    table = exported(tmp_path, [{"value": 2}, {"value": 4, "purpose": "repeat"}, {"rater": "r2", "purpose": "repeat"}])
    (pairs,) = table.repeats
    assert (pairs.before.tolist(), pairs.after.tolist()) == ([2.0], [4.0])
    assert len(table.ratings[0].value) == 1
    assert table.left_out == {"repeat": 2}


def test_repeated_tags_of_our_export_stand_beside_the_first_time(tmp_path: Path) -> None:
    rows = [{"value": "a|b"}, {"value": "b|c", "purpose": "repeat"}, {"rater": "r2", "value": ""}]
    table = exported(tmp_path, rows)
    (again,) = table.tag_repeats
    assert again.passes.asked.names == ("a", "b", "c")
    assert (again.unit.tolist(), again.rater.tolist(), again.passes.rater.tolist()) == ([0], [0], [0, 1])
    assert (again.passes.row.tolist(), again.passes.tag.tolist()) == ([0, 0, 1, 1], [0, 1, 1, 2])
    (pairs,) = table.repeats
    assert pairs.before.tolist() != pairs.after.tolist()
    assert table.tags[0].asked.names == ("a", "b"), "what was only said again is no rating"


def test_repeated_marks_of_our_export_keep_their_places(tmp_path: Path) -> None:
    first, later = (json.dumps([{"start": at, "end": at + 5, "label": "minor", "weight": 1}]) for at in (3, 4))
    table = exported(tmp_path, [{"value": first}, {"value": later, "purpose": "repeat"}])
    (again,) = table.tag_repeats
    assert again.passes.start is not None
    assert again.passes.start.tolist() == [3, 4]
    assert table.repeats == ()


def test_an_empty_set_of_tags_in_our_export_is_a_rating(tmp_path: Path) -> None:
    (tags,) = exported(tmp_path, [{"value": "a|b"}, {"rater": "r2", "value": ""}, {"rater": "r3", "value": "b"}]).tags
    assert (tags.asked.names, len(tags.unit), tags.row.tolist()) == (("a", "b"), 3, [0, 0, 2])


def test_marks_of_our_export_are_spans(tmp_path: Path) -> None:
    marks = json.dumps([{"start": 3, "end": 5, "label": "minor", "weight": 1}])
    (tags,) = exported(tmp_path, [{"value": marks}, {"rater": "r2", "value": ""}]).tags
    assert tags.asked.kind == "marks"
    assert tags.start is not None
    assert tags.end is not None
    assert (tags.start.tolist(), tags.end.tolist(), len(tags.unit)) == ([3], [5], 2)


def test_comparisons_of_our_export_are_counted_and_said(tmp_path: Path) -> None:
    better = {"question": "better", "value": json.dumps({"better": "11"}), "target": "unit", "system": ""}
    table = exported(tmp_path, [better, {"rater": "r2"}])
    assert table.left_out == {"comparison": 1}
    assert table.notes == ("comparisons_not_read",)


def test_an_export_of_which_nothing_counts_is_an_empty_table(tmp_path: Path) -> None:
    table = exported(tmp_path, [{"pilot": True}, {"pilot": True}])
    assert (table.ratings, table.left_out) == ((), {"pilot": 2})


def test_the_apostrophe_before_a_formula_goes_again(tmp_path: Path) -> None:
    assert exported(tmp_path, [{"item": "=1+1"}]).items == ("=1+1",)


def test_purposes_and_standings_are_those_of_the_log() -> None:
    assert list(PURPOSES) == [purpose.value for purpose in Purpose]
    assert list(STANDINGS) == [standing.value for standing in Standing]


def test_every_cause_and_note_of_the_reader_has_words() -> None:
    assert set(CAUSES.values()) | {"cannot_unit", "comment", "comparison", "missing", "duplicate"} <= set(
        vocabulary.EXCLUDED
    )
    notes = {"items_split", "zeros_added", "comparisons_not_read", *(f"duplicates_{wish}" for wish in DUPLICATES[1:])}
    assert notes <= set(vocabulary.NOTES)


def test_all_columns_of_our_export_are_known_to_the_reader() -> None:
    used = {"item", "group", "system", "rater", "question", "target", "value", "by", "purpose", "standing", "pilot"}
    assert used <= set(names_of(COLUMNS))


CELL = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1, max_size=8).filter(
    lambda text: text.strip() == text != ""
)


@given(st.lists(st.tuples(CELL, CELL, st.integers(-9, 9)), min_size=1, max_size=30, unique_by=lambda row: row[:2]))
def test_whatever_the_names_are_they_come_back(tmp_path_factory: pytest.TempPathFactory, rows: list[Any]) -> None:
    path = tmp_path_factory.mktemp("any") / "r.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("item", "rater", "value"), *rows])
    assert cells(read_ratings([path])) == [(item, "", rater, float(value)) for item, rater, value in rows]


ANY_CELL = st.one_of(
    st.sampled_from(["", "1", "2", "5", "x", "a|b", "nan", "4,5", '"', "No-error", "Major", "de"]), CELL
)
ANY_NAME = st.sampled_from(["item", "rater", "value", "system", "question", "language", "time", "segment", "severity"])


@given(st.lists(ANY_NAME, min_size=3, max_size=9), st.lists(st.lists(ANY_CELL, min_size=3, max_size=9), max_size=12))
def test_any_table_is_read_or_refused_in_words(
    tmp_path_factory: pytest.TempPathFactory, header: list[str], rows: list[list[str]]
) -> None:
    path = tmp_path_factory.mktemp("any") / "r.csv"
    path.write_text("\n".join([",".join(header), *(",".join(row[: len(header)]) for row in rows)]), encoding="utf-8")
    said: list[str] = []
    try:
        table = read_ratings([path])
    except Refused as refused:
        said = [line_of(fault) for fault in refused.faults]
    assert all(one and "–" not in one for one in said)
    if not said:
        counted = sum(len(one.value) for one in table.ratings) + sum(len(one.unit) for one in table.tags)
        given_rows = sum(any(row[: len(header)]) for row in rows)
        assert counted + sum(table.left_out.values()) == given_rows
