"""Sections about raters: agreement, quality, agreement over time, where they differ."""

from markupsafe import Markup

from jurybox.analysis import Agreement, Findings
from jurybox.report import charts
from jurybox.report.charts import MOST_RATERS, shown_raters
from jurybox.report.markup import el, join, name_of
from jurybox.report.sections.shared import Section, bullets, figure, folded, heading, html_table, paragraph
from jurybox.report.stands_out import Flagged, flagged
from jurybox.report.tables import (
    PlainTable,
    agreement_table,
    between,
    comments_table,
    disagreements_table,
    over_time_table,
    rater_pairs_table,
    raters_table,
    what_if_table,
)
from jurybox.report.wording import Wording, confidence, distinct

MOST_ROWS = 20


def agreement(findings: Findings, say: Wording) -> Section | None:
    if not findings.agreement:
        return None
    chart = _alphas(findings, say)
    table = _at_length(agreement_table(findings, say), say, say("report.numbers") if chart else None)
    whys = [el("dt", {}, _what(a, say)) + el("dd", {}, _why(a, findings, say)) for a in findings.agreement]
    about = paragraph(say("report.agreement.about"), css="note")
    why = folded(say("report.why.title"), el("dl", {"class": "whys"}, *whys))
    return Section("agreement", say("report.section.agreement"), join([about, chart, table, why]))


def _alphas(findings: Findings, say: Wording) -> Markup:
    """Alpha of each question to look at; the other coefficients are in the table."""
    found = [
        a
        for a in findings.agreement
        if a.coefficient in ("krippendorff_alpha", "set_alpha") and a.of == "raters" and a.by is None and not a.tag
    ]
    chart = charts.agreement(found, say)
    share = say.numbers.share(confidence(findings))
    return figure(chart, say("report.caption.agreement", confidence=share)) if chart else Markup("")


def _what(a: Agreement, say: Wording) -> str:
    parts = [
        say.heading(a.question, a.by),
        say.tag(a.tag) if a.tag else "",
        between(a, say).text,
        say.coefficient(a),
    ]
    return " · ".join(part for part in parts if part)


def _why(a: Agreement, findings: Findings, say: Wording) -> str:
    """Why this number: what it rests on, what was left out, how its interval was made."""
    counted = say("report.why.counted", units=say.numbers.count(a.units), ratings=say.numbers.count(a.ratings))
    excluded = say.excluded(a.excluded)
    left_out = (
        say("report.why.left_out", causes="; ".join(excluded)) if excluded else say("report.why.nothing_left_out")
    )
    said = [counted, left_out]
    if a.value is None:
        said.append(say("report.why.undefined", reason=say.reason(a.note)))
    elif a.interval is not None and a.method:
        share = say.numbers.share(confidence(findings))
        said.append(say("report.why.interval", confidence=share, method=say.method(a.method)))
        if a.note:
            said.append(say.reason(a.note))
    elif a.note:
        said.append(say("report.why.no_interval", reason=say.reason(a.note)))
    return " ".join(said)


def raters(findings: Findings, say: Wording) -> Section | None:
    """Who agrees with whom, each rater in numbers, what stands out, and what would change without them."""
    if not findings.raters and not findings.together:
        return None
    parts = [_flags(findings, say), *_heat_maps(findings, say)]
    tables = [table for table in raters_table(findings, say).part_tables() if table.rows]
    parts += [_at_length(table, say) for table in tables[:1]]
    parts += [folded(table.title, html_table(table, say)) for table in tables[1:]]
    without = what_if_table(findings, say)
    if without.rows:
        parts += [el("h3", {}, say("report.what_if.title")), paragraph(say("report.what_if.about"), css="note")]
        parts.append(html_table(without, say))
    return Section("raters", say("report.section.raters"), join(parts))


def _at_length(table: PlainTable, say: Wording, title: str | None = None) -> Markup:
    """A table that would fill the page is folded away under its title, or another."""
    shown = html_table(table, say)
    return shown if len(table.rows) <= MOST_ROWS else folded(title or table.title, shown)


def _flags(findings: Findings, say: Wording) -> Markup:
    """Each rater with all that stands out, once for those of whom the same is said. Shown and never applied."""
    found = flagged(findings, say)
    if not found:
        return paragraph(say("report.flags.none")) if findings.raters else Markup("")
    entries = [_flagged(one) for one in found]
    rest = entries[MOST_ROWS:]
    more = folded(f"+{len(rest)}", bullets(rest, "flags")) if rest else None
    return join([paragraph(say("report.flags.about"), css="note"), bullets(entries[:MOST_ROWS], "flags"), more])


def _flagged(one: Flagged) -> Markup:
    raters = Markup(", ").join(el("b", {}, name_of(rater)) for rater in one.raters)
    said = [Markup("{}{}").format(text, el("span", {"class": "muted"}, f" ({about})")) for text, about in one.said]
    return raters + ": " + Markup("; ").join(said)


def _heat_maps(findings: Findings, say: Wording) -> list[Markup]:
    """The first question's open to the eye, those of the others folded away."""
    parts: list[Markup] = []
    for question in distinct(t.question for t in findings.together):
        pairs = [t for t in findings.together if t.question == question]
        if all(t.value is None for t in pairs):
            continue
        names = distinct(name for t in pairs for name in (t.first, t.second))
        caption = say("report.caption.heat_map", coefficient=say.finding("coefficient", pairs[0].coefficient))
        if len(names) > len(shown_raters(pairs)):
            caption += " " + say("report.caption.heat_map_some", shown=MOST_RATERS, n=len(names))
        drawn = figure(charts.heat_map(pairs, say), caption)
        title = say("report.chart.heat_map", question=say.question(question))
        parts.append(folded(title, drawn) if parts else heading(question, say) + drawn)
    if parts:
        parts.append(folded(say("report.numbers"), html_table(rater_pairs_table(findings, say), say)))
    return parts


def over_time(findings: Findings, say: Wording) -> Section | None:
    chart = charts.over_time(findings.over_time, say) if findings.over_time else Markup("")
    if not chart:
        return None
    table = folded(say("report.numbers"), html_table(over_time_table(findings, say), say))
    body = figure(chart, say("report.caption.over_time")) + table
    return Section("over-time", say("report.section.over_time"), body)


def disagreements(findings: Findings, say: Wording) -> Section | None:
    if not findings.disagreements:
        return None
    tables = disagreements_table(findings, say).part_tables()
    shown = [
        html_table(table, say) if len(tables) == 1 else folded(table.title, html_table(table, say)) for table in tables
    ]
    body = join([paragraph(say("report.disagreements.about"), css="note"), *shown])
    return Section("disagreements", say("report.section.disagreements"), body)


def comments(findings: Findings, say: Wording) -> Section | None:
    """What raters wrote, in their own words; long lists are folded away."""
    if not findings.comments:
        return None
    tables = comments_table(findings, say).part_tables()
    body = join([paragraph(say("report.comments.about"), css="note"), *(_at_length(table, say) for table in tables)])
    return Section("comments", say("report.section.comments"), body)
