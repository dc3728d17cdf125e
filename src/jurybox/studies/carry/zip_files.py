"""A zip of rows, files and media: made beside its final name, for its owner only, and moved there when it is whole."""

import hashlib
import os
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import msgspec

from jurybox.core import Conflict, Refused
from jurybox.exchange.files import keep_names

CHUNK = 1 << 20
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every part: what is equal is packed to equal bytes."""
MEDIA_NAME = re.compile(r"media/([0-9a-f]{2})/(\1[0-9a-f]{62})")
DAMAGED = (
    OSError,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    EOFError,
    RecursionError,
    NotImplementedError,
    RuntimeError,
    zlib.error,
    zipfile.BadZipFile,
    msgspec.MsgspecError,
)
"""What reading a zip raises that was cut off or changed."""
_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class WrittenPart:
    """What was written under one name."""

    size: int
    sha256: str
    rows: int = 0


@contextmanager
def packed(path: Path, mark: str, exists: str, not_written: str) -> Iterator[zipfile.ZipFile]:
    """A zip to fill. `exists` and `not_written` are the codes of what goes wrong."""
    if path.exists():
        raise Conflict.of(exists, given=str(path))
    part = path.with_name(f"{path.name}.{mark}.part")
    try:
        with open(part, "xb", opener=lambda p, flags: os.open(p, flags, 0o600)) as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as out:
                yield out
            file.flush()
            os.fsync(file.fileno())
        part.rename(path)
        _keep(path)
    except OSError as error:
        raise Refused.of(not_written, given=str(path), reason=error.strerror or str(error)) from error
    finally:
        part.unlink(missing_ok=True)


def media_name(file: str) -> str:
    """What a media file is called in a zip."""
    return f"media/{file[:2]}/{file}"


def _keep(path: Path) -> None:
    """The name of a new file, which goes again where it can't be kept: what is said to be missing must not be there."""
    try:
        keep_names(path.parent)
    except OSError:
        path.unlink(missing_ok=True)
        raise


def write_rows(out: zipfile.ZipFile, name: str, rows: Iterable[Any]) -> WrittenPart:
    """One row to a line, as JSON, a row at a time."""
    count = 0

    def lines() -> Iterator[bytes]:
        nonlocal count
        for row in rows:
            count += 1
            yield _encode(row) + b"\n"

    written = _write(out, name, lines())
    return WrittenPart(written.size, written.sha256, count)


def write_bytes(out: zipfile.ZipFile, name: str, content: bytes) -> WrittenPart:
    return _write(out, name, [content])


def write_file(out: zipfile.ZipFile, name: str, path: Path) -> WrittenPart:
    """A file, packed as it is: pictures and films get no smaller."""
    with path.open("rb") as file:
        return _write(out, name, iter(lambda: file.read(CHUNK), b""), zipfile.ZIP_STORED)


def _write(out: zipfile.ZipFile, name: str, pieces: Iterable[bytes], how: int = zipfile.ZIP_DEFLATED) -> WrittenPart:
    about = zipfile.ZipInfo(name, LONG_AGO)
    about.compress_type = how
    about.external_attr = 0o600 << 16
    digest, size = hashlib.sha256(), 0
    with out.open(about, "w", force_zip64=True) as file:
        for piece in pieces:
            file.write(piece)
            digest.update(piece)
            size += len(piece)
    return WrittenPart(size, digest.hexdigest())


def pieces_of(file: IO[bytes]) -> Iterator[bytes]:
    while piece := file.read(CHUNK):
        yield piece
