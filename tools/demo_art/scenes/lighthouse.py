"""A red and white lighthouse on a rocky cliff, two sailing boats on the sea, gulls, a fisherman."""

from itertools import pairwise

from tools.demo_art.canvas import Canvas
from tools.demo_art.person import Look, Pose, draw_person
from tools.demo_art.props import cloud, sun

SIZE = (480, 360)


def draw(c: Canvas) -> None:
    c.rect(0, 0, 480, 360, "#f7c9a0")
    c.rect(0, 70, 480, 70, "#f9d9b5")
    c.rect(0, 130, 480, 80, "#fbe6cc")
    sun(c, 140, 168, 34, "#ff8f52")
    cloud(c, 70, 60, 24, "#ffffffaa")
    cloud(c, 230, 96, 18, "#ffffffaa")
    c.rect(0, 200, 480, 160, "#3f7f9a")
    c.rect(0, 250, 480, 110, "#35708a")
    for x, y, w in (
        (110, 206, 60),
        (96, 216, 86),
        (124, 226, 34),
        (20, 240, 40),
        (210, 250, 60),
        (40, 300, 70),
        (150, 330, 90),
        (240, 296, 40),
    ):
        c.rect(x, y, w, 3.4, "#f7c9a0" if y < 230 else "#6fa5b8", 1.7)
    _boat(c, 70, 262, 1.2, "#c5483a", "#fffaf0")
    _boat(c, 206, 222, 0.72, "#2f5a8a", "#f9e2a8")
    _cliff(c)
    _tower(c)
    _fisher(c)
    for x, y, s in ((196, 56, 1), (232, 40, 0.8), (168, 84, 0.7)):
        c.curve([(x - 14 * s, y - 4 * s), (x - 6 * s, y - 8 * s), (x, y)], "#ffffff", 3 * s)
        c.curve([(x, y), (x + 6 * s, y - 8 * s), (x + 14 * s, y - 4 * s)], "#ffffff", 3 * s)


def _boat(c: Canvas, x: float, y: float, size: float, hull: str, sail: str) -> None:
    with c.at(x, y, size):
        c.line([(0, 0), (0, -74)], "#5a4036", 3)
        c.smooth([(3, -72), (34, -16), (30, -8), (3, -8)], sail)
        c.smooth([(-3, -62), (-26, -14), (-3, -8)], sail)
        c.smooth([(-40, -4), (40, -4), (28, 16), (-28, 16)], hull)
        c.rect(-34, -4, 68, 4, "#fffaf0", 2)


def _cliff(c: Canvas) -> None:
    c.smooth(
        [(262, 380), (280, 300), (272, 262), (310, 236), (360, 226), (430, 232), (500, 222), (500, 380)], "#6b5a58"
    )
    c.smooth([(310, 380), (322, 306), (350, 282), (340, 258), (400, 250), (500, 250), (500, 380)], "#7d6a66")
    c.smooth(
        [(268, 256), (310, 230), (360, 218), (430, 224), (500, 214), (500, 246), (420, 250), (350, 246), (300, 254)],
        "#7fa85f",
    )
    for x, y in ((262, 344), (244, 352), (282, 350)):
        c.circle(x, y, 14, "#57494a")
    for x, y, w in ((232, 338, 26), (250, 330, 22), (226, 356, 40)):
        c.ellipse(x, y, w / 2, 3, "#ffffff")


def _tower(c: Canvas) -> None:
    c.polygon([(416, 90), (-60, 4), (-60, 96)], "#fff3c455")
    c.rect(434, 190, 40, 44, "#fffaf0")
    c.polygon([(430, 192), (478, 192), (466, 172), (442, 172)], "#c5483a")
    c.rect(448, 206, 12, 14, "#57718a", 1)
    edges = [
        (394, 232, 446),
        (397.6, 206, 442.4),
        (401.2, 180, 438.8),
        (404.8, 154, 435.2),
        (408.4, 128, 431.6),
        (411, 110, 429),
    ]
    for n, ((a, y, b), (d, z, e)) in enumerate(pairwise(edges)):
        c.polygon([(a, y), (b, y), (e, z), (d, z)], ("#fffaf0", "#d0453c")[n % 2])
    c.rect(402, 104, 36, 7, "#4a3f3f", 2)
    c.rect(409, 80, 22, 25, "#ffe58a", 2)
    for x in (409, 419, 429):
        c.rect(x, 80, 2, 25, "#4a3f3f")
    c.sector(420, 82, 16, 180, 360, "#d0453c")
    c.line([(420, 66), (420, 58)], "#4a3f3f", 2.4)
    c.rect(414, 210, 12, 22, "#7a4f38", 6)
    for y in (146, 174):
        c.rect(416, y, 8, 11, "#57718a", 2)


def _fisher(c: Canvas) -> None:
    c.curve([(312, 194), (274, 172), (236, 172)], "#6b4630", 2.6)
    c.line([(236, 172), (232, 290)], "#fffaf0", 1)
    look = Look(skin="#e0ab86", beard="#8a5a3a", top="#f2c230", legs="#3a5068", hat="beanie", hat_colour="#2f5a8a")
    draw_person(
        c,
        326,
        238,
        78,
        look,
        Pose(near_hand=(19, -56), far_hand=(14, -62), far_elbow=1, arms_front=(True, True)),
        mirror=True,
    )
