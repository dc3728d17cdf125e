"""A craftswoman behind her market stall full of alebrijes, the painted dream animals of Oaxaca."""

from tools.demo_art.canvas import Canvas
from tools.demo_art.person import Look, Pose, draw_person
from tools.demo_art.props import cut_paper, shadow

SIZE = (480, 360)
PAPERS = ("#d6336c", "#f4b233", "#2f9e77", "#2f7fc1", "#8a4fbf", "#e8553e")


def draw(c: Canvas) -> None:
    c.rect(0, 0, 480, 360, "#f6dfb8")
    for x, colour in ((0, "#e9a15f"), (160, "#efc07a"), (320, "#e48f62")):
        c.rect(x, 50, 160, 220, colour)
        c.rect(x + 55, 120, 44, 150, "#7a4a35", 22)
    c.rect(0, 262, 480, 98, "#d9b98a")
    for n in range(7):
        cut_paper(c, 8 + n * 68, 12, 58, 46, PAPERS[n % 6], "#f6dfb8")
    c.line([(0, 12), (480, 12)], "#7a5a48", 1.5)
    _seller(c)
    _table(c)
    _jaguar(c, 115, 238)
    _owl(c, 236, 240)
    _lizard(c, 340, 238)
    _rabbit(c, 420, 240)


def _seller(c: Canvas) -> None:
    look = Look(skin="#b9774e", style="braids", top="#fff7e8", skirt="#b7305f", collar="#d6336c", short_sleeves=True)
    draw_person(c, 282, 318, 218, look, Pose(near_hand=(24, -50), far_hand=(-26, -48), far_elbow=1))


def _table(c: Canvas) -> None:
    shadow(c, 240, 350, 220)
    c.rect(40, 236, 400, 26, "#2f9e77", 4)
    c.rect(46, 258, 388, 88, "#c9305c")
    for n in range(13):
        colour = PAPERS[(n * 2 + 1) % 6]
        c.polygon([(46 + n * 29.85, 258), (46 + (n + 1) * 29.85, 258), (46 + (n + 0.5) * 29.85, 282)], colour)
    for n in range(9):
        c.circle(72 + n * 42, 312, 9, "#f4b233")
        c.circle(72 + n * 42, 312, 4, "#c9305c")


def _dots(c: Canvas, spots: list[tuple[float, float]], colours: tuple[str, ...], r: float = 3) -> None:
    for n, (x, y) in enumerate(spots):
        c.circle(x, y, r, colours[n % len(colours)])
        c.circle(x, y, r * 0.45, "#fff7e8")


def _jaguar(c: Canvas, x: float, y: float) -> None:
    with c.at(x, y):
        for wing, tint in ((-24, "#2f7fc1"), (-4, "#45b5c4")):
            c.smooth([(0, -44), (wing, -92), (wing + 18, -84), (wing + 26, -64), (20, -44)], tint)
        c.curve([(-36, -34), (-58, -50), (-52, -76), (-42, -70)], "#f2762e", 8)
        for leg in (-30, -16, 18, 32):
            c.rect(leg - 5, -24, 10, 24, "#d9531e", 4)
        c.ellipse(0, -36, 42, 18, "#f2762e")
        c.circle(42, -54, 19, "#f2762e")
        for ear in (30, 54):
            c.circle(ear, -70, 6, "#d6336c")
        c.ellipse(48, -48, 9, 7, "#ffe3b0")
        c.circle(48, -52, 2.6, "#33221e")
        for eye in (37, 51):
            c.circle(eye, -58, 2.8, "#33221e")
        _dots(
            c,
            [(-26, -38), (-14, -30), (-4, -42), (8, -30), (20, -40), (32, -62), (-34, -30)],
            ("#f9d648", "#2f9e77", "#d6336c"),
            4.4,
        )


def _owl(c: Canvas, x: float, y: float) -> None:
    with c.at(x, y):
        c.smooth(
            [(-24, -20), (-20, -52), (-22, -70), (-8, -62), (8, -62), (22, -70), (20, -52), (24, -20), (0, 0)],
            "#8a4fbf",
        )
        c.smooth([(-26, -14), (-24, -46), (-12, -34), (-14, -10)], "#2f7fc1")
        c.smooth([(26, -14), (24, -46), (12, -34), (14, -10)], "#2f7fc1")
        for side in (-9, 9):
            c.circle(side, -47, 9.5, "#f9d648")
            c.circle(side, -47, 6, "#fff7e8")
            c.circle(side, -47, 3.2, "#33221e")
        c.polygon([(-4, -40), (4, -40), (0, -32)], "#f2762e")
        _dots(c, [(-6, -24), (6, -24), (0, -14)], ("#e8553e", "#45b5c4", "#f4b233"), 4)


def _lizard(c: Canvas, x: float, y: float) -> None:
    with c.at(x, y):
        c.curve([(-40, -10), (-56, -30), (-44, -50), (-32, -40), (-40, -34)], "#35a853", 7)
        for n in range(5):
            c.polygon([(-34 + n * 14, -26), (-24 + n * 14, -26), (-29 + n * 14, -42)], ("#e8553e", "#f9d648")[n % 2])
        c.smooth([(-44, -10), (-20, -28), (20, -28), (42, -36), (52, -22), (40, -10), (0, -6)], "#35a853")
        for leg in (-24, 16):
            c.line([(leg, -10), (leg - 6, 0)], "#278541", 7)
        c.circle(40, -28, 4.4, "#fff7e8")
        c.circle(41, -28, 2.2, "#33221e")
        c.arc(44, -22, 6, 20, 120, "#1d5e30", 1.6)
        _dots(c, [(-22, -18), (-8, -16), (6, -18), (20, -16)], ("#f4b233", "#45b5c4"), 3.6)


def _rabbit(c: Canvas, x: float, y: float) -> None:
    with c.at(x, y):
        c.ellipse(-6, -62, 5, 20, "#2f7fc1", -8)
        c.ellipse(8, -62, 5, 20, "#2f7fc1", 10)
        c.ellipse(0, -16, 18, 17, "#45b5c4")
        c.circle(1, -40, 14, "#45b5c4")
        for side in (-4, 7):
            c.circle(side, -42, 2.3, "#33221e")
        c.circle(2, -36, 2.2, "#d6336c")
        _dots(c, [(-8, -20), (2, -24), (10, -16), (0, -10)], ("#f9d648", "#d6336c", "#e8553e"), 3.4)
