"""A report as files: one page, tables for papers, spreadsheets and machines, the data sheet, all findings.

Same findings, same version, same language: same bytes. manifest.json lists every file with its hash, so that a later
report replaces only what is ours and nobody has changed since.
"""

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from jurybox.analysis import Findings
from jurybox.core import Conflict, Fault, Refused
from jurybox.exchange.files import Sheet, delimited_lines, workbook
from jurybox.report import (
    PlainTable,
    Wording,
    datasheet_markdown,
    html_page,
    latex_table,
    markdown_table,
    tables_of,
    title_of,
)
from jurybox.studies.results.spoken import Spoken
from jurybox.texts import Words, languages, words_in

MANIFEST = "manifest.json"
FORMAT = 1
PAGE = "report.html"


def write_report(
    findings: Findings, to: Path, language: str = "en", force: bool = False, texts: Path | None = None
) -> list[str]:
    """Write a report into a folder; what it wrote. `texts` holds an organiser's own catalogues.

    A folder that holds something else, or a report that was changed by hand, is left alone unless `force`.
    """
    check_language(language, texts)
    before = _check_folder(to, force)
    files = report_files(findings, language, texts)
    try:
        _write(to, files)
        for name in before - files.keys():
            (to / name).unlink(missing_ok=True)
    except OSError as error:
        raise Refused.of("report.not_written", given=str(to), reason=error.strerror or str(error)) from error
    return list(files)


def check_language(language: str, texts: Path | None = None) -> None:
    """Refuse a language that there is no catalogue for; es-MX is told in es."""
    known = languages(texts)
    if language not in known and language.split("-")[0] not in known:
        raise Refused.of("report.unknown_language", given=language, allowed=known)


def report_files(
    findings: Findings, language: str = "en", texts: Path | None = None, spoken: Spoken | None = None
) -> dict[str, bytes]:
    """Every file of a report by its name, the manifest last. `spoken` puts what people read into the language."""
    words, shown = words_in(language, texts), findings if spoken is None else spoken(findings)
    tables = tables_of(shown, words)
    found: dict[str, str | bytes] = {PAGE: html_page(shown, words, language)}
    for table in tables:
        found[f"tables/{table.name}.csv"] = csv_table(table)
        found[f"tables/{table.name}.md"] = markdown_table(table, words)
        found[f"tables/{table.name}.tex"] = latex_table(table, words)
    found["tables.xlsx"] = workbook([_sheet(table, words) for table in tables], title_of(findings))
    found["datasheet.md"] = datasheet_markdown(shown, Wording.of(shown, words))
    found["findings.json"] = _json(findings.as_json())
    files = {name: content if isinstance(content, bytes) else content.encode() for name, content in found.items()}
    return {**files, MANIFEST: _manifest(findings, language, files).encode()}


def csv_table(table: PlainTable) -> str:
    """A whole table for machines: one row of keys, every pair in two columns, the signature in the last."""
    header, rows = table.for_machines()
    return b"".join(delimited_lines(rows, header)).decode()


def _sheet(table: PlainTable, words: Words) -> Sheet:
    header, rows = table.for_machines()
    signature = f"{words('report.signature')}: {table.signature}"
    return Sheet(table.title, header[:-1], [row[:-1] for row in rows], [*table.notes, signature])


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False, default=lambda number: number.item()) + "\n"


def _manifest(findings: Findings, language: str, files: Mapping[str, bytes]) -> str:
    return _json(
        {
            "jurybox_report": FORMAT,
            "version": findings.settings.get("version"),
            "language": language,
            "signature": findings.signature,
            "files": {name: _hash(content) for name, content in files.items()},
        }
    )


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _check_folder(to: Path, force: bool) -> set[str]:
    """The files of the report that is there already; refuse where writing would destroy something."""
    if to.exists() and not to.is_dir():
        raise Conflict.of("report.no_folder", given=str(to))
    if not to.is_dir() or not any(to.iterdir()):
        return set()
    listed = _listed(to)
    if listed is None:
        if force:
            return set()
        raise Conflict.of("report.exists", given=str(to))
    changed = [name for name, known in listed.items() if (to / name).is_file() and _hash_of(to / name) != known]
    if changed and not force:
        raise Conflict(*(Fault("report.changed", given=str(to / name)) for name in changed))
    return set(listed)


def _listed(to: Path) -> dict[str, str] | None:
    """What the manifest names, as far as it lies inside the folder; None where there is no manifest of ours."""
    try:
        manifest = json.loads((to / MANIFEST).read_text(encoding="utf-8"))
        files = dict(manifest["files"]) if manifest["jurybox_report"] else {}
    except (OSError, ValueError, KeyError, TypeError):
        return None
    root = to.resolve()
    return {str(name): str(known) for name, known in files.items() if (to / str(name)).resolve().is_relative_to(root)}


def _hash_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _write(to: Path, files: Mapping[str, bytes]) -> None:
    """All beside their final names first: where there is no room, what was there before stays whole."""
    parts: dict[Path, Path] = {}
    try:
        for name, content in files.items():
            path = to / name
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_name(path.name + ".part")
            parts[part] = path
            part.write_bytes(content)
        for part, path in parts.items():
            part.replace(path)
    finally:
        for part in parts:
            part.unlink(missing_ok=True)
        for folder in sorted({part.parent for part in parts} | {to}, reverse=True):
            with suppress(OSError):  # it holds something
                folder.rmdir()
