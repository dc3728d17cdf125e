"""A boy in a yellow shirt flies a red kite on a green hill, a dog watches."""

from tools.demo_art.canvas import Canvas
from tools.demo_art.person import Look, Pose, draw_person
from tools.demo_art.props import cloud, shadow, tree

SIZE = (480, 360)


def draw(c: Canvas) -> None:
    c.rect(0, 0, 480, 360, "#8fcdf0")
    for x, y, s in ((80, 60, 26), (250, 40, 17), (420, 150, 22)):
        cloud(c, x, y, s)
    c.smooth([(-20, 280), (100, 226), (240, 262), (360, 230), (500, 268), (500, 380), (-20, 380)], "#8cc28a")
    tree(c, 60, 268, 120)
    tree(c, 442, 262, 90, "#3f8a5a")
    c.smooth([(-20, 330), (130, 272), (300, 282), (500, 326), (500, 380), (-20, 380)], "#5fa35c")
    for x, y in ((40, 338), (120, 318), (300, 330), (350, 344), (430, 338), (92, 346), (250, 346)):
        c.circle(x, y, 3.4, "#ffffff")
        c.circle(x, y, 1.4, "#f4b233")
    _kite(c)
    _boy(c)
    _dog(c)


def _kite(c: Canvas) -> None:
    c.curve([(232, 200), (280, 178), (330, 130), (364, 96)], "#fffaf0", 1.6)
    with c.at(380, 72, 1.15, 28):
        c.polygon([(0, -46), (32, -6), (0, 44), (-32, -6)], "#e0403a")
        c.polygon([(0, -46), (32, -6), (0, -6)], "#f9b93a")
        c.polygon([(0, 44), (-32, -6), (0, -6)], "#f9b93a")
        c.curve([(0, 44), (12, 62), (-8, 80), (8, 102)], "#e0403a", 2)
        for x, y in ((8, 60), (-4, 78), (6, 98)):
            c.polygon([(x - 9, y - 5), (x, y), (x - 9, y + 5)], "#2f7fc1")
            c.polygon([(x + 9, y - 5), (x, y), (x + 9, y + 5)], "#2f7fc1")


def _boy(c: Canvas) -> None:
    shadow(c, 180, 320, 40)
    look = Look(skin="#c58a62", hair="#6b3a22", top="#f7c948", legs="#2f5a9a", shoes="#c5303a", short_sleeves=True)
    draw_person(
        c,
        178,
        318,
        158,
        look,
        Pose(
            near_hand=(33, -74),
            far_hand=(25, -64),
            near_elbow=-1,
            far_elbow=1,
            near_foot=(13, 0),
            far_foot=(-12, 0),
            tilt=-10,
            face="open",
            arms_front=(True, True),
        ),
    )


def _dog(c: Canvas) -> None:
    shadow(c, 282, 322, 30)
    with c.at(280, 320, 0.8):
        c.curve([(-22, -12), (-38, -20), (-40, -36)], "#7a4f33", 8)
        c.smooth([(-26, 0), (-28, -26), (-6, -52), (14, -52), (18, -20), (16, 0)], "#8f5f3f")
        c.smooth([(2, 0), (4, -36), (16, -40), (20, 0)], "#a57349")
        c.smooth([(-4, -54), (-2, -78), (16, -88), (34, -82), (42, -72), (30, -60), (14, -52)], "#8f5f3f")
        c.smooth([(0, -80), (-12, -72), (-10, -52), (2, -56), (6, -70)], "#5f3d27")
        c.circle(20, -76, 3, "#33221e")
        c.circle(41, -74, 4, "#33221e")
        c.line([(-2, -52), (16, -50)], "#e0403a", 5)
