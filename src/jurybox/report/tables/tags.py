"""Tables about tags: how often each was given to each system, and how well raters agree on it."""

from typing import Any

from jurybox.analysis import Findings, TagRate
from jurybox.report.tables import named
from jurybox.report.tables.plain import NamedCell, PlainTable, TableColumn
from jurybox.report.wording import Wording


def tag_rates_table(findings: Findings, say: Wording) -> PlainTable:
    share = all(t.rate is None or t.rate <= 1 for t in findings.tags)
    columns = (
        TableColumn("question", say("report.column.question")),
        TableColumn("by", say("report.column.by")),
        TableColumn("category", say("report.column.category")),
        TableColumn("tag", say("report.column.tag")),
        TableColumn("system", say("report.column.system")),
        TableColumn("count", say("report.column.ratings_with"), "count"),
        TableColumn("ratings", say("report.column.ratings"), "count"),
        TableColumn("rate", say("report.column.share_or_weight"), "share" if share else "number"),
        TableColumn("interval", say.interval_title(), "shares" if share else "interval"),
    )
    rows = tuple(_rate_row(t, say) for t in findings.tags)
    return PlainTable("tags", say("report.table.tags"), columns, rows, findings.signature)


def _rate_row(t: TagRate, say: Wording) -> tuple[Any, ...]:
    return (
        named.question(t.question, say), named.part(t.by, say), named.category(t.category, say),
        named.tag(t.tag, say), named.system(t.system, say),
        t.count, t.ratings, t.rate, t.interval,
    )  # fmt: skip


def tag_agreement_table(findings: Findings, say: Wording) -> PlainTable:
    columns = (
        TableColumn("question", say("report.column.question")),
        TableColumn("of", say("report.column.of"), for_people=any(t.of != "raters" for t in findings.tag_agreement)),
        TableColumn("tag", say("report.column.tag")),
        TableColumn("kappa", say("report.column.kappa"), "number"),
        TableColumn("interval", say.interval_title(), "interval"),
        TableColumn("precision", say("report.column.precision"), "number"),
        TableColumn("recall", say("report.column.recall"), "number"),
        TableColumn("f1", say("report.column.f1"), "number"),
        TableColumn("given", say("report.column.given"), "count"),
        TableColumn("units", say("report.column.compared"), "count"),
        TableColumn("note", say("report.column.note")),
    )
    rows = tuple(
        (
            named.question(t.question, say),
            named.between(t, say),
            NamedCell(None, say("report.any_tag")) if t.tag is None else named.tag(t.tag, say),
            t.kappa, t.interval, t.precision, t.recall, t.f1, t.given, t.units, named.reason(t.note, say),
        )
        for t in findings.tag_agreement
    )  # fmt: skip
    return PlainTable("tag-agreement", say("report.table.tag_agreement"), columns, rows, findings.signature)


def exclusions_table(findings: Findings, say: Wording) -> PlainTable:
    columns = (
        TableColumn("cause", say("report.column.cause")),
        TableColumn("code", say("report.column.code"), for_people=False),
        TableColumn("count", say("report.column.ratings"), "count"),
    )
    rows = tuple((say.finding("excluded", cause), cause, count) for cause, count in findings.excluded.items() if count)
    return PlainTable("exclusions", say("report.table.exclusions"), columns, rows, findings.signature)
