"""Whatever is done to a workbook, reading it ends in judgements or in words: never in a traceback, never half."""

import datetime
import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jurybox.core.errors import Fault, JuryboxError
from jurybox.studies.carry.workbooks import OldChoices, OldWorkbookColumns, read_old
from jurybox.studies.carry.workbooks.read import read_workbooks
from jurybox.studies.carry.workbooks.write import write_workbooks
from jurybox.texts import line_of
from tests.fixtures.databases import NewBench
from tests.fixtures.small import CASES, SCALE
from tests.fixtures.studies import Played, lines, loaded, open_study
from tests.fixtures.workbooks import Book

LEAVE_OUT = OldChoices(leave_out=True)
BOUNDED = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**20), 10**20), st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12), st.dates(min_value=datetime.date(1900, 3, 1)),
    st.sampled_from(["x", "4,5", "3", "4 – Level 4", "jurybox:id", "jurybox:ask:quality", "a b c d", "=1+1", "TRUE"]),
)  # fmt: skip
CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.integers(1, 12), st.integers(1, 14), ANYTHING),
        st.tuples(st.just("copy row"), st.integers(1, 12), st.integers(1, 12), st.none()),
        st.tuples(st.just("delete rows"), st.integers(1, 12), st.integers(1, 3), st.none()),
        st.tuples(st.just("delete columns"), st.integers(1, 12), st.integers(1, 2), st.none()),
        st.tuples(st.just("insert rows"), st.integers(1, 12), st.integers(1, 3), st.none()),
        st.tuples(st.just("insert columns"), st.integers(1, 12), st.integers(1, 2), st.none()),
        st.tuples(st.just("about"), st.integers(1, 9), st.integers(1, 4), ANYTHING),
    ),
    max_size=6,
)  # fmt: skip


@pytest.fixture
def study(new_bench: NewBench) -> Played:
    asked = [SCALE, CASES["errors"], {**CASES["note"], "about": "unit"}, {**CASES["steps"], "required": False}]
    stage = {"id": "rating", "show": ["source", "output"], "ask": asked}
    study = open_study(new_bench("sqlite"), lines(2, "ab"), loaded(unit={"candidates": "all"}, stages=[stage]))
    study.rater("Ana")
    return study


@pytest.fixture
def path(study: Played, tmp_path: Path) -> Path:
    file = write_workbooks(study.bench, study.key, tmp_path).files[0].path
    book = Book(file)
    for line in (5, 6, 8, 9):
        book.put(line, "jurybox:ask:quality", 4)
    return book.save()


def read(study: Played, read_it: Callable[[], Any]) -> None:
    """Read, and look whether the log tells the same as the answer."""
    before = len(study.log())
    faults: tuple[Fault, ...] = ()
    taken: list[Any] = []
    try:
        taken = read_it()
    except JuryboxError as refused:
        faults = refused.faults
    assert len(study.log()) == before + sum(one.new for one in taken)
    assert all(line_of(fault) for fault in faults)


def mangle(book: Book, kind: str, first: int, second: int, value: Any) -> None:
    sheet = book.tasks
    if kind == "put":
        sheet.cell(first, second).value = value
    elif kind == "copy row":
        for column in range(1, sheet.max_column + 1):
            sheet.cell(second, column).value = sheet.cell(first, column).value
    elif kind == "about":
        book.file["jurybox"].cell(first, second).value = value
    else:
        verb, what = kind.split()
        getattr(sheet, f"{verb}_{'rows' if what == 'rows' else 'cols'}")(first, second)


@BOUNDED
@given(changes=CHANGES, supersede=st.booleans(), leave_out=st.booleans())
def test_mangled_cells(
    study: Played, path: Path, changes: list[tuple[str, int, int, Any]], supersede: bool, leave_out: bool
) -> None:
    book = Book(path)
    for change in changes:
        mangle(book, *change)
    mangled = book.save(path.with_name("mangled.xlsx"))
    read(study, lambda: read_workbooks(study.bench, [mangled], supersede, leave_out))
    read(
        study,
        lambda: read_old(study.bench, study.key, [mangled], OldWorkbookColumns(scores=("quality=E",)), LEAVE_OUT),
    )


@BOUNDED
@given(data=st.data())
def test_mangled_parts(study: Played, path: Path, data: st.DataObject) -> None:
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = data.draw(st.sampled_from(sorted(parts)))
    content = parts[name]
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, min(len(content), start + 60)))
    parts[name] = content[:start] + data.draw(st.binary(max_size=20)) + content[end:]
    if data.draw(st.booleans()):
        del parts[data.draw(st.sampled_from(sorted(parts)))]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, kept in parts.items():
            archive.writestr(part, kept)
    mangled = path.with_name("mangled.xlsx")
    mangled.write_bytes(buffer.getvalue())
    read(study, lambda: read_workbooks(study.bench, [mangled]))


@BOUNDED
@given(data=st.data())
def test_mangled_bytes(study: Played, path: Path, data: st.DataObject) -> None:
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    mangled = path.with_name("mangled.xlsx")
    mangled.write_bytes(content[: data.draw(st.integers(0, len(content)))] if data.draw(st.booleans()) else content)
    read(study, lambda: read_workbooks(study.bench, [mangled]))
