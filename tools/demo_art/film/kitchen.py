"""The kitchen: what stands still, and what changes in it (door, flame, kettle, rain, what is on the table)."""

import math
from dataclasses import dataclass
from random import Random

from tools.demo_art.canvas import Canvas
from tools.demo_art.film.cat import draw_fish

SIZE = (480, 270)
FLOOR = 214.0
TABLE = 176.0
STOVE = (404.0, 158.0)


@dataclass(frozen=True)
class Kitchen:
    t: float
    door: float = 0
    """0 is shut, 1 is open."""
    flame: float = 0
    kettle: bool = False
    steam: float = 0
    fish: bool = True
    cups: bool = False


def draw_room(c: Canvas, k: Kitchen) -> None:
    """Everything behind the people."""
    c.rect(0, 0, 480, 270, "#f4e0bd")
    for n in range(13):
        c.rect(n * 40, 0, 2, FLOOR, "#efd6ab")
    c.rect(330, 104, 150, 56, "#dcebea")
    for row in range(3):
        c.rect(330, 104 + row * 19, 150, 1.4, "#bcd4d3")
        for n in range(8):
            c.rect(330 + n * 20, 104, 1.4, 56, "#bcd4d3")
    c.rect(0, FLOOR, 480, 270 - FLOOR, "#c98f5f")
    for row in range(3):
        for n in range(9):
            if (n + row) % 2:
                c.rect(n * 60 - 20, FLOOR + row * 19, 60, 19, "#bd8353")
    c.rect(0, FLOOR - 6, 480, 7, "#fff7e8")
    _window(c, k.t)
    _door(c, k)
    _clock(c)
    _shelf(c)
    _stove(c, k)


def _window(c: Canvas, t: float) -> None:
    c.rect(112, 52, 78, 84, "#fff7e8", 3)
    c.rect(118, 58, 66, 72, "#9fb6c4")
    c.smooth([(119, 129), (119, 112), (140, 102), (160, 114), (183, 104), (183, 129)], "#7d9a80")
    chance = Random(5)
    for _ in range(26):
        x, y = chance.uniform(122, 182), (chance.uniform(0, 66) + t * 130) % 66
        c.line([(x, 60 + y), (x - 1.4, min(60 + y + 7, 129))], "#dbe8ef", 1)
    c.rect(149, 58, 4, 72, "#fff7e8")
    c.rect(118, 92, 66, 4, "#fff7e8")
    c.rect(106, 132, 90, 7, "#e9cf9f", 2)
    c.smooth([(172, 132), (184, 132), (182, 120), (174, 120)], "#c5573f")
    for dx, dy in ((-5, -10), (0, -14), (5, -10)):
        c.circle(178 + dx, 130 + dy, 5, "#5fa05f")


def _door(c: Canvas, k: Kitchen) -> None:
    c.rect(18, 66, 76, 152, "#fff7e8", 3)
    c.rect(25, 73, 62, 143, "#a9bcc6")
    if k.door > 0:
        c.smooth([(26, 196), (40, 184), (60, 190), (86, 182), (86, 215), (26, 215)], "#7d9a80")
        chance = Random(9)
        for _ in range(22):
            x, y = chance.uniform(28, 86), (chance.uniform(0, 136) + k.t * 150) % 136
            c.line([(x, 74 + y), (x - 1.6, 82 + y)], "#dbe8ef", 1)


def draw_door_leaf(c: Canvas, k: Kitchen) -> None:
    """The leaf is drawn after the visitor: shut it hides him, open it stands at the left."""
    turn = math.cos(k.door * math.pi * 0.46)
    w = 62 * turn
    slant = 10 * (1 - turn)
    c.polygon([(25, 73 - slant), (25 + w, 73), (25 + w, 216), (25, 216 + slant)], "#3f7d6f")
    if turn > 0.5:
        c.rect(25 + w * 0.2, 86, w * 0.6, 44, "#36695e", 3)
        c.rect(25 + w * 0.2, 144, w * 0.6, 56, "#36695e", 3)
        c.circle(25 + w * 0.86, 148, 3.4, "#f4c542")


def _clock(c: Canvas) -> None:
    c.circle(250, 66, 19, "#8f5f3f")
    c.circle(250, 66, 15.5, "#fff7e8")
    c.line([(250, 66), (250, 55)], "#33221e", 1.8)
    c.line([(250, 66), (257, 70)], "#33221e", 2.4)


def _shelf(c: Canvas) -> None:
    c.rect(346, 84, 112, 6, "#8f5f3f", 2)
    for x, colour in ((358, "#e8705a"), (376, "#f4b233"), (394, "#5a98a5")):
        c.rect(x - 7, 70, 14, 14, colour, 3)
        c.arc(x + 8, 76, 4, -80, 80, colour, 2)
    c.rect(414, 62, 15, 22, "#d9eef0", 3)
    c.rect(414, 70, 15, 14, "#b5793f", 3)
    c.rect(436, 66, 15, 18, "#c9d9a5", 3)
    for n, x in enumerate((352, 366, 444)):
        c.line([(x, 90), (x, 96)], "#6b4630", 1.4)
        c.line([(x, 96), (x, 112 + n % 2 * 4)], "#8a8f94", 3)


def _stove(c: Canvas, k: Kitchen) -> None:
    c.ellipse(406, 232, 58, 6, "#00000022")
    c.rect(360, 160, 92, 72, "#f7f4ec", 4)
    c.rect(356, 158, 100, 7, "#4d4a4a", 2)
    for knob in (376, 392, 408, 424):
        c.circle(knob, 173, 3.6, "#c5483a" if knob == 392 and k.flame else "#57534e")
    c.rect(372, 184, 68, 40, "#4d4a4a", 5)
    c.rect(378, 190, 56, 28, "#6b5f58", 3)
    x, y = STOVE
    if k.flame:
        for n in range(5):
            h = (7 + 2 * math.sin(k.t * 17 + n * 2)) * k.flame
            c.smooth(
                [(x - 14 + n * 7, y + 1), (x - 17 + n * 7, y - 3), (x - 14 + n * 7, y - h), (x - 11 + n * 7, y - 3)],
                "#4f8fe0",
            )
    if k.kettle:
        draw_kettle(c, x, y - 7)
    if k.steam:
        for n in range(3):
            age = (k.t * 0.9 + n / 3) % 1
            wave = math.sin(k.t * 5 + n * 2) * 3
            c.circle(
                x + 26 + age * 12 + wave,
                y - 32 - age * 34,
                4 + age * 7,
                "#ffffff" + f"{int((1 - age) * 150 * k.steam):02x}",
            )


def draw_kettle(c: Canvas, x: float, y: float, angle: float = 0) -> None:
    """Red, with its bottom at (x, y) and the spout to the right."""
    with c.at(x, y, angle=angle):
        c.arc(0, -22, 13, 190, 350, "#33302f", 3.4)
        c.smooth([(12, -14), (24, -24), (28, -22), (17, -4)], "#c5302f")
        c.smooth([(-17, 0), (-19, -11), (-9, -23), (9, -23), (19, -11), (17, 0)], "#d8403a")
        c.ellipse(-7, -13, 3, 5, "#ffffff55", 20)
        c.ellipse(0, -23, 9, 2.6, "#b02a2a")
        c.circle(0, -26, 2.6, "#33302f")


def draw_table(c: Canvas, k: Kitchen) -> None:
    c.ellipse(254, 242, 84, 7, "#00000022")
    for x in (198, 304):
        c.rect(x, TABLE + 4, 8, 62, "#8f5f3f", 2)
    c.rect(184, TABLE, 142, 9, "#a8713f", 3)
    c.rect(184, TABLE, 142, 3, "#bd8752", 1.5)
    c.ellipse(266, TABLE - 1, 28, 4.4, "#ffffff")
    c.ellipse(266, TABLE - 2, 20, 2.6, "#dfe8f2")
    if k.fish:
        draw_fish(c, 268, TABLE - 6)
    if k.cups:
        for x, colour in ((224, "#e8705a"), (308, "#5a98a5")):
            c.rect(x - 7, TABLE - 14, 14, 14, colour, 3)
            c.arc(x + (8 if x > 250 else -8), TABLE - 8, 4, -80 if x > 250 else 100, 80 if x > 250 else 260, colour, 2)


def draw_parcel(c: Canvas, x: float, y: float, size: float) -> None:
    """Brown paper, red ribbon, and a tag that says MARA; its bottom at (x, y)."""
    with c.at(x, y, size):
        c.rect(-40, -58, 80, 58, "#c99a66", 3)
        c.rect(-6, -58, 12, 58, "#d8403a")
        c.rect(-40, -36, 80, 10, "#d8403a")
        c.smooth([(0, -58), (-22, -76), (-26, -62)], "#d8403a")
        c.smooth([(0, -58), (22, -76), (26, -62)], "#d8403a")
        with c.at(14, -30, angle=8):
            c.rect(0, 0, 44, 20, "#fffaf0", 2)
            _write_mara(c, 6, 5)


def _write_mara(c: Canvas, x: float, y: float) -> None:
    strokes = (
        [(0, 10), (0, 0), (3, 6), (6, 0), (6, 10)],
        [(9, 10), (12, 0), (15, 10)],
        [(10, 7), (14, 7)],
        [(18, 10), (18, 0), (22, 0), (23, 3), (22, 5), (18, 5), (23, 10)],
        [(26, 10), (29, 0), (32, 10)],
        [(27, 7), (31, 7)],
    )
    for stroke in strokes:
        c.line([(x + a, y + b) for a, b in stroke], "#2f3a5a", 1.7)


def draw_stool(c: Canvas, x: float) -> None:
    c.line([(x - 9, 202), (x - 13, 242)], "#6b4630", 5)
    c.line([(x + 9, 202), (x + 13, 242)], "#6b4630", 5)
    c.rect(x - 17, 197, 34, 8, "#8f5f3f", 4)
