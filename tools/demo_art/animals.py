"""Cats and dogs, feet at (0, 0), looking to the right unless mirrored."""

from tools.demo_art.canvas import Canvas


def sleeping_cat(c: Canvas, x: float, y: float, size: float, fur: str, stripe: str, mirror: bool = False) -> None:
    with c.at(x, y, size / 100, mirror=mirror):
        c.smooth([(-50, -4), (-52, -30), (-24, -52), (16, -52), (46, -34), (50, -4), (0, 0)], fur)
        for n in range(3):
            c.curve([(-34 + n * 18, -44 - n * 2), (-36 + n * 18, -34), (-32 + n * 18, -24)], stripe, 5)
        c.curve([(-48, -8), (-30, 2), (0, 0), (18, -4)], stripe, 11)
        c.circle(34, -24, 23, fur)
        for ear in (20, 46):
            c.polygon([(ear - 8, -38), (ear + 8, -38), (ear + (3 if ear > 30 else -3), -56)], fur)
            c.polygon([(ear - 4, -40), (ear + 4, -40), (ear + (2 if ear > 30 else -2), -50)], "#f2a9a0")
        for eye in (26, 44):
            c.arc(eye, -27, 4, 20, 160, "#33221e", 1.8)
        c.polygon([(32, -20), (38, -20), (35, -16)], "#e8705a")
        c.arc(32, -15, 3, 10, 150, "#33221e", 1.4)
        c.arc(38, -15, 3, 30, 170, "#33221e", 1.4)
        for dy in (-3, 2):
            c.line([(14, -17 + dy), (2, -19 + dy * 2)], "#ffffffaa", 1)
            c.line([(55, -17 + dy), (66, -19 + dy * 2)], "#ffffffaa", 1)


def leaping_dog(c: Canvas, x: float, y: float, size: float, fur: str, patch: str) -> None:
    """In the air, mouth open, body stretched."""
    with c.at(x, y, size / 100, angle=-22):
        c.curve([(-46, -8), (-62, -20), (-70, -38)], fur, 9)
        for a, b in (((-34, 6), (-62, 26)), ((-26, 10), (-46, 34)), ((26, 6), (54, 22)), ((32, 2), (62, 8))):
            c.line([a, ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2 + 4), b], fur, 10)
        c.smooth([(-48, -8), (-30, -22), (20, -24), (44, -18), (40, 8), (10, 14), (-34, 14)], fur)
        c.ellipse(-14, -10, 17, 10, patch)
        c.smooth([(36, -14), (40, -36), (58, -44), (76, -34), (88, -26), (84, -18), (70, -16), (56, -6)], fur)
        c.smooth([(70, -16), (84, -16), (82, -8), (70, -8)], "#b5473f")
        c.smooth([(66, -14), (78, -6), (80, -2), (64, -6)], fur)
        c.smooth([(46, -40), (34, -44), (26, -26), (36, -18), (46, -28)], patch)
        c.circle(64, -33, 2.8, "#33221e")
        c.circle(87, -26, 4, "#33221e")
        c.line([(38, -16), (50, -4)], "#e8553e", 5)
