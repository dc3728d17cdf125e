"""When the frames of an MP4 film are shown: decoding times, the shift of each frame, and the edits of the track.

ISO/IEC 14496-12: stts (8.6.1.2) and ctts (8.6.1.3) give the time of each sample, in a film in fragments trun (8.8.8);
elst (8.6.6) says which stretch of the track is shown, and from when on.
"""

import struct
from collections.abc import Iterable, Iterator
from itertools import accumulate, chain, repeat
from typing import NamedTuple

from jurybox.exchange.media.containers.mp4 import Box, boxes, find
from jurybox.exchange.media.containers.pieces import SeekableFile, broken
from jurybox.exchange.media.containers.timing import MOST_FRAMES, FrameTimes, timing

# The flags of a fragment's header and of its runs: which of the optional numbers are there.
BASE, DESCRIPTION, DURATION, SIZE, FLAGS = 0x1, 0x2, 0x8, 0x10, 0x20
OFFSET, FIRST_FLAGS, RUN_DURATION, RUN_SIZE, RUN_FLAGS, RUN_SHIFT = 0x1, 0x4, 0x100, 0x200, 0x400, 0x800
EMPTY = -1
"""The place of an edit that shows nothing."""


class Sample(NamedTuple):
    """When a frame is shown and for how long, on the clock of its track."""

    time: int
    length: int


def frame_timing(source: SeekableFile) -> FrameTimes | None:
    """Of the first track of pictures; None where there is none."""
    top = list(boxes(source, 0, source.size))
    film = next((box for box in top if box.kind == b"moov"), None)
    tracks = [box for box in boxes(source, film.body, film.end) if box.kind == b"trak"] if film else []
    track = next((track for track in tracks if _handler(source, track) == b"vide"), None)
    if film is None or track is None:
        return None
    scale = _scale(source, find(source, track, b"mdia", b"mdhd"))
    samples = [*_table(source, track), *_fragments(source, top, film, track)]
    shown = _edited(samples, list(_edits(source, film, track, scale)))
    last = max(shown, default=Sample(0, 0))
    return timing((sample.time for sample in shown), scale, last.length)


def _handler(source: SeekableFile, track: Box) -> bytes:
    handler = find(source, track, b"mdia", b"hdlr")
    return source.at(handler.body + 8, 4) if handler else b""


def _scale(source: SeekableFile, header: Box | None) -> int:
    """Ticks a second, from mdhd or mvhd."""
    if header is None:
        raise broken("no clock")
    return source.number(header.body + (20 if source.at(header.body, 1)[0] else 12), 4)


def _table(source: SeekableFile, track: Box) -> list[Sample]:
    """The samples that the index of the film lists."""
    table = find(source, track, b"mdia", b"minf", b"stbl")
    parts = {box.kind: box for box in boxes(source, table.body, table.end)} if table else {}
    if b"stts" not in parts:
        return []
    lengths = list(_runs(source, parts[b"stts"]))
    shifts: Iterable[int] = chain(_runs(source, parts[b"ctts"]) if b"ctts" in parts else (), repeat(0))
    starts = accumulate(lengths, initial=0)
    return [Sample(start + shift, length) for start, shift, length in zip(starts, shifts, lengths, strict=False)]


def _runs(source: SeekableFile, box: Box) -> Iterator[int]:
    """Pairs of how many and how much. A shift may be negative, whichever version the box says it is."""
    numbers = source.at(box.body + 8, min(box.end - box.body - 8, 8 * source.number(box.body + 4, 4)))
    pairs = list(struct.iter_unpack(">Ii", numbers[: len(numbers) // 8 * 8]))
    if sum(count for count, _ in pairs) > MOST_FRAMES:
        raise broken("sample table")
    return chain.from_iterable(repeat(value, count) for count, value in pairs)


def _edits(source: SeekableFile, film: Box, track: Box, scale: int) -> Iterator[tuple[int, int]]:
    """Each edit as length (0 is open) and place, both on the clock of the track."""
    box = find(source, track, b"edts", b"elst")
    if box is None:
        return
    clock = _scale(source, find(source, film, b"mvhd")) or 1
    form = ">QqI" if source.at(box.body, 1)[0] else ">IiI"
    size = struct.calcsize(form)
    count = min(source.number(box.body + 4, 4), (box.end - box.body - 8) // size)
    for length, place, _ in struct.iter_unpack(form, source.at(box.body + 8, count * size)):
        yield round(length * scale / clock), place


def _edited(samples: list[Sample], edits: list[tuple[int, int]]) -> list[Sample]:
    """What is shown of each stretch, one stretch after the other."""
    if not any(place != EMPTY for _, place in edits):
        delay = sum(length for length, _ in edits)
        return [Sample(time + delay, length) for time, length in samples]
    shown: list[Sample] = []
    before = 0
    for length, place in edits:
        if place != EMPTY:
            end = place + length if length else float("inf")
            shown += [Sample(s.time - place + before, s.length) for s in samples if place <= s.time < end]
        before += length
        if len(shown) > MOST_FRAMES:
            raise broken("edit list")
    return shown


def _fragments(source: SeekableFile, top: list[Box], film: Box, track: Box) -> Iterator[Sample]:
    """The samples of a film in fragments. One whose own time is not said goes on where the last one ended."""
    header = find(source, track, b"tkhd")
    if header is None:
        return
    id = source.number(header.body + (20 if source.at(header.body, 1)[0] else 12), 4)
    usual, now, count = _usual_length(source, film, id), 0, 0
    for fragment in (box for box in top if box.kind == b"moof"):
        for part in (box for box in boxes(source, fragment.body, fragment.end) if box.kind == b"traf"):
            for sample, end in _fragment(source, part, id, usual, now):
                now, count = end, count + 1
                if count > MOST_FRAMES:
                    raise broken("fragments")
                yield sample


def _usual_length(source: SeekableFile, film: Box, id: int) -> int:
    more = find(source, film, b"mvex")
    for box in boxes(source, more.body, more.end) if more else ():
        if box.kind == b"trex" and source.number(box.body + 4, 4) == id:
            return source.number(box.body + 12, 4)
    return 0


def _fragment(source: SeekableFile, part: Box, id: int, usual: int, now: int) -> Iterator[tuple[Sample, int]]:
    """Each sample with the time at which the next one begins."""
    for box in boxes(source, part.body, part.end):
        flags = source.number(box.body + 1, 3)
        if box.kind == b"tfhd":
            if source.number(box.body + 4, 4) != id:
                return
            if flags & DURATION:
                skipped = (8 if flags & BASE else 0) + (4 if flags & DESCRIPTION else 0)
                usual = source.number(box.body + 8 + skipped, 4)
        elif box.kind == b"tfdt":
            now = source.number(box.body + 4, 8 if source.at(box.body, 1)[0] else 4)
        elif box.kind == b"trun":
            for length, shift in _run(source, box, flags, usual):
                now += length
                yield Sample(now - length + shift, length), now


def _run(source: SeekableFile, box: Box, flags: int, usual: int) -> Iterator[tuple[int, int]]:
    """Length and shift of each sample of a run."""
    start = box.body + 8 + (4 if flags & OFFSET else 0) + (4 if flags & FIRST_FLAGS else 0)
    count = source.number(box.body + 4, 4)
    kinds = [kind for kind in (RUN_DURATION, RUN_SIZE, RUN_FLAGS, RUN_SHIFT) if flags & kind]
    if count > MOST_FRAMES or start + count * 4 * len(kinds) > box.end:
        raise broken("run")
    form = ">" + "".join("i" if kind == RUN_SHIFT else "I" for kind in kinds)
    rows = struct.iter_unpack(form, source.at(start, count * 4 * len(kinds))) if kinds else repeat((), count)
    for row in rows:
        said = dict(zip(kinds, row, strict=True))
        yield said.get(RUN_DURATION, usual), said.get(RUN_SHIFT, 0)
