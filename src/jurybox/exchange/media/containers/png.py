"""PNG: a list of checked chunks. Kept: those that change the picture, and the orientation."""

import struct
import zlib

from jurybox.exchange.media.containers import exif, icc
from jurybox.exchange.media.containers.pieces import CopyPlan, Keep, Piece, SeekableFile, broken, truncated

SIGNATURE = b"\x89PNG\r\n\x1a\n"
CRITICAL = {b"IHDR", b"PLTE", b"IDAT", b"IEND"}
PICTURE = {b"tRNS", b"cHRM", b"gAMA", b"sBIT", b"sRGB", b"cICP", b"mDCV", b"cLLI", b"bKGD", b"hIST", b"pHYs"}
LARGEST_PROFILE = 1 << 23
"""Bytes of a colour profile, unpacked."""
ANIMATION = {b"acTL", b"fcTL", b"fdAT"}


def plan(source: SeekableFile) -> CopyPlan:
    pieces: list[Piece] = [SIGNATURE]
    width = height = 0
    turned, position, kind = 1, len(SIGNATURE), b""
    while kind != b"IEND":
        size, kind = struct.unpack(">I4s", source.at(position, 8))
        if position + 12 + size > source.size:
            raise truncated()
        if kind in CRITICAL | PICTURE | ANIMATION:
            _check(source, position, size, kind)
            pieces.append(Keep(position, size + 12))
        elif kind == b"iCCP":
            pieces.extend(_profile(source.at(position + 8, size)))
        elif kind == b"eXIf":
            turned = exif.orientation(source.at(position + 8, size))
            pieces.extend([_chunk(b"eXIf", exif.minimal(turned))] if turned != 1 else [])
        elif not kind[0] & 0x20:
            raise broken(f"chunk {kind.decode('latin-1')}")
        if kind == b"IHDR":
            width, height = struct.unpack(">II", source.at(position + 8, 8))
        position += size + 12
    if not width or not height:
        raise broken("no picture")
    return CopyPlan("image/png", tuple(pieces), *exif.shown(width, height, turned))


def _check(source: SeekableFile, position: int, size: int, kind: bytes) -> None:
    data = source.at(position + 4, size + 8)
    if zlib.crc32(data[:-4]) != int.from_bytes(data[-4:], "big"):
        raise broken(f"checksum of {kind.decode('ascii')}")


def _profile(body: bytes) -> list[bytes]:
    """The colour profile without its texts, under a name that says nothing."""
    packed = body.partition(b"\0")[2][1:]
    try:
        cleaned = icc.clean(zlib.decompressobj().decompress(packed, LARGEST_PROFILE))
    except zlib.error:
        return []
    return [_chunk(b"iCCP", b"icc\0\0" + zlib.compress(cleaned))] if cleaned else []


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
