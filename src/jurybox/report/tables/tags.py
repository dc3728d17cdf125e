"""Tables about tags: how often each was given to each system, and how well raters agree on it."""

from typing import Any

from jurybox.analysis.findings import Findings, TagRate
from jurybox.report.tables import named
from jurybox.report.tables.plain import Column, Named, PlainTable
from jurybox.report.wording import Wording


def tag_rates(findings: Findings, say: Wording) -> PlainTable:
    share = all(t.rate is None or t.rate <= 1 for t in findings.tags)
    columns = (
        Column("question", say("report.column.question")),
        Column("by", say("report.column.by")),
        Column("category", say("report.column.category")),
        Column("tag", say("report.column.tag")),
        Column("system", say("report.column.system")),
        Column("count", say("report.column.count"), "count"),
        Column("ratings", say("report.column.ratings"), "count"),
        Column("rate", say("report.column.rate"), "share" if share else "number"),
        Column("interval", say.interval_title(), "shares" if share else "interval"),
    )
    rows = tuple(_rate_row(t, say) for t in findings.tags)
    return PlainTable("tags", say("report.table.tags"), columns, rows, findings.signature)


def _rate_row(t: TagRate, say: Wording) -> tuple[Any, ...]:
    return (
        named.question(t.question, say), named.part(t.by, say), named.category(t.category, say),
        named.tag(t.tag, say), Named(None, say("report.all_systems")) if t.system is None else t.system,
        t.count, t.ratings, t.rate, t.interval,
    )  # fmt: skip


def tag_agreement(findings: Findings, say: Wording) -> PlainTable:
    columns = (
        Column("question", say("report.column.question")),
        Column("tag", say("report.column.tag")),
        Column("kappa", say("report.column.kappa"), "number"),
        Column("interval", say.interval_title(), "interval"),
        Column("precision", say("report.column.precision"), "number"),
        Column("recall", say("report.column.recall"), "number"),
        Column("f1", say("report.column.f1"), "number"),
        Column("given", say("report.column.given"), "count"),
        Column("units", say("report.column.units"), "count"),
        Column("note", say("report.column.note")),
    )
    rows = tuple(
        (
            named.question(t.question, say),
            Named(None, say("report.any_tag")) if t.tag is None else named.tag(t.tag, say),
            t.kappa, t.interval, t.precision, t.recall, t.f1, t.given, t.units, named.note(t.note, say),
        )
        for t in findings.tag_agreement
    )  # fmt: skip
    return PlainTable("tag-agreement", say("report.table.tag_agreement"), columns, rows, findings.signature)


def exclusions(findings: Findings, say: Wording) -> PlainTable:
    columns = (
        Column("cause", say("report.column.cause")),
        Column("code", say("report.column.code"), for_people=False),
        Column("count", say("report.column.count"), "count"),
    )
    rows = tuple((say.finding("excluded", cause), cause, count) for cause, count in findings.excluded.items() if count)
    return PlainTable("exclusions", say("report.table.exclusions"), columns, rows, findings.signature)
