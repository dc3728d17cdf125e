"""A spotted dog leaps for an orange frisbee in the park; a girl by the pond has thrown it."""

from tools.demo_art.animals import leaping_dog
from tools.demo_art.canvas import Canvas
from tools.demo_art.person import Look, Pose, draw_person
from tools.demo_art.props import cloud, shadow, tree

SIZE = (480, 360)


def draw(c: Canvas) -> None:
    c.rect(0, 0, 480, 360, "#aee0ee")
    cloud(c, 120, 50, 22)
    cloud(c, 340, 74, 18)
    c.smooth([(-20, 190), (80, 160), (200, 184), (320, 156), (500, 186), (500, 230), (-20, 230)], "#7fb886")
    c.rect(0, 200, 480, 160, "#8ecb6a")
    for x, s, leaf in ((40, 130, "#4f9d69"), (130, 96, "#5fae74"), (410, 142, "#4f9d69"), (330, 88, "#5fae74")):
        tree(c, x, 218, s, leaf)
    c.ellipse(250, 226, 110, 15, "#5fb4d1")
    c.ellipse(240, 223, 80, 8, "#8fd0e4")
    _bench(c)
    c.smooth([(-20, 330), (120, 304), (300, 318), (500, 296), (500, 370), (-20, 370)], "#7cbc58")
    for x, y in ((20, 300), (200, 338), (330, 336), (460, 330), (60, 344), (412, 350), (150, 268)):
        c.circle(x, y, 3.4, "#ffffff")
        c.circle(x, y, 1.5, "#f4b233")
    _girl(c)
    shadow(c, 260, 322, 66)
    leaping_dog(c, 252, 240, 104, "#fffaf0", "#8a5a3a")
    c.ellipse(366, 156, 25, 8, "#f2762e", -14)
    c.ellipse(366, 154, 17, 4.4, "#ffa25c", -14)
    for dy in (-8, 2, 12):
        c.line([(398, 140 + dy), (418, 134 + dy)], "#ffffffcc", 2)


def _bench(c: Canvas) -> None:
    for y in (222, 234):
        c.rect(392, y, 84, 7, "#9a6a46", 2)
    c.rect(388, 250, 92, 8, "#9a6a46", 2)
    for x in (398, 464):
        c.rect(x, 220, 6, 56, "#4a4a4a", 2)


def _girl(c: Canvas) -> None:
    shadow(c, 82, 338, 38)
    look = Look(
        skin="#7a4a30",
        hair="#1d1412",
        style="braids",
        top="#e8553e",
        skirt="#3f4f8a",
        shoes="#ffffff",
        short_sleeves=True,
    )
    draw_person(
        c,
        80,
        336,
        176,
        look,
        Pose(
            near_hand=(39, -64),
            far_hand=(-20, -50),
            near_foot=(16, 0),
            far_foot=(-14, 0),
            near_elbow=-1,
            lean=5,
            face="open",
        ),
    )
