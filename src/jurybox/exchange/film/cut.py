"""Clips cut from a film, exact to the frame: decoded and encoded anew, as MP4 that every browser plays.

A clip begins with the frame that the film shows at the wished time. That frame's own time is the clip's 0, and every
frame keeps its distance to it, so frame n of the clip is frame n + k of the film, at a steady rate or not.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import merge
from pathlib import Path
from typing import Any, NamedTuple

from jurybox.core import Fault, Refused
from jurybox.exchange.film import pyav
from jurybox.exchange.film.sounds import Sounds

CODING = {"preset": "veryfast", "crf": "20", "g": "50", "bf": "0"}
"""Without frames that look ahead no edit list shifts the pictures; a key frame every 50 makes jumps quick."""
FINEST = 1_000_000
"""Ticks a second that the clip's clock may have; a finer one is rounded to COMMON."""
COMMON = 90_000
NEAR = Fraction(1, 2000)
"""Seconds: times in subtitles are rounded to milliseconds, and must still meet the frame that they mean."""
BACK = (0, 10, 60)
"""Seconds before the wished time from which to read: an index may lead to a key frame that is too late."""


@dataclass(frozen=True, slots=True)
class Cut:
    """`start` is the film's time, in seconds, that is the clip's 0; both are exact but for the last bit."""

    start: float
    duration: float
    frames: int
    faulty: int = 0
    """Packets or pictures that are damaged in the film."""
    longest: float = 0.0
    """How long the longest picture is shown."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A decoded picture with its time and length in ticks of the stream."""

    frame: Any
    time: int
    length: int


class _WantedTimes(NamedTuple):
    """In seconds of the film's own clock; `zero` is what a player calls 0."""

    zero: Fraction
    start: Fraction
    end: Fraction | None


def cut(film: Path, target: Path, start: float, end: float | None) -> Cut:
    """Write the film from `start` to `end` seconds (None: to its end) to `target`; half a file is never left."""
    try:
        return _cut(film, target, _exact(start) + NEAR, None if end is None else _exact(end) - NEAR)
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def _exact(seconds: float) -> Fraction:
    """The decimal number that was meant: 8.04 as a float lies a little before 8.04."""
    return Fraction(round(seconds * 1_000_000), 1_000_000)


def _cut(film: Path, target: Path, start: Fraction, end: Fraction | None) -> Cut:
    for back in (*BACK, None):
        with pyav.opened(film) as container:
            stream = pyav.pictures(container, film)
            zero = pyav.origin(container)
            frames = _Intact(pyav.Frames(container, stream), back is not None)
            if back is not None:
                container.seek(int((start + zero - back) / stream.time_base), stream=stream, backward=True)
            wanted = _WantedTimes(zero, start + zero, None if end is None else end + zero)
            shown = _shown(frames, stream, wanted)
            first = next(shown, None)
            if first is None:
                continue
            if back is not None and first.time * stream.time_base > wanted.start:
                continue
            made = _written(film, target, stream, first, shown, wanted)
            return replace(made, faulty=frames.faulty)
    raise Refused(Fault("film.no_frames", given=float(start), file=film.name))


def _shown(frames: Iterable[Any], stream: Any, wanted: _WantedTimes) -> Iterator[_Shown]:
    """The frame shown at the start, and all that begin before the end."""
    base, start, end = Fraction(stream.time_base), wanted.start, wanted.end
    held: Any = None
    for frame in frames:
        if held is None or frame.pts * base <= start:
            held = frame
            continue
        if frame.pts > held.pts:
            yield _Shown(held, held.pts, frame.pts - held.pts)
            held = frame
        if end is not None and frame.pts * base >= end:
            return
    if held is None:
        return
    length = held.duration or max(round(1 / (stream.average_rate or 25) / base), 1)
    if (held.pts + length) * base > start and (end is None or held.pts * base < end):
        yield _Shown(held, held.pts, length)


class _Intact:
    """Frames with a time. After a jump those before the first key frame lack what they are made from."""

    def __init__(self, frames: pyav.Frames, after_seek: bool) -> None:
        self._frames, self._after_seek = frames, after_seek
        self._before = self._corrupt = 0

    @property
    def faulty(self) -> int:
        """What is wrong from the first frame on that was handed out."""
        return self._frames.faulty - self._before + self._corrupt

    def __iter__(self) -> Iterator[Any]:
        key: int | None = None
        for frame in self._frames:
            if frame.pts is None:
                continue
            if self._after_seek and key is None:
                if not frame.key_frame:
                    continue
                key, self._before = frame.pts, self._frames.faulty
            if key is None or frame.pts >= key:
                self._corrupt += frame.is_corrupt
                yield frame


def _written(
    film: Path, target: Path, stream: Any, first: _Shown, shown: Iterator[_Shown], wanted: _WantedTimes
) -> Cut:
    av = pyav.load()
    base = Fraction(stream.time_base)
    start = first.time * base
    with (
        av.open(str(target), "w", format="mp4", options={"movflags": "faststart"}) as out,
        Sounds(film, start, wanted.end) as sounds,
    ):
        pictures = _Pictures(out, stream, first)
        noises = sounds.packets(sounds.stream(out))
        for packet in merge(pictures.packets(first, shown), noises, key=_when):
            out.mux(packet)
    return Cut(float(start - wanted.zero), float(pictures.length), pictures.count, longest=float(pictures.longest))


def _when(packet: Any) -> Fraction:
    return Fraction((packet.dts or 0) * packet.time_base)


class _Pictures:
    """Encodes what is shown; `length`, `longest` and `count` are right when the packets have come to their end."""

    def __init__(self, out: Any, source: Any, first: _Shown) -> None:
        base = Fraction(source.time_base)
        self._from, self._base = base, Fraction(1, base.denominator if base.denominator <= FINEST else COMMON)
        self._zero = first.time
        self.length, self.longest, self.count = Fraction(0), Fraction(0), 0
        self._lengths: dict[int, int] = {}
        self._width, self._height = _size(source, first.frame)
        self._stream = out.add_stream("libx264", rate=source.average_rate or 25, options=CODING)
        self._stream.width, self._stream.height, self._stream.pix_fmt = self._width, self._height, "yuv420p"
        context = self._stream.codec_context
        context.time_base = self._stream.time_base = self._base
        for name in ("colorspace", "color_primaries", "color_trc"):
            setattr(context, name, getattr(source.codec_context, name))

    def packets(self, first: _Shown, more: Iterator[_Shown]) -> Iterator[Any]:
        yield from self._encoded(first)
        for shown in more:
            yield from self._encoded(shown)
        yield from self._timed(self._stream.encode(None))

    def _encoded(self, shown: _Shown) -> Iterator[Any]:
        frame = shown.frame.reformat(self._width, self._height, "yuv420p")
        frame.pts, frame.time_base = self._ticks(shown.time), self._base
        frame.pict_type = 0  # the film's own choice of key frames is of no use here
        self._lengths[frame.pts] = max(self._ticks(shown.time + shown.length) - frame.pts, 1)
        self.count += 1
        self.length = (shown.time + shown.length - self._zero) * self._from
        self.longest = max(self.longest, shown.length * self._from)
        yield from self._timed(self._stream.encode(frame))

    def _ticks(self, time: int) -> int:
        return round((time - self._zero) * self._from / self._base)

    def _timed(self, packets: list[Any]) -> Iterator[Any]:
        """Each packet with the length of its frame: the last one's is known from nowhere else."""
        for packet in packets:
            packet.duration = self._lengths.pop(packet.pts, packet.duration)
            yield packet


def _size(source: Any, frame: Any) -> tuple[int, int]:
    """Square pixels, an even number of them: what the coding needs, and what every browser shows alike."""
    shape = Fraction(source.sample_aspect_ratio or 1)
    return max(2, round(frame.width * shape / 2) * 2), max(2, frame.height // 2 * 2)
