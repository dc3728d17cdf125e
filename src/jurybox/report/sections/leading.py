"""Who leads, said as it is: ties as ties, what is established beside the clusters, and for which raters it holds."""

from collections.abc import Sequence
from itertools import groupby

from markupsafe import Markup

from jurybox.analysis import Comparison, Findings, Ranked
from jurybox.report.charts import is_established
from jurybox.report.markup import el, name_of, rich
from jurybox.report.tables import LOOSE, best_first, hangs_on_raters, is_sure, listed
from jurybox.report.wording import Wording

MOST_NAMES = 5
MUCH = 4
"""Clusters hide much if every fourth established difference is between systems of one cluster."""


def who_leads(question: str | None, findings: Findings, say: Wording) -> list[Markup]:
    """What is known of the systems by one question, over the whole data."""
    ranked = best_first([r for r in findings.ranking if r.by is None and r.question == question])
    compared = [c for c in findings.comparisons if c.by is None and c.question == question and c.option is None]
    first = _first(ranked, compared, say)
    found = [first, _adjusted(ranked[0], first, say), *established(compared, say, ranked)]
    if any(a.question == question and a.by is None for a in findings.apart):
        found.append(Markup(say("report.answer.apart")))
    return [sentence for sentence in found if sentence is not None]


def _first(ranked: Sequence[Ranked], compared: Sequence[Comparison], say: Wording) -> Markup:
    mean = el("b", {}, say.numbers.number(listed(ranked[0])[0]))
    best = at_the_top(ranked)
    if sum(r.mean is not None for r in ranked) == 1:
        return rich(say.words, "report.answer.one_system", system=bold(ranked[0].system), mean=mean)
    if compared and not any(is_established(c, say) for c in compared):
        if loose := [r.system for r in ranked if r.note == LOOSE]:
            return rich(say.words, "report.answer.little_shared", systems=names(loose))
        key = "report.answer.none_established" if len(best) == 1 else "report.answer.none_established_ties"
        return rich(
            say.words, key, **({"system": bold(best[0])} if len(best) == 1 else {"systems": names(best)}), mean=mean
        )
    top = [r.system for r in ranked if r.rank_low == 1]
    if len(top) > 1:
        return rich(say.words, "report.answer.lead_together", systems=names(top))
    if len(best) > 1:
        return rich(say.words, "report.answer.ties", systems=names(best), mean=mean)
    return _leader(ranked[0], mean, say)


def _leader(first: Ranked, mean: Markup, say: Wording) -> Markup:
    interval = listed(first)[1]
    if interval is None:
        return rich(say.words, "report.answer.leads_without_interval", system=bold(first.system), mean=mean)
    between = say.numbers.between(interval)
    return rich(say.words, "report.answer.leads", system=bold(first.system), mean=mean, interval=between)


def at_the_top(ranked: Sequence[Ranked]) -> list[str]:
    """The systems with the best number, all of them where it is shared."""
    return [r.system for r in ranked if r.rank is not None and r.rank == ranked[0].rank] or [ranked[0].system]


def _adjusted(best: Ranked, said: Markup, say: Wording) -> Markup | None:
    """What the plain mean is, where an adjusted one was named."""
    adjusted, plain = say.numbers.number(best.item_adjusted), say.numbers.number(best.mean)
    if best.item_adjusted is None or adjusted not in said or adjusted == plain:
        return None
    return Markup(say("report.answer.adjusted", mean=plain))


def established(compared: Sequence[Comparison], say: Wording, ranked: Sequence[Ranked] = ()) -> list[Markup]:
    """How many differences are established, in how many clusters, and how many of them for other raters too."""
    sure = [c for c in compared if is_established(c, say)]
    if not sure:
        return []
    key = "report.answer.all_established" if len(sure) == len(compared) > 1 else "report.answer.established"
    number, of = say.numbers.count(len(sure)), say.numbers.count(len(compared))
    said = [say(key, sure=number, of=of, clusters=say.numbers.count(_clusters(ranked)))] if ranked else []
    said += [] if ranked else [say("report.answer.established_shares", sure=number, of=of)]
    hidden = _hidden(sure, ranked)
    if hidden > 1 and hidden * MUCH >= len(sure):
        said.append(say("report.answer.clusters_hide", hidden=say.numbers.count(hidden), most=_most(ranked, say)))
    if hangs_on_raters(compared):
        both = sum(is_sure(c.p_random) for c in sure)
        said.append(say("report.answer.other_raters", both=say.numbers.count(both), sure=number))
    return [Markup(el("span", {}, sentence)) for sentence in said]


def _clusters(ranked: Sequence[Ranked]) -> int:
    return len({r.cluster for r in ranked if r.cluster is not None})


def _hidden(sure: Sequence[Comparison], ranked: Sequence[Ranked]) -> int:
    """Established differences between systems of one cluster: no line shows them."""
    cluster = {r.system: r.cluster for r in ranked if r.cluster is not None}
    return sum(c.first in cluster and cluster[c.first] == cluster.get(c.second) for c in sure)


def _most(ranked: Sequence[Ranked], say: Wording) -> str:
    """How many systems the largest cluster holds."""
    sizes = [len(list(group)) for _, group in groupby(ranked, key=lambda r: r.cluster)]
    return say.numbers.count(max(sizes, default=0))


def names(systems: Sequence[str]) -> Markup:
    """A few names in bold, and how many more."""
    shown = Markup(", ").join(bold(name) for name in systems[:MOST_NAMES])
    more = len(systems) - MOST_NAMES
    return shown + f" (+{more})" if more > 0 else shown


def bold(name: str) -> Markup:
    return el("b", {}, name_of(name))
