"""Who is in the film, and their portraits. Jonas is on the list of characters but not in these clips."""

from collections.abc import Callable

from tools.demo_art.canvas import Canvas
from tools.demo_art.film.cat import FUR, INK, PINK, WHITE
from tools.demo_art.person import Look, Pose, draw_person

MARA = Look(
    skin="#eebd97", hair="#b5472a", style="bun", top="#2f8f83", skirt="#2f8f83", shoes="#6b3a2a", apron="#fff7e8"
)
ANSELM = Look(
    skin="#e3a982",
    hair="#e9e6e0",
    style="grey-sides",
    beard="#f3f1ec",
    top="#8a5f3c",
    legs="#4a4f63",
    hat="flat-cap",
    hat_colour="#5f7350",
    glasses=True,
)
JONAS = Look(
    skin="#8f5a3a", hair="#1d1412", style="curly", top="#2f5aa0", hat="cap", hat_colour="#f4c12f", collar="#f4c12f"
)

PORTRAIT = (160, 160)


def _person(background: str, look: Look) -> Callable[[Canvas], None]:
    def draw(c: Canvas) -> None:
        c.rect(0, 0, 160, 160, background)
        c.circle(80, 92, 64, "#ffffff55")
        draw_person(c, 80, 376, 335, look, Pose(near_hand=(14, -30), far_hand=(-14, -30), gaze=1.5))

    return draw


def _cat(c: Canvas) -> None:
    c.rect(0, 0, 160, 160, "#f2c9a8")
    c.circle(80, 92, 64, "#ffffff55")
    c.smooth([(36, 170), (40, 126), (80, 112), (120, 126), (124, 170)], FUR)
    c.smooth([(64, 170), (68, 126), (80, 120), (92, 126), (96, 170)], WHITE)
    for side in (-1, 1):
        c.polygon([(80 + side * 48, 72), (80 + side * 14, 48), (80 + side * 44, 20)], FUR)
        c.polygon([(80 + side * 42, 60), (80 + side * 24, 46), (80 + side * 40, 34)], PINK)
    c.ellipse(80, 86, 48, 42, FUR)
    c.ellipse(70, 104, 16, 13, WHITE)
    c.ellipse(90, 104, 16, 13, WHITE)
    for side in (-20, 20):
        c.ellipse(80 + side, 82, 11, 12, "#f4d35e")
        c.ellipse(80 + side, 82, 4, 10, INK)
        c.circle(83 + side, 77, 2.4, WHITE)
    c.polygon([(74, 95), (86, 95), (80, 102)], PINK)
    for side in (-1, 1):
        c.arc(80 + side * 6, 103, 6, 20, 160, INK, 2)
        for dy in (-5, 2, 9):
            c.line([(80 + side * 22, 102 + dy * 0.4), (80 + side * 58, 98 + dy * 1.6)], WHITE, 1.4)


PORTRAITS: dict[str, Callable[[Canvas], None]] = {
    "mara": _person("#cfe6dc", MARA),
    "anselm": _person("#d9dfc4", ANSELM),
    "minka": _cat,
    "jonas": _person("#cddcf0", JONAS),
}
