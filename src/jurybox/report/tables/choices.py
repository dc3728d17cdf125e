"""Tables of what needs no ranking: shares of options, means over all systems, and who rated which systems."""

from collections.abc import Sequence
from typing import Any

from jurybox.analysis import Apart, Findings, Overall, Share
from jurybox.report.tables import named
from jurybox.report.tables.plain import PlainTable, TableColumn
from jurybox.report.tables.systems import in_parts, parts_of
from jurybox.report.wording import Wording, distinct
from jurybox.texts import natural


def shares_table(findings: Findings, say: Wording) -> PlainTable:
    """How often each option was chosen, over all and by system: a row for each."""
    columns = (
        TableColumn("question", say("report.column.question")),
        TableColumn("by", say("report.column.by")),
        TableColumn("option", say("report.column.option")),
        TableColumn("system", say("report.column.system")),
        TableColumn("share", say("report.column.share"), "share"),
        TableColumn("interval", say.interval_title(), "shares"),
        TableColumn("cluster", say("report.column.cluster"), "count"),
        TableColumn("count", say("report.column.count"), "count"),
        TableColumn("ratings", say("report.column.ratings"), "count"),
        TableColumn("items", say("report.column.items"), "count"),
        TableColumn("note", say("report.column.note")),
    )
    pieces = in_parts(findings.shares)
    rows = tuple(_share_row(s, say) for piece in pieces for s in piece)
    parts = parts_of(pieces, say, said=frozenset({"question", "by"}))
    return PlainTable("shares", say("report.table.shares"), columns, rows, findings.signature, parts)


def _share_row(s: Share, say: Wording) -> tuple[Any, ...]:
    return (
        named.question(s.question, say), named.part(s.by, say), named.option(s.option, say),
        named.system(s.system, say), s.share, s.interval, s.cluster, s.count, s.ratings, s.items,
        named.reason(s.note, say),
    )  # fmt: skip


def options_table(shares: Sequence[Share], findings: Findings, say: Wording) -> PlainTable:
    """The shares of one question side by side: a row for each system, for each option a share, and its cluster."""
    options = distinct(s.option for s in shares)
    known = {(s.system, s.option): s for s in shares}
    compared = {s.option for s in shares if s.cluster is not None}
    columns = [TableColumn("system", say("report.column.system"))]
    for option in options:
        columns.append(TableColumn(option, say.tag(option), "share"))
        columns.append(TableColumn(f"{option}_interval", say.interval_title(), "shares"))
        if option in compared:
            columns.append(TableColumn(f"{option}_cluster", say("report.column.cluster"), "count"))
    rows = []
    for system in sorted(distinct(s.system for s in shares), key=lambda name: name is None):
        cells: list[Any] = [named.system(system, say)]
        for option in options:
            found = known.get((system, option))
            cells += [found and found.share, found and found.interval]
            cells += [found and found.cluster] if option in compared else []
        rows.append(tuple(cells))
    title = f"{say('report.table.shares')}: {say.heading(shares[0].question, shares[0].by)}"
    return PlainTable("options", title, tuple(columns), tuple(rows), findings.signature)


def overall_table(findings: Findings, say: Wording) -> PlainTable:
    """The mean of each question over all systems, whole and part by part."""
    columns = (
        TableColumn("question", say("report.column.question")),
        TableColumn("by", say("report.column.by")),
        TableColumn("mean", say("report.column.mean"), "number"),
        TableColumn("interval", say.interval_title(), "interval"),
        TableColumn("items", say("report.column.items"), "count"),
        TableColumn("ratings", say("report.column.ratings"), "count"),
        TableColumn("note", say("report.column.note")),
    )
    rows = tuple(_overall_row(o, say) for o in findings.overall)
    return PlainTable("overall", say("report.table.overall"), columns, rows, findings.signature)


def _overall_row(o: Overall, say: Wording) -> tuple[Any, ...]:
    return (
        named.question(o.question, say), named.part(o.by, say), o.mean, o.interval, o.items, o.ratings,
        named.reason(o.note, say),
    )  # fmt: skip


def apart_table(findings: Findings, say: Wording) -> PlainTable:
    """Which raters rated which systems, where nobody's ratings connect these."""
    columns = (
        TableColumn("question", say("report.column.question")),
        TableColumn("by", say("report.column.by")),
        TableColumn("systems", say("report.column.systems")),
        TableColumn("raters", say("report.column.raters")),
    )
    rows = tuple(row for found in findings.apart for row in _apart_rows(found, say))
    return PlainTable("apart", say("report.table.apart"), columns, rows, findings.signature)


def _apart_rows(found: Apart, say: Wording) -> list[tuple[Any, ...]]:
    about = named.question(found.question, say), named.part(found.by, say)
    groups = zip(found.systems, found.raters, strict=True)
    return [(*about, ", ".join(systems), ", ".join(sorted(raters, key=natural))) for systems, raters in groups]
