"""What a film is, before anything is cut: whether its pictures can be read, and when the last of them ends."""

from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from jurybox.core import Fault, Refused
from jurybox.exchange.film import pyav

TAIL = 10
"""Seconds before the announced end from which the real one is looked for."""


@dataclass(frozen=True, slots=True)
class Film:
    """`duration` is when the last picture ends, whatever the file announces: a cut-off copy announces too much."""

    path: Path
    duration: float
    announced: float | None
    has_sound: bool


def probe(path: Path) -> Film:
    """Refused where there is no film in the file, it can't be decoded, or its picture is turned."""
    with pyav.opened(path) as container:
        stream = pyav.pictures(container, path)
        frame = next(iter(pyav.Frames(container, stream)), None)
        if frame is None:
            raise Refused(Fault("film.unreadable", given="no picture can be decoded", file=path.name))
        if frame.rotation:
            raise Refused(Fault("film.turned", given=frame.rotation, file=path.name))
        zero = pyav.origin(container)
        announced = Fraction(container.duration, 1_000_000) if container.duration else None
        has_sound = pyav.sound(container) is not None
        end = _end(container, stream, zero + announced - TAIL) if announced and announced > TAIL else None
    if end is None:
        with pyav.opened(path) as container:
            end = _end(container, pyav.pictures(container, path), None)
    if end is None:
        raise Refused(Fault("film.unreadable", given="no picture has a time", file=path.name))
    return Film(path, float(end - zero), None if announced is None else float(announced), has_sound)


def _end(container: Any, stream: Any, start: Fraction | None) -> Fraction | None:
    """When the last picture from there on ends. Nothing is decoded, so it is quick even over a whole film."""
    av = pyav.load()
    last: Fraction | None = None
    with suppress(av.FFmpegError, OSError):
        if start is not None:
            container.seek(int(start / stream.time_base), stream=stream, backward=True)
        for packet in container.demux(stream):
            if packet.pts is not None and not packet.is_corrupt:
                end = (packet.pts + (packet.duration or 0)) * Fraction(packet.time_base)
                last = end if last is None else max(last, end)
    return last
