"""A roda de capoeira: two play in the middle, the others clap, one plays the berimbau."""

from tools.demo_art.canvas import Canvas
from tools.demo_art.person import Look, Pose, draw_person
from tools.demo_art.props import shadow

SIZE = (480, 360)
SKINS = ("#7a4a30", "#5f3826", "#96603f", "#b9774e")


def draw(c: Canvas) -> None:
    c.rect(0, 0, 480, 360, "#8fd3ea")
    _houses(c)
    c.rect(0, 204, 480, 156, "#dcc7a0")
    for row in range(6):
        for n in range(9):
            c.ellipse(n * 60 + (row % 2) * 30, 222 + row * 26, 24, 8, "#d1b98d")
    c.ellipse(240, 292, 168, 52, "#e9d8b6")
    _circle(c)
    _berimbau(c)
    _players(c)


def _houses(c: Canvas) -> None:
    for n, colour in enumerate(("#f2b84b", "#e8705a", "#6fb7a0", "#f6e0b0", "#7d9fd1", "#ea9cab")):
        x, top = n * 82 - 6, 52 + (n * 37) % 30
        c.rect(x, top, 84, 160, colour)
        c.polygon([(x - 3, top), (x + 87, top), (x + 78, top - 14), (x + 6, top - 14)], "#b9583f")
        for wx in (14, 50):
            c.rect(x + wx, top + 26, 22, 34, "#ffffff", 2)
            c.rect(x + wx + 3, top + 29, 16, 28, "#3f6f7f")
        c.rect(x + 30, top + 92, 26, 70, "#6b4630", 13)


def _circle(c: Canvas) -> None:
    clap = Pose(
        near_hand=(9, -62), far_hand=(-1, -62), near_elbow=-1, far_elbow=1, arms_front=(True, True), face="open"
    )
    people = (
        (120, 236, "curly"),
        (176, 226, "bun"),
        (304, 226, "short"),
        (362, 238, "curly"),
        (60, 262, "short"),
        (424, 264, "braids"),
    )
    for n, (x, y, style) in enumerate(people):
        shadow(c, x, y, 22)
        look = Look(
            skin=SKINS[n % 4],
            hair="#1d1412",
            style=style,
            top="#ffffff",
            legs="#ffffff",
            shoes=SKINS[n % 4],
            sash=("#f4b233", "#2f9e77", "#2f7fc1")[n % 3],
            short_sleeves=True,
        )
        draw_person(c, x, y, 118, look, clap, mirror=x > 240)


def _berimbau(c: Canvas) -> None:
    shadow(c, 240, 222, 22)
    look = Look(
        skin="#5f3826",
        hair="#1d1412",
        top="#f4b233",
        legs="#ffffff",
        shoes="#5f3826",
        hat="flat-cap",
        hat_colour="#f6f0e2",
        short_sleeves=True,
    )
    c.curve([(256, 84), (270, 130), (268, 178), (252, 214)], "#6b4630", 4)
    c.line([(256, 84), (252, 214)], "#e8e2d4", 1.2)
    c.circle(256, 180, 11, "#c98a3f")
    c.circle(253, 180, 7, "#a86a2c")
    draw_person(
        c, 236, 222, 122, look, Pose(near_hand=(22, -48), far_hand=(10, -56), far_elbow=1, arms_front=(True, True))
    )
    c.line([(250, 152), (236, 140)], "#6b4630", 2.4)


def _players(c: Canvas) -> None:
    shadow(c, 178, 334, 52)
    shadow(c, 318, 334, 44)
    kicker = Look(
        skin="#5f3826",
        hair="#1d1412",
        style="curly",
        top="#2f9e77",
        legs="#ffffff",
        shoes="#5f3826",
        sash="#f4b233",
        short_sleeves=True,
    )
    ducker = Look(
        skin="#96603f",
        hair="#1d1412",
        style="ponytail",
        top="#e8553e",
        legs="#ffffff",
        shoes="#96603f",
        sash="#2f7fc1",
        short_sleeves=True,
    )
    kick = Pose(
        near_foot=(48, -58),
        far_foot=(2, 0),
        near_knee=1,
        lean=-22,
        near_hand=(22, -52),
        far_hand=(-34, -54),
        far_elbow=1,
        near_elbow=-1,
        tilt=6,
        face="smile",
    )
    duck = Pose(
        hip=22,
        near_foot=(20, 0),
        far_foot=(-24, 0),
        near_knee=1,
        far_knee=-1,
        lean=-16,
        near_hand=(12, -56),
        far_hand=(-30, -4),
        near_elbow=-1,
        face="open",
        arms_front=(True, True),
    )
    draw_person(c, 172, 334, 150, kicker, kick)
    draw_person(c, 322, 334, 150, ducker, duck, mirror=True)
