"""An archive as a file that anybody may have made: every part named, measured and hashed before a row is believed."""

import hashlib
import io
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import msgspec

from jurybox.core import Fault, JuryboxError, NotFound, Refused, refuse
from jurybox.exchange.media import MediaFolder
from jurybox.store import tables
from jurybox.studies.carry.archive.layout import FORMAT, MANIFEST, PARTS, columns_of, part_of
from jurybox.studies.carry.zip_files import DAMAGED, MEDIA_NAME, media_name, pieces_of

LARGEST_MANIFEST = 256 << 20
"""Bytes, unpacked: it has a line for every picture."""
LONGEST_ROW = 64 << 20
LOCKED = 1
"""The flag of a part that asks for a password."""
MOST_PARTS = 2_000_000
LOOSE = 1 << 20
MOST_TIMES, MOST_TIMES_MEDIA = 200, 20
"""A part of more than LOOSE bytes may be so many times as large as it is packed; rows come to 5 to 50, media to 1."""
_from_json: Callable[[bytes], Any] = msgspec.json.Decoder().decode


class Manifest(msgspec.Struct):
    """What is believed of a manifest. More may be in it."""

    jurybox_archive: int
    schema: str
    rows: dict[str, int]
    columns: dict[str, list[str]]
    parts: dict[str, "Measured"]
    study: dict[str, str]
    made_at: str = ""
    jurybox: str = ""


class Measured(msgspec.Struct):
    size: int
    sha256: str


@contextmanager
def opened(path: Path) -> Iterator["File"]:
    """The archive, checked; whatever is broken about it is refused in words."""
    if not path.is_file():
        raise NotFound.of("archive.not_there", given=str(path))
    try:
        with zipfile.ZipFile(path) as source:
            yield File(source)
    except DAMAGED as error:
        raise Refused.of("archive.broken", given=str(path), reason=_reason(error)) from error
    except Exception as error:
        if isinstance(error, JuryboxError) or not tables.is_refusal(error):
            raise
        raise Refused.of("archive.broken", given=str(path), reason=_reason(error)) from error


def _reason(error: BaseException) -> str:
    return str(error).splitlines()[0].rstrip(".")[:200] if str(error) else type(error).__name__


class File:
    """An archive whose parts are what its manifest says."""

    def __init__(self, source: zipfile.ZipFile) -> None:
        self.source = source
        self.hash, self.manifest = self._manifest()
        refuse(_faults_of(self.manifest))
        refuse(self._part_faults())
        refuse(self._content_faults())

    def _manifest(self) -> tuple[str, Manifest]:
        parts = self.source.infolist()
        if len(parts) > MOST_PARTS:
            raise Refused.of("archive.too_many_parts", given=len(parts), allowed=MOST_PARTS)
        about = next((part for part in parts if part.filename == MANIFEST), None)
        if about is None:
            raise Refused.of("archive.no_manifest")
        if about.file_size > LARGEST_MANIFEST:
            raise Refused.of("archive.too_large", MANIFEST, about.file_size, LARGEST_MANIFEST)
        with self.source.open(about) as file:
            content = file.read(LARGEST_MANIFEST)
        if not isinstance(found := _from_json(content), dict) or "jurybox_archive" not in found:
            raise Refused.of("archive.no_manifest")
        if found["jurybox_archive"] != FORMAT:
            raise Refused.of("archive.unknown_format", given=found["jurybox_archive"], allowed=FORMAT)
        manifest = msgspec.convert(found, Manifest)
        for table in tables.OF_STUDY:
            if table.name in tables.LATER and part_of(table.name) not in manifest.parts:
                manifest.rows[table.name], manifest.columns[table.name] = 0, list(columns_of(table))
        return hashlib.sha256(content).hexdigest(), manifest

    def _part_faults(self) -> Iterator[Fault]:
        """Parts with names that we do not give, that stand twice, that are not listed, or claim to be too large."""
        listed, seen = self.manifest.parts, set[str]()
        for part in self.source.infolist():
            name = part.filename
            times = MOST_TIMES_MEDIA if MEDIA_NAME.fullmatch(name) else MOST_TIMES
            ours = name == MANIFEST or (name in listed and PARTS.fullmatch(name))
            if not ours or name in seen or part.flag_bits & LOCKED:
                yield Fault("archive.strange_part", given=name)
            elif name in listed and part.file_size != listed[name].size:
                yield Fault("archive.changed", name)
            elif part.file_size > LOOSE and part.file_size > times * max(1, part.compress_size):
                yield Fault("archive.too_large", name, part.file_size, times * part.compress_size)
            seen.add(name)
        needed = {part_of(table.name) for table in tables.OF_STUDY if table.name not in tables.LATER}
        for name in sorted({*listed, *needed} - seen):
            yield Fault("archive.missing_part", given=name)

    def _content_faults(self) -> Iterator[Fault]:
        """Parts whose content, or number of rows, is not what the manifest says."""
        counts = {part_of(table): rows for table, rows in self.manifest.rows.items()}
        for name, known in self.manifest.parts.items():
            digest, lines = hashlib.sha256(), 0
            with self.source.open(name) as file:
                for piece in pieces_of(file):
                    digest.update(piece)
                    lines += piece.count(b"\n")
            match = MEDIA_NAME.fullmatch(name)
            is_same = digest.hexdigest() == known.sha256 and (match is None or match[2] == known.sha256)
            if not is_same or counts.get(name, lines) != lines:
                yield Fault("archive.changed", name)

    def rows(self, table: str) -> Iterator[list[Any]]:
        """The rows of a table, one at a time."""
        if part_of(table) not in self.manifest.parts:
            return
        width = len(self.manifest.columns[table])
        with self.source.open(part_of(table)) as file:
            for line in _lines(file, part_of(table)):
                row = _from_json(line)
                if not isinstance(row, list) or len(row) != width:
                    raise ValueError(f"{part_of(table)}: a row has another shape than its columns")
                yield row

    def media(self) -> list[str]:
        return [match[2] for name in self.manifest.parts if (match := MEDIA_NAME.fullmatch(name))]

    def store_media(self, stored: MediaFolder, written: list[str]) -> None:
        """Put the media where the server keeps them; what is new there is added to `written`."""
        for file in stored.missing(self.media()):
            written.append(file)
            with self.source.open(media_name(file)) as content:
                stored.keep(pieces_of(content))


def _lines(file: IO[bytes], name: str) -> Iterator[bytes]:
    buffered = io.BufferedReader(file, 1 << 20)  # type: ignore[type-var]
    while line := buffered.readline(LONGEST_ROW + 1):
        if len(line) > LONGEST_ROW:
            raise Refused.of("archive.too_large", name, len(line), LONGEST_ROW)
        yield line


def _faults_of(manifest: Manifest) -> Iterable[Fault]:
    if manifest.schema > tables.SCHEMA:
        yield Fault("store.newer_schema", "schema", manifest.schema, tables.SCHEMA)
        return
    for table in tables.OF_STUDY:
        if manifest.rows.get(table.name, -1) < 0:
            yield Fault("archive.missing_part", given=part_of(table.name))
        lacks = [name for name in columns_of(table) if name not in manifest.columns.get(table.name, ())]
        needed = [name for name in lacks if not table.column(name).nullable]
        if needed:
            yield Fault("archive.missing_columns", part_of(table.name), given=needed)
