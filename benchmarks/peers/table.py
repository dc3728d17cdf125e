"""The table: a row for each figure, a column for each program, and how many times worse than Jurybox it is."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

Figure = float | str
"""A number, or why there is none."""


@dataclass(frozen=True, slots=True)
class Measure:
    label: str
    words: str
    unit: str = ""
    better: Literal["less", "more", "none"] = "less"


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    figures: Mapping[str, Figure]
    """By the label of the measure."""


def markdown(measures: Iterable[Measure], ours: Column, peers: list[Column]) -> str:
    head = ["measured", ours.name, *(peer.name for peer in peers)]
    rows = [head, ["---"] * len(head)]
    for measure in measures:
        if not any(measure.label in column.figures for column in (ours, *peers)):
            continue  # such as what was refused, where nothing was
        cells = [shown(measure, column.figures.get(measure.label, "")) for column in (ours, *peers)]
        ratios = ["", *(compared(measure, ours, peer) for peer in peers)]
        rows.append([measure.words, *(cell + ratio for cell, ratio in zip(cells, ratios, strict=True))])
    return "\n".join("| " + " | ".join(row) + " |" for row in rows) + "\n"


def shown(measure: Measure, figure: Figure) -> str:
    if isinstance(figure, str):
        return figure.replace("|", "/").replace("\n", " ")
    digits = 0 if figure >= 100 or figure == int(figure) else 1 if figure >= 10 else 2
    return f"{figure:,.{digits}f} {measure.unit}".strip()


def compared(measure: Measure, ours: Column, peer: Column) -> str:
    """` (3.2×)`: Jurybox is that much better; ` (0.50×, better)`: the peer is."""
    one, other = ours.figures.get(measure.label), peer.figures.get(measure.label)
    if measure.better == "none" or isinstance(one, str) or isinstance(other, str) or not one or not other:
        return ""
    times = other / one if measure.better == "less" else one / other
    return f" ({times:,.{0 if times >= 100 else 1 if times >= 10 else 2}f}×{', better' if times < 1 else ''})"
