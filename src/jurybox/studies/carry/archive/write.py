"""Writing an archive: one state of one study, with the report made from that very state."""

import json
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jurybox import __version__
from jurybox.core import JuryboxError, Refused, rfc3339
from jurybox.store import Run, tables
from jurybox.studies.carry.archive.layout import FORMAT, MANIFEST, columns_of, part_of
from jurybox.studies.carry.archive.rows_out import Outward
from jurybox.studies.carry.zip_files import WrittenPart, media_name, packed, write_bytes, write_file, write_rows
from jurybox.studies.progress import Progress, silent
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench

README = """This is the archive of one study, made with Jurybox {version} at {made_at}.

{name} ({key}), {protocol}, {state}

report/report.html        what was found: open it in a browser
protocol/                 what was asked, and the guideline that raters read
tables/*.jsonl            everything, a row to a line; manifest.json names the columns, row n is known to others as n
media/                    pictures, sounds and films by the SHA-256 of their content

Raters are opaque ids. To open it on a server: jurybox study reopen FILE
"""


@dataclass(frozen=True, slots=True)
class Archived:
    rows: dict[str, int]
    media: int
    report: bool
    """Whether there was anything to report."""


def write_archive(
    bench: Workbench,
    key: str,
    path: Path,
    language: str = "en",
    with_questionnaire: bool = False,
    progress: Progress = silent,
) -> Archived:
    """Write a study into one file, while people rate. What raters said about themselves stays out unless asked for."""
    from jurybox.studies.results import check_language

    check_language(language, texts_of(bench.folder))
    with bench.database.snapshot() as run:
        view = load_view(run, find_study(run, key).id)
        with packed(path, bench.new_id(), "archive.exists", "archive.not_written") as out:
            return _fill(out, bench, Outward(run, view, with_questionnaire), language, progress)


def _fill(out: zipfile.ZipFile, bench: Workbench, outward: Outward, language: str, progress: Progress) -> Archived:
    run, view = outward.run, outward.view
    parts: dict[str, WrittenPart] = {}
    made_at = rfc3339(bench.now())
    for name, content in _read_first(view, made_at or "").items():
        parts[name] = write_bytes(out, name, content)
    first = len(tables.OF_STUDY)
    for n, table in enumerate(tables.OF_STUDY):
        progress(n, first + 1)
        parts[part_of(table.name)] = write_rows(out, part_of(table.name), outward.rows(table))
    for n, file in enumerate(sorted(outward.media)):
        progress(first + n, first + len(outward.media) + 1)
        name = media_name(file)
        parts[name] = _media(out, bench, file)
    progress(first + len(outward.media), first + len(outward.media) + 1)
    rows = {table.name: parts[part_of(table.name)].rows for table in tables.OF_STUDY}
    files, why = _report(run, view, language, bench.folder) if rows["judgement"] else ({}, "study.no_judgements")
    parts |= {f"report/{name}": write_bytes(out, f"report/{name}", files[name]) for name in files}
    manifest = {
        "jurybox_archive": FORMAT,
        "jurybox": __version__,
        "schema": tables.SCHEMA,
        "made_at": made_at,
        "study": {
            "uid": view.row.uid,
            "key": view.row.key,
            "name": view.row.name,
            "state": view.row.state,
            "protocol": view.protocol.name,
            "protocol_hash": view.row.protocol_hash,
        },
        "questionnaire": outward.with_questionnaire,
        "report": {"language": language, "none": why},
        "rows": rows,
        "columns": {table.name: list(columns_of(table)) for table in tables.OF_STUDY},
        "parts": {name: {"size": part.size, "sha256": part.sha256} for name, part in parts.items()},
    }
    write_bytes(out, MANIFEST, json.dumps(manifest, indent=1, ensure_ascii=False).encode())
    return Archived(rows, len(outward.media), why is None)


def _read_first(view: StudyView, made_at: str) -> dict[str, bytes]:
    """What a person who unpacks the file looks at."""
    row = view.row
    readme = README.format(
        version=__version__, made_at=made_at, name=row.name, key=row.key, protocol=view.protocol.name, state=row.state
    )
    protocol: Any = json.loads(row.protocol_content)
    return {
        "README.txt": readme.encode(),
        "protocol/protocol.json": json.dumps(protocol, ensure_ascii=False, indent=1).encode(),
        **{f"protocol/guideline.{lang}.md": found.prose.encode() for lang, found in sorted(view.guidelines.items())},
    }


def _media(out: zipfile.ZipFile, bench: Workbench, file: str) -> WrittenPart:
    try:
        return write_file(out, media_name(file), bench.media.find(file))
    except FileNotFoundError as error:
        raise Refused.of("archive.no_media", given=media_name(file)) from error


def _report(run: Run, view: StudyView, language: str, folder: Path) -> tuple[dict[str, bytes], str | None]:
    """The files of a report, or the code of why there is none."""
    from jurybox.studies.results import findings_of, report_files
    from jurybox.studies.results.table import TableWish, table_of

    try:
        findings = findings_of(table_of(run, view, TableWish(lang=language)))
    except JuryboxError as error:
        return {}, error.faults[0].code
    return report_files(findings, language, texts_of(folder)), None


def texts_of(folder: Path) -> Path | None:
    """The organiser's own catalogues, where there are any."""
    own = folder / "texts"
    return own if own.is_dir() else None
