"""WebP: RIFF chunks. Kept: image data, animation, colour profile, orientation."""

import struct

from jurybox.exchange.media.containers import exif, icc, riff
from jurybox.exchange.media.containers.pieces import CopyPlan, Piece, SeekableFile, broken

PICTURE = {b"VP8 ", b"VP8L", b"ALPH"}
HAS_PROFILE, HAS_EXIF, HAS_XMP = 0x20, 0x08, 0x04


def plan(source: SeekableFile) -> CopyPlan:
    chunks = list(riff.chunks(source, 12, riff.end_of(source)))
    extended = bool(chunks) and chunks[0][0] == b"VP8X"
    turned = _orientation(source, chunks) if extended else 1
    profile = next((icc.clean(source.at(start, length)) for name, start, length in chunks if name == b"ICCP"), b"")
    pieces: list[Piece] = []
    size: tuple[int, int] | None = None
    for chunk in chunks:
        name, start, length = chunk
        if name == b"VP8X":
            header = source.at(start, 10)
            size = (_u24(header, 4) + 1, _u24(header, 7) + 1)
            flags = header[0] & ~(HAS_EXIF | HAS_XMP) | (HAS_EXIF if turned != 1 else 0)
            flags = flags if profile else flags & ~HAS_PROFILE
            pieces.append(riff.made(name, bytes((flags,)) + header[1:]))
        elif name == b"ICCP":
            pieces.extend([riff.made(name, profile)] if profile else [])
        elif name in PICTURE or name == b"ANIM":
            pieces.extend(riff.kept(chunk))
            size = size or _size(name, source.some(start, 10))
        elif name == b"ANMF":
            pieces.extend(_frame(source, start, length))
    if size is None or not any(name in PICTURE or name == b"ANMF" for name, _, _ in chunks):
        raise broken("no picture")
    if turned != 1:
        pieces.append(riff.made(b"EXIF", exif.minimal(turned)))
    return CopyPlan("image/webp", riff.whole(b"WEBP", pieces), *exif.shown(*size, turned))


def _orientation(source: SeekableFile, chunks: list[riff.Chunk]) -> int:
    for name, start, size in chunks:
        if name == b"EXIF":
            return exif.orientation(source.at(start, size).removeprefix(b"Exif\0\0"))
    return 1


def _frame(source: SeekableFile, start: int, size: int) -> list[Piece]:
    """A frame of an animation, which may have strangers among its own chunks."""
    inner: list[Piece] = [source.at(start, 16)]
    for chunk in riff.chunks(source, start + 16, start + size):
        if chunk[0] in PICTURE:
            inner.extend(riff.kept(chunk))
    return [struct.pack("<4sI", b"ANMF", riff.length(inner)), *inner]


def _size(name: bytes, head: bytes) -> tuple[int, int] | None:
    if name == b"VP8 " and head[3:6] == b"\x9d\x01\x2a":
        width, height = struct.unpack_from("<HH", head, 6)
        return width & 0x3FFF, height & 0x3FFF
    if name == b"VP8L" and head[:1] == b"\x2f":
        bits = int.from_bytes(head[1:5], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return None


def _u24(data: bytes, start: int) -> int:
    return int.from_bytes(data[start : start + 3], "little")
