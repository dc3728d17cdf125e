"""Pictures as they stand in a cell: small, turned the right way up, and without a word about where they come from."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

SIDE = 480
"""Pixels of the longest side of what is put into the file; a rater can draw it that large."""
WIDTH, HEIGHT = 240, 180
"""Pixels of the room in a cell."""
MOST_PIXELS = 80_000_000
QUALITY = 82
FindFile = Callable[[str], Path]
"""Where a stored file can be read."""


class Picture(NamedTuple):
    data: bytes
    name: str
    scale: float
    """By which it is shown so that it fits into its cell."""


class Pictures:
    """The pictures of one workbook, each made small once."""

    def __init__(self, find: FindFile) -> None:
        self._find = find
        self._made: dict[str, Picture | None] = {}

    def of(self, file: str) -> Picture | None:
        if file not in self._made:
            try:
                self._made[file] = picture_for(self._find(file))
            except FileNotFoundError:
                self._made[file] = None
        return self._made[file]


def picture_for(path: Path) -> Picture | None:
    """A picture made small; None where it can't be read. Decoded and written anew, so that no metadata is left."""
    from PIL import Image, ImageOps

    try:
        with Image.open(path) as opened:
            if opened.width * opened.height > MOST_PIXELS:
                return None
            opened.draft("RGB", (SIDE, SIDE))
            turned = ImageOps.exif_transpose(opened)
            turned.thumbnail((SIDE, SIDE))
            has_holes = turned.mode in ("RGBA", "LA", "PA") or "transparency" in turned.info
            plain = turned.convert("RGBA" if has_holes else "RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    plain.info.clear()
    plain.getexif().clear()
    buffer = io.BytesIO()
    if has_holes:
        plain.save(buffer, "PNG", optimize=True)
    else:
        plain.save(buffer, "JPEG", quality=QUALITY)
    scale = min(WIDTH / plain.width, HEIGHT / plain.height, 1.0)
    return Picture(buffer.getvalue(), "picture.png" if has_holes else "picture.jpg", scale)
