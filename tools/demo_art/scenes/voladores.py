"""The dance of the flyers of Papantla: four men circle down on ropes from a tall pole, the fifth plays on top."""

import math

from tools.demo_art.canvas import Canvas
from tools.demo_art.person import Look, Pose, draw_person
from tools.demo_art.props import cloud, tree

SIZE = (480, 360)
FLYER = Look(
    skin="#a8683f", top="#ffffff", legs="#c5303a", sash="#f4b233", hat="feathers", hat_colour="#c5303a", shoes="#4a2f24"
)


def draw(c: Canvas) -> None:
    c.rect(0, 0, 480, 360, "#8fcdea")
    for x, y, s in ((70, 60, 20), (404, 44, 24), (330, 96, 13), (120, 130, 13)):
        cloud(c, x, y, s)
    c.smooth(
        [(-20, 300), (70, 236), (150, 274), (250, 226), (350, 276), (430, 240), (500, 290), (500, 370), (-20, 370)],
        "#5fa06a",
    )
    c.rect(0, 306, 480, 54, "#d8bd8a")
    _church(c)
    for x, s in ((30, 76), (452, 86), (392, 62)):
        tree(c, x, 314, s, "#3f8a5a")
    c.rect(236, 66, 8, 268, "#8f6240", 3)
    for n in range(9):
        c.rect(233, 92 + n * 26, 14, 3, "#6b4630", 1.5)
    _ropes_and_flyers(c)
    _top(c)
    _crowd(c)


def _church(c: Canvas) -> None:
    c.rect(96, 252, 88, 56, "#f6ead0")
    c.rect(82, 226, 26, 82, "#fbf3e0")
    c.polygon([(80, 226), (110, 226), (95, 204)], "#c5573f")
    c.sector(140, 252, 26, 180, 360, "#c5573f")
    c.rect(132, 276, 18, 32, "#7a4f38", 9)
    c.circle(95, 242, 6, "#7a4f38")
    c.line([(140, 226), (140, 214)], "#7a4f38", 2)
    c.line([(136, 218), (144, 218)], "#7a4f38", 2)


def _ropes_and_flyers(c: Canvas) -> None:
    for x, y, lean, size, mirror in (
        (96, 196, 24, 92, False),
        (176, 214, 10, 72, False),
        (318, 208, -12, 78, True),
        (398, 180, -26, 96, True),
    ):
        c.line([(240, 70), (x, y - size * 0.1)], "#f6e3c0", 1.8)
        with c.at(x, y, angle=180 + lean * 0.7):
            draw_person(
                c,
                0,
                0,
                size,
                FLYER,
                Pose(
                    near_hand=(30, -88),
                    far_hand=(-30, -88),
                    near_elbow=1,
                    far_elbow=-1,
                    near_foot=(3, 0),
                    far_foot=(-3, 2),
                    gaze=0,
                ),
                mirror=mirror,
            )


def _top(c: Canvas) -> None:
    c.polygon([(206, 66), (274, 66), (266, 74), (214, 74)], "#6b4630")
    draw_person(
        c,
        240,
        66,
        50,
        FLYER,
        Pose(
            near_hand=(16, -72),
            far_hand=(4, -72),
            far_elbow=1,
            near_elbow=-1,
            arms_front=(True, True),
            near_foot=(4, 0),
            far_foot=(-4, 0),
        ),
    )
    c.line([(243, 29), (254, 33)], "#d9a05a", 2)


def _crowd(c: Canvas) -> None:
    tops = ("#e8553e", "#2f7fc1", "#f4b233", "#8a4fbf", "#ffffff", "#c9449a", "#2f9e77")
    for n in range(7):
        x = 60 + n * 60 + 8 * math.sin(n * 2)
        style = ("short", "long", "bun")[n % 3]
        look = Look(
            skin=("#a8683f", "#c58a62", "#8f5a3a")[n % 3],
            style=style,
            top=tops[n],
            legs="#40506b",
            hat="straw" if n % 3 == 0 else None,
        )
        pose = Pose(face="back", near_hand=(24, -84) if n in (1, 4) else (12, -40), near_elbow=1 if n in (1, 4) else -1)
        draw_person(c, x, 392 + (n % 2) * 8, 92, look, pose)
