"""A woman turns tortillas on a clay comal over a wood fire."""

from tools.demo_art.canvas import Canvas
from tools.demo_art.person import Look, Pose, draw_person
from tools.demo_art.props import cactus, flame, shadow

SIZE = (480, 360)


def draw(c: Canvas) -> None:
    c.rect(0, 0, 480, 360, "#e7c39a")
    for row in range(7):
        for n in range(7):
            c.rect(n * 80 - (row % 2) * 40 + 2, row * 38 + 2, 76, 34, "#deb384", 3)
    _window(c)
    _shelf(c)
    c.rect(0, 268, 480, 92, "#b98558")
    _hearth(c)
    _cook(c)
    _comal(c)
    _basket(c)


def _window(c: Canvas) -> None:
    c.rect(40, 44, 118, 92, "#7a4f38", 4)
    c.rect(48, 52, 102, 76, "#a5d8e6")
    c.smooth([(48, 128), (48, 104), (80, 92), (112, 102), (150, 90), (150, 128)], "#6faa6c")
    cactus(c, 118, 126, 46)
    c.rect(97, 52, 4, 76, "#7a4f38")


def _shelf(c: Canvas) -> None:
    c.rect(318, 96, 138, 8, "#7a4f38", 2)
    for x, colour, h in ((340, "#b5502f", 34), (378, "#3a7cc4", 26), (416, "#b5502f", 30)):
        c.smooth(
            [
                (x - 9, 96 - h),
                (x + 9, 96 - h),
                (x + 17, 96 - h * 0.45),
                (x + 9, 96),
                (x - 9, 96),
                (x - 17, 96 - h * 0.45),
            ],
            colour,
        )
        c.line([(x - 14, 96 - h * 0.5), (x + 14, 96 - h * 0.5)], "#f6e3c0", 2)
    for n, x in enumerate((330, 346, 362, 430, 444)):
        c.line([(x, 104), (x, 114)], "#c9a05c", 1.4)
        c.smooth([(x - 4, 114), (x + 4, 114), (x + 3, 132), (x, 140), (x - 3, 132)], ("#c5362c", "#d9531e")[n % 2])


def _hearth(c: Canvas) -> None:
    shadow(c, 300, 342, 140)
    c.rect(196, 262, 208, 78, "#9a6a4a", 8)
    c.rect(228, 284, 144, 56, "#3a241c", 10)
    for a, b in (((236, 334), (330, 322)), ((268, 322), (366, 334))):
        c.line([a, b], "#7a4f38", 9)
    for x, size in ((266, 22), (292, 32), (318, 26), (340, 20)):
        flame(c, x, 328, size)


def _comal(c: Canvas) -> None:
    c.ellipse(300, 262, 116, 19, "#4a3128")
    c.ellipse(300, 257, 112, 16, "#5f4135")
    for x, y, colour in ((232, 256, "#f3d99b"), (300, 251, "#f7e3b0"), (352, 261, "#efd08c")):
        c.ellipse(x, y, 30, 6.8, colour)
        for dx, dy in ((-12, 0), (4, -2), (13, 1.5), (-2, 2.5)):
            c.ellipse(x + dx, y + dy, 3, 1.2, "#c99a55")
    for x in (250, 306, 356):
        c.curve([(x, 236), (x + 6, 222), (x - 4, 208), (x + 3, 194)], "#ffffff77", 3)


def _cook(c: Canvas) -> None:
    look = Look(
        skin="#a8683f",
        style="braids",
        top="#fffaf0",
        skirt="#2b5d8a",
        hem=("#f4b233", "#e8553e", "#f4b233"),
        long_skirt=True,
        apron="#d6336c",
        short_sleeves=True,
    )
    draw_person(
        c,
        152,
        350,
        252,
        look,
        Pose(
            near_hand=(31, -44), far_hand=(16, -47), far_elbow=1, lean=9, tilt=4, face="smile", arms_front=(True, True)
        ),
    )


def _basket(c: Canvas) -> None:
    c.smooth([(400, 306), (470, 306), (462, 348), (408, 348)], "#c98f4a")
    for n in range(4):
        c.line([(404 + n, 314 + n * 9), (466 - n, 314 + n * 9)], "#a8723a", 2)
    for n in range(4):
        c.ellipse(435, 305 - n * 4, 27, 6, ("#f3d99b", "#e9c67f")[n % 2])
    c.smooth([(404, 304), (420, 296), (438, 300), (432, 316), (412, 318)], "#fffaf0")
    c.line([(410, 310), (428, 312)], "#d6336c", 2)
