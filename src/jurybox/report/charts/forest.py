"""Forest plot: the mean that each system is listed by with its interval, best first, clusters in bands."""

from collections.abc import Sequence

from markupsafe import Markup

from jurybox.analysis import Ranked
from jurybox.report.charts.svg import (
    WIDE,
    Axis,
    axis_around,
    both,
    label,
    line,
    num,
    picture,
    rect,
    row_height,
    text,
    wide_as,
)
from jurybox.report.markup import el
from jurybox.report.tables import TableColumn, best_first, cell_text, listed
from jurybox.report.wording import Wording, asked

RANKS = TableColumn("rank", "", "ranks")
AXIS = 40
"""Room below the rows for numbers and the word for what is better."""


def forest(ranked: Sequence[Ranked], say: Wording) -> Markup:
    """One question's systems (of one part of the data)."""
    rows = best_first(ranked)
    return both(lambda width: _draw(rows, say, width))


def _draw(rows: Sequence[Ranked], say: Wording, width: int) -> Markup:
    is_wide = width >= WIDE
    high = row_height(width)
    names = min(230.0, max((wide_as(r.system) for r in rows), default=0) + 8)
    left, right = (52 + names + 12, width - 150) if is_wide else (10, width - 10)
    axis = _axis(rows, left, right, say)
    bottom = len(rows) * high + 6
    parts = [_bands(rows, high, width), _grid(axis, bottom, is_wide, say, better(rows, say))]
    parts += [_row(r, axis, n * high, width, names, say) for n, r in enumerate(rows)]
    return picture(width, bottom + AXIS, _title(rows, say), describe(rows, say), *parts)


def _axis(rows: Sequence[Ranked], left: float, right: float, say: Wording) -> Axis:
    scale = asked(say.findings, rows[0].question) if rows else {}
    ends = [end for r in rows for end in listed(r)[1] or ()]
    values = [*ends, *(mean for r in rows if (mean := listed(r)[0]) is not None)]
    within = scale.get("lowest"), scale.get("highest")
    return axis_around(values or [0.0, 1.0], left, right, within=within)


def _bands(rows: Sequence[Ranked], high: float, width: int) -> Markup:
    """A soft ground under every second cluster, and a line where a new one begins."""
    parts, place, odd = [], 0, False
    while place < len(rows):
        end = place
        while end < len(rows) and rows[end].cluster == rows[place].cluster:
            end += 1
        if odd:
            parts.append(rect(0, place * high, width, (end - place) * high, "band"))
        if place:
            parts.append(line(0, place * high, width, place * high, "cluster"))
        place, odd = end, not odd
    return Markup("").join(parts)


def _grid(axis: Axis, bottom: float, is_wide: bool, say: Wording, better_at: str) -> Markup:
    most = 7 if is_wide else 4
    ticks, decimals = axis.ticks(most), axis.decimals(most)
    lines = [line(axis(tick), 0, axis(tick), bottom, "grid") for tick in ticks]
    numbers = [text(axis(tick), bottom + 16, say.numbers.number(tick, decimals), "tick", "middle") for tick in ticks]
    at, anchor = (axis.end, "end") if better_at == "right" else (axis.start, "start")
    key = "report.chart.better_right" if better_at == "right" else "report.chart.better_left"
    return Markup("").join([*lines, *numbers, text(at, bottom + 34, say(key), "tick", anchor)])


def _row(r: Ranked, axis: Axis, top: float, width: int, names: float, say: Wording) -> Markup:
    is_wide, high = width >= WIDE, row_height(width)
    middle = top + (high / 2 if is_wide else high - 13)
    base = top + (high / 2 + 4.5 if is_wide else 19)
    ranks = None if r.rank_low is None or r.rank_high is None else (r.rank_low, r.rank_high)
    rank_text = cell_text(RANKS, ranks, say.numbers)
    mean, interval = listed(r)
    value = say.numbers.number(mean) if mean is not None else say("report.not_defined")
    if is_wide and interval is not None and mean is not None:
        value = f"{value} {say.numbers.interval(interval)}"
    name_at = 52 if is_wide else 10 + wide_as(rank_text, 12) + 10
    room = names if is_wide else width - name_at - 70
    return el(
        "g",
        {"class": "row"},
        text(40 if is_wide else 10, base, rank_text, "rank", "end" if is_wide else "start"),
        label(name_at, base, r.system, room, "name"),
        text(width - 10, base, value, "value", "end"),
        _mark(r, axis, middle),
    )


def _mark(r: Ranked, axis: Axis, y: float) -> Markup:
    mean, interval = listed(r)
    if mean is None:
        return Markup("")
    ends = Markup("")
    if interval is not None:
        low, high = (axis(end) for end in interval)
        ends = line(low, y, high, y, "whisker") + line(low, y - 4, low, y + 4, "whisker")
        ends += line(high, y - 4, high, y + 4, "whisker")
    css = "dot" if interval is not None else "dot hollow"
    return ends + el("circle", {"cx": num(axis(mean)), "cy": num(y), "r": 5, "class": css})


def better(rows: Sequence[Ranked], say: Wording) -> str:
    """On which side the better systems are."""
    question = asked(say.findings, rows[0].question) if rows else {}
    return "right" if question.get("higher_is_better", True) else "left"


def _title(rows: Sequence[Ranked], say: Wording) -> str:
    heading = say.heading(rows[0].question, rows[0].by) if rows else ""
    return say("report.chart.forest", question=heading)


def describe(rows: Sequence[Ranked], say: Wording) -> str:
    """The chart in one sentence, for those who don't see it."""
    said = [(r.system, *listed(r)) for r in rows]
    return "; ".join(f"{name} {say.numbers.number(mean)} ({say.numbers.between(ends)})" for name, mean, ends in said)
