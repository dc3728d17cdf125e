"""Where the samples of an MP4 track stand in the file."""

import itertools
import struct
from collections.abc import Iterator, Mapping

from jurybox.exchange.media.containers.pieces import SeekableFile, broken

Parts = Mapping[bytes, tuple[int, int]]
"""Start and end of the boxes of a sample table."""


def sample_ranges(source: SeekableFile, parts: Parts) -> Iterator[tuple[int, int]]:
    """Start and end of each chunk of samples: its place from stco or co64, its length from stsc and stsz."""
    if b"stsz" not in parts or b"stsc" not in parts:
        if b"stco" in parts or b"co64" in parts:
            raise broken("sample table")
        return
    sizes = _sizes(source, parts[b"stsz"])
    for place, count in zip(*_chunks(source, parts), strict=False):
        length = sum(itertools.islice(sizes, count))
        if length:
            yield place, place + length


def _sizes(source: SeekableFile, part: tuple[int, int]) -> Iterator[int]:
    same, count = struct.unpack(">II", source.at(part[0] + 4, 8))
    if same:
        return iter([same] * min(count, source.size // same + 1))
    return iter(_numbers(source, part[0] + 12, count, part[1], "I"))


def _chunks(source: SeekableFile, parts: Parts) -> tuple[list[int], Iterator[int]]:
    """The places of the chunks, and how many samples each holds."""
    letter, part = ("Q", parts[b"co64"]) if b"co64" in parts else ("I", parts.get(b"stco", (0, 0)))
    if part == (0, 0):
        return [], iter(())
    places = _numbers(source, part[0] + 8, source.number(part[0] + 4, 4), part[1], letter)
    start, end = parts[b"stsc"]
    runs = _numbers(source, start + 8, source.number(start + 4, 4) * 3, end, "I")
    firsts, counts = runs[0::3], runs[1::3]
    lasts = [*firsts[1:], len(places) + 1]
    each = (count for first, last, count in zip(firsts, lasts, counts, strict=True) for _ in range(last - first))
    return places, each


def _numbers(source: SeekableFile, start: int, count: int, end: int, letter: str) -> list[int]:
    size = count * struct.calcsize(f">{letter}")
    if start + size > end:
        raise broken("sample table")
    return list(struct.unpack(f">{count}{letter}", source.at(start, size)))
