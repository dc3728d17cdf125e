"""When the frames of a WebM film are shown: each block says it, counted from the time of its cluster (RFC 9559)."""

from jurybox.exchange.media.containers.pieces import SeekableFile, broken
from jurybox.exchange.media.containers.timing import MOST_FRAMES, FrameTimes, timing
from jurybox.exchange.media.containers.webm import (
    CLUSTER,
    CODEC_ID,
    INFO,
    PICTURES,
    SCALE,
    TRACK,
    TRACK_TYPE,
    TRACKS,
    EbmlElement,
    elements,
    number,
    segment_of,
    text,
)

TIME, SIMPLE_BLOCK, GROUP, BLOCK, LENGTH = 0xE7, 0xA3, 0xA0, 0xA1, 0x9B
TRACK_NUMBER, USUAL_LENGTH = 0xD7, 0x23E383
SECOND = 1_000_000_000
INVISIBLE, LACING = 0x08, 0x06
HEAD = 20
"""Enough of a block for its track, time and flags, and the first bytes of its first frame."""


def frame_timing(source: SeekableFile) -> FrameTimes | None:
    """Of the first track of pictures; None where there is none, or where its clock has no whole ticks a second."""
    segment = segment_of(source)
    reader = _Reader(source)
    for found in elements(source, segment.body, segment.end):
        if found.id == INFO:
            reader.info(found)
        elif found.id == TRACKS:
            reader.tracks(found)
        elif found.id == CLUSTER and reader.track is not None:
            reader.cluster(found)
    if reader.track is None:
        return None
    return timing(reader.times, SECOND // reader.tick, reader.lengths.get(max(reader.times, default=0), reader.usual))


class _Reader:
    def __init__(self, source: SeekableFile) -> None:
        self.tick = 1_000_000
        """Nanoseconds of one tick."""
        self.track: int | None = None
        self.usual = 0
        self.times: list[int] = []
        self.lengths: dict[int, int] = {}
        self._source = source
        self._is_vp8 = False

    def info(self, info: EbmlElement) -> None:
        for found in elements(self._source, info.body, info.end):
            if found.id == SCALE:
                self.tick = number(self._source, found)
        if not self.tick or SECOND % self.tick:
            raise broken("clock")

    def tracks(self, tracks: EbmlElement) -> None:
        for track in elements(self._source, tracks.body, tracks.end):
            inner = {found.id: found for found in elements(self._source, track.body, track.end)}
            is_picture = TRACK_TYPE in inner and number(self._source, inner[TRACK_TYPE]) == PICTURES
            if track.id == TRACK and is_picture and self.track is None and TRACK_NUMBER in inner:
                self.track = number(self._source, inner[TRACK_NUMBER])
                self._is_vp8 = CODEC_ID in inner and text(self._source, inner[CODEC_ID]) == b"V_VP8"
                if USUAL_LENGTH in inner:
                    self.usual = round(number(self._source, inner[USUAL_LENGTH]) / self.tick)

    def cluster(self, cluster: EbmlElement) -> None:
        start = 0
        for found in elements(self._source, cluster.body, cluster.end):
            if found.id == TIME:
                start = number(self._source, found)
            elif found.id == SIMPLE_BLOCK:
                self._block(found, start)
            elif found.id == GROUP:
                self._group(found, start)
        if len(self.times) > MOST_FRAMES:
            raise broken("blocks")

    def _group(self, group: EbmlElement, start: int) -> None:
        inner = {found.id: found for found in elements(self._source, group.body, group.end)}
        if BLOCK in inner:
            before = len(self.times)
            self._block(inner[BLOCK], start)
            if LENGTH in inner and len(self.times) == before + 1:
                self.lengths[self.times[-1]] = number(self._source, inner[LENGTH])

    def _block(self, block: EbmlElement, start: int) -> None:
        head = self._source.some(block.body, min(HEAD, block.end - block.body))
        width = 9 - head[0].bit_length()
        if int.from_bytes(head[:width], "big") & (1 << 7 * width) - 1 != self.track:
            return
        time = start + int.from_bytes(head[width : width + 2], "big", signed=True)
        flags, rest = head[width + 2], head[width + 3 :]
        if flags & LACING:
            # Frames that share a block follow each other by the usual length of one.
            self.times += [time + n * self.usual for n in range(rest[0] + 1)]
        elif not (flags & INVISIBLE or (self._is_vp8 and _is_hidden(rest))):
            self.times.append(time)


def _is_hidden(frame: bytes) -> bool:
    """A VP8 frame that is only there for others to refer to: RFC 6386, section 9.1, show_frame."""
    return bool(frame) and not frame[0] & 0x10
