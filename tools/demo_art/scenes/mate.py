"""Two friends on a bench by the river share mate from a gourd, a thermos between them."""

from tools.demo_art.canvas import Canvas
from tools.demo_art.person import Look, Pose, draw_person
from tools.demo_art.props import cloud, shadow, sun, tree

SIZE = (480, 360)


def draw(c: Canvas) -> None:
    c.rect(0, 0, 480, 360, "#f9d9b0")
    c.rect(0, 90, 480, 120, "#fbe6c8")
    sun(c, 350, 96, 30, "#ff9f5a")
    cloud(c, 110, 66, 24, "#ffffffaa")
    cloud(c, 250, 44, 16, "#ffffffaa")
    c.rect(0, 150, 480, 70, "#7fb7c9")
    for x, y, w in ((40, 170, 60), (160, 190, 80), (320, 164, 70), (400, 196, 50), (330, 180, 40)):
        c.rect(x, y, w, 3, "#a5d2de", 1.5)
    c.smooth([(-20, 152), (60, 138), (160, 150), (240, 142), (300, 152)], "#7fa66f")
    c.rect(0, 216, 480, 144, "#8fb35f")
    c.smooth([(-20, 300), (120, 282), (300, 292), (500, 278), (500, 370), (-20, 370)], "#d8bd8a")
    tree(c, 446, 262, 190, "#5c9455")
    tree(c, 26, 250, 140, "#6fa65f")
    _bench(c)
    _friends(c)
    _things(c)


def _bench(c: Canvas) -> None:
    shadow(c, 240, 336, 150)
    for y in (206, 226):
        c.rect(104, y, 272, 13, "#8f5f3f", 4)
    for x in (120, 352):
        c.rect(x, 204, 9, 130, "#5a4036", 3)


def _friends(c: Canvas) -> None:
    woman = Look(skin="#d9a27c", hair="#6b3a22", style="long", top="#c9449a", legs="#40557a", shoes="#f3efe6")
    man = Look(
        skin="#c58a62",
        hair="#2b1d1a",
        beard="#2b1d1a",
        top="#3a7cc4",
        legs="#6b5a4a",
        hat="beret",
        hat_colour="#8f2f2f",
    )
    c.rect(104, 262, 272, 14, "#a57349", 4)
    draw_person(
        c,
        168,
        338,
        200,
        woman,
        Pose(near_hand=(33, -34), far_hand=(8, -22), lean=3, hip=16, near_foot=(20, 0), far_foot=(10, 0)),
    )
    draw_person(
        c,
        314,
        338,
        206,
        man,
        Pose(near_hand=(30, -34), far_hand=(4, -22), lean=3, hip=16, near_foot=(20, 0), far_foot=(10, 0), face="open"),
        mirror=True,
    )


def _things(c: Canvas) -> None:
    c.rect(221, 222, 24, 42, "#2f6f5e", 5)
    c.rect(225, 212, 16, 12, "#dfe6e2", 3)
    c.line([(245, 232), (254, 238), (254, 252), (245, 256)], "#dfe6e2", 3)
    _gourd(c, 243, 268)


def _gourd(c: Canvas, x: float, y: float) -> None:
    c.line([(x + 2, y - 14), (x + 13, y - 34)], "#cfd6d3", 3)
    c.smooth([(x - 9, y - 14), (x + 9, y - 14), (x + 13, y), (x, y + 12), (x - 13, y)], "#7a4326")
    c.ellipse(x, y - 14, 10, 3.4, "#cfd6d3")
    c.ellipse(x, y - 14.5, 7.6, 2.2, "#7d9440")
