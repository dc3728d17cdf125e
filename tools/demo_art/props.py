"""Things that several pictures share."""

import math

from tools.demo_art.canvas import Canvas, Points

BRIGHT = ("#e8553e", "#f4b233", "#2f9e77", "#2f7fc1", "#c9449a")


def shadow(c: Canvas, x: float, y: float, half: float) -> None:
    """What keeps a thing from floating."""
    c.ellipse(x, y, half, half * 0.16, "#00000022")


def sun(c: Canvas, x: float, y: float, r: float, colour: str = "#ffd45e") -> None:
    c.circle(x, y, r * 1.5, colour + "44")
    c.circle(x, y, r, colour)


def cloud(c: Canvas, x: float, y: float, size: float, colour: str = "#ffffffcc") -> None:
    points = [(-2, 0.5), (-1.6, -0.4), (-0.7, -0.5), (0, -1.1), (0.9, -0.6), (1.7, -0.4), (2, 0.5)]
    c.smooth([(x + a * size, y + b * size) for a, b in points], colour)


def bunting(
    c: Canvas, ends: Points, flags: int, size: float, colours: tuple[str, ...] = BRIGHT, notch: bool = False
) -> None:
    """A string of flags that sags between two points; with a notch they are the little flags of June."""
    (x1, y1), (x2, y2) = ends

    def spot(t: float) -> tuple[float, float]:
        return (x1 + (x2 - x1) * t, y1 + (y2 - y1) * t + math.sin(math.pi * t) * abs(x2 - x1) * 0.09)

    c.line([spot(i / 20) for i in range(21)], "#6b5548", 1.2)
    for n in range(flags):
        x, y = spot((n + 0.5) / flags)
        w = size * 0.42
        middle = y + size * (0.68 if notch else 1.15)
        side = y + size * (1 if notch else 0.05)
        c.polygon([(x - w, y), (x + w, y), (x + w, side), (x, middle), (x - w, side)], colours[n % len(colours)])


def cut_paper(c: Canvas, x: float, y: float, w: float, h: float, colour: str, hole: str) -> None:
    """One sheet of papel picado: cut-out pattern and a fringed edge."""
    c.rect(x, y, w, h * 0.8, colour)
    teeth = 6
    for n in range(teeth):
        c.sector(x + (n + 0.5) * w / teeth, y + h * 0.79, w / teeth / 2, 0, 180, colour, ry=h * 0.16)
    for a, b, r in ((0.5, 0.38, 0.13), (0.2, 0.2, 0.06), (0.8, 0.2, 0.06), (0.2, 0.58, 0.06), (0.8, 0.58, 0.06)):
        c.circle(x + a * w, y + b * h, r * h, hole)
    c.circle(x + 0.5 * w, y + 0.38 * h, 0.05 * h, colour)


def marigold(c: Canvas, x: float, y: float, r: float, colour: str = "#f59a1b") -> None:
    for n in range(9):
        t = math.tau * n / 9
        c.circle(x + math.cos(t) * r * 0.62, y + math.sin(t) * r * 0.62, r * 0.42, colour)
    c.circle(x, y, r * 0.6, "#e07f0c")
    c.circle(x, y, r * 0.28, colour)


def candle(c: Canvas, x: float, y: float, h: float, colour: str = "#fdf6e3") -> None:
    c.rect(x - 3, y - h, 6, h, colour, 1.5)
    c.circle(x, y - h - 6, 7, "#ffd45e44")
    c.smooth([(x, y - h - 12), (x + 3, y - h - 5), (x, y - h - 1), (x - 3, y - h - 5)], "#ffb627")


def tree(c: Canvas, x: float, y: float, size: float, leaf: str = "#4f9d69", trunk: str = "#7a5540") -> None:
    c.polygon(
        [
            (x - size * 0.08, y),
            (x + size * 0.08, y),
            (x + size * 0.05, y - size * 0.6),
            (x - size * 0.05, y - size * 0.6),
        ],
        trunk,
    )
    for a, b, r in ((-0.22, -0.62, 0.26), (0.22, -0.62, 0.26), (0, -0.85, 0.3)):
        c.circle(x + a * size, y + b * size, r * size, leaf)


def palm(c: Canvas, x: float, y: float, size: float, leaf: str = "#2e8b63") -> None:
    top = (x + size * 0.16, y - size)
    c.curve([(x, y), (x + size * 0.03, y - size * 0.5), top], "#8b6546", size * 0.075)
    for angle in (-165, -125, -80, -45, -10, 25, 160):
        with c.at(*top, angle=angle):
            c.smooth([(0, 0), (size * 0.2, -size * 0.09), (size * 0.44, size * 0.06), (size * 0.2, 0)], leaf)
    c.circle(top[0] - 3, top[1] + 5, size * 0.04, "#5c3f2b")
    c.circle(top[0] + 5, top[1] + 6, size * 0.04, "#5c3f2b")


def cactus(c: Canvas, x: float, y: float, h: float, colour: str = "#3d8b5f") -> None:
    c.line([(x, y), (x, y - h)], colour, h * 0.22)
    c.line([(x, y - h * 0.35), (x - h * 0.3, y - h * 0.4), (x - h * 0.3, y - h * 0.75)], colour, h * 0.15)
    c.line([(x, y - h * 0.45), (x + h * 0.3, y - h * 0.5), (x + h * 0.3, y - h * 0.9)], colour, h * 0.15)


def flame(c: Canvas, x: float, y: float, size: float) -> None:
    for scale, colour in ((1.0, "#f2762e"), (0.65, "#ffb627"), (0.35, "#ffe58a")):
        s = size * scale
        c.smooth(
            [
                (x, y),
                (x - s * 0.45, y - s * 0.35),
                (x - s * 0.2, y - s * 0.8),
                (x, y - s * 1.25),
                (x + s * 0.14, y - s * 0.8),
                (x + s * 0.45, y - s * 0.4),
            ],
            colour,
        )
