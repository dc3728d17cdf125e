"""Whatever is in a file, the command that reads it ends in words: no traceback, nothing that steers a terminal, and
what is refused leaves nothing behind.
"""

import importlib
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest
import xlsxwriter
from hypothesis import HealthCheck, Phase, given, settings

from tests.fixtures.command_line import Ended, Jurybox
from tests.fixtures.each import each
from tests.fixtures.mangled import EDITS, Edit, mangled
from tests.paths import ROOT

FILES = ROOT / "examples" / "files"
STEERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]")
ROWS = [["id", "system", "source", "output"], ["a", "x", "One, and two.", "One"], ["a", "y", "One, and two.", "Two"]]
GOLD = "id\tsystem\tsource\toutput\texpected.score\nm\ts\to\tt\t1\n"


class Case(NamedTuple):
    file: str
    command: tuple[str, ...]


ITEMS = ("study", "create", "new", "--protocol", "title", "--items")
CASES = {
    "csv": Case("rows.csv", ITEMS),
    "tsv": Case("rows.tsv", ITEMS),
    "json lines": Case("rows.jsonl", ITEMS),
    "json": Case("rows.json", ITEMS),
    "xlsx": Case("rows.xlsx", ITEMS),
    "parquet": Case("rows.parquet", ITEMS),
    "settings": Case("settings.yaml", (*ITEMS, "rows.csv", "--settings")),
    "protocol": Case("mqm.yaml", ("check",)),
    "a study by a protocol": Case("mqm.yaml", ("study", "create", "new", "--protocol")),
    "checks": Case("gold.tsv", ("study", "checks", "add", "draft")),
    "checks as examples": Case("gold.yaml", ("study", "checks", "add", "draft")),
    "ratings": Case("ratings.csv", ("import", "ratings", "--as", "csv", "--study", "new", "--protocol", "auto")),
    "wide ratings": Case(
        "raters.csv", ("import", "ratings", "--as", "wide-raters", "--study", "new", "--protocol", "auto")
    ),
    "a log of Pearmut": Case(
        "log.jsonl", ("import", "ratings", "--as", "pearmut", "--study", "new", "--protocol", "auto")
    ),
    "a campaign of Pearmut": Case("pearmut.json", ("study", "create", "new", "--from", "pearmut")),
    "a campaign of MQM": Case("mqm.tsv", ("study", "create", "new", "--from", "wmt-mqm")),
    "a campaign of Appraise": Case("appraise.json", ("study", "create", "new", "--from", "appraise")),
    "a campaign of an arena": Case("arena.jsonl", ("study", "create", "new", "--from", "arena")),
    "a labeling configuration": Case("config.xml", ("label-studio", "protocol", "--to", "made.yaml")),
    "tasks of Label Studio": Case("tasks.json", ("label-studio", "import", "draft")),
    "an archive": Case("headlines.zip", ("study", "reopen", "--as", "new")),
    "a backup": Case("backup.zip", ("restore", "--data", "fresh")),
    "a workbook": Case("open-Ann.xlsx", ("workbook", "read")),
    "an old workbook": Case("Ben.xlsx", ("workbook", "read", "--old", "open")),
    "descriptions of a film": Case("narra.srt", ("film", "--to", "cut", "narra={}")),
    "a table of descriptions": Case("descriptions.csv", ("film", "--to", "cut")),
    "a table to analyse": Case("ratings.csv", ("analyse",)),
    "a table to convert": Case("scores.csv", ("convert", "{}", "out.csv", "--from", "appraise", "--to", "csv")),
}

ALONE = ("descriptions of a film", "a table of descriptions", "tasks of Label Studio")
"""Read and then refused, for the film and the fields that do not come with them."""


@pytest.fixture
def prepared(in_folder: Path, jurybox: Jurybox) -> Path:
    """All the files as they should be, and a data folder with a draft."""
    for example in FILES.rglob("*"):
        if example.is_file():
            shutil.copy(example, in_folder / example.name)
    for name in ("protocols/mqm.yaml", "first-study/settings.yaml", "first-study/items.csv"):
        shutil.copy(ROOT / "examples" / name, in_folder)
    shutil.copy(FILES / "long" / "ratings.csv", in_folder)
    shutil.copy(FILES / "film" / "descriptions.csv", in_folder)
    (in_folder / "rows.csv").write_text("\n".join('"' + '","'.join(row) + '"' for row in ROWS) + "\n")
    (in_folder / "rows.tsv").write_text("\n".join("\t".join(row) for row in ROWS) + "\n")
    objects = ["{" + ", ".join(f'"{k}": "{v}"' for k, v in zip(ROWS[0], row, strict=True)) + "}" for row in ROWS[1:]]
    (in_folder / "rows.jsonl").write_text("\n".join(objects) + "\n")
    (in_folder / "rows.json").write_text("[" + ", ".join(objects) + "]")
    with xlsxwriter.Workbook(in_folder / "rows.xlsx") as book:
        sheet = book.add_worksheet()
        for n, row in enumerate(ROWS):
            sheet.write_row(n, 0, row)
    columns = {name: [row[n] for row in ROWS[1:]] for n, name in enumerate(ROWS[0])}
    arrow, parquet = (importlib.import_module(name) for name in ("pyarrow", "pyarrow.parquet"))
    parquet.write_table(arrow.table(columns), in_folder / "rows.parquet")
    (in_folder / "gold.tsv").write_text(GOLD)
    (in_folder / "gold.yaml").write_text(
        "checks:\n- id: c1\n  fields: {source: One}\n  candidates: [{fields: {output: Two}}]\n"
        "  answers: [{question: score, value: 1}]\n"
    )
    make_studies(jurybox)
    shutil.copytree("jurybox-data", "sound")
    return in_folder


def make_studies(jurybox: Jurybox) -> None:
    """A draft, and an open study with a workbook."""
    for command in (
        "study create draft --protocol title --items rows.csv",
        "study create open --protocol title --items items.csv --set calibration=false --set quorum=1",
        "study open open", "rater add open Ann", "workbook write open --to .", "backup backup.zip",
    ):  # fmt: skip
        ended = jurybox(*command.split())
        assert ended.status == 0, f"{command}: {ended.err}"


def run(case: Case, jurybox: Jurybox) -> Ended:
    """The file stands where the command says, or at its end."""
    named = [part.format(case.file) for part in case.command]
    return jurybox(*named, *([] if case.command != tuple(named) else [case.file]))


def kept(folder: Path) -> dict[str, object]:
    """All that a data folder holds, but for what was done to the server."""
    found: dict[str, object] = {}
    with closing(sqlite3.connect(folder / "jurybox.db")) as database:
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        for (name,) in tables.fetchall():
            (found[name],) = database.execute(f"SELECT count(*) FROM {name}").fetchone()
    found["files"] = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    return {name: value for name, value in found.items() if name not in ("audit", "freed")}


def faults_of(case: Case, folder: Path, jurybox: Jurybox, edits: list[Edit]) -> Iterator[str]:
    whole = folder / case.file
    sound = whole.read_bytes()
    before = kept(folder / "jurybox-data")
    try:
        whole.write_bytes(mangled(sound, edits))
        ended = run(case, jurybox)
        said = ended.out + ended.err
        if ended.status not in (0, 1, 2) or "Traceback" in said:
            yield f"status {ended.status}: {said[-600:]}"
        if found := STEERS.search(said):
            yield f"prints {found[0]!r}: {said[max(0, found.start() - 80) : found.end() + 20]!r}"
        if ended.status and (after := kept(folder / "jurybox-data")) != before:
            changed = {name for name in before | after if before.get(name) != after.get(name)}
            yield f"leaves {changed}: {said[-300:]}"
    finally:
        whole.write_bytes(sound)
        clean(folder, ended.status == 0)


def clean(folder: Path, was_taken: bool = True) -> None:
    for name in ("fresh", "cut", *(["jurybox-data"] if was_taken else [])):
        shutil.rmtree(folder / name, ignore_errors=True)
    for name in ("made.yaml", "out.csv"):
        (folder / name).unlink(missing_ok=True)
    if was_taken:
        shutil.copytree(folder / "sound", folder / "jurybox-data")


def hold(name: str, folder: Path, jurybox: Jurybox, examples: int) -> None:
    found: dict[str, str] = {}

    @settings(
        max_examples=examples, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(edits=EDITS)
    def mangle(edits: list[Edit]) -> None:
        for fault in faults_of(CASES[name], folder, jurybox, edits):
            found.setdefault(fault[:60], f"{fault}\n{edits}")

    mangle()
    assert not found, "\n".join(found.values())


@each("name", CASES)
def test_a_mangled_file_is_told_in_words(name: str, prepared: Path, jurybox: Jurybox) -> None:
    hold(name, prepared, jurybox, 3)


@pytest.mark.soak
@pytest.mark.parametrize("name", CASES)
def test_many_mangled_files_are_told_in_words(name: str, prepared: Path, jurybox: Jurybox) -> None:
    hold(name, prepared, jurybox, int(__import__("os").environ.get("N", "300")))


@each("name", [name for name in CASES if name not in ALONE])
def test_the_same_files_are_taken_as_they_are(name: str, prepared: Path, jurybox: Jurybox) -> None:
    """Else nothing would be read of what is mangled above."""
    ended = run(CASES[name], jurybox)
    clean(prepared)
    assert ended.status == 0, ended.err
