"""Fishermen push a jangada, the sailing raft of Ceará, into the sea."""

from tools.demo_art.canvas import Canvas
from tools.demo_art.person import Look, Pose, draw_person
from tools.demo_art.props import cloud, palm, shadow, sun

SIZE = (480, 360)


def draw(c: Canvas) -> None:
    c.rect(0, 0, 480, 360, "#9edcf0")
    sun(c, 66, 58, 24)
    cloud(c, 190, 60, 18)
    cloud(c, 420, 90, 22)
    c.rect(0, 196, 480, 80, "#1f8fae")
    c.rect(0, 222, 480, 60, "#35a9bf")
    for x, y, w in ((40, 208, 46), (140, 214, 60), (380, 206, 70), (60, 236, 60), (420, 240, 46), (340, 232, 34)):
        c.rect(x, y, w, 3, "#8fd9e0", 1.5)
    _far_raft(c)
    c.smooth(
        [(-20, 272), (60, 262), (130, 276), (220, 262), (320, 274), (420, 262), (500, 272), (500, 372), (-20, 372)],
        "#ffffff",
    )
    c.smooth(
        [(-20, 280), (60, 270), (130, 284), (220, 270), (320, 282), (420, 270), (500, 280), (500, 372), (-20, 372)],
        "#f2d9a2",
    )
    palm(c, 440, 330, 190)
    _raft(c)
    _fishers(c)
    _basket(c)


def _far_raft(c: Canvas) -> None:
    c.smooth([(142, 204), (180, 204), (176, 209), (146, 209)], "#7a4f38")
    c.smooth([(160, 202), (160, 160), (186, 192), (178, 201)], "#f9e2a8")


def _raft(c: Canvas) -> None:
    shadow(c, 240, 314, 130)
    c.line([(226, 292), (238, 60)], "#7a5540", 6)
    c.smooth([(238, 60), (262, 92), (318, 170), (356, 250), (300, 262), (232, 262)], "#fffaf0")
    c.smooth([(236, 120), (292, 150), (330, 200), (348, 236), (290, 236), (234, 200)], "#f4b233")
    c.smooth([(234, 166), (300, 186), (338, 220), (290, 226), (233, 214)], "#e8553e")
    c.line([(230, 262), (356, 250)], "#7a5540", 4)
    c.smooth([(118, 284), (160, 292), (320, 292), (372, 276), (348, 308), (140, 308)], "#c98a4b")
    c.line([(134, 298), (356, 296)], "#f6f0e2", 4)
    c.rect(166, 268, 46, 6, "#8f5f3f", 2)
    for x in (172, 202):
        c.rect(x, 270, 5, 22, "#8f5f3f")
    for x in (180, 320):
        c.line([(x - 12, 314), (x + 12, 314)], "#8f6240", 10)


def _fishers(c: Canvas) -> None:
    one = Look(skin="#7a4a30", top="#2f7fc1", legs="#f6f0e2", hat="straw", shoes="#7a4a30", short_sleeves=True)
    two = Look(skin="#96603f", top="#e8553e", legs="#40506b", shoes="#96603f", style="curly", short_sleeves=True)
    push = Pose(
        near_hand=(31, -33),
        far_hand=(33, -40),
        far_elbow=1,
        lean=16,
        near_foot=(10, 0),
        far_foot=(-24, 0),
        near_knee=1,
        hip=6,
        arms_front=(True, True),
    )
    for x in (84, 400):
        shadow(c, x, 340, 36)
    draw_person(c, 78, 338, 164, one, push)
    draw_person(
        c,
        400,
        334,
        156,
        two,
        Pose(
            near_hand=(30, -44),
            far_hand=(28, -52),
            far_elbow=1,
            lean=12,
            near_foot=(8, 0),
            far_foot=(-20, 0),
            hip=4,
            face="open",
            arms_front=(True, True),
        ),
        mirror=True,
    )


def _basket(c: Canvas) -> None:
    c.smooth([(210, 322), (270, 322), (262, 352), (218, 352)], "#b5793f")
    for n, (x, angle) in enumerate(((224, -30), (240, -8), (256, 20))):
        with c.at(x, 318, angle=angle - 60):
            c.smooth([(-14, 0), (0, -6), (14, 0), (0, 6)], ("#9fb4c2", "#c3d1d9", "#8aa3b5")[n])
            c.polygon([(-12, 0), (-20, -6), (-20, 6)], "#8aa3b5")
            c.circle(8, -1, 1.4, "#33221e")
    for n in range(3):
        c.line([(214 + n * 2, 330 + n * 8), (266 - n * 2, 330 + n * 8)], "#8f5a2c", 2)
