"""Tag profile: how often each tag was given to each system."""

from collections.abc import Sequence

from markupsafe import Markup

from jurybox.analysis import TagRate
from jurybox.report.charts.grid import Cell, ColourGrid, grid
from jurybox.report.wording import Wording, distinct

MIDDLE, DARKEST = 5, 10


def tag_profile(rates: Sequence[TagRate], say: Wording) -> Markup:
    """The tags of one question, by category; the darker, the more often."""
    rates = [t for t in rates if t.system is not None]
    systems = distinct(t.system for t in rates)
    tags = distinct((t.category, t.tag) for t in rates if t.tag is not None) or distinct(
        (t.category, t.tag) for t in rates
    )
    categories = distinct(category for category, _ in tags)
    tags.sort(key=lambda tag: categories.index(tag[0]))
    known = {(t.category, t.tag, t.system): t for t in rates}
    most = max((t.rate for t in rates if t.rate is not None and (t.category, t.tag) in tags), default=0.0) or 1.0
    as_share = all(t.rate is None or t.rate <= 1 for t in rates)

    def cell(row: int, column: int) -> Cell | None:
        t = known.get((*tags[row], systems[column]))
        if t is None or t.rate is None:
            return Cell(None, "", f"{systems[column]}: {say('report.not_defined')}")
        said = say.numbers.share(t.rate) if as_share else say.numbers.number(t.rate)
        step = MIDDLE + round(t.rate / most * (DARKEST - MIDDLE))
        return Cell(step, said, f"{_name(tags[row], say)}, {systems[column]}: {said} ({t.count}/{t.ratings})")

    rows = [_name(tag, say) for tag in tags]
    title = say("report.chart.tags", question=say.question(rates[0].question))
    return grid(ColourGrid(rows, [str(s) for s in systems], cell, title, _describe(rates, say), _groups(tags, say)))


def _name(tag: tuple[str | None, str | None], say: Wording) -> str:
    return say.category(tag[0]) if tag[1] is None else say.tag(tag[1])


def _groups(tags: Sequence[tuple[str | None, str | None]], say: Wording) -> list[tuple[int, str]]:
    """A heading before the first tag of each category."""
    found: list[tuple[int, str]] = []
    for n, (category, tag) in enumerate(tags):
        if category and tag is not None and (n == 0 or tags[n - 1][0] != category):
            found.append((n, say.category(category)))
    return found


def _describe(rates: Sequence[TagRate], say: Wording) -> str:
    """The most frequent tag of each system."""
    most: dict[str, TagRate] = {}
    for t in rates:
        if t.system is not None and t.tag is not None and t.rate is not None:
            best = most.get(t.system)
            if best is None or (best.rate or 0) < t.rate:
                most[t.system] = t
    return "; ".join(
        say("report.tags.most", system=system, tag=_name((t.category, t.tag), say)) for system, t in most.items()
    )
