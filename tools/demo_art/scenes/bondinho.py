"""The yellow tram of Santa Teresa on the white arches of Lapa, Sugarloaf behind."""

from tools.demo_art.canvas import Canvas
from tools.demo_art.person import Look, Pose, draw_person
from tools.demo_art.props import cloud, palm, shadow, sun

SIZE = (480, 360)


def draw(c: Canvas) -> None:
    c.rect(0, 0, 480, 360, "#9edcf0")
    sun(c, 60, 56, 22)
    cloud(c, 170, 46, 18)
    cloud(c, 300, 30, 14)
    c.smooth([(300, 220), (352, 120), (386, 60), (420, 74), (450, 150), (500, 220)], "#6f9a8a")
    c.smooth([(-20, 200), (-10, 124), (60, 92), (128, 128), (230, 110), (340, 140), (420, 200)], "#86b58f")
    for n, colour in enumerate(("#ea9cab", "#f2b84b", "#f6f0e2", "#e8705a")):
        c.rect(18 + n * 26, 118 + (n * 17) % 14, 20, 40, colour)
        c.rect(24 + n * 26, 124 + (n * 17) % 14, 7, 8, "#3f6f7f")
    _arches(c)
    _tram(c)
    c.rect(0, 306, 480, 54, "#c9c0ae")
    for n in range(12):
        c.smooth([(n * 44 - 20, 330), (n * 44 - 2, 322), (n * 44 + 16, 330), (n * 44 - 2, 336)], "#57534e")
    palm(c, 24, 322, 132)
    palm(c, 424, 326, 126)
    _walkers(c)


def _arches(c: Canvas) -> None:
    c.rect(0, 148, 480, 164, "#fbfaf4")
    c.rect(0, 144, 480, 8, "#dfdccd")
    for row, top, h in ((0, 164, 44), (1, 232, 80)):
        for n in range(7):
            x = -8 + n * 72
            _opening(c, x, top, 48, h, row)
    c.rect(0, 218, 480, 4, "#dfdccd")


def _opening(c: Canvas, x: float, top: float, w: float, h: float, row: int) -> None:
    """Through an arch one sees the sky, the hill or a house."""
    c.sector(x + w / 2, top + w / 2, w / 2, 180, 360, "#b5d8c0" if row == 0 else "#9cc0a5")
    c.rect(x, top + w / 2, w, h - w / 2, "#86b58f" if row == 0 else "#7ba585")
    c.rect(x - 4, top + w / 2 - 2, 5, 4, "#dfdccd")
    c.rect(x + w - 1, top + w / 2 - 2, 5, 4, "#dfdccd")


def _tram(c: Canvas) -> None:
    c.line([(0, 62), (480, 62)], "#5a5a5a", 1.2)
    c.line([(236, 92), (254, 62)], "#5a5a5a", 2)
    for x in (176, 306):
        c.circle(x, 142, 9, "#33302f")
        c.circle(x, 142, 4, "#8a8a86")
    c.rect(144, 112, 194, 28, "#f4b81f", 5)
    c.rect(140, 88, 202, 9, "#f9cd4d", 4)
    c.rect(144, 132, 194, 4, "#2f5aa0")
    for n in range(6):
        c.rect(148 + n * 36, 94, 5, 22, "#c98a1a")
    for n, (tint, hair) in enumerate(
        (
            ("#e8553e", "#2b1d1a"),
            ("#2f9e77", "#6b3a22"),
            ("#ffffff", "#1d1412"),
            ("#8a4fbf", "#2b1d1a"),
            ("#2f7fc1", "#c99a4a"),
        )
    ):
        x = 171 + n * 36
        c.smooth([(x - 9, 116), (x - 6, 109), (x + 6, 109), (x + 9, 116)], tint)
        c.circle(x, 104, 6.4, ("#96603f", "#c58a62", "#6b4029")[n % 3])
        c.sector(x, 103, 6.8, 180, 360, hair)
        c.circle(x + 1, 104.5, 0.9, "#33221e")
        c.circle(x + 4, 104.5, 0.9, "#33221e")
    c.circle(334, 124, 4.6, "#fff3c4")
    c.rect(226, 120, 30, 9, "#fff3d6", 2)
    for n in range(3):
        c.circle(234 + n * 7, 124.5, 1.8, "#2f5aa0")


def _walkers(c: Canvas) -> None:
    shadow(c, 120, 350, 20)
    shadow(c, 330, 352, 20)
    draw_person(
        c,
        120,
        350,
        92,
        Look(skin="#7a4a30", style="curly", top="#e8553e", legs="#40506b"),
        Pose(near_foot=(13, 0), far_foot=(-12, 0), near_hand=(16, -46), far_hand=(-18, -46)),
    )
    draw_person(
        c,
        330,
        352,
        88,
        Look(skin="#c58a62", style="long", top="#2f9e77", skirt="#f4b233"),
        Pose(near_foot=(9, 0), far_foot=(-9, 0), near_hand=(24, -84), near_elbow=1),
        mirror=True,
    )
