"""A Day of the Dead altar: steps, marigolds, candles, sugar skulls, bread, a portrait, cut paper."""

import math

from tools.demo_art.canvas import Canvas
from tools.demo_art.props import candle, cut_paper, marigold, shadow

SIZE = (480, 360)
PAPERS = ("#e8553e", "#c9449a", "#f4b233", "#2f9e77", "#8a4fbf", "#2f7fc1")


def draw(c: Canvas) -> None:
    c.rect(0, 0, 480, 360, "#3b2a57")
    c.rect(0, 300, 480, 60, "#6b4460")
    for n in range(6):
        cut_paper(c, 10 + n * 78, 10, 68, 52, PAPERS[n], "#3b2a57")
    c.line([(0, 10), (480, 10)], "#f6e3c0", 1.4)
    c.ellipse(240, 190, 210, 150, "#ffb6271c")
    _steps(c)
    _arch(c)
    _portrait(c)
    _gifts(c)
    for n in range(17):
        marigold(c, 92 + n * 18.5, 346, 9, ("#f59a1b", "#f7b733")[n % 2])


def _steps(c: Canvas) -> None:
    shadow(c, 240, 340, 200)
    for x, y, w, colour in ((80, 272, 320, "#b7305f"), (118, 214, 244, "#d6457a"), (158, 160, 164, "#e8709a")):
        c.rect(x, y, w, 340 - y if y == 272 else 60, colour)
        c.rect(x - 4, y - 4, w + 8, 10, "#fdf2e0", 2)
        for n in range(int(w // 16)):
            c.sector(x + 8 + n * 16.2, y + 5, 7.5, 0, 180, "#fdf2e0")


def _arch(c: Canvas) -> None:
    for n in range(25):
        t = math.pi + math.pi * n / 24
        marigold(c, 240 + 128 * math.cos(t), 196 + 122 * math.sin(t), 11, ("#f59a1b", "#f7b733")[n % 2])
    for side in (112, 368):
        for n in range(4):
            marigold(c, side, 212 + n * 19, 10, ("#f7b733", "#f59a1b")[n % 2])


def _portrait(c: Canvas) -> None:
    c.rect(206, 88, 68, 72, "#c99a3f", 4)
    c.rect(213, 95, 54, 58, "#cfe3dc")
    with c.at(240, 153):
        c.smooth([(-24, 0), (-19, -14), (0, -19), (19, -14), (24, 0)], "#4a5d7a")
    with c.at(240, 138, 1.25):
        _old_face(c)


def _old_face(c: Canvas) -> None:
    c.ellipse(0, -14, 11.5, 12.5, "#c58a62")
    c.smooth([(-12.5, -14), (-11, -24), (0, -28.5), (11, -24), (12.5, -14), (9, -20), (0, -22), (-9, -20)], "#ececec")
    for x in (-4.6, 4.6):
        c.ellipse(x, -14, 1.3, 1.8, "#33221e")
        c.ellipse(x * 1.5, -9.5, 2.2, 1.6, "#e8705a66")
    c.smooth([(-6, -7.5), (0, -9.5), (6, -7.5), (0, -6)], "#ececec")
    c.arc(0, -6.6, 2.6, 40, 140, "#33221e", 1)


def _gifts(c: Canvas) -> None:
    for x, y, h in ((176, 160, 22), (304, 160, 22), (134, 214, 28), (346, 214, 28), (96, 272, 34), (384, 272, 34)):
        candle(c, x, y - 3, h)
    for x, y in ((190, 214), (290, 214)):
        _skull(c, x, y - 4)
    _bread(c, 240, 211)
    c.smooth([(136, 268), (188, 268), (178, 252), (146, 252)], "#b5793f")
    for x, y, colour in ((150, 248, "#e8553e"), (164, 244, "#f59a1b"), (175, 249, "#86b049")):
        c.circle(x, y, 9, colour)
    _skull(c, 214, 268)
    c.rect(250, 238, 22, 30, "#d9eef5aa", 3)
    c.rect(252, 246, 18, 21, "#8fd0e6aa", 2)
    c.smooth([(300, 268), (348, 268), (344, 256), (304, 256)], "#fdf2e0")
    for n in range(3):
        c.ellipse(312 + n * 12, 252 - (n % 2) * 3, 12, 6, "#e6c07a", -14)
        c.line([(304 + n * 12, 254), (320 + n * 12, 249)], "#86b049", 2)


def _skull(c: Canvas, x: float, y: float) -> None:
    c.rect(x - 8, y - 12, 16, 12, "#ffffff", 3)
    c.circle(x, y - 18, 13, "#ffffff")
    for side, tint in ((-5, "#2f7fc1"), (5, "#2f7fc1")):
        c.circle(x + side, y - 17, 4, tint)
        c.circle(x + side, y - 17, 2, "#241a33")
    c.polygon([(x, y - 13), (x - 2, y - 9), (x + 2, y - 9)], "#241a33")
    for n in range(3):
        c.line([(x - 4 + n * 4, y - 6), (x - 4 + n * 4, y - 1)], "#9a8fae", 1)
    c.circle(x, y - 27, 2.4, "#d6336c")
    c.circle(x - 5, y - 25.5, 1.6, "#2f9e77")
    c.circle(x + 5, y - 25.5, 1.6, "#2f9e77")


def _bread(c: Canvas, x: float, y: float) -> None:
    c.sector(x, y - 1, 27, 180, 360, "#d08a3e", ry=21)
    c.line([(x - 18, y - 10), (x + 18, y - 10)], "#e6b06a", 4)
    c.line([(x, y - 20), (x, y - 3)], "#e6b06a", 4)
    c.circle(x, y - 20, 5, "#e6b06a")
