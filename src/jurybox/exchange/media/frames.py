"""When the frames of a film are shown, small: three numbers where they come at one rate, else the steps between them.

{"start": 0.0, "end": 10.01, "count": 240}                         frame n begins at start + n / count * (end - start)
{"start": 0.0, "scale": 90000, "steps": [3003, 6006], "count": 2}  steps are the lengths of the frames in ticks
"""

import struct
from itertools import pairwise
from typing import TypedDict

from jurybox.exchange.media.containers import FrameTimes, SeekableFile, Unreadable, mp4_frame_timing, webm_frame_timing

ROUNDED = 0.001
"""Seconds by which files that count in milliseconds round a steady rate."""
STEADY = 0.125
"""The share of a frame by which it may be off, so that none is ever taken for its neighbour."""

READERS = {"video/mp4": mp4_frame_timing, "video/webm": webm_frame_timing}


class FilmFrames(TypedDict, total=False):
    """Of a steady film start, end and count; of another start, scale, steps and count; or the file that says it."""

    start: float
    end: float
    scale: int
    steps: list[int]
    count: int
    file: str
    type: str


def read_frames(source: SeekableFile, type: str) -> FilmFrames | None:
    """The frames of a film; None where the file does not say. A film without them can still be played."""
    reader = READERS.get(type)
    try:
        found = reader(source) if reader else None
    except (Unreadable, struct.error, IndexError, ValueError, OverflowError):
        return None
    return compact(found) if found else None


def compact(timing: FrameTimes) -> FilmFrames:
    """
    >>> compact(FrameTimes((0, 512, 1024), 12800, 512))
    {'start': 0.0, 'end': 0.12, 'count': 3}
    >>> compact(FrameTimes((0, 42, 83, 125), 1000, 42))
    {'start': 0.0, 'end': 0.16666666666666666, 'count': 4}
    >>> compact(FrameTimes((0, 40, 120), 1000, 40))
    {'start': 0.0, 'scale': 1000, 'steps': [40, 80, 40], 'count': 3}
    """
    times, scale, count = timing.times, timing.scale, len(timing.times)
    start = times[0] / scale
    if _is_steady(timing):
        step = (times[-1] - times[0]) / (count - 1) if count > 1 else timing.last
        return {"start": start, "end": (times[0] + step * count) / scale, "count": count}
    steps = [after - before for before, after in pairwise(times)]
    return {"start": start, "scale": scale, "steps": [*steps, timing.last], "count": count}


def _is_steady(timing: FrameTimes) -> bool:
    """Whether each frame stands where one rate for all would put it."""
    first, last, count = timing.times[0], timing.times[-1], len(timing.times)
    if count < 3:
        return count == 1 or abs(last - first - timing.last) <= ROUNDED * timing.scale
    step = (last - first) / (count - 1)
    room = min(max(1, ROUNDED * timing.scale), STEADY * step)
    return all(abs(time - first - n * step) <= room for n, time in enumerate(timing.times))
