"""A clean copy as a plan: which bytes of the original to keep, which to blank, which to write anew.

No format is decoded or encoded again, so pictures and sound stay as they are to the last bit, and a film of any length
is copied in small chunks.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

CHUNK = 1 << 20
IN_MEMORY = 1 << 29
"""Pictures and MP3 files are looked through in memory, so they have a largest size."""


class Unreadable(Exception):
    """The file is broken, or of a kind we don't take. A code with parameters, worded at the edge."""

    def __init__(self, code: str, allowed: object = None, **params: object) -> None:
        super().__init__(code)
        self.code, self.allowed, self.params = code, allowed, params


def truncated() -> Unreadable:
    return Unreadable("media.truncated")


def broken(what: str) -> Unreadable:
    return Unreadable("media.broken", what=what)


def unplayed(codec: bytes) -> Unreadable:
    """A way of coding pictures or sound that not every browser can play; `codec` is what the file calls it."""
    return Unreadable("media.codec", codec=codec.decode("ascii", "replace").strip())


@dataclass(frozen=True, slots=True)
class Keep:
    """Bytes of the original."""

    start: int
    size: int


@dataclass(frozen=True, slots=True)
class Blank:
    """As many zero bytes."""

    size: int


Piece = Keep | Blank | bytes


@dataclass(frozen=True, slots=True)
class CopyPlan:
    """The clean copy of a file, and what its headers say. Width and height are as shown, after turning."""

    type: str
    pieces: tuple[Piece, ...]
    width: int | None = None
    height: int | None = None
    duration: float | None = None


class SeekableFile:
    """A file that is read in places; reading beyond its end means that it was cut off."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.size = file.seek(0, 2)

    def at(self, start: int, size: int) -> bytes:
        data = self.some(start, size)
        if len(data) < size:
            raise truncated()
        return data

    def some(self, start: int, size: int) -> bytes:
        """Like `at`, but shorter at the end of the file."""
        self._file.seek(start)
        return self._file.read(size)

    def number(self, start: int, size: int) -> int:
        """A big-endian number."""
        return int.from_bytes(self.at(start, size), "big")

    def all(self) -> bytes:
        if self.size > IN_MEMORY:
            raise Unreadable("media.too_large", IN_MEMORY)
        return self.at(0, self.size)

    def copy(self, pieces: Iterable[Piece]) -> Iterator[bytes]:
        """The bytes of a clean copy, in chunks."""
        for piece in pieces:
            if isinstance(piece, bytes):
                yield piece
            else:
                for done in range(0, piece.size, CHUNK):
                    size = min(CHUNK, piece.size - done)
                    yield self.at(piece.start + done, size) if isinstance(piece, Keep) else bytes(size)


class Patches:
    """Changes that leave every other byte where it is, for formats that point at places in the file."""

    def __init__(self) -> None:
        self._found: list[tuple[int, bytes | Blank]] = []

    def put(self, start: int, data: bytes) -> None:
        self._found.append((start, data))

    def blank(self, start: int, end: int) -> None:
        if end > start:
            self._found.append((start, Blank(end - start)))

    def pieces(self, end: int) -> tuple[Piece, ...]:
        """The whole file up to `end` with the changes in place."""
        pieces: list[Piece] = []
        done = 0
        for start, patch in sorted(self._found, key=lambda found: found[0]):
            size = patch.size if isinstance(patch, Blank) else len(patch)
            if start < done or start + size > end:
                raise broken("overlapping parts")
            if start > done:
                pieces.append(Keep(done, start - done))
            pieces.append(patch)
            done = start + size
        if done < end:
            pieces.append(Keep(done, end - done))
        return tuple(pieces)
