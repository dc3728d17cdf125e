"""One archive with everything: made while the server runs, restored only into an empty place, of either database."""

import json
import os
import re
import time
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jurybox import __version__
from jurybox.core import Conflict, Fault, Refused
from jurybox.exchange.files import keep_names
from jurybox.store import Run, organisers, tables
from jurybox.studies.carry.zip_files import (
    DAMAGED,
    MEDIA_NAME,
    media_name,
    packed,
    pieces_of,
    write_bytes,
    write_file,
    write_rows,
)
from jurybox.studies.secret_file import write_secret
from jurybox.studies.workbench import Workbench

FORMAT = 1
NAMED_FILE = re.compile(r'"file": ?"([0-9a-f]{64})"')
MADE_BY_TIME = re.compile(r"jurybox-\d{8}-\d{6}\.zip")
HALF_WRITTEN = re.compile(r"jurybox-\d{8}-\d{6}\.zip\.[0-9a-f-]+\.part")
HALF_WRITTEN_S = 2 * 86_400.0
SHELF_DEPTH = 3
"""Files of a protocol lie at least below protocols/<id>/<version>."""


@dataclass(frozen=True, slots=True)
class BackedUp:
    """What is in an archive that was written and read again."""

    rows: dict[str, int]
    missing: list[str]
    """Media that items name and the data folder lacks: no backup can hold them."""


def write_backup(bench: Workbench, path: Path) -> BackedUp:
    """Write the archive beside its final name, move it there, and read it again."""
    codes = ("backup.exists", "backup.not_written")
    named: set[str] = set()
    with packed(path, bench.new_id(), *codes) as out, bench.database.snapshot() as run:
        counts = {
            table.name: write_rows(out, f"tables/{table.name}.jsonl", _noting(tables.read(run, table), named)).rows
            for table in tables.BACKED_UP
        }
        write_bytes(out, "secret", bench.secret.hex().encode("ascii"))
        for file in bench.media.names():
            write_file(out, media_name(file), bench.media.find(file))
        for path_of in sorted(bench.protocols.rglob("*")):
            if path_of.is_file():
                write_file(out, path_of.relative_to(bench.folder).as_posix(), path_of)
        manifest = {
            "format": FORMAT,
            "jurybox": __version__,
            "schema": tables.SCHEMA,
            "made_at": bench.now(),
            "rows": counts,
            "columns": {table.name: list(table.names()) for table in tables.BACKED_UP},
        }
        write_bytes(out, "manifest.json", json.dumps(manifest, indent=1).encode())
    missing = named - _verified(path, counts)
    return BackedUp(counts, sorted(missing))


def missing_media(bench: Workbench) -> list[str]:
    """Media that items name and the data folder lacks."""
    named: set[str] = set()
    with bench.database.snapshot() as run:
        for table in tables.BACKED_UP:
            for _ in _noting(tables.read(run, table), named):
                pass
    return bench.media.missing(named)


def _noting(rows: Iterable[Sequence[Any]], named: set[str]) -> Iterator[Sequence[Any]]:
    """The same rows; the media that they name are noted."""
    for row in rows:
        for value in row:
            if isinstance(value, str) and '"file"' in value:
                named.update(NAMED_FILE.findall(value))
        yield row


def _verified(path: Path, counts: dict[str, int]) -> set[str]:
    """Read an archive from the disk: every part is whole, and has its rows. The names of its media."""
    with zipfile.ZipFile(path) as written:
        broken = written.testzip()
        for name, rows in counts.items():
            with written.open(f"tables/{name}.jsonl") as file:
                if broken is None and sum(1 for _ in file) != rows:
                    broken = f"tables/{name}.jsonl"
        if broken is not None:
            path.rename(path.with_name(f"{path.name}.damaged"))
            raise Refused.of("backup.not_written", given=str(path), reason=f"{broken} is damaged")
        return {match[2] for name in written.namelist() if (match := MEDIA_NAME.fullmatch(name))}


def rotate(folder: Path, keep: int) -> list[Path]:
    """Remove all but the newest backups of a folder that were made there by their time; what was removed."""
    found = sorted(path for path in folder.iterdir() if MADE_BY_TIME.fullmatch(path.name))
    gone = found[: max(0, len(found) - keep)]
    for path in gone:
        path.unlink()
    for path in folder.iterdir():  # of those who were killed while they wrote
        if HALF_WRITTEN.fullmatch(path.name) and time.time() - path.stat().st_mtime > HALF_WRITTEN_S:
            path.unlink(missing_ok=True)
    return gone


def name_by_time(bench: Workbench) -> str:
    """What a backup is called that is one of many."""
    return f"jurybox-{datetime.fromtimestamp(bench.now() // 1_000_000, UTC):%Y%m%d-%H%M%S}.zip"


def restore_backup(bench: Workbench, path: Path) -> dict[str, int]:
    """Fill an empty workbench from an archive: all of it or nothing."""
    if not bench.database.read(tables.is_empty):
        raise Conflict.of("backup.not_empty", given=str(bench.folder))
    added = _Added(bench, [], [])
    try:
        with zipfile.ZipFile(path) as source:
            manifest = json.loads(source.read("manifest.json"))
            _check(manifest)
            secret = bytes.fromhex(source.read("secret").decode("ascii"))
            added.fill(source)
            return bench.database.write(lambda run: _restore_all(bench, run, source, manifest, secret))
    except Exception as error:
        added.remove()
        if isinstance(error, DAMAGED):
            raise Refused.of("backup.not_read", given=str(path), reason=str(error)) from error
        raise


def _restore_all(
    bench: Workbench, run: Run, source: zipfile.ZipFile, manifest: dict[str, Any], secret: bytes
) -> dict[str, int]:
    """The tables, and the secret just before they are committed: without it no rater's link would work."""
    try:
        counts = _restore_tables(source, run, manifest)
    except Exception as error:  # PostgreSQL's jobs are run again after a clash, and this one would clash for ever
        if tables.is_refusal(error):
            raise ValueError(str(error)) from error
        raise
    write_secret(bench.folder / "secret", secret, replace=True)
    bench.secret = secret
    return counts


def _check(manifest: dict[str, Any]) -> None:
    faults = []
    if manifest.get("format") != FORMAT:
        faults.append(Fault("backup.unknown_format", "format", manifest.get("format"), FORMAT))
    if manifest.get("schema", "") > tables.SCHEMA:
        faults.append(Fault("store.newer_schema", "schema", manifest.get("schema"), tables.SCHEMA))
    if faults:
        raise Refused(*faults)


def _restore_tables(source: zipfile.ZipFile, run: Run, manifest: dict[str, Any]) -> dict[str, int]:
    counts = {}
    for table in tables.BACKED_UP:
        if table.name not in manifest["columns"]:  # of a release that did not have it
            counts[table.name] = 0
            continue
        rows = _rows(source, table, manifest["columns"][table.name])
        counts[table.name] = tables.write_counted_later(run, table, rows)
        if counts[table.name] != manifest["rows"][table.name]:
            raise ValueError(f"{table.name}: {counts[table.name]} rows of {manifest['rows'][table.name]}")
    organisers.appoint_first(run)
    tables.restart_ids(run)
    return counts


def _rows(source: zipfile.ZipFile, table: tables.StoredTable, columns: list[str]) -> Iterator[list[Any]]:
    """Rows in the order of today's columns; a column that the archive does not know is empty."""
    places = [columns.index(name) if name in columns else None for name in table.names()]
    with source.open(f"tables/{table.name}.jsonl") as file:
        for line in file:
            row = json.loads(line)
            yield [None if place is None else row[place] for place in places]


@dataclass(frozen=True, slots=True)
class _Added:
    """The files that a restore put in place."""

    bench: Workbench
    media: list[str]
    protocols: list[Path]

    def fill(self, source: zipfile.ZipFile) -> None:
        """The media, and the protocols of the organisers' own shelf; nothing that is there already is written over."""
        for name in source.namelist():
            if match := MEDIA_NAME.fullmatch(name):
                self._medium(source, name, match[2])
            elif _is_protocol_file(name) and not (self.bench.folder / name).exists():
                self._protocol(source, name)
        root = self.bench.folder
        for made in {one for path in self.protocols for one in path.parents if one.is_relative_to(root)}:
            keep_names(made)

    def _medium(self, source: zipfile.ZipFile, name: str, file: str) -> None:
        if self.bench.media.has(file):
            return
        with source.open(name) as read:
            stored, _ = self.bench.media.keep(pieces_of(read))
        self.media.append(stored)  # under another name where it was damaged before: `doctor` says what is missing

    def _protocol(self, source: zipfile.ZipFile, name: str) -> None:
        target = self.bench.folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        self.protocols.append(target)
        with source.open(name) as read, target.open("wb") as write:
            write.writelines(pieces_of(read))
            write.flush()
            os.fsync(write.fileno())

    def remove(self) -> None:
        for file in self.media:
            self.bench.media.remove(file)
        for path in self.protocols:
            path.unlink(missing_ok=True)


def _is_protocol_file(name: str) -> bool:
    """Whether a part is a file of the organisers' own shelf: protocols/<id>/<version>/… and nowhere else.

    >>> [_is_protocol_file(name) for name in ("protocols/a/1/protocol.yaml", "protocols/../x", "protocols/a/1/")]
    [True, False, False]
    """
    parts = name.split("/")
    plain = all(part not in ("", ".", "..") and "\\" not in part and "\0" not in part for part in parts)
    return parts[0] == "protocols" and len(parts) > SHELF_DEPTH and plain
