"""A festa junina at night: a bonfire, strings of little flags, and a couple dancing the quadrilha."""

from tools.demo_art.canvas import Canvas
from tools.demo_art.person import Look, Pose, draw_person
from tools.demo_art.props import bunting, flame, shadow

SIZE = (480, 360)


def draw(c: Canvas) -> None:
    c.rect(0, 0, 480, 360, "#243a6b")
    for x, y in ((30, 130), (90, 34), (180, 120), (266, 22), (330, 128), (452, 118), (222, 70), (400, 24)):
        c.circle(x, y, 1.8, "#fff3c4")
    c.circle(404, 66, 22, "#fff0c2")
    c.circle(396, 60, 20, "#243a6b")
    c.smooth([(-20, 250), (90, 206), (220, 238), (340, 204), (500, 240), (500, 370), (-20, 370)], "#2f5a4a")
    c.rect(0, 268, 480, 92, "#a9744d")
    c.ellipse(240, 318, 230, 46, "#b98458")
    _stall(c)
    bunting(c, [(-6, 16), (240, 34)], 11, 20, notch=True)
    bunting(c, [(240, 34), (490, 10)], 11, 20, notch=True)
    bunting(c, [(-6, 76), (200, 86)], 9, 18, notch=True)
    bunting(c, [(280, 84), (490, 66)], 9, 18, notch=True)
    _balloon(c)
    _fire(c)
    _couple(c)
    _accordion(c)


def _stall(c: Canvas) -> None:
    c.rect(18, 196, 100, 82, "#8f5f3f")
    c.rect(26, 168, 6, 40, "#6b4630")
    c.rect(104, 168, 6, 40, "#6b4630")
    for n in range(6):
        c.rect(14 + n * 18, 150, 18, 24, ("#e8553e", "#fff3d6")[n % 2])
        c.sector(23 + n * 18, 174, 9, 0, 180, ("#e8553e", "#fff3d6")[n % 2])
    c.rect(12, 200, 112, 8, "#c98a4b", 2)
    for x, colour in ((34, "#f4d35e"), (54, "#f4d35e"), (74, "#f4d35e")):
        c.ellipse(x, 194, 5, 10, colour)
        c.smooth([(x - 7, 200), (x - 4, 190), (x, 200)], "#86b049")
        c.smooth([(x + 7, 200), (x + 4, 190), (x, 200)], "#86b049")
    c.rect(90, 188, 20, 12, "#c9449a", 3)


def _balloon(c: Canvas) -> None:
    for x, y, s, a, b in ((236, 148, 1.0, "#e8553e", "#f4b233"), (150, 132, 0.6, "#2f9e77", "#f6f0e2")):
        with c.at(x, y, s):
            c.polygon([(0, -30), (20, -4), (0, 22), (-20, -4)], a)
            c.polygon([(0, -30), (8, -4), (0, 22), (-8, -4)], b)
            c.circle(0, 24, 3.4, "#ffdf6b")


def _fire(c: Canvas) -> None:
    c.circle(240, 262, 74, "#ffb62722")
    for n in range(4):
        y = 306 - n * 13
        c.rect(204 + n * 6, y, 72 - n * 12, 10, ("#7a4f33", "#6b4329")[n % 2], 4)
        c.circle(207 + n * 6, y + 5, 4.4, "#c99a66")
        c.circle(273 - n * 6, y + 5, 4.4, "#c99a66")
    for x, s in ((226, 34), (254, 34), (240, 52)):
        flame(c, x, 270, s)
    for x, y in ((216, 200), (262, 188), (246, 172), (276, 212)):
        c.circle(x, y, 1.8, "#ffcf5a")


def _couple(c: Canvas) -> None:
    shadow(c, 340, 342, 70)
    man = Look(skin="#96603f", top="#c5303a", legs="#2f4f7f", hat="straw", collar="#f4b233")
    woman = Look(
        skin="#c58a62",
        hair="#3a211a",
        style="braids",
        top="#f4b233",
        skirt="#d6457a",
        hem=("#fff3d6", "#2f9e77", "#fff3d6", "#2f7fc1"),
        hat="straw",
        short_sleeves=True,
    )
    draw_person(
        c,
        310,
        342,
        158,
        man,
        Pose(near_hand=(26, -72), far_hand=(-14, -46), near_foot=(12, 0), far_foot=(-10, 0), face="open", lean=-4),
    )
    draw_person(
        c,
        386,
        342,
        150,
        woman,
        Pose(near_hand=(24, -78), far_hand=(-24, -36), near_foot=(8, 0), far_foot=(-12, -4), lean=-4),
        mirror=True,
    )


def _accordion(c: Canvas) -> None:
    shadow(c, 140, 340, 40)
    look = Look(skin="#7a4a30", beard="#2b1d1a", top="#f6f0e2", legs="#5a4036", hat="straw", sash="#c5303a")
    pose = Pose(
        near_hand=(22, -56),
        far_hand=(-22, -56),
        near_elbow=1,
        far_elbow=-1,
        arms_front=(True, True),
        face="open",
        tilt=-6,
    )
    draw_person(c, 140, 340, 160, look, pose)
    for n in range(6):
        c.rect(116 + n * 8, 234, 8, 34, ("#d14b3f", "#8f2f2f")[n % 2])
    c.rect(104, 230, 14, 42, "#33221e", 3)
    c.rect(162, 230, 14, 42, "#33221e", 3)
    for n in range(4):
        c.rect(165, 236 + n * 8, 8, 5, "#f6f0e2", 1)
    c.circle(106, 250, 6, "#7a4a30")
    c.circle(176, 250, 6, "#7a4a30")
