"""Media files: told apart by their first bytes, stripped of metadata, stored once under the hash of what is left.

Everything that could name a system, a person or a place goes; how the picture is turned and its colours stay. Nothing
is decoded or encoded anew. Of a film the times of its frames are noted: a player that shows frame numbers needs them.
Beside a large picture stands a smaller one.
"""

import io
import json
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from jurybox.core import Fault, JsonObject, Refused
from jurybox.exchange.media.containers import CopyPlan, SeekableFile, Unreadable, copy_plan
from jurybox.exchange.media.folder import MediaFolder
from jurybox.exchange.media.frames import FilmFrames, read_frames
from jurybox.exchange.media.thumbnails import SCREEN_PIXELS, Smaller, smaller


class SmallerFile(TypedDict):
    """The stored smaller copy of a picture."""

    file: str
    type: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class MediaFile:
    """A stored file. `file` is the SHA-256 of the cleaned bytes, `name` what the organiser called it.

    `frames` says when the frames of a film are shown (see frames.py); where that is long, it names a file of its own.
    `small` is the file, type, width and height of a smaller copy (see smaller.py).
    """

    file: str
    type: str
    size: int
    width: int | None = None
    height: int | None = None
    duration: float | None = None
    name: str | None = None
    frames: FilmFrames | None = None
    small: SmallerFile | None = None


def as_value(media: MediaFile) -> JsonObject:
    """The value of a field. The original name is under `name` and nowhere else; the wire leaves it out."""
    told = ((name, getattr(media, name)) for name in ("width", "height", "duration", "name", "frames", "small"))
    return {"file": media.file, "type": media.type} | {name: value for name, value in told if value is not None}


def clean(data: bytes) -> bytes:
    """The same picture, sound or film without its metadata."""
    with _readable(""):
        source = SeekableFile(io.BytesIO(data))
        return b"".join(source.copy(copy_plan(source).pieces))


def check_media(path: Path) -> CopyPlan:
    """What the file is; Refused if it is broken or of a kind we don't take."""
    with path.open("rb") as file, _readable(path.name):
        source = SeekableFile(file)
        return copy_plan(source)


def look_at_media(path: Path) -> MediaFile:
    """The file as it would be stored, under its own path, and without storing anything."""
    with path.open("rb") as file, _readable(path.name):
        source = SeekableFile(file)
        plan = copy_plan(source)
        frames = read_frames(source, plan.type)
    size = path.stat().st_size
    return MediaFile(str(path.resolve()), plan.type, size, plan.width, plan.height, plan.duration, frames=frames)


def store_media(stored: MediaFolder, path: Path, longest: int = SCREEN_PIXELS) -> MediaFile:
    """Store the clean copy of a file, whole or not at all; the same content is stored once.

    `longest` is the longest side of the smaller copy of a large picture.
    """
    with path.open("rb") as file, _readable(path.name):
        source = SeekableFile(file)
        plan = copy_plan(source)
        hash, size = stored.keep(source.copy(plan.pieces))
        frames = _stored_frames(stored, read_frames(source, plan.type))
    small = _stored_small(stored, smaller(stored.find(hash), plan, size, longest))
    return MediaFile(hash, plan.type, size, plan.width, plan.height, plan.duration, frames=frames, small=small)


def _stored_frames(stored: MediaFolder, frames: FilmFrames | None) -> FilmFrames | None:
    """As they are where they are three numbers; else in a file, so that no task has to carry them."""
    if frames is None or "steps" not in frames:
        return frames
    file, _ = stored.keep([json.dumps(frames, separators=(",", ":")).encode("ascii")])
    return {"file": file, "type": "application/json"}


def _stored_small(stored: MediaFolder, made: Smaller | None) -> SmallerFile | None:
    if made is None:
        return None
    file, _ = stored.keep([made.data])
    return {"file": file, "type": made.type, "width": made.width, "height": made.height}


@contextmanager
def _readable(name: str) -> Iterator[None]:
    """What is wrong with a file, as a fault."""
    try:
        yield
    except Unreadable as unreadable:
        fault = Fault(unreadable.code, given=name, allowed=unreadable.allowed, params=unreadable.params)
        raise Refused(fault) from unreadable
    except (struct.error, IndexError, ValueError, OverflowError) as error:
        raise Refused(Fault("media.broken", given=name, params={"what": "structure"})) from error
