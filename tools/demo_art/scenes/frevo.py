"""A frevo dancer leaps with a little striped umbrella in the streets of Olinda."""

import math
from random import Random

from tools.demo_art.canvas import Canvas
from tools.demo_art.person import Look, Pose, draw_person
from tools.demo_art.props import BRIGHT, bunting, shadow

SIZE = (480, 360)
STRIPES = ("#e8353e", "#f4c92f", "#2f9e57", "#2f6fc1")


def draw(c: Canvas) -> None:
    c.rect(0, 0, 480, 360, "#7fc8ec")
    for n, colour in enumerate(("#f2a23f", "#d9577a", "#f6e0b0", "#58b09c", "#8a7fc9")):
        _house(c, n * 100 - 12, 66 + (n * 43) % 34, colour)
    c.smooth([(-20, 262), (240, 240), (500, 262), (500, 370), (-20, 370)], "#d8c6a6")
    bunting(c, [(-6, 26), (240, 30)], 11, 18)
    bunting(c, [(240, 30), (486, 20)], 11, 18)
    _band(c)
    _dancer(c)
    _second(c)
    chance = Random(3)
    for n in range(60):
        with c.at(chance.uniform(0, 480), chance.uniform(44, 340), angle=chance.uniform(0, 180)):
            c.rect(-2.4, -1.6, 4.8, 3.2, BRIGHT[n % 5])


def _house(c: Canvas, x: float, top: float, colour: str) -> None:
    c.rect(x, top, 102, 204, colour)
    c.polygon([(x - 3, top), (x + 105, top), (x + 94, top - 16), (x + 8, top - 16)], "#b9583f")
    for wx in (16, 60):
        c.rect(x + wx, top + 28, 26, 42, "#ffffff", 3)
        c.rect(x + wx + 4, top + 32, 18, 34, "#2f6f5e")
    c.rect(x + 36, top + 108, 30, 90, "#6b4630", 3)


def umbrella(c: Canvas, x: float, y: float, size: float, angle: float) -> None:
    """A small open umbrella; its handle ends at (x, y)."""
    with c.at(x, y, size / 40, angle):
        c.line([(0, 0), (0, -46)], "#6b4630", 3)
        quarter = [math.radians(90 * i / 10) for i in range(11)]
        for n in range(6):
            left, right = (-40 + (n + k) * 40 / 3 for k in (0, 1))
            down = [(left * math.sin(s), -32 - 34 * math.cos(s)) for s in quarter]
            up = [(right * math.sin(s), -32 - 34 * math.cos(s)) for s in reversed(quarter)]
            c.polygon([*down, ((left + right) / 2, -36), *up], STRIPES[n % 4])
        c.line([(0, -66), (0, -72)], "#6b4630", 2.4)


def _dancer(c: Canvas) -> None:
    shadow(c, 190, 342, 50)
    look = Look(
        skin="#7a4a30",
        hair="#1d1412",
        style="curly",
        top="#f4c92f",
        sleeve="#e8353e",
        legs="#2f6fc1",
        shoes="#f6f0e2",
        sash="#2f9e57",
        short_sleeves=True,
    )
    pose = Pose(
        near_foot=(40, -26),
        far_foot=(-30, -22),
        near_knee=1,
        far_knee=-1,
        near_hand=(26, -92),
        far_hand=(-34, -70),
        near_elbow=1,
        far_elbow=-1,
        lean=-4,
        face="open",
    )
    umbrella(c, 244, 144, 46, 22)
    draw_person(c, 190, 322, 206, look, pose)


def _second(c: Canvas) -> None:
    shadow(c, 366, 346, 44)
    look = Look(
        skin="#b9774e",
        hair="#2b1d1a",
        style="ponytail",
        top="#e8353e",
        skirt="#2f9e57",
        hem=("#f4c92f", "#ffffff", "#2f6fc1"),
        shoes="#f6f0e2",
        short_sleeves=True,
    )
    umbrella(c, 318, 202, 36, -24)
    draw_person(
        c,
        366,
        344,
        172,
        look,
        Pose(
            near_foot=(16, 0),
            far_foot=(-12, 0),
            hip=6,
            near_hand=(28, -86),
            far_hand=(-28, -60),
            near_elbow=1,
            face="smile",
            lean=4,
        ),
        mirror=True,
    )


def _band(c: Canvas) -> None:
    for n, x in enumerate((40, 92, 440)):
        look = Look(
            skin=("#96603f", "#6b4029", "#c58a62")[n], top="#ffffff", legs="#2f4f7f", hat="cap", hat_colour="#e8353e"
        )
        draw_person(
            c,
            x,
            306,
            120,
            look,
            Pose(near_hand=(18, -72), far_hand=(12, -66), far_elbow=1, arms_front=(True, True)),
            mirror=x > 240,
        )
        with c.at(x, 306, 1.2, mirror=x > 240):
            c.line([(8, -77), (34, -72)], "#e5b53a", 4)
            c.smooth([(30, -75), (46, -84), (48, -60), (30, -69)], "#f4c92f")
