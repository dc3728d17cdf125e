"""A flat-style drawing surface: smooth shapes in a movable coordinate system, drawn large and scaled down."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from PIL import Image, ImageDraw

Point = tuple[float, float]
Points = Sequence[Point]
Matrix = tuple[float, float, float, float, float, float]


class Canvas:
    """Colours are "#rrggbb", or "#rrggbbaa" to let what is below shine through."""

    def __init__(self, width: int, height: int, background: str, oversize: int = 4) -> None:
        self.size = (width, height)
        self.width, self.height = width, height
        self._image = Image.new("RGB", (width * oversize, height * oversize), background)
        self._draw = ImageDraw.Draw(self._image, "RGBA")
        self._matrix: Matrix = (oversize, 0, 0, oversize, 0, 0)

    @contextmanager
    def at(self, x: float, y: float, scale: float = 1, angle: float = 0, mirror: bool = False) -> Iterator[None]:
        """Inside, (0, 0) lies at (x, y); turned clockwise by degrees, mirrored left to right."""
        before = self._matrix
        cos, sin = math.cos(math.radians(angle)) * scale, math.sin(math.radians(angle)) * scale
        flip = -1 if mirror else 1
        self._matrix = _times(before, (cos * flip, sin * flip, -sin, cos, x, y))
        yield
        self._matrix = before

    def polygon(self, points: Points, fill: str) -> None:
        self._draw.polygon([self._place(p) for p in points], fill=fill)

    def smooth(self, points: Points, fill: str) -> None:
        """The area inside a closed curve through the points."""
        self.polygon(_spline(points, closed=True), fill)

    def ellipse(self, x: float, y: float, rx: float, ry: float, fill: str, angle: float = 0) -> None:
        with self.at(x, y, angle=angle):
            self.polygon([(rx * math.cos(t), ry * math.sin(t)) for t in _turn(0, 360)], fill)

    def circle(self, x: float, y: float, r: float, fill: str) -> None:
        self.ellipse(x, y, r, r, fill)

    def sector(
        self, x: float, y: float, r: float, start: float, end: float, fill: str, ry: float | None = None
    ) -> None:
        """The part of a disc cut off by the chord between two angles (0 is right, 90 is down)."""
        self.polygon([(x + r * math.cos(t), y + (ry or r) * math.sin(t)) for t in _turn(start, end)], fill)

    def rect(self, x: float, y: float, w: float, h: float, fill: str, radius: float = 0) -> None:
        if radius == 0:
            self.polygon([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], fill)
            return
        r = min(radius, w / 2, h / 2)
        corners = [(x + w - r, y + r, -90), (x + w - r, y + h - r, 0), (x + r, y + h - r, 90), (x + r, y + r, 180)]
        self.polygon(
            [(a + r * math.cos(t), b + r * math.sin(t)) for a, b, start in corners for t in _turn(start, start + 90)],
            fill,
        )

    def line(self, points: Points, fill: str, width: float = 2) -> None:
        """Through the points with straight pieces and round ends."""
        spots = [self._place(p) for p in points]
        thick = max(1, round(width * self._zoom()))
        self._draw.line(spots, fill=fill, width=thick, joint="curve")
        for x, y in (spots[0], spots[-1]):
            r = thick / 2
            self._draw.ellipse((x - r, y - r, x + r, y + r), fill=fill)

    def curve(self, points: Points, fill: str, width: float = 2) -> None:
        """Through the points with one soft bend."""
        self.line(_spline(points, closed=False), fill, width)

    def arc(self, x: float, y: float, r: float, start: float, end: float, fill: str, width: float = 2) -> None:
        self.line([(x + r * math.cos(t), y + r * math.sin(t)) for t in _turn(start, end)], fill, width)

    def finished(self) -> Image.Image:
        return self._image.resize(self.size, Image.Resampling.LANCZOS)

    def _place(self, point: Point) -> Point:
        a, b, c, d, e, f = self._matrix
        return (a * point[0] + c * point[1] + e, b * point[0] + d * point[1] + f)

    def _zoom(self) -> float:
        a, b, c, d, _, _ = self._matrix
        return math.sqrt(abs(a * d - b * c))


def _turn(start: float, end: float) -> list[float]:
    """Angles in radians from start to end, close enough to look round."""
    steps = max(8, round(abs(end - start) / 5))
    return [math.radians(start + (end - start) * i / steps) for i in range(steps + 1)]


def _times(m: Matrix, n: Matrix) -> Matrix:
    a, b, c, d, e, f = m
    g, h, i, j, k, o = n
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * o + e, b * k + d * o + f)


def _spline(points: Points, closed: bool, steps: int = 12) -> list[Point]:
    """A Catmull-Rom curve: it passes through every point."""
    n = len(points)
    if n < 3:
        return list(points)
    pieces = n if closed else n - 1
    result = []
    for i in range(pieces):
        around = (points[(i + k) % n] if closed else points[min(max(i + k, 0), n - 1)] for k in (-1, 0, 1, 2))
        p0, p1, p2, p3 = around
        result += [_between(p0, p1, p2, p3, s / steps) for s in range(steps)]
    return result if closed else [*result, points[-1]]


def _between(p0: Point, p1: Point, p2: Point, p3: Point, t: float) -> Point:
    def one(a: float, b: float, c: float, d: float) -> float:
        return 0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)

    return (one(p0[0], p1[0], p2[0], p3[0]), one(p0[1], p1[1], p2[1], p3[1]))
