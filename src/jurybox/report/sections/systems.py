"""Sections about systems: ranking, distribution, comparisons, points, coverage."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import exp

from markupsafe import Markup

from jurybox.analysis import Comparison, Findings, PositionEffect, Ranked
from jurybox.report import charts
from jurybox.report.charts import is_established
from jurybox.report.heds import cluster_rule
from jurybox.report.markup import join
from jurybox.report.sections.shared import Section, Splits, bullets, figure, folded, heading, html_table, paragraph
from jurybox.report.tables import (
    ESTABLISHED,
    PlainTable,
    best_first,
    comparisons_table,
    coverage_table,
    distribution_table,
    in_parts,
    points_table,
    ranking_table,
    systems_table,
)
from jurybox.report.wording import Wording, confidence

MOST_PAIRS = 60
"""More comparisons are folded away under their matrix."""
MOST_COVERED = 8
"""More rows of what is in and what is to come are folded away."""


def at_a_glance(findings: Findings, say: Wording) -> Section | None:
    """All systems by all questions: the table for a paper."""
    table = systems_html(findings, say)
    return Section("systems", say("report.section.systems"), table) if table else None


def systems_html(findings: Findings, say: Wording) -> Markup:
    """The table by itself; empty where there are no systems."""
    table = systems_table(findings, say)
    return html_table(table, say) if table.rows else Markup("")


def ranking(findings: Findings, say: Wording) -> Section | None:
    """Per question a forest plot and a table; splits by language or film are folded away."""
    pieces = in_parts(findings.ranking)
    tables = ranking_table(findings, say).part_tables() if pieces else ()
    whole: list[Markup] = []
    splits = Splits(say)
    for piece, table in zip(pieces, tables, strict=True):
        splits.add(whole, piece[0].by, heading(piece[0].question, say) + _ranked(piece, table, say))
    if not pieces:
        return None
    about = paragraph(_about_clusters(findings, say), css="note")
    return Section("ranking", say("report.section.ranking"), join([about, *whole, *splits.folds()]))


def _ranked(piece: Sequence[Ranked], table: PlainTable, say: Wording) -> Markup:
    ranked = list(piece)
    is_adjusted = any(r.item_adjusted is not None for r in ranked)
    key = "report.caption.forest_adjusted" if is_adjusted else "report.caption.forest"
    caption = say(key, confidence=say.numbers.share(confidence(say.findings)))
    chart = figure(charts.forest(ranked, say), caption) if len(ranked) > 0 else None
    return join([chart, html_table(table, say)])


def _about_clusters(findings: Findings, say: Wording) -> str:
    own = say("report.ranking.clusters", rule=cluster_rule("permutation", say))
    if all(r.named_cluster is None for r in findings.ranking):
        return own
    return f"{own} {say('report.ranking.named', rule=cluster_rule(findings.settings.get('cluster_rule'), say))}"


def distribution(findings: Findings, say: Wording) -> Section | None:
    pieces = in_parts([r for r in findings.ranking if r.distribution and r.by is None])
    if not pieces:
        return None
    tables = distribution_table(findings, say).part_tables()
    parts = []
    for piece, table in zip(pieces, tables, strict=False):
        chart = figure(charts.distribution(piece, say), say("report.caption.distribution"))
        parts += [
            heading(piece[0].question, say),
            chart,
            folded(say("report.numbers"), html_table(table, say)),
        ]
    return Section("distribution", say("report.section.distribution"), join(parts))


def comparisons(findings: Findings, say: Wording) -> Section | None:
    """A matrix for each question; of the options of a choice, and of parts of the data, folded away."""
    pieces = in_parts(findings.comparisons)
    if not pieces:
        return None
    tables = comparisons_table(findings, say).part_tables()
    whole, splits = [paragraph(say("report.comparisons.per_pair"), css="note")], Splits(say)
    for piece, table in zip(pieces, tables, strict=True):
        question, option = piece[0].question, piece[0].option
        shown = html_table(replace(table, notes=()), say)
        if option is not None:
            body = folded(say.heading(question, None, option), shown)
        else:
            matrix = _matrix(piece, findings, say)
            body = join([heading(question, say), matrix, folded(say("report.numbers"), shown)])
        splits.add(whole, piece[0].by, body)
    return Section("comparisons", say("report.section.comparisons"), join([*whole, *splits.folds()]))


def _pairs_caption(compared: Sequence[Comparison]) -> str:
    """What is subtracted: means, or what stands for them where systems were compared."""
    notes = {c.note for c in compared}
    if "log_strength" in notes:
        return "report.caption.pairs_strengths"
    return "report.caption.pairs_points" if "win_points" in notes else "report.caption.pairs"


def _position(effect: PositionEffect, say: Wording) -> Markup:
    """What being shown first is worth, also as a share that needs no scale."""
    if effect.value is None:
        return paragraph(say("report.position.unknown", reason=say.reason(effect.note or "")))
    said = say(
        "report.position.effect",
        value=say.numbers.number(effect.value),
        interval=say.numbers.between(effect.interval),
        p=say.numbers.p(effect.p),
        share=say.numbers.share(1 / (1 + exp(-effect.value))),
    )
    return paragraph(f"{said} {say('report.position.taken_out')}" if effect.is_in_ranking else said)


def _matrix(piece: Sequence[Comparison], findings: Findings, say: Wording) -> Markup:
    ranked = [r for r in findings.ranking if (r.question, r.by) == (piece[0].question, piece[0].by)]
    caption = say(_pairs_caption(piece), level=say.numbers.share(ESTABLISHED))
    if any(r.item_adjusted is not None for r in ranked) or any(c.method == "rater_adjusted" for c in piece):
        caption += " " + say("report.caption.pairs_adjusted")
    chart = figure(charts.pairs_matrix(piece, ranked, say), caption)
    effects = [e for e in findings.positions if (e.question, e.by) == (piece[0].question, piece[0].by)]
    return join([chart, *(_position(effect, say) for effect in effects)])


def points(findings: Findings, say: Wording) -> Section | None:
    if not findings.points:
        return None
    tables = points_table(findings, say).part_tables()
    about = paragraph(say("report.points.about"), css="note")
    return Section("points", say("report.section.points"), join([about, *(html_table(t, say) for t in tables)]))


def coverage(findings: Findings, say: Wording) -> Section | None:
    """How much is in, what the study can tell at its size, and how much more would tell more."""
    parts = [_detectable(findings, say), _more(findings, say)]
    if any(r.expected or r.provisional for r in findings.ranking):
        table = coverage_table(findings, say)
        shown = html_table(table, say)
        parts.append(folded(say("report.numbers"), shown) if len(table.rows) > MOST_COVERED else shown)
    body = join(parts)
    return Section("coverage", say("report.section.coverage"), body) if body else None


def _detectable(findings: Findings, say: Wording) -> Markup | None:
    """What would be found at this size; question by question where there are several, for scales differ."""
    pieces = in_parts([c for c in findings.comparisons if c.by is None and c.option is None])
    found = {say.question(piece[0].question): [c.detectable for c in piece] for piece in pieces}
    ends = {question: _ends(sizes, say) for question, sizes in found.items() if any(size is not None for size in sizes)}
    if not ends:
        return None
    notes = [*_not_found(found, say), say("report.coverage.from_spread")]
    about = paragraph(" ".join(notes), css="note")
    if len(ends) == 1:
        [(low, high)] = ends.values()
        if low == high:
            return join([paragraph(say("report.coverage.detectable_one", value=low)), about])
        return join([paragraph(say("report.coverage.detectable", low=low, high=high)), about])
    entries = [f"{question}: {low}" + ("" if low == high else f" – {high}") for question, (low, high) in ends.items()]
    return join([paragraph(say("report.coverage.detectable_each")), bullets(entries), about])


def _ends(sizes: Sequence[float | None], say: Wording) -> tuple[str, str]:
    known = [size for size in sizes if size is not None]
    return say.numbers.number(min(known)), say.numbers.number(max(known))


def _not_found(found: Mapping[str, Sequence[float | None]], say: Wording) -> list[str]:
    """Of how many pairs no difference at all would be found."""
    sizes = [size for of_question in found.values() for size in of_question]
    missing = sizes.count(None)
    number, of = say.numbers.count(missing), say.numbers.count(len(sizes))
    return [say("report.coverage.detectable_none", n=number, of=of)] if missing else []


def _more(findings: Findings, say: Wording) -> Markup | None:
    """Which neighbours are not yet told apart, and how many items more it would take."""
    said = []
    for piece in in_parts([r for r in findings.ranking if r.by is None]):
        order = [r.system for r in best_first(piece)]
        neighbours = {frozenset(pair) for pair in pairwise(order)}
        for c in findings.comparisons:
            is_here = c.by is None and c.option is None and c.question == piece[0].question
            if (
                is_here
                and not is_established(c, say)
                and frozenset((c.first, c.second)) in neighbours
                and c.more_items is not None
            ):
                said.append(
                    say("report.coverage.more", question=say.question(c.question), first=c.first, second=c.second,
                        items=say.numbers.count(c.more_items))
                )  # fmt: skip
    if not said:
        return None
    return folded(say("report.coverage.more_title"), bullets(said[:MOST_PAIRS]))
