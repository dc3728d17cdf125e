"""Fields of coloured cells: rows and columns of names, a colour and perhaps a number in each cell."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from jurybox.report.charts.svg import ISOLATED, WIDE, both, cut, label, num, on, picture, rect, text, wide_as
from jurybox.report.markup import el

LEAST = 18
"""No cell is smaller; a field that would need smaller ones scrolls in its box."""
SLOPE = 50
"""How far the names of the columns lean, in degrees."""
LONGEST_COLUMN = 130


@dataclass(frozen=True, slots=True)
class Cell:
    step: int | None
    """The colour, 0 to 10; None: nothing is known."""
    text: str
    tooltip: str
    mark: str = ""
    """A sign that says without colour what the colour says."""


CellAt = Callable[[int, int], Cell | None]


@dataclass(frozen=True, slots=True)
class ColourGrid:
    rows: Sequence[str]
    columns: Sequence[str]
    cell: CellAt
    title: str
    description: str
    groups: Sequence[tuple[int, str]] = ()
    """Headings before the row of that number."""


def grid(field: ColourGrid) -> Markup:
    return both(lambda width: _draw(field, width))


def _draw(field: ColourGrid, width: int) -> Markup:
    is_wide = width >= WIDE
    longest = max((wide_as(name) for name in field.rows), default=0) + 10
    names = min(220.0 if is_wide else 112.0, longest)
    top = _header_height(field)
    lean = math.cos(math.radians(SLOPE)) * min(LONGEST_COLUMN, wide_as(field.columns[-1], 12) if field.columns else 0)
    side = (width - names - lean - 12) / max(1, len(field.columns))
    side = max(LEAST, min(64 if is_wide else 46, side))
    needed = names + side * len(field.columns) + lean + 12
    high = 28
    parts = [_column(name, n, names, side, top) for n, name in enumerate(field.columns)]
    y, headings = top, dict(field.groups)
    for n, name in enumerate(field.rows):
        if n in headings:
            parts.append(label(0, y + 17, headings[n], names + side * len(field.columns), "group"))
            y += 24
        parts.append(label(names - 8, y + high / 2 + 4.5, name, names - 8, "name", "end"))
        parts += [
            _cell(field.cell(n, m), (names + m * side, y, side, high), is_wide) for m in range(len(field.columns))
        ]
        y += high
    return picture(width, y + 4, field.title, field.description, *parts, needed=math.ceil(needed))


def _header_height(field: ColourGrid) -> float:
    longest = max((min(LONGEST_COLUMN, wide_as(name, 12)) for name in field.columns), default=0)
    return 14 + longest * math.sin(math.radians(SLOPE)) + 6


def _column(name: str, n: int, left: float, side: float, top: float) -> Markup:
    x, y = left + n * side + side / 2 + 2, top - 7
    short = cut(name, LONGEST_COLUMN, 12)
    leaning = {"transform": f"rotate(-{SLOPE} {num(x)} {num(y)})"}
    tooltip = el("title", {}, name) if short != name else Markup("")
    return text(x, y, ISOLATED.format(short) + tooltip, "column", **leaning)


def _cell(cell: Cell | None, box: tuple[float, float, float, float], can_hover: bool) -> Markup:
    """A phone shows no tooltips, so there the cells go without: half the bytes of a large field."""
    if cell is None:
        return Markup("")
    x, y, side, high = box
    css = "step-none" if cell.step is None else f"step-{cell.step}"
    tooltip = el("title", {}, cell.tooltip) if can_hover else None
    drawn = rect(x + 1, y + 1, side - 2, high - 2, css, tooltip)
    said = cell.text if wide_as(cell.text, 12) + 4 <= side else cell.mark
    if not said:
        return drawn
    tone = "on-none" if cell.step is None else on(cell.step)
    return drawn + text(x + side / 2, y + high / 2 + 4, said, f"inside {tone}", "middle")
