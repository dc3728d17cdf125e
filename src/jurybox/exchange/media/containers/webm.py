"""WebM: EBML elements. Seeking points at places in the file, so nothing moves: what goes becomes Void and blank.

Kept are pictures and sound, what playing needs of Info and Tracks, and the index.
"""

import struct
from collections.abc import Iterator
from typing import NamedTuple

from jurybox.exchange.media.containers.ogg import blank_comments
from jurybox.exchange.media.containers.pieces import (
    CopyPlan,
    Patches,
    SeekableFile,
    Unreadable,
    broken,
    truncated,
    unplayed,
)

HEADER, DOC_TYPE, SEGMENT, VOID = 0x1A45DFA3, 0x4282, 0x18538067, 0xEC
SEEK, INFO, TRACKS, CLUSTER, CUES = 0x114D9B74, 0x1549A966, 0x1654AE6B, 0x1F43B675, 0x1C53BB6B
CHAPTERS, TAGS, ATTACHMENTS = 0x1043A770, 0x1254C367, 0x1941A469
LEVEL_1 = {SEEK, INFO, TRACKS, CLUSTER, CUES, CHAPTERS, TAGS, ATTACHMENTS}
SCALE, DURATION, MUXER, WRITER = 0x2AD7B1, 0x4489, 0x4D80, 0x5741
TRACK, TRACK_TYPE, CODEC_ID, CODEC_PRIVATE, VIDEO = 0xAE, 0x83, 0x86, 0x63A2, 0xE0
TRACK_TEXTS = {0x536E, 0x258688, 0x3A9697, 0x3B4040, 0x26B240, 0x7446, 0xBF, VOID}
"""Name, codec name, settings and addresses, attachment link; a checksum that would no longer be right; fillings."""
WIDTH, HEIGHT, SHOWN_WIDTH, SHOWN_HEIGHT = 0xB0, 0xBA, 0x54B0, 0x54BA
PICTURES, SOUND = 1, 2
PLAYED = {b"V_VP8", b"V_VP9", b"V_AV1", b"A_VORBIS", b"A_OPUS"}
"""What browsers everywhere can play."""


class EbmlElement(NamedTuple):
    id: int
    start: int
    body: int
    end: int
    open: bool
    """Its length was not known when it was written."""


def element(source: SeekableFile, start: int, limit: int) -> EbmlElement:
    head = source.some(start, 12)
    if len(head) < 2:
        raise truncated()
    width = 9 - head[0].bit_length()
    if not head[0] or width > 4 or len(head) < width + 1 or not head[width]:
        raise broken("element")
    more = 9 - head[width].bit_length()
    if len(head) < width + more:
        raise truncated()
    size = int.from_bytes(head[width : width + more], "big") & (1 << 7 * more) - 1
    body = start + width + more
    is_open = size == (1 << 7 * more) - 1
    end = limit if is_open else body + size
    if end > limit:
        raise truncated()
    return EbmlElement(int.from_bytes(head[:width], "big"), start, body, end, is_open)


def elements(source: SeekableFile, start: int, end: int) -> Iterator[EbmlElement]:
    while start < end:
        found = element(source, start, end)
        if found.open and found.id == CLUSTER:
            found = found._replace(end=_cluster_end(source, found.body, end))
        elif found.open:
            raise broken("element length")
        yield found
        start = found.end


def _cluster_end(source: SeekableFile, start: int, end: int) -> int:
    """A cluster of unknown length ends where something begins that can't be in it."""
    while start < end:
        found = element(source, start, end)
        if found.id in LEVEL_1:
            break
        start = found.end
    return start


def void(size: int) -> bytes:
    """The head of a Void element of this size in all.

    >>> void(2).hex(), void(129).hex()
    ('ec80', 'ec407e')
    """
    width = next(w for w in range(1, 9) if size - 1 - w < (1 << 7 * w) - 1)
    return bytes((VOID,)) + (size - 1 - width | 1 << 7 * width).to_bytes(width, "big")


def plan(source: SeekableFile) -> CopyPlan:
    header = element(source, 0, source.size)
    types = [text(source, e) for e in elements(source, header.body, header.end) if e.id == DOC_TYPE]
    if types != [b"webm"]:
        raise Unreadable("media.unsupported", what="Matroska")
    return _Cleaner(source).segment(segment_of(source))


def segment_of(source: SeekableFile) -> EbmlElement:
    """The element that holds the film."""
    segment = element(source, element(source, 0, source.size).end, source.size)
    while segment.id == VOID:
        segment = element(source, segment.end, source.size)
    if segment.id != SEGMENT:
        raise broken("no segment")
    return segment


def text(source: SeekableFile, found: EbmlElement) -> bytes:
    return source.at(found.body, found.end - found.body).rstrip(b"\0")


def number(source: SeekableFile, found: EbmlElement) -> int:
    return source.number(found.body, found.end - found.body)


class _Cleaner:
    def __init__(self, source: SeekableFile) -> None:
        self._source = source
        self._patches = Patches()
        self._types: set[int] = set()
        self._size: tuple[int, int] | None = None
        self._duration: float | None = None

    def segment(self, segment: EbmlElement) -> CopyPlan:
        for found in elements(self._source, segment.body, segment.end):
            if found.id == INFO:
                self._info(found)
            elif found.id == TRACKS:
                self._tracks(found)
            elif found.id not in (SEEK, CLUSTER, CUES):
                self._void(found)
        if not self._types:
            raise truncated()
        type = "video/webm" if PICTURES in self._types else "audio/webm"
        width, height = self._size or (None, None)
        return CopyPlan(type, self._patches.pieces(segment.end), width, height, self._duration)

    def _void(self, found: EbmlElement) -> None:
        head = void(found.end - found.start)
        self._patches.put(found.start, head)
        self._patches.blank(found.start + len(head), found.end)

    def _info(self, info: EbmlElement) -> None:
        """The lengths stay; the programs' names, which must be there, are blanked; title, date and the rest go."""
        inner = list(elements(self._source, info.body, info.end))
        scale = next((number(self._source, e) for e in inner if e.id == SCALE), 1_000_000)
        for found in inner:
            if found.id in (MUXER, WRITER):
                self._patches.blank(found.body, found.end)
            elif found.id == DURATION:
                self._duration = self._float(found) * scale / 1e9
            elif found.id != SCALE:
                self._void(found)

    def _float(self, found: EbmlElement) -> float:
        data = self._source.at(found.body, found.end - found.body)
        return float(struct.unpack(">f" if len(data) == 4 else ">d", data)[0])

    def _tracks(self, tracks: EbmlElement) -> None:
        for found in elements(self._source, tracks.body, tracks.end):
            if found.id == TRACK:
                self._track(found)
            else:
                self._void(found)

    def _track(self, track: EbmlElement) -> None:
        inner = {found.id: found for found in elements(self._source, track.body, track.end)}
        type = number(self._source, inner[TRACK_TYPE]) if TRACK_TYPE in inner else 0
        if type not in (PICTURES, SOUND):
            raise Unreadable("media.strange_tracks")
        self._types.add(type)
        codec = text(self._source, inner[CODEC_ID]) if CODEC_ID in inner else b""
        if codec and codec not in PLAYED:
            raise unplayed(codec)
        for found in elements(self._source, track.body, track.end):
            if found.id in TRACK_TEXTS:
                self._void(found)
            elif found.id == VIDEO and self._size is None:
                self._size = self._shown_size(found)
        if CODEC_PRIVATE in inner and codec == b"A_VORBIS":
            self._vorbis(inner[CODEC_PRIVATE])

    def _shown_size(self, video: EbmlElement) -> tuple[int, int] | None:
        numbers = {e.id: e for e in elements(self._source, video.body, video.end)}
        width, height = numbers.get(SHOWN_WIDTH, numbers.get(WIDTH)), numbers.get(SHOWN_HEIGHT, numbers.get(HEIGHT))
        return (number(self._source, width), number(self._source, height)) if width and height else None

    def _vorbis(self, private: EbmlElement) -> None:
        """Vorbis keeps its three first packets here, the comments in the middle: lengths by sums of 255."""
        data = self._source.at(private.body, private.end - private.body)
        if data[:1] != b"\x02":
            raise broken("Vorbis headers")
        sizes, position = [], 1
        for _ in range(2):
            size = 0
            while data[position] == 255:
                size, position = size + 255, position + 1
            sizes.append(size + data[position])
            position += 1
        start = position + sizes[0]
        self._patches.put(private.body + start, blank_comments(data[start : start + sizes[1]]))
