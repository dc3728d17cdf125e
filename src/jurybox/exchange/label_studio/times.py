"""When the segments of a clip are: Label Studio's frames and seconds, turned into seconds of the clip.

seconds   rel_start_s, rel_end_s of each entry
frames    first_frame, last_frame of each entry; the last one belongs to the segment
spans     `ranges` of timeline labels in the predictions, which count frames from 1, the last one included
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from jurybox.core import JsonValue
from jurybox.exchange.label_studio.tasks import Task

TimeSource = Literal["seconds", "frames", "spans"]
TIME_SOURCES: tuple[TimeSource, ...] = ("seconds", "frames", "spans")
SECONDS = (("rel_start_s", "rel_end_s"), ("start_s", "end_s"), ("start_time", "end_time"), ("start", "end"))
FRAMES = (("first_frame", "last_frame"), ("start_frame", "end_frame"))
RATE_KEYS = ("fps", "frame_rate", "framerate")
NTSC = {23.976: Fraction(24000, 1001), 29.97: Fraction(30000, 1001), 59.94: Fraction(60000, 1001)}
"""Rates that are written rounded."""

NEAR = 0.01
"""Of a frame: times are written rounded."""

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class TimeReading:
    """How times are read. `first_frame` is the number of the first frame in the data; spans always count from 1."""

    source: TimeSource | None = None
    offset: float = 0.0
    first_frame: int = 0
    fps: Fraction | None = None


def exact_rate(value: object) -> Fraction | None:
    """A frame rate as it is meant; None where it is none.

    >>> exact_rate("23.976"), exact_rate(25), exact_rate("24000/1001"), exact_rate("fast"), exact_rate(0)
    (Fraction(24000, 1001), Fraction(25, 1), Fraction(24000, 1001), None, None)
    """
    try:
        rate = Fraction(str(value).strip()) if not isinstance(value, bool) else Fraction(0)
    except (ValueError, ZeroDivisionError):
        return None
    near = next((exact for rounded, exact in NTSC.items() if abs(float(rate) - rounded) < 0.002), rate)
    return near if 0 < near <= 1000 else None


def seconds_of(first: int, last: int, rate: Fraction, counted_from: int = 0) -> Span:
    """From the beginning of the first frame to the end of the last.

    >>> seconds_of(25, 49, Fraction(25)), seconds_of(26, 50, Fraction(25), counted_from=1)
    ((1.0, 2.0), (1.0, 2.0))
    """
    return float((first - counted_from) / rate), float((last - counted_from + 1) / rate)


def shown_frames(span: Span, rate: Fraction) -> tuple[int, int]:
    """The first and the last frame of a time as a rater sees them counted: from 1.

    >>> shown_frames((1.0, 2.0), Fraction(25))
    (26, 50)
    """
    first = math.floor(span[0] * float(rate) + NEAR) + 1
    return first, max(first, math.ceil(span[1] * float(rate) - NEAR))


def rate_of(task: Task, timing: TimeReading) -> Fraction | None:
    if timing.fps is not None:
        return timing.fps
    return next((rate for key in RATE_KEYS if (rate := exact_rate(task.data.get(key)))), None)


def found_times(task: Task, entries: list[JsonValue], timing: TimeReading) -> dict[TimeSource, list[Span]]:
    """The times of all entries from every source that has them all; without the offset."""
    rate = rate_of(task, timing)
    found: dict[TimeSource, list[Span]] = {}
    pairs = [_pair(entry, SECONDS) for entry in entries]
    if pairs and None not in pairs:
        found["seconds"] = [pair for pair in pairs if pair is not None]
    frames = [_pair(entry, FRAMES) for entry in entries]
    if rate and frames and None not in frames:
        found["frames"] = [seconds_of(int(p[0]), int(p[1]), rate, timing.first_frame) for p in frames if p is not None]
    spans = sorted(_ranges(task))
    if rate and spans and len(spans) == len(entries):
        found["spans"] = [seconds_of(first, last, rate, 1) for first, last in spans]
    return found


def chosen_times(found: Mapping[TimeSource, list[Span]], timing: TimeReading) -> list[Span] | None:
    """The times that are taken, without the offset; None where there are none of the wanted kind."""
    wanted = (timing.source,) if timing.source else TIME_SOURCES
    return next((found[source] for source in wanted if source in found), None)


def segment_times(task: Task, entries: list[JsonValue], timing: TimeReading) -> list[Span] | None:
    """The times of a task's segments, moved by the offset; None where it has none of the wanted kind."""
    chosen = chosen_times(found_times(task, entries, timing), timing)
    return [(start + timing.offset, end + timing.offset) for start, end in chosen] if chosen else None


def apart(found: Mapping[TimeSource, list[Span]]) -> float:
    """By how many seconds the starts of two sources differ at the most."""
    starts = [[span[0] for span in spans] for spans in found.values()]
    return max((abs(a - b) for one in starts for other in starts for a, b in zip(one, other, strict=True)), default=0.0)


def _pair(entry: JsonValue, names: tuple[tuple[str, str], ...]) -> Span | None:
    if not isinstance(entry, dict):
        return None
    for first, last in names:
        start, end = _number(entry.get(first)), _number(entry.get(last))
        if start is not None and end is not None:
            return start, end
    return None


def _number(value: JsonValue) -> float | None:
    """A number, also one in quotes."""
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    return float(value) if isinstance(value, int | float) and abs(value) < 1e9 and value == value else None


def _ranges(task: Task) -> Iterator[tuple[int, int]]:
    for prediction in task.expected():
        for result in prediction.result or ():
            if result.type == "timelinelabels" and isinstance(result.value, dict):
                yield from _spans(result.value.get("ranges"))


def _spans(ranges: JsonValue) -> Iterator[tuple[int, int]]:
    for span in ranges if isinstance(ranges, list) else ():
        first, last = (_number(span.get(key)) if isinstance(span, dict) else None for key in ("start", "end"))
        if first is not None and last is not None:
            yield int(first), int(last)
