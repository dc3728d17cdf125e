"""Heat map of raters: how well each two agree."""

import re
from collections.abc import Sequence

from markupsafe import Markup

from jurybox.analysis import Together
from jurybox.report.charts.grid import Cell, ColourGrid, grid
from jurybox.report.charts.svg import step_of
from jurybox.report.wording import Wording

MOST_RATERS = 40
"""More raters than fit into a picture: those who share most units are drawn."""
UNDEFINED = "="
"""In the cell of two raters who share units and always gave one and the same value: an empty one shares nothing."""


def heat_map(pairs: Sequence[Together], say: Wording) -> Markup:
    """The raters of one question against each other, below the diagonal."""
    names = shown_raters(pairs)
    known = {frozenset((t.first, t.second)): t for t in pairs}

    def cell(row: int, column: int) -> Cell | None:
        if column > row:
            return None
        t = known.get(frozenset((names[row + 1], names[column])))
        pair = f"{names[row + 1]} – {names[column]}"
        if t is None or not t.units:
            return Cell(None, "", f"{pair}: {say('report.heat.nothing_shared')}")
        units = say("report.heat.units", n=t.units)
        if t.value is None:
            return Cell(None, UNDEFINED, f"{pair}: {say('report.heat.undefined')}, {units}")
        return Cell(colour(t.value), say.numbers.number(t.value), f"{pair}: {say.numbers.number(t.value)}, {units}")

    title = say("report.chart.heat_map", question=say.question(pairs[0].question))
    return grid(ColourGrid(names[1:], names[:-1], cell, title, _describe(pairs, say)))


def shown_raters(pairs: Sequence[Together]) -> list[str]:
    """At most so many as fit, in the order in which people count them."""
    shared: dict[str, int] = {}
    for t in pairs:
        for name in (t.first, t.second):
            shared[name] = shared.get(name, 0) + t.units
    return sorted(sorted(shared, key=lambda name: -shared[name])[:MOST_RATERS], key=as_counted)


def as_counted(name: str) -> list[tuple[str, int]]:
    """To sort by: numbers in a name by their size.

    >>> sorted(["r10", "r2", "r1"], key=as_counted)
    ['r1', 'r2', 'r10']
    """
    pieces = re.findall(r"([^0-9]*)([0-9]*)", name)
    return [(text, int(number or -1)) for text, number in pieces]


def colour(value: float) -> int:
    """Agreement by chance is grey, better is blue, worse than chance is orange.

    >>> colour(0.0), colour(1.0), colour(0.5), colour(-1)
    (5, 10, 8, 0)
    """
    return step_of(0.5 + value / 2)


def _describe(pairs: Sequence[Together], say: Wording) -> str:
    values = sorted(t.value for t in pairs if t.value is not None)
    if not values:
        return say("report.heat.nothing_shared")
    low, middle, high = (say.numbers.number(values[at]) for at in (0, len(values) // 2, -1))
    return say("report.heat.summary", low=low, middle=middle, high=high)
