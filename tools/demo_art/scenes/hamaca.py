"""A man weaves a hammock on an upright frame under a palm roof, as in Yucatán."""

from tools.demo_art.canvas import Canvas
from tools.demo_art.person import Look, Pose, draw_person
from tools.demo_art.props import palm, shadow, sun

SIZE = (480, 360)
THREADS = ("#e8553e", "#f4b233", "#2f9e77", "#2f7fc1", "#c9449a")


def draw(c: Canvas) -> None:
    c.rect(0, 0, 480, 360, "#bfe6ef")
    sun(c, 404, 86, 24)
    c.rect(0, 206, 480, 30, "#4fb8c9")
    c.rect(0, 228, 480, 132, "#f0dcae")
    palm(c, 432, 250, 130)
    palm(c, 30, 244, 110)
    _roof(c)
    _frame(c)
    _weaver(c)
    _yarn(c)


def _roof(c: Canvas) -> None:
    for post in (70, 386):
        c.rect(post, 70, 12, 258, "#7d573c", 3)
    c.polygon([(20, 96), (90, 22), (378, 22), (448, 96)], "#c79a55")
    for n in range(22):
        x = 22 + n * 19.5
        c.polygon([(x, 92), (x + 18, 92), (x + 9, 112)], ("#b98b47", "#c79a55")[n % 2])
    for n in range(8):
        c.line([(92 + n * 40, 26), (50 + n * 52, 90)], "#b2853f", 2)


def _frame(c: Canvas) -> None:
    shadow(c, 282, 332, 110)
    for post in (188, 366):
        c.rect(post, 130, 11, 200, "#8f6240", 3)
    c.rect(180, 134, 206, 9, "#a57349", 3)
    c.rect(180, 296, 206, 9, "#a57349", 3)
    for n in range(34):
        x = 203 + n * 4.8
        c.line([(x, 143), (x, 296)], "#f6ead0", 1)
    for row in range(22):
        y = 292 - row * 4.6
        wave = [(201 + i * 8.2, y + (2.2 if (i + row) % 2 else -2.2)) for i in range(21)]
        c.line(wave, THREADS[(row // 3) % 5], 2.6)


def _weaver(c: Canvas) -> None:
    look = Look(skin="#a8683f", top="#ffffff", legs="#f2ece0", hat="straw", shoes="#7a4a30", sash="#d6336c")
    draw_person(
        c,
        140,
        334,
        220,
        look,
        Pose(near_hand=(33, -60), far_hand=(30, -78), far_elbow=1, lean=4, gaze=4, arms_front=(True, True)),
    )
    with c.at(213, 200, angle=68):
        c.smooth([(-18, 0), (0, -4), (20, 0), (0, 4)], "#8f6240")
        c.line([(-10, 0), (10, 0)], "#e8553e", 3)


def _yarn(c: Canvas) -> None:
    c.smooth([(398, 306), (466, 306), (456, 342), (408, 342)], "#b5793f")
    for n, (x, y) in enumerate(((414, 304), (432, 298), (450, 305), (424, 290), (442, 289))):
        c.circle(x, y, 12, THREADS[n])
        c.arc(x, y, 7, 200, 330, "#ffffff66", 1.6)
        c.arc(x, y, 4, 20, 150, "#ffffff66", 1.6)
    c.smooth([(396, 306), (468, 306), (464, 318), (400, 318)], "#c98a4b")
