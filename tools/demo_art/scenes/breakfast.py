"""A breakfast table: a chocolate cake with three candles, a bowl of fruit, a blue cup, a vase of tulips."""

from tools.demo_art.canvas import Canvas
from tools.demo_art.props import candle, cloud, shadow, sun

SIZE = (480, 360)


def draw(c: Canvas) -> None:
    c.rect(0, 0, 480, 360, "#fbe8cf")
    for n in range(13):
        for row in range(7):
            c.circle(20 + n * 38 + (row % 2) * 19, 16 + row * 34, 2.4, "#f1d3ab")
    _window(c)
    c.rect(0, 250, 480, 110, "#b9804f")
    c.rect(0, 246, 480, 14, "#cf9a66")
    for y in (286, 318):
        c.line([(0, y), (480, y)], "#a8713f", 2)
    c.polygon([(96, 268), (384, 268), (414, 342), (66, 342)], "#f3f6fa")
    for n in range(9):
        c.line([(108 + n * 33, 268), (84 + n * 39, 342)], "#d6e2ee", 5)
    for y in (282, 304, 326):
        c.line([(96 - (y - 268) * 0.4, y), (384 + (y - 268) * 0.4, y)], "#d6e2ee", 4)
    _vase(c)
    _cake(c)
    _fruit(c)
    _cup(c)


def _window(c: Canvas) -> None:
    c.rect(148, 22, 184, 150, "#ffffff", 4)
    c.rect(157, 31, 166, 132, "#a9dcf0")
    sun(c, 288, 64, 16)
    cloud(c, 204, 74, 15)
    c.smooth([(157, 163), (157, 134), (200, 118), (250, 136), (323, 116), (323, 163)], "#86bf7a")
    c.rect(237, 31, 6, 132, "#ffffff")
    c.rect(157, 94, 166, 6, "#ffffff")
    for s, x in ((1, 140), (-1, 340)):
        c.smooth([(x, 14), (x + s * 46, 14), (x + s * 34, 84), (x + s * 8, 180), (x - s * 6, 180)], "#e8705a")


def _cake(c: Canvas) -> None:
    shadow(c, 240, 318, 84)
    c.ellipse(240, 312, 82, 14, "#ffffff")
    c.ellipse(240, 309, 70, 10, "#e3e9f0")
    c.rect(180, 252, 120, 54, "#5f3826", 6)
    c.ellipse(240, 304, 60, 9, "#5f3826")
    c.rect(180, 276, 120, 6, "#f6d9c0")
    c.ellipse(240, 254, 60, 13, "#7a4a30")
    for n in range(7):
        c.sector(188 + n * 17.4, 258 + (3 if 1 < n < 5 else 0), 8.6, 0, 180, "#f7b8c8", ry=13 + (n % 2) * 6)
    c.ellipse(240, 253, 60, 12, "#f7b8c8")
    for x, colour in ((214, "#2f7fc1"), (240, "#f4b233"), (266, "#2f9e77")):
        candle(c, x, 254, 30, colour)
    for x, y in ((196, 252), (228, 260), (254, 260), (284, 253)):
        c.circle(x, y, 4, "#d0344a")


def _fruit(c: Canvas) -> None:
    shadow(c, 398, 306, 62)
    c.curve([(372, 262), (388, 240), (420, 238), (438, 256)], "#f4d03f", 13)
    for x, y, colour in ((364, 264, "#d6423a"), (392, 258, "#f28f2e"), (418, 262, "#d6423a"), (440, 266, "#8ab845")):
        c.circle(x, y, 18, colour)
        c.ellipse(x - 6, y - 7, 4, 3, "#ffffff66")
    for x, y in ((364, 248), (418, 246), (440, 250)):
        c.line([(x, y), (x + 3, y - 7)], "#5a4036", 2)
    c.smooth([(338, 266), (458, 266), (440, 302), (398, 310), (356, 302)], "#3f8f8a")
    c.line([(344, 274), (452, 274)], "#8fd0c8", 4)


def _cup(c: Canvas) -> None:
    shadow(c, 96, 324, 46)
    c.ellipse(96, 318, 46, 9, "#dfe8f2")
    c.arc(130, 292, 12, -90, 100, "#2f6fb0", 6)
    c.smooth([(64, 268), (128, 268), (124, 300), (112, 316), (80, 316), (68, 300)], "#2f6fb0")
    c.ellipse(96, 268, 32, 8, "#254f80")
    c.ellipse(96, 269, 27, 6, "#6b4029")
    for x in (86, 106):
        c.curve([(x, 256), (x + 6, 244), (x - 5, 232), (x + 3, 218)], "#ffffffcc", 3)


def _vase(c: Canvas) -> None:
    for x, y, colour in ((34, 176, "#e8405a"), (58, 160, "#f4b233"), (82, 180, "#c9449a")):
        c.curve([(58, 250), (58 + (x - 58) * 0.4, 214), (x, y + 12)], "#4f9d5a", 4)
        c.smooth(
            [
                (x - 12, y - 10),
                (x - 6, y - 4),
                (x, y - 14),
                (x + 6, y - 4),
                (x + 12, y - 10),
                (x + 11, y + 8),
                (x, y + 16),
                (x - 11, y + 8),
            ],
            colour,
        )
    c.smooth([(54, 230), (26, 210), (20, 190), (44, 204)], "#6fb56a")
    c.smooth([(62, 230), (94, 214), (98, 200), (72, 210)], "#6fb56a")
    c.smooth([(44, 226), (72, 226), (66, 240), (80, 266), (58, 276), (36, 266), (50, 240)], "#f6f0e2")
    c.line([(44, 258), (72, 258)], "#2f6fb0", 3)
