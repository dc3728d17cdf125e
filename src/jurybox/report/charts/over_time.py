"""Agreement over time: alpha of all ratings up to each moment, a line for each question."""

from collections.abc import Sequence

from markupsafe import Markup

from jurybox.analysis import Moment
from jurybox.report.charts.distribution import LANES
from jurybox.report.charts.svg import WIDE, Axis, both, line, num, picture, text
from jurybox.report.markup import Attributes, el, name_of
from jurybox.report.wording import Wording, distinct

RELIABLE, TENTATIVE = 0.8, 0.667
"""Krippendorff's own limits (Content Analysis, 4th ed. 2019, ch. 12): to rely on, and for tentative conclusions."""

MARGIN = 50
"""Room on the right for the numbers of the limits, where no line runs over them."""


def over_time(moments: Sequence[Moment], say: Wording) -> Markup:
    """One chart for up to six questions; more get further charts."""
    names = distinct(m.question for m in moments)
    charts = []
    for start in range(0, len(names), LANES):
        lines = {name: [m for m in moments if m.question == name] for name in names[start : start + LANES]}
        if any(m.alpha is not None for points in lines.values() for m in points):
            charts += [both(lambda width, lines=lines: _draw(lines, say, width)), _legend(lines, say)]  # type: ignore[misc]
    return Markup("").join(charts)


def _draw(lines: dict[str, list[Moment]], say: Wording, width: int) -> Markup:
    is_wide = width >= WIDE
    high = 260 if is_wide else 220
    values = [m.alpha for points in lines.values() for m in points if m.alpha is not None]
    low, top = max(-1.0, min(values) - 0.08), min(1.0, max(values) + 0.08)
    up = Axis(low, top, high - 34, 14)
    last = max(m.ratings for points in lines.values() for m in points)
    along = Axis(0, max(1, last), 48, width - MARGIN)
    parts = [_frame(up, along, say, is_wide)]
    parts += [_line(points, n + 1, up, along) for n, points in enumerate(lines.values())]
    title = say("report.chart.over_time")
    return picture(width, high, title, _describe(lines, say), *parts)


def _frame(up: Axis, along: Axis, say: Wording, is_wide: bool) -> Markup:
    parts = []
    for tick in up.ticks(6):
        parts.append(line(along.start, up(tick), along.end, up(tick), "grid"))
        parts.append(text(along.start - 8, up(tick) + 4, say.numbers.number(tick, up.decimals(6)), "tick", "end"))
    for limit in (RELIABLE, TENTATIVE):
        if up.low < limit < up.high:
            parts.append(line(along.start, up(limit), along.end + 6, up(limit), "limit"))
            parts.append(text(along.end + 9, up(limit) + 4, say.numbers.number(limit, 3), "tick"))
    for tick in along.ticks(6 if is_wide else 3):
        parts.append(text(along(tick), up.start + 18, say.numbers.count(tick), "tick", "middle"))
    parts.append(text(along.end, up.start + 32, say("report.column.ratings"), "tick", "end"))
    return Markup("").join(parts)


def _line(points: Sequence[Moment], lane: int, up: Axis, along: Axis) -> Markup:
    """What is undefined interrupts the line."""
    pieces: list[list[str]] = [[]]
    end: tuple[float, float] | None = None
    for m in sorted(points, key=lambda m: m.ratings):
        if m.alpha is None:
            pieces.append([])
            continue
        end = along(m.ratings), up(m.alpha)
        pieces[-1].append(f"{num(end[0])},{num(end[1])}")
    drawn = [
        el("polyline", {"points": " ".join(piece), "class": f"line line-{lane}"}) for piece in pieces if len(piece) > 1
    ]
    if end is not None:
        drawn.append(el("circle", {"cx": num(end[0]), "cy": num(end[1]), "r": 4, "class": f"lane-{lane}"}))
    return Markup("").join(drawn)


def _legend(lines: dict[str, list[Moment]], say: Wording) -> Markup:
    """Each line with its colour and its dashes, and where it ends."""
    entries = []
    for n, (question, points) in enumerate(lines.items(), start=1):
        box: Attributes = {
            "class": "swatch long",
            "viewBox": "0 0 28 12",
            "width": 28,
            "height": 12,
            "aria-hidden": "true",
        }
        stroke = el("svg", box, el("polyline", {"points": "0,6 28,6", "class": f"line line-{n}"}))
        ends = next((m.alpha for m in reversed(points) if m.alpha is not None), None)
        entries.append(el("li", {}, stroke, name_of(say.question(question)), " ", say.numbers.number(ends)))
    return el("ul", {"class": "legend"}, *entries)


def _describe(lines: dict[str, list[Moment]], say: Wording) -> str:
    said = []
    for question, points in lines.items():
        values = [m.alpha for m in points if m.alpha is not None]
        if values:
            first, last = say.numbers.number(values[0]), say.numbers.number(values[-1])
            said.append(say("report.over_time.summary", question=say.question(question), first=first, last=last))
    return " ".join(said)
