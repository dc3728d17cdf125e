"""MP4, MOV and M4A: boxes in boxes. Some point at places in the file, so nothing moves: what goes becomes `free`.

Kept is what playing needs, by a list; of the tracks, pictures and sound. Samples of other tracks (chapter titles, where
the camera was) are blanked where they stand.
"""

import struct
from collections.abc import Iterator
from typing import NamedTuple

from jurybox.exchange.media.containers.h264 import own_words
from jurybox.exchange.media.containers.mp4_samples import sample_ranges
from jurybox.exchange.media.containers.pieces import (
    CopyPlan,
    Patches,
    SeekableFile,
    Unreadable,
    broken,
    truncated,
    unplayed,
)

TOP = {b"ftyp", b"styp", b"moov", b"moof", b"mdat", b"mfra", b"sidx", b"ssix"}
KEPT = {
    b"moov": {b"mvhd", b"trak", b"mvex"},
    b"mvex": {b"mehd", b"trex"},
    b"trak": {b"tkhd", b"edts", b"mdia", b"tapt"},
    b"edts": {b"elst"},
    b"tapt": {b"clef", b"prof", b"enof"},
    b"mdia": {b"mdhd", b"hdlr", b"minf", b"elng"},
    b"minf": {b"vmhd", b"smhd", b"hdlr", b"dinf", b"stbl"},
    b"dinf": {b"dref"},
    b"stbl": {
        *(b"stsd", b"stts", b"ctts", b"cslg", b"stsc", b"stsz", b"stz2", b"stco", b"co64", b"stss", b"stps"),
        *(b"sdtp", b"sbgp", b"sgpd", b"stsh", b"padb", b"subs", b"saiz", b"saio"),
    },
    b"moof": {b"mfhd", b"traf"},
    b"traf": {b"tfhd", b"tfdt", b"trun", b"sdtp", b"sbgp", b"sgpd", b"subs", b"saiz", b"saio", b"senc"},
    b"mfra": {b"tfra", b"mfro"},
}
PICTURES = {b"heic", b"heix", b"hevc", b"mif1", b"msf1", b"avif", b"avis"}
PLAYED = {
    b"vide": {b"avc1", b"avc3", b"vp08", b"vp09", b"av01"},
    b"soun": {b"mp4a", b"Opus", b"fLaC", b".mp3"},
}
"""What browsers everywhere can play, by kind of track."""
SELF_CONTAINED = 1


class Box(NamedTuple):
    kind: bytes
    start: int
    body: int
    end: int


def boxes(source: SeekableFile, start: int, end: int) -> Iterator[Box]:
    """The boxes between two places. QuickTime may close a list with four zero bytes."""
    while start + 8 <= end:
        size, kind = struct.unpack(">I4s", source.at(start, 8))
        body = start + 8
        if size == 1:
            size, body = source.number(start + 8, 8), start + 16
        elif size == 0:
            size = end - start
        if size < body - start:
            raise broken("box length")
        if start + size > end:
            raise truncated()
        yield Box(kind, start, body, start + size)
        start += size


def find(source: SeekableFile, box: Box, *path: bytes) -> Box | None:
    """The first box down this path."""
    for kind in path:
        inner = next((b for b in boxes(source, box.body, box.end) if b.kind == kind), None)
        if inner is None:
            return None
        box = inner
    return box


def plan(source: SeekableFile) -> CopyPlan:
    if source.at(4, 4) == b"ftyp" and source.at(8, 4) in PICTURES:
        raise Unreadable("media.unsupported", what="HEIC / AVIF")
    cleaner = _Cleaner(source)
    top = list(boxes(source, 0, source.size))
    for box in top:
        if box.kind in TOP:
            cleaner.clean(box)
        else:
            cleaner.free(box)
    if not cleaner.tracks:
        raise broken("no pictures and no sound") if any(b.kind == b"moov" for b in top) else truncated()
    if cleaner.strangers and any(box.kind == b"moof" for box in top):
        raise Unreadable("media.strange_tracks")
    type = "video/mp4" if b"vide" in cleaner.tracks else "audio/mp4"
    width, height = cleaner.size or (None, None)
    return CopyPlan(type, cleaner.patches.pieces(source.size), width, height, cleaner.duration)


class _Cleaner:
    """Walks the boxes and notes what to change."""

    def __init__(self, source: SeekableFile) -> None:
        self.patches = Patches()
        self.tracks: list[bytes] = []
        self.strangers = False
        self.size: tuple[int, int] | None = None
        self.duration: float | None = None
        self._source = source

    def clean(self, box: Box) -> None:
        if box.kind == b"trak" and not self._is_wanted(box):
            self._drop_track(box)
        elif box.kind in KEPT:
            for inner in boxes(self._source, box.body, box.end):
                if inner.kind in KEPT[box.kind]:
                    self.clean(inner)
                else:
                    self.free(inner)
        elif box.kind == b"hdlr":
            self.patches.blank(box.body + 24, box.end)
        elif box.kind in (b"mvhd", b"tkhd", b"mdhd"):
            self._forget_times(box)
        elif box.kind == b"stsd":
            self._sample_descriptions(box)
        elif box.kind == b"dref":
            self._references(box)

    def free(self, box: Box) -> None:
        self.patches.put(box.start + 4, b"free")
        self.patches.blank(box.body, box.end)

    def _is_wanted(self, track: Box) -> bool:
        handler = find(self._source, track, b"mdia", b"hdlr")
        kind = self._source.at(handler.body + 8, 4) if handler else b""
        if kind not in (b"vide", b"soun"):
            return False
        self.tracks.append(kind)
        if kind == b"vide":
            self._forget_encoder(track)
        header = find(self._source, track, b"tkhd")
        if kind == b"vide" and header and self.size is None:
            self.size = self._shown_size(header)
        return True

    def _drop_track(self, track: Box) -> None:
        self.strangers = True
        for start, end in self._samples(track):
            self.patches.blank(start, end)
        self.free(track)

    def _samples(self, track: Box) -> Iterator[tuple[int, int]]:
        """Where its samples stand, chunk by chunk."""
        table = find(self._source, track, b"mdia", b"minf", b"stbl")
        if table:
            parts = {box.kind: (box.body, box.end) for box in boxes(self._source, table.body, table.end)}
            yield from sample_ranges(self._source, parts)

    def _forget_encoder(self, track: Box) -> None:
        """The name and options of the program stand before the first picture; signs that mean nothing take their place,
        none of them zero, which would need others between them."""
        descriptions = find(self._source, track, b"mdia", b"minf", b"stbl", b"stsd")
        entry = next(boxes(self._source, descriptions.body + 8, descriptions.end), None) if descriptions else None
        if entry is None or entry.kind not in (b"avc1", b"avc3"):
            return
        coding = next((box for box in boxes(self._source, entry.body + 78, entry.end) if box.kind == b"avcC"), None)
        first = next(self._samples(track), None)
        if coding is None or first is None:
            return
        width = (self._source.at(coding.body + 4, 1)[0] & 3) + 1
        for start, end in own_words(self._source, *first, width):
            self.patches.put(start, b"\xff" * (end - start))

    def _shown_size(self, header: Box) -> tuple[int, int]:
        """Width and height after the turn that the matrix asks for."""
        data = self._source.at(header.body, header.end - header.body)
        offset = 52 if data[0] else 40
        matrix = struct.unpack_from(">9i", data, offset)
        width, height = (number >> 16 for number in struct.unpack_from(">II", data, offset + 36))
        return (height, width) if not matrix[0] and not matrix[4] else (width, height)

    def _forget_times(self, box: Box) -> None:
        """When the film was made is nobody's business; how long it is stays."""
        version = self._source.at(box.body, 1)[0]
        self.patches.blank(box.body + 4, box.body + (20 if version else 12))
        if box.kind == b"mvhd":
            data = self._source.at(box.body, box.end - box.body)
            scale, length = struct.unpack_from(">IQ", data, 20) if version else struct.unpack_from(">II", data, 12)
            self.duration = length / scale if scale and length else None

    def _sample_descriptions(self, box: Box) -> None:
        """The name of the compressor in a picture's description is free text."""
        for entry in boxes(self._source, box.body + 8, box.end):
            if entry.kind not in PLAYED[self.tracks[-1]]:
                raise unplayed(entry.kind)
            if self.tracks[-1] == b"vide" and entry.end >= entry.start + 86:
                self.patches.blank(entry.start + 50, entry.start + 82)

    def _references(self, box: Box) -> None:
        """Where the samples are: in this file. An old reference may still carry the path of another."""
        for entry in boxes(self._source, box.body + 8, box.end):
            if not self._source.at(entry.body, 4)[3] & SELF_CONTAINED:
                raise Unreadable("media.other_file")
            self.patches.blank(entry.body + 4, entry.end)
