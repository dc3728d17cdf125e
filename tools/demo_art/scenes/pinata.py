"""A blindfolded child swings a stick at a seven-pointed piñata while others cheer."""

import math

from tools.demo_art.canvas import Canvas
from tools.demo_art.person import Look, Pose, draw_person
from tools.demo_art.props import BRIGHT, bunting, shadow

SIZE = (480, 360)


def draw(c: Canvas) -> None:
    c.rect(0, 0, 480, 360, "#2c3e70")
    for x, y in ((40, 30), (110, 60), (196, 22), (330, 40), (420, 26), (456, 80), (70, 108), (384, 110)):
        c.circle(x, y, 1.8, "#fff3c4")
    c.rect(0, 150, 150, 140, "#d9734e")
    c.rect(150, 170, 190, 120, "#e9a15f")
    c.rect(340, 140, 140, 150, "#c4577a")
    for x, y in ((34, 190), (96, 190), (196, 206), (276, 206), (372, 184), (432, 184)):
        c.rect(x, y, 30, 38, "#ffe29a", 15)
    c.rect(0, 284, 480, 76, "#b98a68")
    bunting(c, [(-6, 118), (160, 128)], 7, 17)
    bunting(c, [(320, 128), (486, 112)], 7, 17)
    _pinata(c, 240, 112)
    _sweets(c)
    _hitter(c)
    _others(c)


def _pinata(c: Canvas, x: float, y: float) -> None:
    c.line([(x, 0), (x, y)], "#f6e3c0", 2)
    for n in range(7):
        with c.at(x, y, angle=-90 + n * 360 / 7 + 25):
            c.polygon([(26, -15), (74, 0), (26, 15)], BRIGHT[n % 5])
            c.polygon([(26, -15), (42, -9.8), (42, 9.8), (26, 15)], BRIGHT[(n + 2) % 5])
            for s in (-5, 0, 5):
                c.line([(74, 0), (88, s)], BRIGHT[(n + 1) % 5], 1.6)
    for r, colour in ((35, "#f4b233"), (28, "#c9449a"), (21, "#2f9e77"), (14, "#f4b233"), (7, "#e8553e")):
        c.circle(x, y, r, colour)
        for n in range(18):
            t = math.tau * n / 18
            c.circle(x + r * math.cos(t), y + r * math.sin(t), 2.6, colour)


def _sweets(c: Canvas) -> None:
    spots = (
        (262, 190, 20),
        (286, 206, 70),
        (236, 212, 110),
        (300, 236, 10),
        (268, 240, 140),
        (220, 338, 15),
        (262, 348, 60),
        (308, 340, 120),
    )
    for n, (x, y, angle) in enumerate(spots):
        with c.at(x, y, 0.9, angle):
            c.polygon([(-11, -5), (-4, 0), (-11, 5)], BRIGHT[n % 5])
            c.polygon([(11, -5), (4, 0), (11, 5)], BRIGHT[n % 5])
            c.ellipse(0, 0, 6, 4.6, BRIGHT[n % 5])
            c.line([(-2, -3), (1, 3)], "#ffffffaa", 1.4)


def _hitter(c: Canvas) -> None:
    shadow(c, 176, 342, 44)
    look = Look(skin="#b9774e", style="ponytail", top="#f4b233", skirt="#2f9e77", shoes="#c5362c", short_sleeves=True)
    pose = Pose(
        near_hand=(22, -84),
        far_hand=(17, -80),
        far_elbow=-1,
        lean=5,
        near_foot=(14, 0),
        far_foot=(-10, 0),
        face="open",
        arms_front=(True, True),
    )
    c.line([(198, 206), (244, 158)], "#9a6a3f", 7)
    draw_person(c, 170, 342, 160, look, pose)
    c.line([(164, 208), (190, 206)], "#ffffff", 9)
    c.smooth([(166, 206), (152, 214), (146, 228), (158, 218)], "#ffffff")


def _others(c: Canvas) -> None:
    boy = Look(skin="#8f5a3a", top="#e8553e", legs="#2f4f7f", short_sleeves=True)
    girl = Look(skin="#c58a62", style="braids", top="#8a4fbf", skirt="#8a4fbf", short_sleeves=True)
    small = Look(skin="#a8683f", style="curly", top="#45b5c4", legs="#4a3b6b", short_sleeves=True)
    mother = Look(skin="#b9774e", style="bun", top="#fff7e8", skirt="#b7305f", long_skirt=True)
    cheer = Pose(near_hand=(22, -92), far_hand=(-22, -92), far_elbow=-1, near_elbow=1, face="open")
    for x in (52, 342, 402, 448):
        shadow(c, x, 336, 26)
    draw_person(c, 52, 334, 186, mother, Pose(near_hand=(22, -62), far_hand=(-14, -42)))
    draw_person(c, 446, 330, 136, girl, cheer, mirror=True)
    draw_person(c, 396, 336, 130, boy, cheer, mirror=True)
    draw_person(c, 344, 340, 112, small, cheer, mirror=True)
