"""Rows of a workbook are as high as their texts, also in programs that do not see to it themselves."""

import zipfile
from pathlib import Path

import openpyxl
import pytest
import xlsxwriter

from jurybox.exchange.workbooks.heights import HIGHEST, LINE, height_of
from jurybox.exchange.workbooks.sheet import TaskSheet


@pytest.mark.parametrize(("text", "lines"), [("short", None), ("word " * 30, 4), ("a\nb\nc", 3), ("长" * 60, 3)])
def test_a_task_has_the_height_of_its_text(text: str, lines: int | None, tmp_path: Path) -> None:
    file = xlsxwriter.Workbook(str(tmp_path / "book.xlsx"))
    sheet = file.add_worksheet("Tasks", worksheet_class=TaskSheet)
    sheet.tasks, sheet.widths = [[(0, 1, 0), (1, text, 0), (2, "not shown " * 90, 0)]], {1: 50}
    sheet.reach(1, 3)
    file.close()
    row = openpyxl.load_workbook(tmp_path / "book.xlsx")["Tasks"].row_dimensions[1]
    assert row.height == (None if lines is None else lines * LINE)
    with zipfile.ZipFile(tmp_path / "book.xlsx") as book:
        assert b"customHeight" not in book.read("xl/worksheets/sheet1.xml"), "a program may find a better one"


def test_no_row_is_higher_than_excel_allows() -> None:
    assert height_of(1_000) == HIGHEST
