"""Outputs as texts that can be compared line by line, without what differs where nothing has changed."""

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pyarrow.parquet  # type: ignore[import-untyped]

from tests.upgrade.doors import Clock

TEXTS = (".csv", ".tsv", ".jsonl", ".md", ".tex", ".txt", ".yaml", ".xml", ".docs", ".score", ".rating", ".srt")


def as_text(name: str, content: bytes) -> str:
    """The content of a file; a table as its cells, of media the hash."""
    kind = Path(name).suffix
    if kind == ".xlsx":
        return "\n".join(_sheets(content))
    if kind == ".parquet":
        table = pyarrow.parquet.read_table(io.BytesIO(content))
        return "\n".join([*str(table.schema.remove_metadata()).splitlines(), *map(_line, table.to_pylist())])
    if kind == ".json":
        return pretty(json.loads(content))
    if kind == ".html":
        return content.decode().replace("><", ">\n<")
    if kind in TEXTS:
        return content.decode().replace("\r\n", "\\r\n")
    return f"{len(content)} bytes, sha256 {hashlib.sha256(content).hexdigest()}"


def pretty(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False)


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _sheets(content: bytes) -> Iterator[str]:
    """Every cell of a workbook that holds something, its hidden parts, and what may be entered where."""
    for sheet in openpyxl.load_workbook(io.BytesIO(content)):
        hidden = [f"row {n}" for n, row in sheet.row_dimensions.items() if row.hidden]
        hidden += [f"column {n}" for n, column in sheet.column_dimensions.items() if column.hidden]
        yield f"== {sheet.title} ({sheet.sheet_state}), hidden: {', '.join(hidden) or 'nothing'}"
        for row in sheet.iter_rows():
            cells = {cell.coordinate: cell.value for cell in row if cell.value is not None}
            if cells:
                yield _line(cells)
        for rule in sheet.data_validations.dataValidation:
            yield f"{rule.sqref}: {rule.type} {rule.operator} {rule.formula1} {rule.formula2}"


def files_of(path: Path) -> dict[str, bytes]:
    """A file, or all files of a folder or archive by their names in it."""
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            return {name: archive.read(name) for name in archive.namelist()}
    if path.is_file():
        return {"": path.read_bytes()}
    return {
        found.relative_to(path).as_posix(): found.read_bytes() for found in sorted(path.rglob("*")) if found.is_file()
    }


def manifest_text(files: dict[str, bytes], text: str) -> str:
    """A list of files in which right hashes and sizes say so: a file differs by its own text, and not here again."""
    for name, content in files.items():
        right = f"<sha256 of {name}>"
        text = text.replace(hashlib.sha256(content).hexdigest(), right)
        text = re.sub(rf'"size": {len(content)}(,\s+"sha256": "{re.escape(right)}")', r'"size": "<right>"\1', text)
    return text


LONG_NUMBER = re.compile(r"(?<![\w.])-?\d+\.\d{10,}(?:e[+-]?\d+)?")
DRAWN = re.compile(r' (?:[cd]?[xy]|[xy][12]|r|width|height|points|transform)="[^"]*"')
TENTHS = re.compile(r"-?\d+\.\d\b")


class Normal:
    """What a text loses before it is compared, because it differs where nothing has changed."""

    def __init__(self, versions: set[str], clock: Clock) -> None:
        made_now = f"{clock.ns // 1_000_000:012x}"
        self.rules: tuple[tuple[re.Pattern[str], str], ...] = (
            # Pages, reports and signatures name the version that made them: today's, or that of the release.
            (re.compile(rf"(?<![\d.])({'|'.join(map(re.escape, versions))})(?!\.?\d)"), "<version>"),
            # Ids are made of the time and of chance. The time is ours: what was made while we looked begins with it.
            (re.compile(rf"{made_now[:8]}-{made_now[8:]}-7[0-9a-f]{{3}}-[0-9a-f]{{4}}-[0-9a-f]{{12}}"), "<new id>"),
            # The check sum of a row in a workbook is taken over its id, too.
            (re.compile(r"(<new id> [\w-]+ [\w-]+) [0-9a-f]{12}"), r"\1 <check sum>"),
            # The address of scripts and styles holds the hash of their content, which no user's data is in.
            (re.compile(r"/static/[0-9a-f]{16}/"), "/static/<hash>/"),
            # Python 3.13 calls status 422 otherwise than Python 3.12.
            (re.compile("Unprocessable Entity"), "Unprocessable Content"),
        )

    def __call__(self, text: str) -> str:
        for pattern, instead in self.rules:
            text = pattern.sub(instead, text)
        # Other processors, and Python 3.12, add up the last digits of a double otherwise.
        text = LONG_NUMBER.sub(lambda number: f"{float(number[0]):.10g}", text)
        # For the same reason what is drawn may lie a tenth of a pixel beside.
        return DRAWN.sub(lambda drawn: TENTHS.sub(lambda number: str(round(float(number[0]))), drawn[0]), text)
