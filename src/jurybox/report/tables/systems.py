"""Tables about systems: ranking, comparisons, distribution, coverage, points over groups."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol

from jurybox.analysis import Comparison, Findings, Ranked
from jurybox.report.tables import named
from jurybox.report.tables.plain import SAID, PlainTable, TableColumn, TablePart
from jurybox.report.wording import Wording, distinct

LOOSE = "little_shared"
"""The note of a system that shares too little with others to be put in order."""
ESTABLISHED = 0.05
"""The level at which analysis draws its lines between systems."""


class AboutPart(Protocol):
    @property
    def question(self) -> str | None: ...
    @property
    def by(self) -> str | None: ...


def ranking_table(findings: Findings, say: Wording) -> PlainTable:
    """Per question, best first: range of ranks, system, mean with interval, and how much it rests on."""
    columns = (
        TableColumn("question", say("report.column.question")),
        TableColumn("by", say("report.column.by")),
        TableColumn("rank", say("report.column.ranks"), "ranks"),
        TableColumn("cluster", say("report.column.cluster"), "count", for_people=False),
        TableColumn("system", say("report.column.system")),
        TableColumn("mean", say("report.column.mean"), "number"),
        TableColumn("interval", say.interval_title(), "interval"),
        TableColumn("item_adjusted", say("report.column.item_adjusted"), "number"),
        TableColumn("item_adjusted_interval", say.interval_title(), "interval"),
        TableColumn("ratings", say("report.column.ratings"), "count"),
        TableColumn("items", say("report.column.items"), "count"),
        TableColumn("macro", say("report.column.macro"), "number"),
        TableColumn("named_score", say("report.column.named_score"), "number"),
        TableColumn("named_rank", say("report.column.named_ranks"), "ranks"),
        TableColumn("named_cluster", say("report.column.named_cluster"), "count"),
        TableColumn("z", say("report.column.z"), "number"),
        TableColumn("severe", say("report.column.severe"), "share"),
        TableColumn("severe_interval", say("report.column.severe_interval"), "shares", for_people=False),
        TableColumn("adjusted", say("report.column.adjusted"), "number"),
        TableColumn("strength", say("report.column.strength"), "number"),
        TableColumn("rule_made", say("report.column.rule_made"), "count", for_people=False),
        TableColumn("provisional", say("report.column.provisional"), for_people=False),
        TableColumn("note", say("report.column.note")),
    )
    ranked = in_parts(findings.ranking)
    rows = tuple(_ranked_row(r, say) for part in ranked for r in best_first(part))
    parts = parts_of(ranked, say)
    return PlainTable("ranking", say("report.table.ranking"), columns, rows, findings.signature, parts)


def _ranked_row(r: Ranked, say: Wording) -> tuple[Any, ...]:
    ranks = None if r.rank_low is None or r.rank_high is None else (r.rank_low, r.rank_high)
    named_ranks = None if r.named_low is None or r.named_high is None else (r.named_low, r.named_high)
    return (
        named.question(r.question, say), named.part(r.by, say), ranks, r.cluster, r.system, r.mean, r.interval,
        r.item_adjusted, r.item_adjusted_interval, r.ratings, r.items, r.macro, r.named_score, named_ranks,
        r.named_cluster, r.z, r.severe, r.severe_interval, r.adjusted,
        r.strength, r.rule_made, named.yes_or_no(r.provisional, say), named.reason(r.note, say),
    )  # fmt: skip


def listed(r: Ranked) -> tuple[float | None, tuple[float, float] | None]:
    """The mean that the order comes from, and its interval: adjusted where systems have different items."""
    return (r.mean, r.interval) if r.item_adjusted is None else (r.item_adjusted, r.item_adjusted_interval)


def best_first(ranked: Sequence[Ranked]) -> list[Ranked]:
    """By rank, then as given; what has no rank comes last."""
    return sorted(ranked, key=lambda r: (r.rank is None, r.rank or 0.0, r.rank_low or 0, r.rank_high or 0))


def comparisons_table(findings: Findings, say: Wording) -> PlainTable:
    """Pair by pair, with the test that was made; both ways of taking raters where these establish different things."""
    columns = (
        TableColumn("question", say("report.column.question")),
        TableColumn("by", say("report.column.by")),
        TableColumn("option", say("report.column.option")),
        TableColumn("first", say("report.column.first")),
        TableColumn("second", say("report.column.second")),
        TableColumn("difference", say("report.column.difference"), "number"),
        TableColumn("interval", say.interval_title(), "interval"),
        TableColumn("p", say("report.column.p"), "p", for_people=False),
        TableColumn("p_adjusted", say("report.column.p_adjusted"), "p"),
        TableColumn("p_random", say("report.column.p_random"), "p", for_people=hangs_on_raters(findings.comparisons)),
        TableColumn("method", say("report.column.method")),
        TableColumn("p_wilcoxon", say("report.column.p_wilcoxon"), "p"),
        TableColumn("p_rank_sum", say("report.column.p_rank_sum"), "p"),
        TableColumn("wins", say("report.column.wins"), "count"),
        TableColumn("ties", say("report.column.ties"), "count"),
        TableColumn("losses", say("report.column.losses"), "count"),
        TableColumn("items", say("report.column.items"), "count"),
        TableColumn("blocks", say("report.column.blocks"), "count", for_people=False),
        TableColumn("detectable", say("report.column.detectable"), "number"),
        TableColumn("more_items", say("report.column.more_items"), "count"),
        TableColumn("note", say("report.column.note")),
    )
    pieces = in_parts(findings.comparisons)
    rows = tuple(_compared_row(c, say) for piece in pieces for c in piece)
    return PlainTable(
        "comparisons", say("report.table.comparisons"), columns, rows, findings.signature, parts_of(pieces, say),
        (say("report.comparisons.per_pair"),),
    )  # fmt: skip


def _compared_row(c: Comparison, say: Wording) -> tuple[Any, ...]:
    return (
        named.question(c.question, say), named.part(c.by, say), named.option(c.option, say), c.first, c.second,
        c.difference, c.interval, c.p, c.p_adjusted, c.p_random, named.method(c.method, say), c.p_wilcoxon,
        c.p_rank_sum, c.wins, c.ties, c.losses, c.items, c.blocks, c.detectable, c.more_items, named.note(c.note, say),
    )  # fmt: skip


def positions_table(findings: Findings, say: Wording) -> PlainTable:
    """What being shown first of two is worth, question by question."""
    columns = (
        TableColumn("question", say("report.column.question")),
        TableColumn("by", say("report.column.by")),
        TableColumn("position", say("report.column.position"), "number"),
        TableColumn("interval", say.interval_title(), "interval"),
        TableColumn("p", say("report.column.p"), "p"),
        TableColumn("comparisons", say("report.column.comparisons"), "count"),
        TableColumn("note", say("report.column.note")),
    )
    rows = tuple(
        (
            named.question(e.question, say), named.part(e.by, say), e.value, e.interval, e.p, e.comparisons,
            named.reason(e.note, say),
        )
        for e in findings.positions
    )  # fmt: skip
    return PlainTable("positions", say("report.table.positions"), columns, rows, findings.signature)


def hangs_on_raters(compared: Sequence[Comparison]) -> bool:
    """Whether taking raters as a sample would establish something else."""
    return any(c.p_random is not None and is_sure(c.p_random) != is_sure(c.p_adjusted) for c in compared)


def is_sure(p: float | None) -> bool:
    """Whether an adjusted p-value establishes a difference."""
    return p is not None and p <= ESTABLISHED


def distribution_table(findings: Findings, say: Wording) -> PlainTable:
    """How often each value was given to each system: a row for each."""
    columns = (
        TableColumn("question", say("report.column.question")),
        TableColumn("by", say("report.column.by")),
        TableColumn("system", say("report.column.system")),
        TableColumn("value", say("report.column.value")),
        TableColumn("count", say("report.column.count"), "count"),
        TableColumn("share", say("report.column.share"), "share"),
    )
    given = in_parts([r for r in findings.ranking if r.distribution])
    rows = [list(_values_of(best_first(piece), say)) for piece in given]
    parts = parts_of(rows, say, lambda n: (given[n][0].question, given[n][0].by, None))
    flat = tuple(row for piece in rows for row in piece)
    return PlainTable("distribution", say("report.table.distribution"), columns, flat, findings.signature, parts)


def _values_of(ranked: Sequence[Ranked], say: Wording) -> Iterator[tuple[Any, ...]]:
    for r in ranked:
        total = sum(r.distribution.values())
        for value, count in r.distribution.items():
            share = count / total if total else None
            yield named.question(r.question, say), named.part(r.by, say), r.system, value, count, share


def coverage_table(findings: Findings, say: Wording) -> PlainTable:
    """How many ratings are in, of how many; and what the study can tell at this size."""
    columns = (
        TableColumn("question", say("report.column.question")),
        TableColumn("system", say("report.column.system")),
        TableColumn("ratings", say("report.column.ratings"), "count"),
        TableColumn("expected", say("report.column.expected"), "count"),
        TableColumn("covered", say("report.column.covered"), "share"),
        TableColumn("items", say("report.column.items"), "count"),
        TableColumn("rule_made", say("report.column.rule_made"), "count"),
        TableColumn("provisional", say("report.column.provisional")),
    )
    rows = tuple(
        (
            named.question(r.question, say), r.system, r.ratings, r.expected,
            r.ratings / r.expected if r.expected else None, r.items, r.rule_made or None,
            named.yes_or_no(r.provisional, say),
        )
        for piece in in_parts([r for r in findings.ranking if r.by is None])
        for r in best_first(piece)
    )  # fmt: skip
    notes = (say("report.coverage.by_system"),)
    return PlainTable("coverage", say("report.table.coverage"), columns, rows, findings.signature, notes=notes)


def points_table(findings: Findings, say: Wording) -> PlainTable:
    """Points over the groups, with a column for each group."""
    groups = distinct(group for p in findings.points for group in p.by_group)
    columns = (
        TableColumn("question", say("report.column.question")),
        TableColumn("rank", say("report.column.rank"), "number", 1 if any(p.rank % 1 for p in findings.points) else 0),
        TableColumn("system", say("report.column.system")),
        TableColumn(
            "points", say("report.column.points"), "number", 1 if any(p.points % 1 for p in findings.points) else 0
        ),
        *(TableColumn(f"points_{group}", group, "number", 1) for group in groups),
    )
    pieces = [
        sorted((p for p in findings.points if p.question == question), key=lambda p: p.rank)
        for question in distinct(p.question for p in findings.points)
    ]
    rows = tuple(
        (named.question(p.question, say), p.rank, p.system, p.points, *(p.by_group.get(group) for group in groups))
        for piece in pieces
        for p in piece
    )
    parts = parts_of(pieces, say, lambda n: (pieces[n][0].question, None, None))
    return PlainTable("points", say("report.table.points"), columns, rows, findings.signature, parts)


def in_parts(findings: Sequence[Any]) -> list[list[Any]]:
    """Findings of one question, one part of the data and one option together; the whole data come first."""
    keys = distinct(_about(f) for f in findings)
    keys.sort(key=lambda key: key[1] is not None)
    pieces: dict[tuple[str | None, str | None, str | None], list[Any]] = {key: [] for key in keys}
    for finding in findings:
        pieces[_about(finding)].append(finding)
    return list(pieces.values())


def _about(finding: Any) -> tuple[str | None, str | None, str | None]:
    option = finding.option if isinstance(finding, Comparison) else None
    return finding.question, finding.by, option


def parts_of(
    pieces: Sequence[Sequence[Any]],
    say: Wording,
    about: Callable[[int], tuple[str | None, str | None, str | None]] | None = None,
    said: frozenset[str] = SAID,
) -> tuple[TablePart, ...]:
    """Where each piece begins and ends in the rows of all; `about` says question, part and option of one."""
    parts, start = [], 0
    for n, piece in enumerate(pieces):
        question, by, option = about(n) if about else _about(piece[0])
        title = say.heading(question, by, option)
        key = slug(" ".join(filter(None, (question or "all", option, by))))
        parts.append(TablePart(key, title, start, start + len(piece), said))
        start += len(piece)
    return tuple(parts)


def slug(text: str) -> str:
    """A name for files, labels and links: letters and digits of any script, the rest is a dash.

    >>> slug("Flüssigkeit, language=Bribri!")
    'flüssigkeit-language-bribri'
    """
    return "-".join("".join(c if c.isalnum() else " " for c in text.casefold()).split()) or "all"
