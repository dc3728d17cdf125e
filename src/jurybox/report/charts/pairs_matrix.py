"""Matrix of pairwise comparisons: the row less the column, strong where the difference is established."""

from collections.abc import Sequence

from markupsafe import Markup

from jurybox.analysis import Comparison, Ranked
from jurybox.report.charts.grid import Cell, ColourGrid, grid
from jurybox.report.numbers import MINUS
from jurybox.report.tables import best_first, is_sure
from jurybox.report.wording import Wording, asked, distinct

BETTER, LEANS_BETTER, LEANS_WORSE, WORSE = 9, 6, 4, 1


def pairs_matrix(compared: Sequence[Comparison], ranked: Sequence[Ranked], say: Wording) -> Markup:
    """The comparisons of one question; `ranked` gives the order of the systems."""
    order = [r.system for r in best_first(ranked)]
    names = distinct([*order, *(name for c in compared for name in (c.first, c.second))])
    known = {(c.first, c.second): c for c in compared}
    names = [name for name in names if any(name in pair for pair in known)]

    def cell(row: int, column: int) -> Cell | None:
        return None if row == column else _cell(names[row], names[column], known, say)

    title = say("report.chart.pairs", question=say.heading(compared[0].question, compared[0].by))
    return grid(ColourGrid(names, names, cell, title, _describe(compared, say)))


def is_established(c: Comparison, say: Wording) -> bool:
    """Whether the adjusted test tells the two apart, at the level at which lines between systems are drawn."""
    return is_sure(c.p_adjusted)


def _cell(row: str, column: str, known: dict[tuple[str, str], Comparison], say: Wording) -> Cell | None:
    turned = (row, column) not in known
    c = known.get((column, row) if turned else (row, column))
    if c is None:
        return None
    if c.difference is None:
        return Cell(None, "·", f"{row} – {column}: {say('report.not_defined')}", "·")
    difference = -c.difference if turned else c.difference
    sure = is_established(c, say)
    good = (difference > 0) == bool(asked(say.findings, c.question).get("higher_is_better", True))
    step = 5 if difference == 0 else (BETTER if good else WORSE) if sure else (LEANS_BETTER if good else LEANS_WORSE)
    number = say.numbers.number(difference)
    signed = number if number.startswith(MINUS) or difference == 0 else f"+{number}"
    verdict = say("report.pairs.established") if sure else say("report.pairs.open")
    tooltip = f"{row} – {column}: {signed}, p {_p_value(c.p_adjusted, say)}, {verdict}"
    return Cell(step, signed, tooltip, ("+" if good else MINUS) if sure else "")


def _describe(compared: Sequence[Comparison], say: Wording) -> str:
    sure = [c for c in compared if is_established(c, say)]
    return say("report.pairs.summary", n=len(sure), of=len(compared))


def _p_value(p: float | None, say: Wording) -> str:
    """With its sign: = .03, or < .001."""
    text = say.numbers.p(p)
    return text if text.startswith("<") else f"= {text}"
