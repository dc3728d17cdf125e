"""A smaller copy of a large picture, for the first look over a slow network. Here alone pictures are decoded.

Pillow is loaded when the first large picture comes: a process that imports none never carries it.
"""

import io
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jurybox.exchange.media.containers import CopyPlan

if TYPE_CHECKING:
    from PIL.Image import Image

SCREEN_PIXELS, HEADSHOT = 1280, 320
"""The longest side in pixels of a picture as it stands on the page, and of a person beside their name."""
LARGE = 400_000
"""Bytes of a picture that is large for a screen; for a headshot as many fewer as it has fewer pixels."""
MOST_PIXELS = {"image/jpeg": 80_000_000}
"""JPEG is made smaller while it is decoded; the others are unpacked whole."""
MOST_PIXELS_UNPACKED = 40_000_000
FORMATS = {"image/jpeg": "JPEG", "image/png": "PNG", "image/webp": "WEBP", "image/gif": "GIF"}
MODES = ("1", "L", "LA", "P", "PA", "RGB", "RGBA")
"""Not CMYK and not grey of 16 bits: there browsers and Pillow need not agree on what is seen."""
QUALITY = 82
USUAL_GAMMA = 0.45455


@dataclass(frozen=True, slots=True)
class Smaller:
    data: bytes
    type: str
    width: int
    height: int


def smaller(path: Path, plan: CopyPlan, size: int, longest: int) -> Smaller | None:
    """The cleaned picture at `path` made smaller; None where that saves little or it can't be done faithfully."""
    if not _is_large(plan, size, longest):
        return None
    from PIL import Image  # noqa: F401  # that it is missing must not pass for a strange picture

    try:
        made = _made(path, plan, longest)
    except Exception:  # Pillow raises many kinds; browsers may show the picture all the same
        return None
    return made if made and 3 * len(made.data) <= 2 * size else None


def _is_large(plan: CopyPlan, size: int, longest: int) -> bool:
    """Whether it is worth a try, and safe: a small file may claim to be a huge picture."""
    if plan.type not in FORMATS or not plan.width or not plan.height:
        return False
    if plan.width * plan.height > MOST_PIXELS.get(plan.type, MOST_PIXELS_UNPACKED):
        return False
    return max(plan.width, plan.height) > longest * 5 // 4 or size > LARGE * longest**2 // SCREEN_PIXELS**2


def _made(path: Path, plan: CopyPlan, longest: int) -> Smaller | None:
    from PIL import Image, ImageOps

    with Image.open(path, formats=[FORMATS[plan.type]]) as opened:
        is_other = {opened.width, opened.height} != {plan.width, plan.height}
        if is_other or opened.mode not in MODES or getattr(opened, "is_animated", False):
            return None
        profile: bytes | None = opened.info.get("icc_profile")
        is_photo = plan.type == "image/jpeg"
        mode = opened.mode if is_photo else "RGBA" if opened.has_transparency_data else "RGB"
        if not _has_usual_colours(path, opened, profile, mode):
            return None
        picture: Image.Image = opened if opened.mode == mode else opened.convert(mode)
        picture.thumbnail((longest, longest), Image.Resampling.LANCZOS, reducing_gap=1.5)
        picture = ImageOps.exif_transpose(picture)
        out = io.BytesIO()
        if is_photo:
            picture.save(out, "JPEG", quality=QUALITY, progressive=True, icc_profile=profile)
        else:
            picture.save(out, "WEBP", quality=QUALITY, icc_profile=profile)
        return Smaller(out.getvalue(), "image/jpeg" if is_photo else "image/webp", *picture.size)


def _has_usual_colours(path: Path, picture: "Image", profile: bytes | None, mode: str) -> bool:
    """Whether the copy will look the same: with a profile that fits its pixels, or as every picture without one."""
    if profile:
        return profile[16:20] == (b"GRAY" if mode == "L" else b"RGB ")
    with path.open("rb") as file:
        if b"cICP" in file.read(1024):
            return False
    gamma: float = picture.info.get("gamma", USUAL_GAMMA)
    return "srgb" in picture.info or abs(gamma - USUAL_GAMMA) < 0.01
