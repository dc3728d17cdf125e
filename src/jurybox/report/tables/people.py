"""Tables about raters: agreement, quality, what happens without them, where they differ."""

from dataclasses import replace
from typing import Any

from jurybox.analysis import Agreement, Disagreement, Findings, GivenComment, RaterQuality, WhatIf
from jurybox.report.numbers import MINUS
from jurybox.report.tables import named
from jurybox.report.tables.plain import NamedCell, PlainTable, TableColumn
from jurybox.report.tables.systems import parts_of
from jurybox.report.wording import Wording, distinct
from jurybox.texts import natural


def agreement_table(findings: Findings, say: Wording) -> PlainTable:
    columns = (
        TableColumn("question", say("report.column.question")),
        TableColumn("by", say("report.column.by")),
        TableColumn("of", say("report.column.of"), for_people=any(a.of != "raters" for a in findings.agreement)),
        TableColumn("tag", say("report.column.tag")),
        TableColumn("coefficient", say("report.column.coefficient")),
        TableColumn("level", say("report.column.level"), for_people=False),
        TableColumn("value", say("report.column.value"), "number", 3),
        TableColumn("interval", say.interval_title(), "interval", 3),
        TableColumn("units", say("report.column.compared"), "count"),
        TableColumn("ratings", say("report.column.ratings"), "count"),
        TableColumn("excluded", say("report.column.excluded"), "count", for_people=False),
        TableColumn("method", say("report.column.method"), for_people=False),
        TableColumn("note", say("report.column.note")),
    )
    rows = tuple(_agreement_row(a, say) for a in findings.agreement)
    notes = (say("report.agreement.compared"),)
    return PlainTable("agreement", say("report.table.agreement"), columns, rows, findings.signature, notes=notes)


def _agreement_row(a: Agreement, say: Wording) -> tuple[Any, ...]:
    return (
        named.question(a.question, say), named.part(a.by, say), named.between(a, say),
        named.tag(a.tag, say) if a.tag else None, named.coefficient(a, say), a.level, a.value, a.interval, a.units,
        a.ratings, sum(a.excluded.values()), a.method, named.reason(a.note, say),
    )  # fmt: skip


def raters_table(findings: Findings, say: Wording) -> PlainTable:
    columns = (
        TableColumn("rater", say("report.column.rater")),
        TableColumn("question", say("report.column.question")),
        TableColumn("ratings", say("report.column.ratings"), "count"),
        TableColumn("mean", say("report.column.mean"), "number"),
        TableColumn("spread", say("report.column.spread"), "number"),
        TableColumn("severity", say("report.column.severity"), "number"),
        TableColumn("severity_interval", say("report.column.severity_interval"), "interval", for_people=False),
        TableColumn("agreement", say("report.column.agreement"), "number"),
        TableColumn("agreement_method", say("report.column.agreement_method"), for_people=False),
        TableColumn("self_agreement", say("report.column.self_agreement"), "number"),
        TableColumn("repeats", say("report.column.repeats"), "count", for_people=False),
        TableColumn("gold_agreement", say("report.column.gold_agreement"), "number"),
        TableColumn("gold", say("report.column.gold"), "count", for_people=False),
        TableColumn("straight_line", say("report.column.straight_line"), "count"),
        TableColumn("straight_share", say("report.column.straight_share"), "share"),
        TableColumn("seconds", say("report.column.seconds"), "number", 1),
        TableColumn("drift", say("report.column.drift"), "number"),
        TableColumn("flags", say("report.column.flags")),
        TableColumn("note", say("report.column.note")),
    )
    questions = distinct(q.question for q in findings.raters)
    pieces = [
        sorted((q for q in findings.raters if q.question == question), key=lambda q: natural(q.rater))
        for question in questions
    ]
    rows = tuple(_quality_row(q, say) for piece in pieces for q in piece)
    parts = parts_of(pieces, say, lambda n: (pieces[n][0].question, None, None))
    return PlainTable("raters", say("report.table.raters"), columns, rows, findings.signature, parts)


def _quality_row(q: RaterQuality, say: Wording) -> tuple[Any, ...]:
    return (
        q.rater, named.question(q.question, say), q.ratings, q.mean, q.spread, q.severity, q.severity_interval,
        q.agreement, q.agreement_method, q.self_agreement, q.repeats, q.gold_agreement, q.gold, q.straight_line,
        q.straight_share, q.seconds, q.drift, named.flags(q.flags, say), named.reason(q.note, say),
    )  # fmt: skip


def what_if_table(findings: Findings, say: Wording) -> PlainTable:
    """What changes without some raters: those that were asked for, and each flagged one by themself."""
    columns = (
        TableColumn("left_out", say("report.column.left_out")),
        TableColumn("question", say("report.column.question")),
        TableColumn("ratings", say("report.column.ratings_left_out"), "count"),
        TableColumn("alpha_before", say("report.column.alpha_before"), "number", 3),
        TableColumn("alpha", say("report.column.alpha_after"), "number", 3),
        TableColumn("change", say("report.column.change")),
        TableColumn("order", say("report.column.order")),
    )
    rows = tuple(_what_if_row(w, say) for w in all_what_ifs(findings))
    return PlainTable("what-if", say("report.table.what_if"), columns, rows, findings.signature)


def all_what_ifs(findings: Findings) -> list[WhatIf]:
    found = [*findings.what_if, *(q.without for q in findings.raters if q.without is not None)]
    return list({(w.left_out, w.question): w for w in reversed(found)}.values())[::-1]


def _what_if_row(w: WhatIf, say: Wording) -> tuple[Any, ...]:
    change = ""
    if w.alpha is not None and w.alpha_before is not None:
        difference = w.alpha - w.alpha_before
        text = say.numbers.number(difference, 3)
        change = text if text.startswith(MINUS) else f"+{text}"
    same = w.order and w.order == w.order_before  # nothing is ranked where there are no systems
    order = NamedCell(" > ".join(w.order), say("report.what_if.same_order") if same else " > ".join(w.order))
    without = NamedCell(" ".join(w.left_out), ", ".join(w.left_out))
    return without, named.question(w.question, say), w.ratings, w.alpha_before, w.alpha, change, order


def disagreements_table(findings: Findings, say: Wording) -> PlainTable:
    columns = (
        TableColumn("question", say("report.column.question")),
        TableColumn("item", say("report.column.item")),
        TableColumn("unit", say("report.column.unit")),
        TableColumn("systems", say("report.column.systems")),
        TableColumn("values", say("report.column.values")),
        TableColumn("distance", say("report.column.distance"), "number"),
    )
    questions = distinct(d.question for d in findings.disagreements)
    pieces = [[d for d in findings.disagreements if d.question == question] for question in questions]
    rows = tuple(_disagreement_row(d, say) for piece in pieces for d in piece)
    parts = parts_of(pieces, say, lambda n: (questions[n], None, None))
    return PlainTable("disagreements", say("report.table.disagreements"), columns, rows, findings.signature, parts)


def _disagreement_row(d: Disagreement, say: Wording) -> tuple[Any, ...]:
    values = "; ".join(f"{rater}: {say.value(d.question, d.values[rater])}" for rater in sorted(d.values, key=natural))
    systems = ", ".join(d.systems)
    unit = None if d.unit in (d.item, systems) else d.unit
    return named.question(d.question, say), d.item, unit, systems, values, d.distance


def comments_table(findings: Findings, say: Wording) -> PlainTable:
    """What raters wrote, question by question; that of the unit stands under a name of its own."""
    columns = (
        TableColumn("question", say("report.column.question")),
        TableColumn("item", say("report.column.item")),
        TableColumn("segment", say("report.column.segment"), "count"),
        TableColumn("systems", say("report.column.systems")),
        TableColumn("rater", say("report.column.rater")),
        TableColumn("text", say("report.column.comment")),
    )
    questions = distinct(c.question for c in findings.comments)
    pieces = [[c for c in findings.comments if c.question == question] for question in questions]
    rows = tuple(_comment_row(c, say) for piece in pieces for c in piece)
    whole = say("report.comments.of_unit")
    parts = tuple(
        replace(part, title=say.question(question) if question is not None else whole)
        for part, question in zip(parts_of(pieces, say, lambda n: (questions[n], None, None)), questions, strict=True)
    )
    more = int(findings.counts.get("comments", 0)) - len(rows)
    notes = (say("report.comments.more", number=say.numbers.count(more)),) if more > 0 else ()
    return PlainTable("comments", say("report.table.comments"), columns, rows, findings.signature, parts, notes)


def _comment_row(c: GivenComment, say: Wording) -> tuple[Any, ...]:
    question = NamedCell(c.question, say.question(c.question) if c.question else say("report.comments.of_unit"))
    return question, c.item, c.segment, ", ".join(c.systems), c.rater, c.text


def rater_pairs_table(findings: Findings, say: Wording) -> PlainTable:
    columns = (
        TableColumn("question", say("report.column.question")),
        TableColumn("first", say("report.column.first_rater")),
        TableColumn("second", say("report.column.second_rater")),
        TableColumn("coefficient", say("report.column.coefficient")),
        TableColumn("value", say("report.column.value"), "number"),
        TableColumn("units", say("report.column.compared"), "count"),
    )
    names = {
        t.coefficient: NamedCell(t.coefficient, say.finding("coefficient", t.coefficient)) for t in findings.together
    }
    rows = tuple(
        (named.question(t.question, say), t.first, t.second, names[t.coefficient], t.value, t.units)
        for t in findings.together
    )
    return PlainTable("pairs-of-raters", say("report.table.together"), columns, rows, findings.signature)


def over_time_table(findings: Findings, say: Wording) -> PlainTable:
    columns = (
        TableColumn("question", say("report.column.question")),
        TableColumn("ratings", say("report.column.ratings"), "count"),
        TableColumn("at", say("report.column.at")),
        TableColumn("alpha", say("report.column.alpha"), "number", 3),
    )
    rows = tuple((named.question(m.question, say), m.ratings, moment(m.at), m.alpha) for m in findings.over_time)
    return PlainTable("over-time", say("report.table.over_time"), columns, rows, findings.signature)


def moment(at: float | None) -> str:
    """A moment of the data, in UTC.

    >>> moment(1_750_000_000.5), moment(None)
    ('2025-06-15 15:06', '')
    """
    from datetime import UTC, datetime

    return "" if at is None else datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")
