"""Looking at a workbook before it is unpacked: a small file may claim to hold more than any memory has room for.

What a part is called, and what the file says of its length, is not believed: a sheet may stand under any name, and its
cells may be written in many ways. Sheets as programs write them are counted by patterns; all others are read as XML.
"""

import zipfile
from collections.abc import Iterator
from copy import copy
from pathlib import Path
from typing import IO

from jurybox.exchange.files.faults import Stop
from jurybox.exchange.files.workbook_cells import area_by_patterns, area_by_reading, cells_are_near, leads_to

LARGEST_PART = 256 << 20
"""Bytes of one part of the workbook, unpacked. A hundred thousand tasks take 50 MB."""
LARGEST_HONEST_PART = 1 << 30
MOST_PACKED = 100
"""A part may be larger where it is not packed more tightly: a table of a million rows is packed ten to twenty times."""
MOST_UNPACKED = 2 << 30
MOST_PARTS = 20_000
MOST_CELLS = 16_000_000
"""Of the rectangle that encloses what is filled in: it is read as a whole, in 32 bytes a cell."""
PIECE = 1 << 20
OTHERS = ("xl/workbook.bin", "mimetype", "content.xml")
"""Parts of other kinds of workbooks, which would be read in other ways."""
NO_SHEETS = ("xl/media/", "xl/embeddings/")
"""Pictures and what is put into sheets: no text, so patterns of cells may come up in it by chance."""
BESIDE = ("xl/drawings/", "xl/worksheets/")
"""From here on nothing leads to a sheet."""
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
        if part.file_size > _largest(part):
            raise Stop("import.workbook_too_large", 1, part.file_size, _largest(part))
    if (whole := sum(part.file_size for part in parts)) > MOST_UNPACKED:
        raise Stop("import.workbook_too_large", 1, whole, MOST_UNPACKED)
    names = {part.filename.lower() for part in parts}
    if len(names) < len(parts) or not names.isdisjoint(OTHERS):
        raise Stop("import.broken_workbook", 1, "a part stands in it twice, or belongs to another kind of file")
    stand_apart = _others_stand_apart(archive, parts)
    for part in parts:
        with archive.open(_honest(part)) as stream:
            far = sum(not cells_are_near(piece) for piece in _pieces(stream))  # to the end, for its sum
        if far and not (stand_apart and part.filename.lower().startswith(NO_SHEETS)):
            _measure(archive, part)


def _largest(part: zipfile.ZipInfo) -> int:
    """How many bytes a part may unpack to."""
    return min(max(LARGEST_PART, MOST_PACKED * part.compress_size), LARGEST_HONEST_PART)


def _honest(part: zipfile.ZipInfo) -> zipfile.ZipInfo:
    """The part, to be read a byte further than it says to be long: where there is one its sum is wrong."""
    further = copy(part)
    further.file_size += 1
    return further


def _others_stand_apart(archive: zipfile.ZipFile, parts: list[zipfile.ZipInfo]) -> bool:
    """Whether neither the workbook nor a sheet is where pictures are, or where nothing else leads from."""
    for part in parts:
        name = part.filename.lower()
        if name.endswith(".rels") and not name.startswith(BESIDE):
            places = (*NO_SHEETS, *BESIDE) if name == "_rels/.rels" else NO_SHEETS
            if leads_to(archive.read(part), tuple(place.removeprefix("xl/") for place in places)):
                return False
    return True


def _measure(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
    """Refuse a sheet of few cells that lie too far apart."""
    with archive.open(part) as stream:
        area = area_by_patterns(_pieces(stream))
    if area is None:
        with archive.open(part) as stream:
            area = area_by_reading(iter(lambda: stream.read(PIECE), b""), MOST_CELLS)
    if area > MOST_CELLS:
        raise Stop("import.workbook_too_large", 1, area, MOST_CELLS)


def _pieces(stream: IO[bytes]) -> Iterator[bytes]:
    """The bytes of a part, cut where a tag ends."""
    kept = b""
    while piece := stream.read(PIECE):
        whole, end, rest = (kept + piece).rpartition(b">")
        yield whole + end
        kept = rest[-PIECE:]
    yield kept
