"""RIFF, the boxes of WebP pictures and WAV sounds: four letters, a length, the content, and a byte to make it even."""

import struct
from collections.abc import Iterator

from jurybox.exchange.media.containers.pieces import Blank, Keep, Piece, SeekableFile, truncated

UNKNOWN = 0xFFFFFFFF
Chunk = tuple[bytes, int, int]
"""Name, start of the content, its size."""


def chunks(source: SeekableFile, start: int, end: int) -> Iterator[Chunk]:
    """The chunks between two places. A stream that did not know its length counts to the end of the file."""
    while start + 8 <= end:
        name, size = struct.unpack("<4sI", source.at(start, 8))
        if size == UNKNOWN:
            size = end - start - 8
        if start + 8 + size > end:
            raise truncated()
        yield name, start + 8, size
        start += 8 + size + size % 2


def end_of(source: SeekableFile) -> int:
    """Where the file says that it ends; what follows is left behind."""
    size = int.from_bytes(source.at(4, 4), "little")
    if size == UNKNOWN:
        return source.size
    # many writers forget to count the byte that makes the last chunk even, or never write it
    if 8 + size > source.size + 1:
        raise truncated()
    return min(8 + size, source.size)


def kept(chunk: Chunk) -> list[Piece]:
    name, start, size = chunk
    return [struct.pack("<4sI", name, size), Keep(start, size), Blank(size % 2)]


def made(name: bytes, body: bytes) -> bytes:
    return struct.pack("<4sI", name, len(body)) + body + b"\0" * (len(body) % 2)


def length(pieces: list[Piece]) -> int:
    return sum(len(piece) if isinstance(piece, bytes) else piece.size for piece in pieces)


def whole(form: bytes, pieces: list[Piece]) -> tuple[Piece, ...]:
    return struct.pack("<4sI4s", b"RIFF", length(pieces) + 4, form), *pieces
