"""A trajinera, the flower-decked flat boat of Xochimilco, poled along a canal."""

import math

from tools.demo_art.canvas import Canvas
from tools.demo_art.person import Look, Pose, draw_person
from tools.demo_art.props import BRIGHT, cloud, marigold, tree

SIZE = (480, 360)


def draw(c: Canvas) -> None:
    c.rect(0, 0, 480, 360, "#a9dcec")
    cloud(c, 90, 50, 20)
    cloud(c, 390, 36, 24)
    c.smooth(
        [
            (-20, 190),
            (60, 130),
            (120, 160),
            (190, 112),
            (262, 156),
            (340, 128),
            (420, 158),
            (500, 130),
            (500, 220),
            (-20, 220),
        ],
        "#7fb58a",
    )
    for n in range(9):
        tree(c, 10 + n * 58, 214, 84 + 16 * math.sin(n * 2.3), ("#4f9d69", "#3f8a5a")[n % 2])
    c.rect(0, 208, 480, 152, "#3f9aa3")
    c.rect(0, 204, 480, 10, "#5d7f45")
    for x, y, w in ((20, 236, 50), (404, 250, 60), (30, 330, 90), (210, 346, 120), (380, 322, 70), (150, 228, 60)):
        c.rect(x, y, w, 3, "#7cc3c6", 1.5)
    _passengers(c)
    _boat(c)
    _boatman(c)
    for x, y in ((30, 290), (52, 300), (446, 344), (424, 350)):
        c.ellipse(x, y, 14, 5, "#5fae74")
        c.circle(x, y - 3, 4, "#f6b8d0")


def _boat(c: Canvas) -> None:
    c.smooth([(70, 290), (400, 290), (424, 276), (404, 318), (90, 318), (52, 276)], "#00000022")
    c.smooth([(60, 268), (100, 282), (380, 282), (428, 264), (404, 310), (92, 310)], "#e8553e")
    c.line([(76, 288), (410, 288)], "#f4b233", 6)
    for n in range(9):
        c.circle(108 + n * 34, 299, 5, ("#2f7fc1", "#f9d648")[n % 2])
    for x in (116, 364):
        c.rect(x, 150, 8, 134, "#2f7fc1", 3)
    c.smooth([(98, 158), (120, 126), (240, 116), (360, 126), (384, 158), (240, 148)], "#f4b233")
    for n in range(8):
        c.sector(116 + n * 35.5, 153 - 5 * math.sin(math.pi * n / 7), 18, 0, 180, BRIGHT[n % 5])
    _front(c)


def _front(c: Canvas) -> None:
    """The arch of flowers, with a heart instead of a name."""
    for n in range(19):
        t = math.pi + math.pi * n / 18
        marigold(c, 240 + 118 * math.cos(t), 136 + 66 * math.sin(t), 9.5, ("#c9449a", "#f59a1b", "#ffffff")[n % 3])
    c.smooth([(240, 128), (218, 106), (222, 92), (240, 100), (258, 92), (262, 106)], "#e8553e")


def _passengers(c: Canvas) -> None:
    people = (
        (168, "long", "#c9449a", "#c58a62", False),
        (222, "short", "#ffffff", "#a8683f", False),
        (282, "braids", "#2f9e77", "#b9774e", True),
        (334, "bun", "#8a4fbf", "#c58a62", True),
    )
    for x, style, top, skin, mirror in people:
        pose = Pose(near_hand=(20, -58), far_hand=(-8, -46), face="open" if x == 222 else "smile")
        draw_person(c, x, 304, 124, Look(skin=skin, style=style, top=top, skirt=top, short_sleeves=True), pose, mirror)
    c.rect(150, 254, 204, 8, "#fff3d6", 3)
    for x, colour in ((200, "#e8553e"), (246, "#f4b233"), (300, "#86b049")):
        c.rect(x, 242, 9, 13, colour, 2)


def _boatman(c: Canvas) -> None:
    c.line([(424, 92), (446, 330)], "#b98a4f", 5)
    look = Look(skin="#8f5a3a", top="#f6f0e2", legs="#40506b", hat="straw", sash="#c5303a")
    draw_person(
        c,
        404,
        282,
        142,
        look,
        Pose(
            near_hand=(20, -78),
            far_hand=(22, -54),
            near_foot=(8, 0),
            far_foot=(-8, 0),
            lean=3,
            far_elbow=1,
            arms_front=(True, True),
        ),
    )
