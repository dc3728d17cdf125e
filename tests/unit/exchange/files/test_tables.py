"""Reading tables: every cell as it was given, every fault with its file and line."""

import csv
import datetime
import io
import json
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
import xlsxwriter
from hypothesis import example, given
from hypothesis import strategies as st

from jurybox.core.errors import Refused
from jurybox.exchange.files import workbook_guard
from jurybox.exchange.files.faults import LISTED
from jurybox.exchange.files.read import read_rows
from jurybox.exchange.files.table import Row
from jurybox.texts import hint_of

TEXT = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20)


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def workbook(folder: Path, rows: list[list[object]], name: str = "items.xlsx") -> Path:
    path = folder / name
    with xlsxwriter.Workbook(path, {"strings_to_numbers": False}) as book:
        sheet = book.add_worksheet()
        dates = book.add_format({"num_format": "yyyy-mm-dd"})
        for number, row in enumerate(rows):
            for column, cell in enumerate(row):
                if isinstance(cell, datetime.date):
                    sheet.write_datetime(number, column, cell, dates)
                elif isinstance(cell, str):
                    sheet.write_string(number, column, cell)
                else:
                    sheet.write(number, column, cell)
    return path


def faults_of(path: Path) -> list[tuple[str, int | None]]:
    with pytest.raises(Refused) as refused:
        list(read_rows(path))
    assert all(fault.file == path.name for fault in refused.value.faults)
    assert all(fault.where == f"{path.name}:{fault.line}" for fault in refused.value.faults)
    return [(fault.code.removeprefix("import."), fault.line) for fault in refused.value.faults]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", 'id,text\n1," a, ""b"" "\n'),
        ("a.CSV", 'id;text\n1;" a, ""b"" "\n'),
        ("a.csv", 'id\ttext\r\n1\t" a, ""b"" "'),
        ("a.tsv", 'id\ttext\n1\t" a, ""b"" "\n'),
        ("a.csv", b'\xef\xbb\xbfid,text\n1," a, ""b"" "\n'),
        ("a.csv", '\n\n id , text\n\n1," a, ""b"" "\n,\n\n'),
        ("a.jsonl", '{"id": "1", "text": " a, \\"b\\" "}\n'),
        ("a.ndjson", b'\xef\xbb\xbf\n{" id ": "1", "text": " a, \\"b\\" "}'),
    ],
)
def test_a_table_is_read_whatever_its_form(tmp_path, name, content):
    (row,) = read_rows(write(tmp_path, name, content))
    assert row.values == {"id": "1", "text": ' a, "b" '}


def test_a_workbook_gives_whole_numbers_without_a_point_and_counts_lines_as_the_spreadsheet_does(tmp_path):
    date = datetime.date(2024, 5, 6)
    path = workbook(
        tmp_path, [[], ["id", " text ", "n", "d", ""], [3, " a\nb ", 2.5, date, ""], [], [7, "x", True, ""]]
    )
    assert list(read_rows(path)) == [
        Row("items.xlsx", 3, {"id": "3", "text": " a\nb ", "n": "2.5", "d": "2024-05-06"}),
        Row("items.xlsx", 5, {"id": "7", "text": "x", "n": "TRUE", "d": ""}),
    ]


def test_the_line_of_a_row_is_where_its_record_starts(tmp_path):
    path = write(tmp_path, "a.csv", 'id,text\r\n1,"a\nb\r\nc"\r\n2,x\r\n')
    assert [(row.line, row.values["text"]) for row in read_rows(path)] == [(2, "a\nb\r\nc"), (5, "x")]


def test_a_line_separator_inside_json_text_ends_no_line(tmp_path):
    path = write(tmp_path, "a.jsonl", '{"id": "1", "text": "a\u2028b\u0085c"}\n{"id": "2"}\n')
    assert [(row.line, row.values.get("text")) for row in read_rows(path)] == [(1, "a\u2028b\u0085c"), (2, None)]


@example(rows=[(";\r", "")], dialect=",")
@given(rows=st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=5), dialect=st.sampled_from([",", ";", "\t"]))
def test_what_csv_writer_writes_is_read_back_unchanged(tmp_path_factory, rows, dialect):
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=dialect)
    writer.writerows([("id", "text"), *rows])
    path = write(tmp_path_factory.mktemp("csv"), "a.csv", stream.getvalue())
    assert [tuple(row.values.values()) for row in read_rows(path)] == [row for row in rows if any(row)]


@given(rows=st.lists(st.dictionaries(st.sampled_from("abc"), TEXT, min_size=1), max_size=5))
def test_what_json_writes_is_read_back_unchanged(tmp_path_factory, rows):
    path = write(tmp_path_factory.mktemp("json"), "a.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    assert [row.values for row in read_rows(path)] == rows


@pytest.mark.parametrize(
    ("name", "content", "faults"),
    [
        ("a.csv", "", [("no_header", 1)]),
        ("a.csv", "\n\n", [("no_header", 1)]),
        ("a.csv", "id,id, id ,b,b\n1,2,3,4,5\n", [("duplicate_column", 1), ("duplicate_column", 1)]),
        ("a.csv", "id,text\n1\n2,a,b\n3,c\n", [("too_few_cells", 2), ("too_many_cells", 3)]),
        ("a.csv", "id,,text\n1,,a\n2,x,b\n3,y,c\n", [("unnamed_column", 3)]),
        ("a.csv", 'id,text\n1,"a"b\n', [("broken_quotes", 2)]),
        ("a.tsv", 'id\ttext\n1\tx\n2\t"never closed\n3\ty\n', [("broken_quotes", 3)]),
        ("a.csv", b"id,text\n1,a\n2,\xe9\n", [("not_utf8", 3)]),
        ("a.csv", "id,text\n1,a\n".encode("utf-16"), [("null_character", 1)]),
        ("a.csv", "id,text\n1,a\0\n", [("null_character", 2)]),
        ("a.jsonl", '{"id": "1"}\nnope\n{"a": 1, "a ": 2}\n[1]\n',
            [("broken_json", 2), ("duplicate_column", 3), ("not_an_object", 4)]),
        ("a.jsonl", '{"a": NaN}\n{"a": "\\ud800"}\n{"a": "\\u0000"}\n',
            [("broken_json", 1), ("broken_text", 2), ("broken_text", 3)]),
        ("a.jsonl", "[" * 100_000 + "\n", [("broken_json", 1)]),
        ("a.pdf", "%PDF", [("wrong_type", 1)]),
        ("a", "id\n", [("wrong_type", 1)]),
        ("a.xlsx", "id,text\n", [("broken_workbook", 1)]),
        ("a.xlsx", b"", [("broken_workbook", 1)]),
    ],
)  # fmt: skip
def test_a_faulty_table_is_refused_with_file_and_line(tmp_path, name, content, faults):
    assert faults_of(write(tmp_path, name, content)) == faults


def test_good_rows_come_before_the_faults_of_a_file(tmp_path):
    rows = read_rows(write(tmp_path, "a.csv", "id,text\n1\n2,a\n"))
    assert next(rows).values == {"id": "2", "text": "a"}
    with pytest.raises(Refused):
        next(rows)


@pytest.mark.parametrize(
    ("name", "text", "divider"),
    [
        ("a.csv", "id;text\n1;a;b\n", ";"),
        ("a.csv", "id,text\n1,a,b\n", ","),
        ("a.tsv", "id\ttext\n1\ta\tb\n", "Tab"),
    ],
)
def test_what_divides_the_cells_is_named_where_a_row_has_too_many(tmp_path, name, text, divider):
    with pytest.raises(Refused) as refused:
        list(read_rows(write(tmp_path, name, text)))
    assert f'divided by "{divider}" here' in (hint_of(refused.value.faults[0]) or "")


def test_the_place_of_a_byte_that_is_not_utf8_is_named(tmp_path):
    with pytest.raises(Refused) as refused:
        list(read_rows(write(tmp_path, "a.csv", b"\xef\xbb\xbfid,text\n1,caf\xe9\n")))
    (fault,) = refused.value.faults
    assert (fault.line, fault.given, fault.params["offset"]) == (2, "0xE9", 16)


def test_a_truncated_workbook_is_refused(tmp_path):
    path = workbook(tmp_path, [["id", "text"], *([n, "x" * 50] for n in range(100))])
    path.write_bytes(path.read_bytes()[:-200])
    assert faults_of(path) == [("broken_workbook", 1)]


def test_an_empty_sheet_has_no_header(tmp_path):
    assert faults_of(workbook(tmp_path, [])) == [("no_header", 1)]


def test_a_number_that_a_spreadsheet_has_damaged_is_refused(tmp_path):
    assert faults_of(workbook(tmp_path, [["id"], [1234567890123456789]])) == [("long_number", 2)]


def test_a_missing_file_and_a_folder_are_refused(tmp_path):
    assert faults_of(tmp_path / "none.csv") == [("no_such_file", 1)]
    (tmp_path / "folder.csv").mkdir()
    assert faults_of(tmp_path / "folder.csv") == [("no_tables", 1)]


def test_a_long_list_of_faults_is_cut_and_says_how_many_more(tmp_path):
    path = write(tmp_path, "a.csv", "id,text\n" + "1\n" * 6000)
    with pytest.raises(Refused) as refused:
        list(read_rows(path))
    faults = refused.value.faults
    assert len(faults) == LISTED + 1
    assert (faults[-1].code, faults[-1].given) == ("import.more_faults", 6000 - LISTED)


@pytest.mark.parametrize(
    "document",
    [
        '[{"id": 1, "text": "a"}, {"id": 2, "text": "b"}]',
        '{"id": {"0": 1, "1": 2}, "text": {"0": "a", "1": "b"}}',
        '{"version": 1, "items": [{"id": 1, "text": "a"}, {"id": 2, "text": "b"}]}',
    ],
)
def test_a_json_document_holds_a_table_in_several_ways(tmp_path, document):
    rows = list(read_rows(write(tmp_path, "a.json", document)))
    assert [row.values for row in rows] == [{"id": 1, "text": "a"}, {"id": 2, "text": "b"}]


@pytest.mark.parametrize(
    "document", ["{}", '{"a": 1}', '{"film": {"x": 1}, "other": {"y": 2}}', '{"a": [{}], "b": [{}]}']
)
def test_a_json_document_without_a_table_says_so(tmp_path, document):
    assert faults_of(write(tmp_path, "a.json", document)) == [("not_a_list", 1)]


def with_sheet_end(path: Path, end: bytes) -> Path:
    """The same workbook, its sheet ending otherwise."""
    with zipfile.ZipFile(path) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        for name, content in parts.items():
            book.writestr(name, content.replace(b"</sheetData>", end) if "worksheets" in name else content)
    return path


def test_a_workbook_with_cells_far_apart_is_refused_before_it_asks_for_the_memory(tmp_path: Path) -> None:
    path = workbook(tmp_path, [["id", "text"], ["1", "a"]])
    far = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    assert faults_of(with_sheet_end(path, far)) == [("workbook_too_large", 1)]


FAR = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
IN_OTHER_WAYS = {
    "other quotes": FAR.replace(b'"', b"'"),
    "a tab": FAR.replace(b"<c r", b"<c\tr"),
    "a line break": FAR.replace(b"<c r=", b"<c s='0'\n r\n=\n"),
    "small letters": FAR.replace(b"XFD", b"xfd"),
    "a prefix": b'<x:row xmlns:x="y" r="1048576"><x:c r="XFD1048576"><x:v>1</x:v></x:c></x:row>',
    "a character by its number": FAR.replace(b"XFD", b"&#88;FD"),
    "no places": b'<row r="3">' + b"<c/>" * 16383 + b'<c><v>1</v></c></row><row r="1048576"><c><v>1</v></c></row>',
    "a sign in a value": FAR.replace(b"<c ", b'<c t=">" '),
}


@pytest.mark.parametrize("how", IN_OTHER_WAYS)
def test_cells_far_apart_are_found_however_they_are_written(tmp_path: Path, how: str) -> None:
    """Each of these asked for 549 GB, and the process was gone."""
    path = workbook(tmp_path, [["id", "text"], ["1", "a"]])
    assert faults_of(with_sheet_end(path, IN_OTHER_WAYS[how] + b"</sheetData>")) == [("workbook_too_large", 1)]


def rezipped(path: Path, change: Callable[[str, bytes], tuple[str, bytes]]) -> Path:
    with zipfile.ZipFile(path) as book:
        parts = [change(name, book.read(name)) for name in book.namelist()]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        for name, content in parts:
            book.writestr(name, content)
    return path


@pytest.mark.parametrize("place", ["odd.dat", "media/image1.png", "embeddings/a.bin"])
def test_a_sheet_under_another_name_is_found(tmp_path: Path, place: str) -> None:
    def moved(name: str, content: bytes) -> tuple[str, bytes]:
        name = name.replace("worksheets/sheet1.xml", place)
        content = content.replace(b"worksheets/sheet1.xml", place.encode())
        return name, content.replace(b"</sheetData>", FAR + b"</sheetData>")

    path = rezipped(workbook(tmp_path, [["id", "text"], ["1", "a"]]), moved)
    assert faults_of(path) == [("workbook_too_large", 1)]


def test_a_part_that_is_longer_than_it_says_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What says that it has a thousand bytes was unpacked to its real end, and that was a gigabyte."""
    path = workbook(tmp_path, [["id", "text"], ["1", "a"]])
    with zipfile.ZipFile(path) as book:
        real = book.getinfo("xl/sharedStrings.xml")
        part = book.read(real)
    content = bytearray(path.read_bytes())
    said, claimed = struct.pack("<II", real.CRC, len(part)), struct.pack("<II", zlib.crc32(part[:50]), 50)
    for start in (real.header_offset + 14, content.rindex(struct.pack("<I", real.CRC))):
        assert content[start : start + 4] == said[:4]
        content[start : start + 4], content[start + 8 : start + 12] = claimed[:4], claimed[4:]
    path.write_bytes(content)
    assert faults_of(path) == [("broken_workbook", 1)]


def test_another_kind_of_workbook_is_refused_whatever_its_name(tmp_path: Path) -> None:
    path = workbook(tmp_path, [["id", "text"], ["1", "a"]])
    with zipfile.ZipFile(path, "a") as book:
        book.writestr("content.xml", b"<a/>")
    assert faults_of(path) == [("broken_workbook", 1)]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_part_that_stands_in_it_twice_is_refused(tmp_path: Path) -> None:
    path = workbook(tmp_path, [["id", "text"], ["1", "a"]])
    with zipfile.ZipFile(path, "a") as book:
        book.writestr("xl/worksheets/sheet1.xml", b"<a/>")
    assert faults_of(path) == [("broken_workbook", 1)]


def test_cells_that_are_written_in_other_ways_are_read_where_they_are_near(tmp_path: Path) -> None:
    path = workbook(tmp_path, [["id", "text"], ["1", "a"]])
    near = b"<row><c t='inlineStr'><is><t>2</t></is></c><c t='inlineStr'><is><t>b</t></is></c></row></sheetData>"
    assert [row.values for row in read_rows(with_sheet_end(path, near))][1] == {"id": "2", "text": "b"}


def test_a_workbook_that_unpacks_to_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook_guard, "LARGEST_PART", 1 << 20)
    path = with_sheet_end(workbook(tmp_path, [["id", "text"], ["1", "a"]]), b"</sheetData>" + b" " * (8 << 20))
    assert path.stat().st_size < 100_000
    assert faults_of(path) == [("workbook_too_large", 1)]


def test_a_large_table_that_is_packed_as_tables_are_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook_guard, "LARGEST_PART", 1 << 10)
    rows: list[list[object]] = [["id", "text"]]
    rows += [[str(n), f"{n * 7919 % 10007:x} said"] for n in range(300)]
    assert len(list(read_rows(workbook(tmp_path, rows)))) == 300
