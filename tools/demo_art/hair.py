"""Hair of a drawn head whose neck is at (0, 0); the face is an ellipse around (0, -14)."""

from tools.demo_art.canvas import Canvas


def draw_back_hair(c: Canvas, style: str, colour: str) -> None:
    """What hangs behind the body."""
    if style == "long":
        c.smooth([(-13, -16), (0, -28), (13, -16), (14, 4), (9, 14), (-9, 14), (-14, 4)], colour)
    elif style == "bob":
        c.smooth([(-13.5, -16), (0, -28), (13.5, -16), (14, -4), (8, 1), (-8, 1), (-14, -4)], colour)
    elif style == "bun":
        c.circle(-6, -28, 6, colour)
    elif style == "ponytail":
        c.smooth([(-8, -22), (-16, -20), (-20, -8), (-17, 2), (-13, -6), (-10, -14)], colour)
    elif style == "curly":
        for x, y, r in (
            (-11, -18, 7),
            (-8, -25, 7),
            (0, -28, 7),
            (8, -25, 7),
            (11, -18, 7),
            (-12, -11, 5),
            (12, -11, 5),
        ):
            c.circle(x, y, r, colour)


def draw_front_hair(c: Canvas, style: str, colour: str, from_behind: bool) -> None:
    """What lies on the head and in front of the shoulders."""
    if style == "none":
        return
    if from_behind:
        c.ellipse(0, -15, 12.3, 12.8, colour)
    elif style == "grey-sides":
        c.smooth([(-12.5, -18), (-9, -20), (-9.5, -13), (-12, -9)], colour)
        c.smooth([(12.5, -18), (9, -20), (9.5, -13), (12, -9)], colour)
    else:
        fringe = [
            (-12.4, -13),
            (-11.5, -22),
            (-4, -27.6),
            (4, -27.6),
            (11.5, -22),
            (12.4, -13),
            (9.5, -18.5),
            (3, -21),
            (-3, -19.5),
            (-9, -19),
        ]
        c.smooth(fringe, colour)
    if style == "braids":
        _braids(c, colour)


def _braids(c: Canvas, colour: str) -> None:
    for side in (-1, 1):
        for n in range(5):
            c.ellipse(side * (12 - n * 0.7), -7 + n * 5.2, 3, 3.6, colour)
        c.circle(side * 9, 18.5, 2.4, "#d6336c")
