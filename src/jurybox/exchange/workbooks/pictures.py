"""Pictures as they stand in a cell: small, turned the right way up, and without a word about where they come from."""

import io
from pathlib import Path
from typing import NamedTuple

SIDE = 480
"""Pixels of the longest side of what is put into the file; a rater can draw it that large."""
WIDTH, HEIGHT = 240, 180
"""Pixels of the room in a cell."""
MOST_PIXELS = 80_000_000
QUALITY = 82


class Picture(NamedTuple):
    data: bytes
    name: str
    scale: float
    """By which it is shown so that it fits into its cell."""


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
