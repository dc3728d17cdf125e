"""What all charts share: pictures in two widths, texts that are cut to fit, axes with round numbers.

Every chart is drawn twice, for a wide page and for a phone, each at the size its letters are meant for; CSS shows one.
Colours are classes, so that light and dark pages have their own.
"""

import math
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from jurybox.report.markup import Attributes, el

WIDE, NARROW = 760, 340
LETTER = 0.6
"""How wide a letter is on average, in sizes of the font."""
STEPS = 10
"""The last of the colours that go from orange (0) by grey (5) to blue (10)."""
ENDS = (0, 1, 9, 10)
"""The colours strong enough that the text on them is the page's ground and not its ink."""
ISOLATED = Markup("\u2068{}\u2069")
"""Keeps the direction of a name to itself."""


def both(draw: Callable[[int], Markup]) -> Markup:
    """A chart for a wide page and for a phone."""
    return el("div", {"class": "chart"}, draw(WIDE), draw(NARROW))


def row_height(width: int) -> int:
    """Of a row with a name and an interval: beside each other on a wide page, one above the other on a phone."""
    return 30 if width >= WIDE else 46


def picture(
    width: int, height: float, title: str, description: str, *children: object, needed: int | None = None
) -> Markup:
    """The whole SVG for a page so wide. One that needs more keeps its size, and the box around it scrolls."""
    is_fixed = needed is not None and needed > width
    attributes: Attributes = {
        "class": ("wide" if width >= WIDE else "narrow") + (" fixed" if is_fixed else ""),
        "viewBox": f"0 0 {needed if is_fixed else width} {num(height)}",
        "width": needed if is_fixed else None,
        "height": num(height) if is_fixed else None,
        "role": "img",
        "direction": "ltr",
        "xmlns": "http://www.w3.org/2000/svg",
    }
    return el("svg", attributes, el("title", {}, title), el("desc", {}, description), *children)


def num(value: float) -> str:
    """A coordinate: a tenth of a pixel is fine enough, and always the same bytes.

    >>> num(3.04), num(2.96), num(-0.01)
    ('3', '3', '0')
    """
    text = f"{value:.1f}"
    return "0" if text == "-0.0" else text.removesuffix(".0")


def text(x: float, y: float, content: object, css: str = "", anchor: str = "start", **more: str) -> Markup:
    attributes = {"x": num(x), "y": num(y), "class": css or None, "text-anchor": anchor if anchor != "start" else None}
    return el("text", {**attributes, **{key.replace("_", "-"): value for key, value in more.items()}}, content)


def line(x1: float, y1: float, x2: float, y2: float, css: str) -> Markup:
    return el("line", {"x1": num(x1), "y1": num(y1), "x2": num(x2), "y2": num(y2), "class": css})


def rect(x: float, y: float, width: float, height: float, css: str, *children: object) -> Markup:
    size = {"width": num(max(0.0, width)), "height": num(max(0.0, height))}
    return el("rect", {"x": num(x), "y": num(y), **size, "class": css}, *children)


def wide_as(content: str, size: float = 13) -> float:
    """About how wide a text is drawn.

    >>> wide_as("abcd") < wide_as("汉字汉字") == 52
    True
    """
    return sum(_letter(character) for character in content) * size


def _letter(character: str) -> float:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    return 1.0 if unicodedata.east_asian_width(character) in ("W", "F") else LETTER


def cut(content: str, width: float, size: float = 13) -> str:
    """As much of a text as fits, with … for the rest; an accent stays with its letter.

    >>> cut("short", 100), cut("a very long name of a system", 80)
    ('short', 'a very lo…')
    """
    content = " ".join(content.split())
    if wide_as(content, size) <= width:
        return content
    kept, room = "", width - size * LETTER
    for character in content:
        room -= _letter(character) * size
        if room < 0:
            break
        kept += character
    return kept.rstrip() + "…"


def label(x: float, y: float, name: str, width: float, css: str = "", anchor: str = "start") -> Markup:
    """A name from the data, cut to fit, with the whole of it as a tooltip."""
    short = cut(name, width)
    tooltip = el("title", {}, name) if short != name else Markup("")
    return text(x, y, ISOLATED.format(short) + tooltip, css, anchor)


@dataclass(frozen=True, slots=True)
class Axis:
    """From numbers to places: `low` is drawn at `start`, `high` at `end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def ticks(self, most: int) -> list[float]:
        """Round numbers inside the axis, at most so many.

        >>> Axis(0.12, 0.97, 0, 100).ticks(5)
        [0.2, 0.4, 0.6, 0.8]
        """
        step = round_step((self.high - self.low) / max(1, most))
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [round(n * step, 10) for n in range(first, last + 1)]

    def decimals(self, most: int) -> int:
        """How many decimals the ticks need."""
        step = round_step((self.high - self.low) / max(1, most))
        return max(0, -math.floor(math.log10(step) + 1e-9)) if step < 1 else 0


def round_step(least: float) -> float:
    """1, 2 or 5 times a power of ten, not below `least`.

    >>> round_step(0.13), round_step(3), round_step(1)
    (0.2, 5.0, 1.0)
    """
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * m for m in (1.0, 2.0, 5.0, 10.0) if power * m >= least * (1 - 1e-9))


def axis_around(
    values: Sequence[float],
    start: float,
    end: float,
    least: float = 1e-9,
    within: tuple[float | None, float | None] = (None, None),
) -> Axis:
    """An axis that holds all values with some air around them, also when they are all the same.

    Of a scale with ends it shows nothing beyond them.
    """
    low, high = min(values), max(values)
    air = max((high - low) * 0.06, least)
    if high - low < least:
        air = max(abs(high) * 0.05, 0.5)
    lowest, highest = within
    left = low - air if lowest is None else max(low - air, min(low, lowest))
    right = high + air if highest is None else min(high + air, max(high, highest))
    return Axis(left, right, start, end)


def step_of(share: float) -> int:
    """The colour for 0 to 1, from orange by grey to blue."""
    return max(0, min(STEPS, math.floor(share * STEPS + 0.5)))


def on(step: int) -> str:
    """The class of a text that stands on a colour."""
    return "on-end" if step in ENDS else "on-mid"
