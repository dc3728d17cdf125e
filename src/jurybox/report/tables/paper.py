"""The one table for a paper: systems by questions, each cell a mean with its interval and cluster, the best in bold."""

from collections.abc import Mapping, Sequence
from typing import Any

from jurybox.analysis import Findings, Ranked, Share
from jurybox.report.tables.plain import Estimated, PlainTable, TableColumn
from jurybox.report.tables.systems import LOOSE, best_first, is_sure, listed
from jurybox.report.wording import Wording, confidence, distinct
from jurybox.texts import natural

TWO = 2
"""Of so many options the first says it all."""


def systems_table(findings: Findings, say: Wording) -> PlainTable:
    """In the order of the first question that tells any two apart; by name, and nothing marked, where none does.

    Of a choice between two the share of the first stands beside the means.
    """
    means = _ranked(findings)
    told = {question: ranked for question, ranked in means.items() if _tells_apart(question, findings)}
    shares = _shares(findings, is_marked=bool(told) or not means)
    columns = (
        TableColumn("system", say("report.column.system")),
        *(TableColumn(str(question or "all"), say.directed(question), "estimate") for question in means),
        *(TableColumn(f"{of}_{option}", f"{of}: {say.tag(option)}", "estimate") for of, option in shares),
    )
    rows = tuple(
        (
            system,
            *(_mean(ranked, system, question in told) for question, ranked in means.items()),
            *(known.get(system) for known in shares.values()),
        )
        for system in _order(means, shares, told)
    )
    notes = (
        say(_legend(means, told), confidence=say.numbers.share(confidence(findings))), *_adjusted(means, say),
        *([say("report.systems.shares")] if shares else ()),
    )  # fmt: skip
    return PlainTable("systems", say("report.table.systems"), columns, rows, findings.signature, notes=notes)


def _ranked(findings: Findings) -> dict[str | None, list[Ranked]]:
    whole = [r for r in findings.ranking if r.by is None]
    return {question: [r for r in whole if r.question == question] for question in distinct(r.question for r in whole)}


def _shares(findings: Findings, is_marked: bool) -> dict[tuple[str, str], dict[str, Estimated]]:
    """By question and option: the first of two, of every system."""
    found: dict[tuple[str, str], dict[str, Estimated]] = {}
    for s in findings.shares:
        options = distinct(one.option for one in findings.shares if one.question == s.question)
        if s.by is None and s.system is not None and len(options) == TWO and s.option == options[0]:
            found.setdefault((str(s.question), s.option), {})[s.system] = _share(s, is_marked)
    return found


def _share(s: Share, is_marked: bool) -> Estimated:
    return Estimated(s.share, s.interval, s.cluster if is_marked else None, is_share=True)


def _tells_apart(question: str | None, findings: Findings) -> bool:
    """Whether any difference is established by a question, or none was looked for."""
    compared = [c for c in findings.comparisons if c.by is None and c.question == question and c.option is None]
    return any(is_sure(c.p_adjusted) for c in compared) or not compared


def _legend(means: Mapping[Any, Sequence[Ranked]], told: Mapping[Any, Sequence[Ranked]]) -> str:
    return "report.systems.legend_open" if means and not told else "report.systems.legend"


def _order(
    means: Mapping[Any, Sequence[Ranked]],
    shares: Mapping[Any, Mapping[str, Estimated]],
    told: Mapping[Any, Sequence[Ranked]],
) -> list[str]:
    by_name = sorted({r.system for piece in means.values() for r in piece}, key=natural)
    ranked = [*(r.system for piece in told.values() for r in best_first(piece)), *by_name]
    return distinct([*ranked, *(system for known in shares.values() for system in known)])


def _mean(ranked: Sequence[Ranked], system: str, is_ordered: bool) -> Estimated | None:
    """Where systems have different items, the mean that their order comes from; a mark only where they are ordered."""
    best = min((r.rank for r in ranked if r.rank is not None), default=None)
    r = next((r for r in ranked if r.system == system), None)
    if r is None:
        return None
    if not is_ordered:
        return Estimated(*listed(r))
    is_told = r.rank_high == 1 or all(one.note != LOOSE for one in ranked)
    is_best = r.rank is not None and r.rank == best and len(ranked) > 1 and is_told
    return Estimated(*listed(r), r.cluster, is_best)


def _adjusted(means: Mapping[str | None, Sequence[Ranked]], say: Wording) -> list[str]:
    """Which means are not plain ones."""
    of = [
        say.question(question) for question, ranked in means.items() if any(r.item_adjusted is not None for r in ranked)
    ]
    return [say("report.systems.adjusted", questions=", ".join(of))] if of else []
