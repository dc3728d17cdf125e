"""A baiana in white lace and beads fries acarajé at her tray in Salvador."""

import math

from tools.demo_art.canvas import Canvas
from tools.demo_art.person import Look, Pose, draw_person
from tools.demo_art.props import cloud, shadow

SIZE = (480, 360)
WHITE = "#fffdf6"


def draw(c: Canvas) -> None:
    c.rect(0, 0, 480, 360, "#8fd3ea")
    cloud(c, 60, 44, 16)
    for n, colour in enumerate(("#7d9fd1", "#f2b84b", "#ea9cab", "#6fb7a0")):
        _house(c, n * 124 - 10, 40 + (n * 29) % 36, colour)
    c.rect(0, 258, 480, 102, "#cbb28c")
    for row in range(4):
        for n in range(9):
            c.ellipse(n * 60 + (row % 2) * 30, 272 + row * 26, 25, 8, "#bfa47b")
    _umbrella(c)
    _baiana(c)
    _tray(c)
    _guest(c)


def _house(c: Canvas, x: float, top: float, colour: str) -> None:
    c.rect(x, top, 126, 224, colour)
    c.rect(x - 3, top - 8, 132, 12, WHITE, 2)
    for wx in (18, 74):
        c.rect(x + wx, top + 28, 34, 56, WHITE, 3)
        c.rect(x + wx + 4, top + 32, 26, 48, "#3f6f7f")
        c.rect(x + wx + 15, top + 32, 3, 48, WHITE)
        c.rect(x + wx - 4, top + 80, 42, 5, "#40404c")


def _umbrella(c: Canvas) -> None:
    c.rect(334, 70, 6, 200, "#8f6240", 2)
    c.sector(337, 96, 128, 180, 360, "#e8553e", ry=62)
    for a, b in ((-128, -78), (-28, 28), (78, 128)):
        c.polygon([(337, 34), (337 + a, 96), (337 + b, 96)], "#fff3d6")
    for n in range(8):
        c.sector(225 + n * 32, 95, 16, 0, 180, ("#fff3d6", "#e8553e")[n % 2] if n not in (3, 4) else "#fff3d6", ry=9)


def _baiana(c: Canvas) -> None:
    look = Look(
        skin="#6b4029",
        hair="#1d1412",
        style="none",
        top=WHITE,
        skirt=WHITE,
        long_skirt=True,
        hat="turban",
        hat_colour=WHITE,
    )
    shadow(c, 286, 342, 170)
    for s in (-1, 1):
        c.smooth([(214, 250), (214 + s * 74, 318), (214 + s * 70, 340), (214, 342)], WHITE)
    draw_person(c, 214, 340, 246, look, Pose(near_hand=(33, -48), far_hand=(-20, -42), face="smile"))
    for row in range(3):
        for n in range(7 + row):
            x = 214 + (n - (6 + row) / 2) * 15
            c.arc(x, 282 + row * 22, 8, 20, 160, "#cfd9e2", 1.8)
    for ring, colours in ((13, ("#e8553e", "#ffffff")), (18, ("#2f7fc1", "#f4b233"))):
        for n in range(11):
            t = math.radians(10 + n * 16)
            c.circle(214 + ring * 1.3 * math.cos(t), 164 + ring * 1.5 * math.sin(t), 2.7, colours[n % 2])
    for side in (188, 244):
        c.circle(side, 140, 4, "#f4c542")


def _tray(c: Canvas) -> None:
    c.polygon([(270, 246), (450, 246), (436, 340), (284, 340)], "#f6f0e2")
    for n in range(11):
        c.sector(278 + n * 16.4, 254, 8.2, 0, 180, "#ffffff")
    c.rect(262, 238, 196, 14, "#a5693f", 4)
    c.smooth([(276, 222), (340, 222), (332, 240), (284, 240)], "#33302f")
    c.ellipse(308, 222, 32, 7, "#d9761e")
    for x, y in ((292, 219), (308, 222), (322, 218)):
        c.ellipse(x, y, 8.5, 5, "#a8521f")
    c.line([(300, 220), (276, 210)], "#b8bfc2", 3)
    for x, colour in ((368, "#f4d35e"), (402, "#c5303a"), (434, "#86b049")):
        c.smooth([(x - 16, 226), (x + 16, 226), (x + 11, 239), (x - 11, 239)], "#8f4f33")
        c.ellipse(x, 226, 16, 5, colour)
    for x in (296, 314):
        c.curve([(x, 206), (x + 5, 196), (x - 3, 186), (x + 2, 176)], "#ffffffaa", 2.6)
    for x in (330, 352, 374):
        c.circle(x, 294, 9, "#f4b233")
        c.circle(x, 294, 4, "#e8553e")


def _guest(c: Canvas) -> None:
    shadow(c, 84, 344, 34)
    look = Look(skin="#c58a62", hair="#3a211a", style="bob", top="#f4b233", legs="#40557a", short_sleeves=True)
    draw_person(c, 84, 342, 214, look, Pose(near_hand=(20, -66), far_hand=(-12, -42), face="open"))
    with c.at(130, 198):
        c.sector(0, 0, 14, 180, 360, "#b5602a", ry=12)
        c.rect(-14, -1, 28, 5, "#f4d35e", 2)
        c.sector(0, 4, 14, 0, 180, "#a8521f", ry=8)
        c.polygon([(-12, 8), (12, 8), (8, 20), (-8, 20)], WHITE)
