"""Distribution of ratings: a bar for each system, in pieces as long as the share of each value."""

from collections.abc import Sequence

from markupsafe import Markup

from jurybox.analysis import Ranked
from jurybox.report.charts.svg import STEPS, WIDE, both, label, num, on, picture, rect, step_of, text, wide_as
from jurybox.report.markup import el, name_of
from jurybox.report.tables import best_first
from jurybox.report.wording import Wording, asked, distinct, labels

LANES = 6


def distribution(ranked: Sequence[Ranked], say: Wording) -> Markup:
    """The bars of one question, with the names of the values under them."""
    rows = [r for r in best_first(ranked) if sum(r.distribution.values())]
    values = sorted(distinct(value for r in rows for value in r.distribution), key=_order)
    css = colours(values, say, rows[0].question if rows else None)
    return both(lambda width: _draw(rows, values, css, say, width)) + legend(values, css, say, rows)


def _order(value: str) -> tuple[bool, float]:
    """Numbers by size; a range (`10–20`) by where it begins; other texts as they came."""
    number = as_number(value)
    return number is None, number or 0.0


def as_number(value: str) -> float | None:
    """
    >>> as_number("2.5"), as_number("10–20"), as_number("[0, 10)"), as_number("good")
    (2.5, 10.0, 0.0, None)
    """
    for piece in (value, value.lstrip("[(").split("–")[0].split(",")[0].strip()):
        try:
            return float(piece)
        except ValueError:
            continue
    return None


def colours(values: Sequence[str], say: Wording, question: str | None) -> list[str]:
    """From orange for the worst to blue for the best; what has no order has colours of its own."""
    known = asked(say.findings, question)
    if known.get("level") == "nominal" or any(as_number(value) is None for value in values):
        return [f"lane-{n % LANES + 1}" for n in range(len(values))]
    rising = known.get("higher_is_better", True)
    last = max(1, len(values) - 1)
    return [f"step-{step_of(n / last if rising else 1 - n / last)}" for n in range(len(values))]


def _draw(rows: Sequence[Ranked], values: Sequence[str], css: Sequence[str], say: Wording, width: int) -> Markup:
    is_wide = width >= WIDE
    high = 32 if is_wide else 48
    names = min(230.0, max((wide_as(r.system) for r in rows), default=0) + 8)
    counted = max((wide_as(_counted(r, say), 12) for r in rows), default=0)
    left, right = (names + 14, width - 20 - counted) if is_wide else (10, width - 10)
    parts = []
    for n, r in enumerate(rows):
        top = n * high
        base, bar_top, bar = (top + 20, top + 5, 22) if is_wide else (top + 17, top + 23, 20)
        parts.append(label(0 if is_wide else 10, base, r.system, names if is_wide else width - 80, "name"))
        parts.append(text(width - 10, base, _counted(r, say), "tick", "end"))
        parts.append(_bar(r, values, css, say, (left, right, bar_top, bar)))
    heading = say.heading(rows[0].question, rows[0].by) if rows else ""
    title = say("report.chart.distribution", question=heading)
    return picture(width, len(rows) * high + 4, title, _describe(rows, values, say), *parts)


def _counted(r: Ranked, say: Wording) -> str:
    return f"n={say.numbers.count(sum(r.distribution.values()))}"


def _bar(
    r: Ranked, values: Sequence[str], css: Sequence[str], say: Wording, box: tuple[float, float, float, float]
) -> Markup:
    left, right, top, high = box
    total, x, parts = sum(r.distribution.values()), left, []
    for value, colour in zip(values, css, strict=True):
        share = r.distribution.get(value, 0) / total
        width = share * (right - left)
        if width <= 0:
            continue
        said = say.numbers.share(share)
        parts.append(rect(x, top, width, high, colour, el("title", {}, f"{value_name(value, r, say)}: {said}")))
        if width > wide_as(said, 12) + 12:
            step = int(colour.removeprefix("step-")) if colour.startswith("step-") else STEPS
            parts.append(text(x + width / 2, top + high / 2 + 4, said, f"inside {on(step)}", "middle"))
        x += width
    return el("g", {"class": "bar"}, *parts)


def value_name(value: str, r: Ranked, say: Wording) -> str:
    number = as_number(value) if "–" not in value else None
    name = labels(asked(say.findings, r.question)).get(number) if number is not None else None
    return f"{value} · {name}" if name and name != value else value


def legend(values: Sequence[str], css: Sequence[str], say: Wording, rows: Sequence[Ranked]) -> Markup:
    """Which colour means what."""
    if not rows:
        return Markup("")
    entries = [
        el("li", {}, swatch(colour), name_of(value_name(value, rows[0], say)))
        for value, colour in zip(values, css, strict=True)
    ]
    return el("ul", {"class": "legend"}, *entries)


def swatch(css: str) -> Markup:
    size = num(12)
    box = {"class": "swatch", "viewBox": "0 0 12 12", "width": size, "height": size, "aria-hidden": "true"}
    return el("svg", box, rect(0, 0, 12, 12, css))


def _describe(rows: Sequence[Ranked], values: Sequence[str], say: Wording) -> str:
    said = []
    for r in rows:
        total = sum(r.distribution.values())
        shares = ", ".join(f"{value} {say.numbers.share(r.distribution.get(value, 0) / total)}" for value in values)
        said.append(f"{r.system}: {shares}")
    return "; ".join(said)
