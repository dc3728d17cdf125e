"""Looking at a workbook before it is unpacked: a small file may claim to hold more than any memory has room for."""

import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from jurybox.exchange.files.faults import Stop

LARGEST_PART = 256 << 20
"""Bytes of one part of the workbook, unpacked. A hundred thousand tasks take 50 MB."""
LARGEST_HONEST_PART = 1 << 30
MOST_PACKED = 100
"""A part may be larger where it is not packed more tightly: a table of a million rows is packed ten to twenty times."""
MOST_PARTS = 20_000
MOST_CELLS = 16_000_000
"""Of the rectangle that encloses what is filled in: it is read as a whole, in 32 bytes a cell."""
PIECE = 1 << 20
OVERLAP = 256
CELL = re.compile(rb'<(?:\w+:)?c\s[^>]*?\br="([A-Z]{1,3})(\d{1,7})"[^>/]*>')
"""A cell that is not empty. An empty one ends with a slash, and may stand anywhere for the sake of its looks."""
FAR = re.compile(rb' r="[A-Z](?:[A-Z]|[3-9]\d{5}|\d{7})')
"""Perhaps a cell beyond the column Z or the row 299,999. Where there is none, nothing needs to be measured."""
SHEET = re.compile(r"xl/worksheets/[^/]+\.xml", re.IGNORECASE)
KEY = b"\xd0\xcf\x11\xe0"
"""How a file begins that is locked with a password, or comes from Excel 2003 and before."""


def guard(path: Path) -> None:
    """Stop where a file is no workbook, or one that can't be read within bounds."""
    with path.open("rb") as file:
        if file.read(len(KEY)) == KEY:
            raise Stop("import.workbook_locked", 1)
    try:
        with zipfile.ZipFile(path) as archive:
            _look(archive)
    except (Stop, OSError):
        raise
    except Exception as error:  # zipfile and its packers raise many kinds, and all mean the same
        raise Stop("import.broken_workbook", 1, str(error)[:200]) from error


def _look(archive: zipfile.ZipFile) -> None:
    parts = archive.infolist()
    if len(parts) > MOST_PARTS:
        raise Stop("import.workbook_too_large", 1, len(parts), MOST_PARTS)
    for part in parts:
        if part.filename.lower().endswith((".xml", ".rels", ".vml")) and part.file_size > _largest(part):
            raise Stop("import.workbook_too_large", 1, part.file_size, _largest(part))
    for part in parts:
        if SHEET.fullmatch(part.filename):
            with archive.open(part) as stream:
                is_far = any(FAR.search(piece) for piece in _pieces(stream))
            if is_far:
                with archive.open(part) as stream:
                    _measure(_pieces(stream))


def _largest(part: zipfile.ZipInfo) -> int:
    """How many bytes a part may unpack to."""
    return min(max(LARGEST_PART, MOST_PACKED * part.compress_size), LARGEST_HONEST_PART)


def _pieces(stream: IO[bytes]) -> Iterator[bytes]:
    """The bytes of a part, each piece with the end of the one before: a cell may lie across the border."""
    kept = b""
    while piece := stream.read(PIECE):  # never more than the part says to be, which was looked at
        yield kept + piece
        kept = piece[-OVERLAP:]


def _measure(pieces: Iterator[bytes]) -> None:
    """Refuse a sheet of few cells that lie too far apart."""
    low, high, widest = 1 << 30, 0, 0
    for piece in pieces:
        found = CELL.findall(piece)
        if found:
            columns, rows = zip(*found, strict=True)
            widest = max(widest, *map(_number, set(columns)))
            numbers = list(map(int, set(rows)))
            low, high = min(low, *numbers), max(high, *numbers)
    if high and (high - low + 1) * widest > MOST_CELLS:
        raise Stop("import.workbook_too_large", 1, (high - low + 1) * widest, MOST_CELLS)


def _number(letters: bytes) -> int:
    """
    >>> _number(b"A"), _number(b"XFD")
    (1, 16384)
    """
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number
