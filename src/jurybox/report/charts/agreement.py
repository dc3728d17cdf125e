"""Agreement of each question: its coefficient with the interval, beside Krippendorff's limits."""

from collections.abc import Sequence

from markupsafe import Markup

from jurybox.analysis import Agreement
from jurybox.report.charts.over_time import RELIABLE, TENTATIVE
from jurybox.report.charts.svg import WIDE, Axis, both, label, line, num, picture, row_height, text, wide_as
from jurybox.report.markup import el
from jurybox.report.wording import Wording


def agreement(found: Sequence[Agreement], say: Wording) -> Markup:
    """One coefficient for each question; those that are not defined are left to the table."""
    rows = [a for a in found if a.value is not None]
    return both(lambda width: _draw(rows, say, width)) if rows else Markup("")


def _draw(rows: Sequence[Agreement], say: Wording, width: int) -> Markup:
    is_wide = width >= WIDE
    high, top = row_height(width), 20
    names = min(230.0, max(wide_as(say.question(a.question)) for a in rows) + 8)
    left, right = (names + 12, width - 150) if is_wide else (10, width - 10)
    lowest = min(0.0, *(low for a in rows for low in (a.value or 0.0, *(a.interval or ()))))
    axis, bottom = Axis(lowest, 1.0, left, right), top + len(rows) * high + 6
    parts = [_frame(axis, top, bottom, say, is_wide)]
    parts += [_row(a, axis, top + n * high, width, names, say) for n, a in enumerate(rows)]
    said = "; ".join(f"{say.question(a.question)}: {_value(a, say, True)}" for a in rows)
    return picture(width, bottom + 24, say("report.section.agreement"), said, *parts)


def _frame(axis: Axis, top: float, bottom: float, say: Wording, is_wide: bool) -> Markup:
    most = 6 if is_wide else 4
    parts = [line(axis(tick), top, axis(tick), bottom, "grid") for tick in axis.ticks(most)]
    parts += [
        text(axis(tick), bottom + 16, say.numbers.number(tick, axis.decimals(most)), "tick", "middle")
        for tick in axis.ticks(most)
    ]
    for limit, anchor in ((TENTATIVE, "end"), (RELIABLE, "start")):
        parts.append(line(axis(limit), 4, axis(limit), bottom, "limit"))
        aside = -4 if anchor == "end" else 4
        parts.append(text(axis(limit) + aside, 13, say.numbers.number(limit, 3), "tick", anchor))
    return Markup("").join(parts)


def _row(a: Agreement, axis: Axis, top: float, width: int, names: float, say: Wording) -> Markup:
    is_wide, high = width >= WIDE, row_height(width)
    y = top + (high / 2 if is_wide else high - 13)
    base = top + (high / 2 + 4.5 if is_wide else 19)
    marks = [el("circle", {"cx": num(axis(a.value or 0.0)), "cy": num(y), "r": 5, "class": "dot"})]
    if a.interval is not None:
        low, up = (axis(min(1.0, end)) for end in a.interval)
        ends = ((low, y, up, y), (low, y - 4, low, y + 4), (up, y - 4, up, y + 4))
        marks = [*(line(*end, "whisker") for end in ends), *marks]
    name = label(0 if is_wide else 10, base, say.question(a.question), names if is_wide else width - 90, "name")
    return el("g", {"class": "row"}, name, text(width - 10, base, _value(a, say, is_wide), "value", "end"), *marks)


def _value(a: Agreement, say: Wording, is_wide: bool) -> str:
    value = say.numbers.number(a.value)
    return f"{value} {say.numbers.interval(a.interval)}" if is_wide and a.interval is not None else value
