"""Two cats asleep on a red sofa, a lamp beside it, a picture on the wall."""

from tools.demo_art.animals import sleeping_cat
from tools.demo_art.canvas import Canvas
from tools.demo_art.props import shadow

SIZE = (480, 360)


def draw(c: Canvas) -> None:
    c.rect(0, 0, 480, 360, "#cfe0d6")
    for n in range(12):
        c.rect(n * 42, 0, 3, 276, "#c2d6ca")
    c.rect(0, 276, 480, 84, "#c99a66")
    c.rect(0, 270, 480, 8, "#fffaf0")
    c.ellipse(230, 330, 200, 24, "#3f7a8a")
    c.ellipse(230, 330, 176, 18, "#5a98a5")
    _painting(c)
    _sofa(c)
    sleeping_cat(c, 156, 260, 104, "#e89a4b", "#c9752c")
    sleeping_cat(c, 286, 260, 96, "#6f7480", "#565b66", mirror=True)
    _lamp(c)


def _painting(c: Canvas) -> None:
    c.rect(158, 44, 124, 70, "#bfe6ef")
    c.circle(256, 62, 9, "#ffd45e")
    c.smooth([(160, 116), (160, 94), (190, 74), (222, 96), (252, 82), (280, 98), (280, 116)], "#6faa6c")
    for x, y, w, h in ((150, 36, 140, 8), (150, 114, 140, 8), (150, 36, 8, 86), (282, 36, 8, 86)):
        c.rect(x, y, w, h, "#8f6240")


def _sofa(c: Canvas) -> None:
    shadow(c, 222, 322, 180)
    for x in (66, 368):
        c.rect(x, 298, 14, 24, "#6b4630", 3)
    c.rect(62, 168, 320, 120, "#b5303a", 22)
    for x in (76, 224):
        c.rect(x, 178, 144, 74, "#c93f48", 14)
    c.rect(58, 250, 330, 54, "#a32833", 12)
    for x in (80, 225):
        c.rect(x, 246, 142, 26, "#d4505a", 10)
    c.rect(38, 206, 50, 100, "#b5303a", 20)
    c.rect(360, 206, 50, 100, "#b5303a", 20)
    with c.at(346, 226, angle=14):
        c.rect(-26, -26, 52, 46, "#f4d35e", 9)
        for n in range(3):
            c.line([(-20, -14 + n * 11), (20, -14 + n * 11)], "#e0b53a", 3)


def _lamp(c: Canvas) -> None:
    c.circle(438, 108, 66, "#ffe58a55")
    shadow(c, 438, 334, 34)
    c.rect(435, 116, 6, 214, "#5a4036", 2)
    c.ellipse(438, 330, 24, 6, "#5a4036")
    c.polygon([(418, 70), (458, 70), (474, 122), (402, 122)], "#fff0bd")
    c.rect(402, 118, 72, 5, "#e9c95f", 2)
