"""One archive with everything: made while the server runs, restored only into an empty place, of either database."""

import json
import os
import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jurybox import __version__
from jurybox.core.errors import Conflict, Fault, Refused
from jurybox.store import archive
from jurybox.store.migrate import HEAD
from jurybox.store.statement import Run
from jurybox.studies.workbench import Workbench

FORMAT = 1
MEDIA_NAME = re.compile(r"media/[0-9a-f]{2}/[0-9a-f]{64}")
CHUNK = 1 << 20
DAMAGED = (OSError, LookupError, ValueError, TypeError, AttributeError, EOFError, zlib.error, zipfile.BadZipFile)
"""What reading an archive raises that was cut off or changed."""


def write_backup(bench: Workbench, path: Path) -> dict[str, int]:
    """Write the archive beside its final name, then move it there; rows per table."""
    if path.exists():
        raise Conflict.of("backup.exists", given=str(path))
    part = path.with_name(f"{path.name}.{bench.new_id()}.part")
    try:
        with open(part, "xb", opener=lambda p, flags: os.open(p, flags, 0o600)) as file:
            with (
                zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as out,
                bench.database.snapshot() as run,
            ):
                counts = {table.name: _dump(out, run, table) for table in archive.TABLES}
                out.writestr("secret", bench.secret.hex())
                _dump_media(out, bench.folder)
                manifest = {
                    "format": FORMAT, "jurybox": __version__, "schema": HEAD, "made_at": bench.now(), "rows": counts,
                    "columns": {table.name: [c.name for c in table.columns] for table in archive.TABLES},
                }  # fmt: skip
                out.writestr("manifest.json", json.dumps(manifest, indent=1))
            file.flush()
            os.fsync(file.fileno())
        part.rename(path)
    except OSError as error:
        raise Refused.of("backup.not_written", given=str(path), reason=error.strerror or str(error)) from error
    finally:
        part.unlink(missing_ok=True)
    return counts


def _dump(out: zipfile.ZipFile, run: Run, table: Any) -> int:
    count = 0
    with out.open(f"tables/{table.name}.jsonl", "w", force_zip64=True) as file:
        for row in archive.read_table(run, table):
            file.write(json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
            count += 1
    return count


def _dump_media(out: zipfile.ZipFile, folder: Path) -> None:
    for path in sorted((folder / "media").glob("??/*")):
        name = path.relative_to(folder).as_posix()
        if MEDIA_NAME.fullmatch(name):
            out.write(path, name, zipfile.ZIP_STORED)


def restore_backup(bench: Workbench, path: Path) -> dict[str, int]:
    """Fill an empty workbench from an archive: all of it or nothing."""
    if not bench.database.read(archive.is_empty):
        raise Conflict.of("backup.not_empty", given=str(bench.folder))
    media: list[Path] = []
    try:
        with zipfile.ZipFile(path) as source:
            manifest = json.loads(source.read("manifest.json"))
            _check(manifest)
            secret = bytes.fromhex(source.read("secret").decode("ascii"))
            _restore_media(source, bench.folder, media)
            return bench.database.write(lambda run: _restore_all(bench, run, source, manifest, secret))
    except Exception as error:
        for file in media:
            file.unlink(missing_ok=True)
        if isinstance(error, DAMAGED):
            raise Refused.of("backup.not_read", given=str(path), reason=str(error)) from error
        raise


def _restore_all(
    bench: Workbench, run: Run, source: zipfile.ZipFile, manifest: dict[str, Any], secret: bytes
) -> dict[str, int]:
    """The tables, and the secret just before they are committed: without it no rater's link would work."""
    counts = _restore_tables(source, run, manifest)
    (bench.folder / "secret").write_text(secret.hex(), encoding="ascii")
    bench.secret = secret
    return counts


def _check(manifest: dict[str, Any]) -> None:
    faults = []
    if manifest.get("format") != FORMAT:
        faults.append(Fault("backup.unknown_format", "format", manifest.get("format"), FORMAT))
    if manifest.get("schema", "") > HEAD:
        faults.append(Fault("store.newer_schema", "schema", manifest.get("schema"), HEAD))
    if faults:
        raise Refused(*faults)


def _restore_tables(source: zipfile.ZipFile, run: Run, manifest: dict[str, Any]) -> dict[str, int]:
    counts = {}
    for table in archive.TABLES:
        counts[table.name] = archive.write_table(run, table, _rows(source, table, manifest["columns"][table.name]))
        if counts[table.name] != manifest["rows"][table.name]:
            raise ValueError(f"{table.name}: {counts[table.name]} rows of {manifest['rows'][table.name]}")
    archive.restart_ids(run)
    return counts


def _rows(source: zipfile.ZipFile, table: Any, columns: list[str]) -> Iterator[list[Any]]:
    """Rows in the order of today's columns; a column that the archive does not know is empty."""
    places = [columns.index(c.name) if c.name in columns else None for c in table.columns]
    with source.open(f"tables/{table.name}.jsonl") as file:
        for line in file:
            row = json.loads(line)
            yield [None if place is None else row[place] for place in places]


def _restore_media(source: zipfile.ZipFile, folder: Path, written: list[Path]) -> None:
    for name in source.namelist():
        if not MEDIA_NAME.fullmatch(name):
            continue
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        written.append(target)
        with source.open(name) as read, target.open("wb") as write:
            while chunk := read.read(CHUNK):
                write.write(chunk)
