"""PyAV, which is an extra: who cuts no films needs none of its 100 MB. Whatever it raises becomes a fault."""

import errno
import importlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

from jurybox.core import Fault, Refused

FROM_ZERO = ("mov", "matroska", "webm")
"""Formats in which a player's clock begins at time 0. In others, such as MPEG-TS, it begins with the first picture."""
NOT_WRITTEN = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EFBIG)
"""What a clip can meet while it is written; the film is not to blame."""
HOPELESS = 1000
"""So many faulty packets in a row are not a scratch."""


def load() -> Any:
    try:
        return importlib.import_module("av")
    except ImportError as error:
        raise Refused.of("film.no_pyav") from error


@contextmanager
def opened(path: Path) -> Iterator[Any]:
    """The film, for reading. Refused if it is none, or is damaged where it is read."""
    av = load()
    try:
        with av.open(str(path), metadata_errors="replace") as container:
            yield container
    except FileNotFoundError as error:
        raise Refused(_fault("import.no_such_file", path, str(path))) from error
    except (av.FFmpegError, OSError, ValueError, EOFError) as error:
        number = getattr(error, "errno", None)
        if number in NOT_WRITTEN:
            raise OSError(number, os.strerror(number)) from error
        raise Refused(_fault("film.unreadable", path, _words(error))) from error


def pictures(container: Any, path: Path) -> Any:
    """The stream of pictures; the cover of a sound file is none."""
    av = load()
    moving = [s for s in container.streams.video if not s.disposition & av.stream.Disposition.attached_pic]
    if not moving:
        raise Refused(_fault("film.no_pictures", path, path.name))
    if moving[0].codec_context is None:
        raise Refused(_fault("film.unreadable", path, "unknown coding"))
    moving[0].thread_type = "AUTO"
    return moving[0]


def sound(container: Any) -> Any | None:
    """The stream of sound that a player would take."""
    found = container.streams.best("audio")
    return found if found is not None and found.codec_context is not None else None


class Frames:
    """Decoded frames of a stream. Packets that can't be decoded are left out, as players do, and counted."""

    def __init__(self, container: Any, stream: Any) -> None:
        self.faulty = 0
        self._container, self._stream = container, stream

    def __iter__(self) -> Iterator[Any]:
        av = load()
        in_a_row = 0
        for packet in self._container.demux(self._stream):
            try:
                frames = packet.decode()
            except av.FFmpegError:
                self.faulty += 1
                in_a_row += 1
                if in_a_row >= HOPELESS:
                    raise
                continue
            for frame in frames:
                in_a_row = 0
                yield frame


def origin(container: Any) -> Fraction:
    """The time of the file, in seconds, that a player calls 0."""
    if container.start_time is None or any(name in container.format.name for name in FROM_ZERO):
        return Fraction(0)
    return max(Fraction(container.start_time, 1_000_000), Fraction(0))


def _fault(code: str, path: Path, given: str) -> Fault:
    return Fault(code, given=given, file=path.name)


def _words(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error).rstrip(".")
