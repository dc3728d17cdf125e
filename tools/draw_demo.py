"""Draw the pictures of the demonstration: python -m tools.draw_demo [NAME ...], with Pillow.

The pictures are committed; only somebody who changes a scene draws it again. The same scene gives the same bytes.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from PIL import Image

from tools.demo_art.canvas import Canvas
from tools.demo_art.film.cast import PORTRAIT, PORTRAITS
from tools.shell import ROOT, give_up, say

FOLDER = ROOT / "src" / "jurybox" / "studies" / "demo" / "content"
COLOURS = 160

SCENES = {
    "caption-culture": (
        *("alebrijes", "comal", "hamaca", "ofrenda", "pinata", "mate", "voladores", "trajinera"),
        *("capoeira", "festa_junina", "jangada", "acaraje", "bondinho", "frevo"),
    ),
    "caption-counts": ("sofa", "kite", "snow_bus", "frisbee", "breakfast", "lighthouse"),
}


def main(*wanted: str) -> None:
    """All pictures, or only those named (by scene or person)."""
    known = [*PORTRAITS, *(scene for scenes in SCENES.values() for scene in scenes)]
    if unknown := [name for name in wanted if name not in known]:
        give_up(f"No picture is called {', '.join(unknown)}. There are: {', '.join(known)}.")
    for study, scenes in SCENES.items():
        for scene in scenes:
            if scene in (wanted or known):
                module = import_module(f"tools.demo_art.scenes.{scene}")
                save(picture(module.SIZE, module.draw), FOLDER / study / "media" / f"{scene.replace('_', '-')}.png")
    for person, draw in PORTRAITS.items():
        if person in (wanted or known):
            save(picture(PORTRAIT, draw), FOLDER / "audio-description" / "media" / f"{person}.png")


def picture(size: tuple[int, int], draw: Callable[[Canvas], None]) -> Image.Image:
    canvas = Canvas(*size, "#ffffff")
    draw(canvas)
    return canvas.finished()


def save(image: Image.Image, path: Path) -> None:
    """As a PNG with a palette: flat colours need few."""
    path.parent.mkdir(parents=True, exist_ok=True)
    few = image.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(path, optimize=True)
    say(f"{path.relative_to(FOLDER)}: {path.stat().st_size / 1000:.1f} kB")


if __name__ == "__main__":
    main(*sys.argv[1:])
