"""Workbooks as files: what other programs do to them, and what nobody should be able to do to us."""

import io
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import xlsxwriter

from jurybox.core.errors import Refused
from jurybox.exchange.files import workbook_guard
from jurybox.exchange.files.faults import Faults
from jurybox.exchange.workbooks.columns import Speaker
from jurybox.exchange.workbooks.guideline import lines_of
from jurybox.exchange.workbooks.ids import bare
from jurybox.exchange.workbooks.layout import Book, BookIdentity, Ruled, ShownColumn, TaskRow
from jurybox.exchange.workbooks.read import Filled, read_workbook
from jurybox.exchange.workbooks.write import write_book
from jurybox.texts.words import words_in
from tests.fixtures.small import CASES, SCALE, protocol
from tests.paths import ROOT

AWKWARD = {
    "formula": '=HYPERLINK("http://x","y")', "plus": "+1", "minus": "-2", "at": "@SUM(A1)", "tab": "\tx",
    "lines": "one\r\ntwo\nthree\rfour", "control": "a\x07b\x00c", "escape": "_x0041_ and _x005F_",
    "emoji": "💃🏽 👩‍👩‍👧", "combining": "g\u0303uahe\u0303", "hebrew": "שלום \u202bעולם", "spaces": "  two  spaces ",
    "markup": "<b>&amp;</b>]]>", "number": "007", "long": "é" * 32_767, "line separator": "a\u2028b", "nothing": "",
}  # fmt: skip


def book(texts: dict[str, str], lang: str = "en", **changes: Any) -> Book:
    stage = protocol(SCALE).stages[0]
    rows = [
        TaskRow(f"018bcfe5-6800-7000-8000-{n:012x}", "A", n, "", frozenset({"unit", "candidate"}),
                {"source": f"Source {n}", "output": text})
        for n, text in enumerate(texts.values(), start=1)
    ]  # fmt: skip
    about = BookIdentity("study", "rater", stage.id, "hash", "", lang, len(rows))
    fields = [ShownColumn("source", "Source"), ShownColumn("output", "Output")]
    speaker = Speaker((lang,), words_in(lang))
    made = Book("Title", about, speaker, "# Rate\n\nWith care.", stage, fields, rows, datetime(2026, 1, 1))  # noqa: DTZ001
    return replace(made, **changes)


def written(folder: Path, texts: dict[str, str] | None = None, **changes: Any) -> Path:
    path = folder / "book.xlsx"
    write_book(path, book(texts or {"a": "One", "b": "Two", "c": "Three"}, **changes))
    return path


def read(path: Path) -> Filled:
    faults = Faults()
    filled = read_workbook(path, path.name, faults)
    faults.refuse()
    assert filled is not None
    return filled


def codes(path: Path) -> list[str]:
    with pytest.raises(Refused) as refused:
        read(path)
    return [fault.code for fault in refused.value.faults]


def test_awkward_texts_are_neither_changed_nor_run(tmp_path: Path) -> None:
    path = written(tmp_path, AWKWARD)
    filled = read(path)
    assert [row.changed for row in filled.rows] == [None] * len(AWKWARD)
    sheet = openpyxl.load_workbook(path)["Tasks"]
    cells = [sheet.cell(line, 3) for line in range(4, 4 + len(AWKWARD))]
    assert "f" not in {cell.data_type for cell in cells}
    assert [bare(str(cell.value or "")) for cell in cells[:4]] == [bare(AWKWARD[name]) for name in list(AWKWARD)[:4]]


def test_texts_are_locked_answers_are_not_and_what_is_for_us_is_hidden(tmp_path: Path) -> None:
    file = openpyxl.load_workbook(written(tmp_path))
    sheet = file["Tasks"]
    assert sheet.protection.sheet
    assert sheet.protection.password is None
    assert [bool(sheet.cell(4, n).protection.locked) for n in range(1, 4)] == [True] * 3
    assert not sheet.column_dimensions["D"].protection.locked
    assert sheet.column_dimensions["G"].hidden
    assert sheet.row_dimensions[1].hidden
    assert file["jurybox"].sheet_state == "hidden"
    assert sheet.freeze_panes == "B4"
    assert sheet.auto_filter.ref == "A3:F6"


def test_the_progress_is_counted_by_a_formula(tmp_path: Path) -> None:
    sheet = openpyxl.load_workbook(written(tmp_path, lang="de"))["Aufgaben"]
    assert sheet["A2"].value == '="Erledigt: "&(COUNTA($D$4:$D$6)+COUNTA($E$4:$E$6))&" von 3"'


def test_a_list_may_hold_entries_with_commas(tmp_path: Path) -> None:
    levels = [{"value": n, "label": {"en": f"Fair, more or less {n}"}} for n in (1, 2)]
    stage = protocol({**SCALE, "levels": levels}).stages[0]
    file = openpyxl.load_workbook(written(tmp_path, stage=stage))
    (validation,) = file["Tasks"].data_validations.dataValidation
    name = file.defined_names[str(validation.formula1)]
    ((sheet, cells),) = name.destinations
    entries = [row[0].value for row in file[sheet][cells]]
    assert entries == ["1 – Fair, more or less 1", "2 – Fair, more or less 2", 1, 2]


def test_every_type_of_question_gets_its_columns(tmp_path: Path) -> None:
    carried = [CASES[name] for name in ("quality", "percent", "steps", "errors", "kinds", "tick", "note")]
    sheet = openpyxl.load_workbook(written(tmp_path, stage=protocol(*carried).stages[0]))["Tasks"]
    asked = [str(cell.value).removeprefix("jurybox:ask:") for cell in sheet[1] if "ask" in str(cell.value)]
    assert asked == [
        "quality", "percent", "steps", "errors:-none", "errors:wrong", "errors:other", "errors:typo",
        "kinds:one", "kinds:two", "kinds:three", "tick:yes", "note",
    ]  # fmt: skip


def test_what_a_rule_answers_is_filled_in_with_the_reason(tmp_path: Path) -> None:
    made = book({"a": "One"})
    row = replace(made.rows[0], ruled={"quality": Ruled(1, "It repeats the source.")})
    write_book(tmp_path / "ruled.xlsx", replace(made, rows=[row]))
    cell = openpyxl.load_workbook(tmp_path / "ruled.xlsx")["Tasks"]["D4"]
    assert cell.value == "1 – Level 1 (It repeats the source.)"
    assert cell.protection.locked


def test_the_guideline_is_in_plain_rows() -> None:
    prose = (
        "# Rate\n\nWith **care** and [a link](http://x.y).\n\n- one\n  - inner\n- two\n\n"
        "| a | b |\n|---|---|\n| 1 | *2* |\n"
    )
    assert [(line.kind, line.text) for line in lines_of(prose)] == [
        ("title", "Rate"), ("text", "With care and a link (http://x.y)."), ("text", "• one"), ("text", "   • inner"),
        ("text", "• two"), ("strong", "a · b"), ("text", "1 · 2"),
    ]  # fmt: skip


def test_all_words_of_workbooks_are_used() -> None:
    source = ROOT / "src" / "jurybox"
    code = "\n".join(path.read_text(encoding="utf-8") for path in source.rglob("*.py"))
    english = (source / "texts" / "en.json").read_text(encoding="utf-8")
    keys = re.findall(r'"(workbook\.\w+)":', english)
    assert keys
    assert [key for key in keys if f'"{key}"' not in code and f"'{key}'" not in code] == []


def change(path: Path, edit: Callable[[Any], None]) -> Path:
    file = openpyxl.load_workbook(path)
    edit(file)
    file.save(path)
    return path


def test_rows_are_known_wherever_they_are_and_whatever_the_sheet_is_called(tmp_path: Path) -> None:
    def turn(file: Any) -> None:
        sheet = file["Tasks"]
        sheet.title = "Hoja 1"
        del file["Guideline"]
        rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=4)]
        for line, row in enumerate(reversed(rows), start=4):
            for column, value in enumerate(row, start=1):
                sheet.cell(line, column).value = value
        sheet.insert_cols(1, 2)
        sheet.move_range("F1:F6", cols=6)
        sheet.insert_rows(1)
        sheet["A60"] = "  "

    filled = read(change(written(tmp_path), turn))
    assert filled.sheet == "Hoja 1"
    assert [row.number for row in filled.rows] == [3, 2, 1]
    assert all(row.changed is None for row in filled.rows)


def test_strings_inside_cells_and_strings_shared_read_the_same(tmp_path: Path) -> None:
    """Excel moves all texts of a workbook into one list; cells hold numbers of it."""
    path = written(tmp_path)
    before = read(path)
    with zipfile.ZipFile(path) as archive:
        tasks, shared = (archive.read(f"xl/{name}.xml") for name in ("worksheets/sheet2", "sharedStrings"))
    inline = re.compile(rb't="inlineStr"><is>(.*?)</is>')
    count = shared.count(b"<si>")
    texts = b"".join(b"<si>" + text + b"</si>" for text in inline.findall(tasks))
    numbers = iter(range(count, count + 100))
    moved = inline.sub(lambda _: b't="s"><v>%d</v>' % next(numbers), tasks)
    parts = {"xl/worksheets/sheet2.xml": moved, "xl/sharedStrings.xml": shared.replace(b"</sst>", texts + b"</sst>")}
    repacked(path, lambda name, content: parts.get(name, content))
    assert b"inlineStr" not in moved
    assert [(row.id, row.changed) for row in read(path).rows] == [(row.id, None) for row in before.rows]


def test_the_hidden_sheet_may_be_lost(tmp_path: Path) -> None:
    filled = read(change(written(tmp_path), lambda file: file.remove(file["jurybox"])))
    assert len(filled.rows) == 3
    assert filled.about == {}


def test_a_changed_text_is_told_by_the_sum(tmp_path: Path) -> None:
    def edit(file: Any) -> None:
        file["Tasks"]["C5"] = "Two!"
        file["Tasks"]["C6"] = " Three\n"

    rows = read(change(written(tmp_path), edit)).rows
    assert [row.changed for row in rows] == [None, {"output": "Two!", "source": "Source 2"}, None]


def test_a_row_twice_and_an_answer_without_a_row_are_faults(tmp_path: Path) -> None:
    def edit(file: Any) -> None:
        sheet = file["Tasks"]
        sheet["G6"] = sheet["G5"].value
        sheet["D20"] = 4

    with pytest.raises(Refused) as refused:
        read(change(written(tmp_path), edit))
    assert [(fault.code, fault.where, fault.line) for fault in refused.value.faults] == [
        ("workbook.row_twice", "Tasks!G6", 6), ("workbook.row_without_id", "Tasks!D20", 20),
    ]  # fmt: skip


def test_a_copy_of_the_sheet_and_a_copied_column_are_faults(tmp_path: Path) -> None:
    assert codes(change(written(tmp_path), lambda file: file.copy_worksheet(file["Tasks"]))) == ["workbook.two_sheets"]

    def copy_column(file: Any) -> None:
        file["Tasks"]["H1"] = "jurybox:ask:quality"

    assert codes(change(written(tmp_path), copy_column)) == ["workbook.column_twice"]


def test_a_file_of_a_later_format_is_refused(tmp_path: Path) -> None:
    def later(file: Any) -> None:
        file["jurybox"]["B1"] = "2"

    assert codes(change(written(tmp_path), later)) == ["workbook.other_format"]


def test_other_files_are_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("a,b")
    (tmp_path / "text.xlsx").write_text("no zip at all")
    (tmp_path / "empty.xlsx").write_bytes(b"")
    (tmp_path / "old.xlsx").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600)
    other = xlsxwriter.Workbook(str(tmp_path / "other.xlsx"))
    other.add_worksheet().write_string(0, 0, "hello")
    other.close()
    whole = written(tmp_path).read_bytes()
    (tmp_path / "cut.xlsx").write_bytes(whole[: len(whole) // 2])
    found = {path.name: codes(path) for path in sorted(tmp_path.iterdir()) if path.name != "book.xlsx"}
    assert found == {
        "a.csv": ["workbook.wrong_type"], "text.xlsx": ["import.broken_workbook"],
        "empty.xlsx": ["import.broken_workbook"], "old.xlsx": ["import.workbook_locked"],
        "other.xlsx": ["workbook.no_tasks"], "cut.xlsx": ["import.broken_workbook"],
    }  # fmt: skip
    assert codes(tmp_path / "not-there.xlsx") == ["import.no_such_file"]


def repacked(path: Path, change_part: Callable[[str, bytes], bytes]) -> Path:
    buffer = io.BytesIO()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change_part(name, old.read(name)))
    path.write_bytes(buffer.getvalue())
    return path


def in_tasks(old: bytes, new: bytes) -> Callable[[str, bytes], bytes]:
    return lambda name, content: content.replace(old, new, 1) if name == "xl/worksheets/sheet2.xml" else content


def test_a_zip_bomb_is_refused_before_it_goes_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook_guard, "LARGEST_PART", 1 << 20)
    path = repacked(written(tmp_path), in_tasks(b"</sheetData>", b"</sheetData>" + b" " * (2 << 20)))
    assert path.stat().st_size < 100_000
    assert codes(path) == ["import.workbook_too_large"]


def test_two_cells_far_apart_do_not_fill_the_memory(tmp_path: Path) -> None:
    far = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    assert codes(repacked(written(tmp_path), in_tasks(b"</sheetData>", far))) == ["import.workbook_too_large"]


def test_empty_cells_far_away_are_nothing(tmp_path: Path) -> None:
    far = b'<row r="1048576"><c r="XFD1048576" s="1"/></row></sheetData>'
    assert len(read(repacked(written(tmp_path), in_tasks(b"</sheetData>", far))).rows) == 3


def test_entities_are_not_expanded(tmp_path: Path) -> None:
    def bomb(name: str, content: bytes) -> bytes:
        if name != "xl/worksheets/sheet2.xml":
            return content
        return content.replace(b"?>", b'?><!DOCTYPE x [<!ENTITY a "aaaa">]>', 1).replace(b"One", b"&a;&a;")

    path = repacked(written(tmp_path), bomb)
    try:
        rows = read(path).rows
    except Refused:
        return
    assert not any("aaaa" in str(row.changed) for row in rows)
