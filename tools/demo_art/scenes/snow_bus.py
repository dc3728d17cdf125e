"""A yellow bus at a stop in a snowy street; three people wait, one with a blue umbrella."""

from random import Random

from tools.demo_art.canvas import Canvas
from tools.demo_art.person import Look, Pose, draw_person
from tools.demo_art.props import shadow

SIZE = (480, 360)


def draw(c: Canvas) -> None:
    c.rect(0, 0, 480, 360, "#b9cbdc")
    for n, colour in enumerate(("#a5726a", "#8a7f9a", "#b58f6f", "#7f8fa5", "#a5726a")):
        _house(c, n * 104 - 20, 34 + (n * 31) % 40, colour)
    c.rect(0, 232, 480, 60, "#f3f6fa")
    c.rect(0, 282, 480, 78, "#8d97a5")
    c.rect(0, 282, 480, 8, "#dde5ee")
    for x in (30, 150, 270, 390):
        c.rect(x, 340, 64, 6, "#f3f6fa", 3)
    _bus(c)
    _stop(c)
    chance = Random(11)
    for _ in range(90):
        c.circle(chance.uniform(0, 480), chance.uniform(0, 350), chance.uniform(1, 2.6), "#ffffff")


def _house(c: Canvas, x: float, top: float, colour: str) -> None:
    c.rect(x, top, 106, 240, colour)
    c.smooth(
        [(x - 6, top + 6), (x - 2, top - 10), (x + 54, top - 14), (x + 108, top - 10), (x + 112, top + 6)], "#ffffff"
    )
    for row in range(3):
        for wx in (14, 62):
            c.rect(x + wx, top + 26 + row * 54, 28, 34, "#ffe29a" if (row + int(x) // 52) % 2 else "#5a6b80", 2)
            c.rect(x + wx - 3, top + 60 + row * 54, 34, 5, "#ffffff", 2)


def _bus(c: Canvas) -> None:
    shadow(c, 176, 332, 168)
    c.rect(22, 158, 300, 158, "#f4b81f", 18)
    c.rect(22, 262, 300, 12, "#c5483a")
    c.smooth([(26, 166), (30, 148), (170, 144), (312, 148), (318, 166)], "#ffffff")
    for n in range(4):
        c.rect(38 + n * 56, 180, 46, 48, "#cfe8f2", 5)
    for x, skin, hair in ((62, "#96603f", "#1d1412"), (172, "#e0ab86", "#8a4a20")):
        c.smooth([(x - 15, 228), (x - 10, 216), (x + 10, 216), (x + 15, 228)], "#4f7fb0")
        c.circle(x, 206, 10, skin)
        c.sector(x, 204, 10.6, 180, 360, hair)
        c.circle(x + 2, 207, 1.3, "#33221e")
        c.circle(x + 7, 207, 1.3, "#33221e")
    c.rect(264, 178, 46, 134, "#7a5a1a", 5)
    c.rect(268, 182, 18, 124, "#cfe8f2", 3)
    c.rect(289, 182, 18, 124, "#cfe8f2", 3)
    c.rect(60, 164, 60, 11, "#33302f", 3)
    c.line([(70, 169.5), (110, 169.5)], "#ffb627", 3)
    for x in (84, 218):
        c.circle(x, 314, 24, "#33302f")
        c.circle(x, 314, 11, "#a9b0b8")
    c.circle(316, 292, 6, "#fff3c4")


def _stop(c: Canvas) -> None:
    c.rect(446, 150, 6, 172, "#57616e")
    c.rect(428, 128, 42, 34, "#2f6fb0", 6)
    c.rect(437, 138, 24, 14, "#ffffff", 3)
    c.circle(442, 153, 2.6, "#ffffff")
    c.circle(456, 153, 2.6, "#ffffff")
    for x in (346, 386, 428):
        shadow(c, x, 330, 20)
    child = Look(skin="#e0ab86", hair="#8a4a20", top="#2f9e77", legs="#3a4a6b", hat="beanie", hat_colour="#e8553e")
    woman = Look(skin="#96603f", hair="#1d1412", style="long", top="#b7305f", skirt="#b7305f", shoes="#3a2a25")
    man = Look(
        skin="#e0ab86",
        hair="#9a9a9a",
        style="grey-sides",
        top="#3f4a5a",
        legs="#2f3640",
        hat="flat-cap",
        hat_colour="#6b5a4a",
        glasses=True,
    )
    c.line([(366, 254), (366, 180)], "#57616e", 2.6)
    draw_person(c, 428, 332, 138, man, Pose(), mirror=True)
    draw_person(c, 384, 330, 130, woman, Pose(near_hand=(14, -60), near_elbow=-1), mirror=True)
    draw_person(c, 346, 334, 84, child, Pose(near_hand=(24, -84), near_elbow=1, face="open"), mirror=True)
    c.sector(366, 196, 54, 180, 360, "#2f7fc1", ry=38)
    c.sector(366, 164, 34, 200, 340, "#ffffff", ry=9)
