"""One reader of tables: whatever takes a table takes it in the same forms, says the same and leaves nothing behind."""

import csv
import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow  # type: ignore[import-untyped]
import pyarrow.parquet  # type: ignore[import-untyped]
import pytest
import xlsxwriter

from jurybox.client import analyse
from jurybox.core import Fault, Refused
from jurybox.exchange.files import xlsx
from jurybox.exchange.files.encoding import Form
from jurybox.exchange.files.faults import Faults
from jurybox.exchange.files.read import SUFFIXES, open_table
from jurybox.exchange.ratings import read_ratings
from jurybox.exchange.ratings.formats import Rating, read_file, write_file
from tests.fixtures.command_line import Jurybox

RATINGS = "item,system,rater,value,output\nCafé,north,Zoë,3,à la carte\nCafé,south,Zoë,4,déjà vu\n"
ITEMS = "id,system,source,output\n1,alpha,Tür,door\n2,alpha,Café,café\n"
GUESSED = "The file is not UTF-8. It was read as Windows-1252"


@pytest.fixture
def old(in_folder: Path) -> Path:
    (in_folder / "ratings.csv").write_bytes(RATINGS.encode("cp1252"))
    (in_folder / "items.csv").write_bytes(ITEMS.encode("cp1252"))
    return in_folder


COMMANDS = {
    "study create": ["study", "create", "x", "--protocol", "translation", "--items", "items.csv"],
    "study add": ["study", "add", "there", "items.csv"],
    "analyse": ["analyse", "ratings.csv"],
    "report": ["report", "ratings.csv", "--to", "page"],
    "convert": ["convert", "ratings.csv", "out.jsonl", "--from", "csv", "--to", "jsonl"],
    "import ratings": ["import", "ratings", "ratings.csv", "--as", "csv", "--study", "y", "--protocol", "auto"],
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_windows_1252_table_is_taken_with_a_warning_by_every_command(name: str, old: Path, jurybox: Jurybox):
    jurybox("study", "create", "there", "--protocol", "translation")
    ended = jurybox(*COMMANDS[name])
    assert ended.status == 0, ended.err
    assert GUESSED in ended.out + ended.err
    assert f"{'items' if 'study' in name else 'ratings'}.csv:2: " in ended.out + ended.err


@pytest.mark.parametrize("name", COMMANDS)
def test_an_encoding_that_is_said_is_not_guessed_and_an_unknown_one_is_refused(name: str, old: Path, jurybox: Jurybox):
    jurybox("study", "create", "there", "--protocol", "translation")
    said = jurybox(*COMMANDS[name], "--encoding", "latin-1")
    assert (said.status, GUESSED in said.out + said.err) == (0, False), said.err
    wrong = jurybox(*COMMANDS[name], *(["--force"] if name in ("convert", "report") else []), "--encoding", "rot13")
    assert wrong.status == 1
    assert "iso8859-1" in wrong.err


def test_what_was_converted_from_windows_1252_is_what_was_meant(old: Path, jurybox: Jurybox):
    jurybox(*COMMANDS["convert"])
    rows = [json.loads(line) for line in (old / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["item"], row["rater"], row["output"]) for row in rows] == [
        ("Café", "Zoë", "à la carte"), ("Café", "Zoë", "déjà vu"),
    ]  # fmt: skip


def test_findings_say_in_which_encoding_their_files_were_read(old: Path):
    assert analyse(old / "ratings.csv").source["facts"]["read_as"] == {"ratings.csv": "Windows-1252"}
    assert "read_as" not in analyse(old / "ratings.csv", encoding="cp1252").source["facts"]


def test_quotes_are_plain_characters_for_every_command_that_is_told_so(in_folder: Path, jurybox: Jurybox):
    (in_folder / "ratings.csv").write_text('item,system,rater,value\n"a,s,r,3\n"b,s,r,4\n', encoding="utf-8")
    (in_folder / "items.csv").write_text('id,system,source,output\n1,s,"a,b"\n2,s,"c,d"\n', encoding="utf-8")
    jurybox("study", "create", "there", "--protocol", "translation")
    for name, command in COMMANDS.items():
        assert jurybox(*command).status == 1, name
        assert jurybox(*command, "--no-quotes").status == 0, name


# The same rows in every form


def _json_lines(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def _json(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text(json.dumps(rows, indent=1), encoding="utf-8")


def _delimited(path: Path, rows: list[dict[str, Any]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), delimiter="\t" if path.suffix == ".tsv" else ",")
        writer.writeheader()
        writer.writerows(rows)


def _workbook(path: Path, rows: list[dict[str, Any]]) -> None:
    with xlsxwriter.Workbook(path) as book:
        sheet = book.add_worksheet()
        for number, cells in enumerate([list(rows[0]), *(list(row.values()) for row in rows)]):
            sheet.write_row(number, 0, cells)


def _parquet(path: Path, rows: list[dict[str, Any]]) -> None:
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path)


WRITERS: dict[str, Callable[[Path, list[dict[str, Any]]], None]] = {
    ".csv": _delimited, ".tsv": _delimited, ".jsonl": _json_lines, ".ndjson": _json_lines, ".json": _json,
    ".xlsx": _workbook, ".parquet": _parquet,
}  # fmt: skip
FIRST_ROW = {".csv": 2, ".tsv": 2, ".jsonl": 1, ".ndjson": 1, ".json": 2, ".xlsx": 2, ".parquet": 1}
PER_ROW = {".json": 7}


def line_of(suffix: str, row: int) -> int:
    return FIRST_ROW[suffix] + row * PER_ROW.get(suffix, 1)


def rows(*values: Any) -> list[dict[str, Any]]:
    return [
        {"item": f"i{n}", "system": "s", "rater": "r", "value": value, "output": "text"}
        for n, value in enumerate(values)
    ]


def test_every_ending_is_tried_here():
    assert set(WRITERS) == set(SUFFIXES)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_ratings_are_analysed_and_converted_from_every_kind_of_table(suffix: str, tmp_path: Path):
    path = tmp_path / f"ratings{suffix}"
    WRITERS[suffix](path, rows(3, 4, 2.5))
    assert read_ratings([path]).ratings[0].value.tolist() == [3, 4, 2.5]
    assert [one.value for one in read_file(path, "csv")] == [3, 4, 2.5]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_study_is_made_from_every_kind_of_table(suffix: str, in_folder: Path, jurybox: Jurybox):
    table = [{"id": f"i{n}", "system": "s", "source": "Tür", "output": "door"} for n in range(3)]
    WRITERS[suffix](in_folder / f"items{suffix}", table)
    ended = jurybox("study", "create", "x", "--protocol", "translation", "--items", f"items{suffix}")
    assert "3 new items, 3 outputs" in ended.out, ended.err


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_number_is_an_id_in_every_kind_of_table(suffix: str, in_folder: Path, jurybox: Jurybox):
    table = [{"id": n, "system": "s", "source": "Tür", "output": "door"} for n in range(3)]
    WRITERS[suffix](in_folder / f"items{suffix}", table)
    ended = jurybox("study", "create", "x", "--protocol", "translation", "--items", f"items{suffix}")
    assert (ended.status, "3 new items, 3 outputs" in ended.out) == (0, True), ended.err


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_fault_has_its_line_in_every_kind_of_table(suffix: str, in_folder: Path, jurybox: Jurybox):
    table = rows(3, 4, 2)
    table[1]["item"] = ""
    WRITERS[suffix](in_folder / f"ratings{suffix}", table)
    place = f"ratings{suffix}:{line_of(suffix, 1)}: "
    for command in (["analyse"], ["convert", "--from", "csv", "--to", "jsonl"]):
        to = ["out.jsonl"] if command[0] == "convert" else []
        assert place in jurybox(command[0], f"ratings{suffix}", *to, *command[1:]).err
    items = [{"id": row["item"], "system": "s", "source": "Tür", "output": "door"} for row in table]
    WRITERS[suffix](in_folder / f"items{suffix}", items)
    ended = jurybox("study", "create", "x", "--protocol", "translation", "--items", f"items{suffix}")
    line = FIRST_ROW[suffix] + 6 if suffix == ".json" else line_of(suffix, 1)
    assert f"items{suffix}:{line}: " in ended.err


@pytest.mark.parametrize(("text", "code", "line"), [
    ('[\n{"item": "1"},\n[2]\n]', "import.not_an_object", 3),
    ('[\n{"item": "1"},\n{"a": 1, "a": 2},\n{"b": "\\ud800"}]', "import.duplicate_column", 3),
    ('[{"item": "1"},\n{"b": "\\ud800"}]', "import.broken_text", 2),
    ('[{"item": "1"}\n{"item": "2"}]', "import.broken_json", 2),
    ('{"item": "1"}', "import.not_a_list", 1),
    ("[1, 2", "import.broken_json", 1),
    ("[]\n]", "import.broken_json", 2),
    ("[" * 100_000, "import.broken_json", 1),
    ("", "import.broken_json", 1),
])  # fmt: skip
def test_a_faulty_list_of_objects_is_told_with_its_line(text: str, code: str, line: int, tmp_path: Path):
    path = tmp_path / "a.json"
    path.write_text(text, encoding="utf-8")
    faults = Faults()
    table = open_table(path, "a.json", faults)
    assert table is not None
    list(table.rows)
    with pytest.raises(Refused) as refused:
        faults.refuse()
    assert (code, line) in [(fault.code, fault.line) for fault in refused.value.faults]


@pytest.mark.parametrize(("format", "text", "line"), [
    ("judge-bench", '{"annotations": [],\n "instances": [\n  {"annotations": {}},\n  7\n ]}', 4),
    ("pearmut-campaign", '{"data": [\n [[\n  {"item_id": "a", "tgt": {}},\n  {"item_id": "b"}\n ]]]}', 4),
])  # fmt: skip
def test_a_fault_inside_a_json_document_has_its_line(format: str, text: str, line: int, tmp_path: Path):
    path = tmp_path / "a.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Refused) as refused:
        list(read_file(path, format))
    assert [(fault.code, fault.line) for fault in refused.value.faults] == [("formats.bad_entry", line)]


def test_a_sheet_of_ratings_says_what_it_could_not_hold_and_comes_back_with_the_rest(tmp_path: Path):
    told = [
        Rating(item="'=a", system="=1+1", rater="r", question="q", value=3, text="-x", output="plain"),
        Rating(item="b", system="s", rater="r", question="q", labels=("one", "two"), output="x" * 40_000),
    ]
    path = tmp_path / "ratings.xlsx"
    assert [fault.code for fault in write_file(path, "xlsx", told)] == ["formats.cells_cut"]
    back = list(read_file(path, "xlsx"))
    assert back[0] == told[0]
    assert (back[1].labels, len(back[1].output or "")) == (("one", "two"), 32_767)


def test_a_sheet_with_more_rows_than_excel_has_is_refused_and_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(xlsx, "MOST_ROWS", 3)
    path = tmp_path / "ratings.xlsx"
    with pytest.raises(Refused):
        write_file(path, "xlsx", [Rating(item=str(n), rater="r", question="q", value=n) for n in range(3)])
    assert list(tmp_path.iterdir()) == []
    write_file(path, "xlsx", [Rating(item=str(n), rater="r", question="q", value=n) for n in range(2)])
    assert [one.value for one in read_file(path, "xlsx")] == [0, 1]


# Nothing is left behind


@pytest.fixture
def limit() -> Iterator[int]:
    before = csv.field_size_limit(123_456)
    yield 123_456
    csv.field_size_limit(before)


@pytest.mark.parametrize("text", [RATINGS, 'item,rater,value\n1,"A"b,3\n', "item\n1\n" * 600, ""])
def test_the_limit_of_csv_is_left_as_it_was_found(text: str, limit: int, tmp_path: Path):
    path = tmp_path / "a.csv"
    path.write_text(text, encoding="utf-8")
    table = open_table(path, "a.csv", Faults())
    assert csv.field_size_limit() == limit
    for _ in itertools.islice(table.rows if table else [], 700):
        assert csv.field_size_limit() == limit, "also between two rows, and if no further one is ever asked for"
    assert csv.field_size_limit() == limit


def test_a_cell_beyond_the_limit_of_csv_is_read(limit: int, tmp_path: Path):
    path = tmp_path / "a.csv"
    path.write_text(f"id,text\n1,{'x' * 200_000}\n", encoding="utf-8")
    table = open_table(path, "a.csv", Faults(), form=Form())
    assert table is not None
    assert [len(str(row.values["text"])) for row in table.rows] == [200_000]


def test_a_guess_is_told_once(tmp_path: Path):
    path = tmp_path / "a.csv"
    path.write_bytes(RATINGS.encode("cp1252"))
    told: list[Fault] = []
    read_ratings([path], note=told.append)
    assert [(fault.code, fault.line) for fault in told] == [("import.old_encoding", 2)]


def test_a_whole_number_of_any_length_is_an_id_where_numbers_are_exact(tmp_path: Path):
    path = tmp_path / "ratings.jsonl"
    path.write_text('{"item": 1500000000000000001, "rater": "a", "value": 3}\n', encoding="utf-8")
    assert [rating.item for rating in read_file(path, "jsonl")] == ["1500000000000000001"]
    path.write_text('{"item": 1.5e18, "rater": "a", "value": 3}\n', encoding="utf-8")
    with pytest.raises(Refused) as refused:
        list(read_file(path, "jsonl"))
    assert [fault.code for fault in refused.value.faults] == ["import.long_number"]
