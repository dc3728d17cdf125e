"""Minka the cat, black with white paws: feet at (0, 0), 60 units long, looking to the right unless mirrored."""

import math

from tools.demo_art.canvas import Canvas

FUR = "#3b3a46"
WHITE = "#fdfaf2"
PINK = "#ef9a94"
INK = "#1f1d26"


def draw_cat(
    c: Canvas,
    x: float,
    y: float,
    pose: str,
    beat: float = 0,
    fish: bool = False,
    mirror: bool = False,
    angle: float = 0,
) -> None:
    """Poses: sleep, crouch, sit, run, leap, eat. `beat` is time in seconds: what breathes or moves does so with it."""
    with c.at(x, y, mirror=mirror, angle=angle):
        _POSES[pose](c, beat)
        if fish and pose != "eat":
            hx, hy = _HEADS[pose]
            draw_fish(c, hx + 9, hy + 8, 0.62, 90)


def draw_fish(c: Canvas, x: float, y: float, size: float = 1, angle: float = 0, bones: bool = False) -> None:
    with c.at(x, y, size, angle):
        if bones:
            c.line([(-12, 0), (12, 0)], "#f3efe6", 2)
            for n in range(5):
                c.line([(-8 + n * 4, -4), (-8 + n * 4, 4)], "#f3efe6", 1.4)
        else:
            c.smooth([(-16, 0), (-4, -7), (10, -5), (17, 0), (10, 5), (-4, 7)], "#7fa3bd")
            c.smooth([(-8, 3), (0, 5), (10, 4), (4, 1)], "#cfdfe8")
        c.polygon([(-13, 0), (-23, -7), (-20, 0), (-23, 7)], "#5f86a3")
        c.circle(12, -1, 1.6, INK)


def _head(c: Canvas, x: float, y: float, asleep: bool = False) -> None:
    for ear in (-7, 7):
        c.polygon([(x + ear - 5, y - 7), (x + ear + 5, y - 7), (x + ear * 1.25, y - 18)], FUR)
    c.ellipse(x, y, 13, 11.5, FUR)
    c.ellipse(x + 3, y + 5, 6.4, 4.6, WHITE)
    for eye in (-3, 8):
        if asleep:
            c.arc(x + eye, y - 2, 2.6, 20, 160, WHITE, 1.2)
        else:
            c.ellipse(x + eye, y - 2, 3, 3.4, "#f4d35e")
            c.ellipse(x + eye + 0.5, y - 2, 1.2, 2.8, INK)
    c.polygon([(x + 1, y + 2), (x + 5, y + 2), (x + 3, y + 4.4)], PINK)
    for dy in (-1, 2):
        c.line([(x + 8, y + 5 + dy * 0.4), (x + 20, y + 3 + dy * 2)], WHITE, 0.7)


def _sleep(c: Canvas, beat: float) -> None:
    _lie(c, beat, asleep=True)


def _crouch(c: Canvas, beat: float) -> None:
    _lie(c, beat, asleep=False)


def _lie(c: Canvas, beat: float, asleep: bool) -> None:
    lift = math.sin(beat * 3) * 0.8
    c.smooth([(-28, -2), (-30, -16 - lift), (-10, -25 - lift), (14, -22 - lift), (26, -8), (22, -1), (0, 0)], FUR)
    c.curve([(-28, -5), (-12, 0), (8, -2)], "#2c2b35", 6)
    _head(c, 18, -11, asleep)


def _tail(c: Canvas, beat: float, root: tuple[float, float]) -> None:
    swing = math.sin(beat * 4) * 4
    x, y = root
    c.curve([(x, y), (x - 12, y - 6), (x - 14 + swing, y - 22), (x - 8 + swing, y - 30)], FUR, 5)


def _sit(c: Canvas, beat: float) -> None:
    _tail(c, beat, (-14, -6))
    c.smooth([(-18, 0), (-19, -14), (-6, -34), (8, -36), (13, -18), (14, 0)], FUR)
    c.smooth([(4, -10), (4, -30), (12, -30), (12, -10)], WHITE)
    c.rect(3, -16, 5.4, 16, FUR, 2.5)
    c.rect(9, -16, 5.4, 16, FUR, 2.5)
    c.ellipse(7, -1.5, 4.5, 2.4, WHITE)
    c.ellipse(13, -1.5, 4.5, 2.4, WHITE)
    _head(c, 8, -42)


def _run(c: Canvas, beat: float) -> None:
    step = math.sin(beat * 22) * 8
    c.curve([(-24, -16), (-36, -20), (-44, -30)], FUR, 5)
    for root, move in ((-18, step), (-13, -step), (12, -step), (17, step)):
        c.line([(root, -10), (root + move, -2)], FUR, 5)
        c.ellipse(root + move + 1.5, -1.6, 4, 2, WHITE)
    c.smooth([(-26, -14), (-14, -24), (12, -23), (22, -16), (18, -7), (-18, -6)], FUR)
    _head(c, 26, -24)


def _leap(c: Canvas, beat: float) -> None:
    c.curve([(-24, -14), (-36, -10), (-46, -14)], FUR, 5)
    for a, b in (((-20, -10), (-34, 2)), ((-15, -8), (-28, 5)), ((14, -10), (28, -2)), ((18, -14), (33, -8))):
        c.line([a, b], FUR, 5)
        c.ellipse(*b, 3.6, 2.4, WHITE)
    c.smooth([(-26, -14), (-14, -23), (12, -24), (22, -18), (18, -8), (-18, -6)], FUR)
    _head(c, 26, -26)


def _eat(c: Canvas, beat: float) -> None:
    nod = math.sin(beat * 9) * 1.6
    _tail(c, beat, (-22, -8))
    c.smooth([(-26, 0), (-28, -14), (-12, -25), (8, -22), (18, -10), (16, 0)], FUR)
    c.rect(8, -9, 6, 9, FUR, 2.5)
    c.ellipse(13, -1.5, 5, 2.4, WHITE)
    draw_fish(c, 36, -4, 0.8, bones=True)
    _head(c, 22, -15 + nod)


_POSES = {"sleep": _sleep, "crouch": _crouch, "sit": _sit, "run": _run, "leap": _leap, "eat": _eat}
_HEADS = {"sit": (8.0, -42.0), "run": (26.0, -24.0), "leap": (26.0, -26.0), "crouch": (18.0, -11.0)}
