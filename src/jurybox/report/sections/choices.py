"""Sections about what needs no ranking: choices, ratings over all systems, and systems that can't be compared."""

from collections.abc import Sequence

from markupsafe import Markup

from jurybox.analysis import Apart, Findings, Overall, Ranked
from jurybox.report import charts
from jurybox.report.markup import join
from jurybox.report.sections.shared import (
    Section,
    Splits,
    bullets,
    figure,
    folded,
    heading,
    html_table,
    paragraph,
)
from jurybox.report.tables import apart_table, in_parts, options_table, overall_table, shares_table
from jurybox.report.wording import Wording, distinct


def shares(findings: Findings, say: Wording) -> Section | None:
    """Per question the options side by side; parts of the data are folded away."""
    if not findings.shares:
        return None
    whole, splits = [paragraph(say("report.shares.about"), css="note")], Splits(say)
    for piece in in_parts(findings.shares):
        shown = heading(piece[0].question, say) + html_table(options_table(piece, findings, say), say)
        splits.add(whole, piece[0].by, shown)
    tables = [html_table(table, say) for table in shares_table(findings, say).part_tables()]
    numbers = folded(say("report.numbers"), *tables)
    return Section("shares", say("report.section.shares"), join([*whole, *splits.folds(), numbers]))


def overall(findings: Findings, say: Wording) -> Section | None:
    """Without systems what there is to know; with systems folded away."""
    if not findings.overall:
        return None
    table = html_table(overall_table(findings, say), say)
    if findings.ranking:
        body = join([paragraph(say("report.overall.beside"), css="note"), folded(say("report.numbers"), table)])
    else:
        body = join([table, *_spread(findings, say)])
    title = say("report.section.overall" if findings.ranking else "report.section.overall_items")
    return Section("overall", title, body)


def _spread(findings: Findings, say: Wording) -> list[Markup]:
    """How often each value was given, over all and part by part."""
    parts = []
    for question in distinct(o.question for o in findings.overall):
        given = [o for o in findings.overall if o.question == question and sum(o.distribution.values())]
        if given:
            chart = figure(charts.distribution(_bars(given, say), say), say("report.caption.distribution_overall"))
            parts += [heading(question, say), chart]
    return parts


def _bars(given: Sequence[Overall], say: Wording) -> list[Ranked]:
    """Each part of the data drawn as a system is, in the order given."""
    return [
        Ranked(
            o.question, say.part(o.by) or say("report.all_items"), o.mean, o.interval, o.items, o.ratings, float(n), n,
            n, None, distribution=o.distribution,
        )
        for n, o in enumerate(given, start=1)
    ]  # fmt: skip


def apart(findings: Findings, say: Wording) -> Section | None:
    """Who rated which systems, where that leaves nothing to compare, and what would."""
    if not findings.apart:
        return None
    would = distinct(_what_would_tell(found, findings, say) for found in findings.apart)
    parts = [
        paragraph(say.note("raters_apart"), css="note"),
        html_table(apart_table(findings, say), say),
        bullets(would),
    ]
    return Section("apart", say("report.section.apart"), join(parts))


def _what_would_tell(found: Apart, findings: Findings, say: Wording) -> str:
    """One rater of all systems on so many items that a difference can be established at all."""
    systems = sum(len(group) for group in found.systems)
    items = int(findings.design.get("blocks_needed") or 1)
    number = say.numbers.count
    return say("report.apart.would", systems=number(systems), items=number(items), ratings=number(systems * items))
