"""Sections about tags, about what was left out, and about how all of it was computed."""

from typing import Any

from markupsafe import Markup

from jurybox.analysis import Findings
from jurybox.report import charts
from jurybox.report.datasheet import Answered, datasheet
from jurybox.report.markup import el, join
from jurybox.report.sections.shared import Section, bullets, figure, folded, heading, html_table, paragraph, signature
from jurybox.report.tables import (
    checks_line,
    checks_table,
    exclusions_table,
    plan_table,
    tag_agreement_table,
    tag_rates_table,
)
from jurybox.report.wording import Wording, distinct


def tags(findings: Findings, say: Wording) -> Section | None:
    if not findings.tags and not findings.tag_agreement:
        return None
    parts: list[Markup] = []
    for question in distinct(t.question for t in findings.tags):
        rates = [t for t in findings.tags if t.question == question and t.by is None]
        parts.append(heading(question, say))
        if any(t.system is not None for t in rates):
            parts.append(figure(charts.tag_profile(rates, say), say("report.caption.tags")))
    if findings.tags:
        parts.append(folded(say("report.numbers"), html_table(tag_rates_table(findings, say), say)))
    if findings.tag_agreement:
        table = tag_agreement_table(findings, say)
        parts.append(folded(table.title, html_table(table, say)))
    return Section("tags", say("report.section.tags"), join(parts))


def exclusions(findings: Findings, say: Wording) -> Section | None:
    """Everything that was not counted, by cause; nothing is left out silently."""
    table = exclusions_table(findings, say)
    body = html_table(table, say, is_titled=False) if table.rows else paragraph(say("report.exclusions.none"))
    return Section("exclusions", say("report.section.exclusions"), body)


def checks(findings: Findings, say: Wording) -> Section | None:
    """How raters did where the answer was known; nothing of it is in any other number."""
    about = checks_line(findings, say)
    if not about:
        return None
    table = checks_table(findings, say)
    body = [
        paragraph(about),
        html_table(table, say) if table.rows else paragraph(say("report.checks.none"), css="note"),
    ]
    return Section("checks", say("report.section.checks"), join(body))


def plan(findings: Findings, say: Wording) -> Section | None:
    """What was sealed when the study opened, and what was changed later."""
    table = plan_table(findings, say)
    return Section("plan", table.title, html_table(table, say)) if table.rows else None


def sheet(findings: Findings, say: Wording) -> Section | None:
    """The Human Evaluation Datasheet; what only the authors know is marked."""
    parts = [paragraph(say("report.heds.about"), css="note")]
    for group in datasheet(findings, say):
        entries = [_entry(answered, say) for answered in group.answers]
        parts.append(folded(group.title, el("dl", {"class": "sheet"}, *entries)))
    parts.append(signature(findings.signature, say))
    return Section("datasheet", say("report.section.datasheet"), join(parts))


def _entry(answered: Answered, say: Wording) -> Markup:
    number = el("span", {"class": "muted"}, answered.number)
    text = answered.text if answered.text is not None else el("em", {"class": "open"}, say("report.heds.open"))
    return el("dt", {}, number, " ", answered.asks) + el("dd", {}, text)


def about(findings: Findings, say: Wording) -> Section | None:
    """Settings and signature: what it takes to compute the same again."""
    settings = [
        f"{key}: {_plain(value)}" for key, value in findings.settings.items() if value not in (None, "", {}, ())
    ]
    source = [
        f"{key}: {_plain(value)}"
        for key, value in findings.source.items()
        if key not in ("facts", "quorum") and value not in (None, "", {}, ())
    ]
    body = join([bullets([*source, *settings], "plain"), signature(findings.signature, say)])
    return Section("about", say("report.section.about"), body)


def _plain(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(_plain(entry) for entry in value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {_plain(entry)}" for key, entry in value.items())
    return str(value)
