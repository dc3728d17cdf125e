"""Two systems by one question, for all pairs: the difference over shared items, its tests, and what it would take."""

from dataclasses import dataclass

import numpy as np

from jurybox.analysis.contest import Contest
from jurybox.analysis.findings import Comparison, Interval
from jurybox.analysis.options import Options
from jurybox.analysis.parts import shown
from jurybox.analysis.table import Table
from jurybox.stats.distributions import t_quantile
from jurybox.stats.estimate import Floats
from jurybox.stats.paired import Paired
from jurybox.stats.ranksum import rank_sum, signed_rank


@dataclass(frozen=True, slots=True)
class _Tests:
    """By pair, in the order of all tables of pairs."""

    paired: Paired
    half: Floats
    """Half the width of the interval."""
    p: Floats
    p_adjusted: Floats
    p_wilcoxon: Floats
    p_rank_sum: Floats


def comparisons(table: Table, contest: Contest, options: Options, by: str | None) -> list[Comparison]:
    """Every two systems that were rated, the better one first."""
    if contest.paired is None:
        return []
    tests = _tests(contest, contest.paired, options)
    order = _in_order(table, contest)
    place = {system: number for number, system in enumerate(order)}
    pairs = {
        (int(first), int(second)): row
        for row, (first, second) in enumerate(zip(tests.paired.first, tests.paired.second, strict=True))
    }
    found = []
    for (first, second), row in pairs.items():
        if first in place and second in place:
            is_turned = place[first] > place[second]
            better, worse = (second, first) if is_turned else (first, second)
            found.append((place[better], place[worse], _comparison(table, contest, tests, row, is_turned, by)))
    return [one for *_, one in sorted(found, key=lambda one: one[:2])]


def _tests(contest: Contest, paired: Paired, options: Options) -> _Tests:
    """The interval of the mean difference is Student's over the items that both have."""
    items = np.maximum(paired.items, 2)
    half = t_quantile(0.5 + options.confidence / 2, items - 1.0) * paired.sd / np.sqrt(items)
    wilcoxon, mann_whitney = signed_rank(contest.means).p, rank_sum(contest.means).p
    return _Tests(paired, half, contest.p, contest.p_adjusted, wilcoxon, mann_whitney)


def _in_order(table: Table, contest: Contest) -> list[int]:
    rated = [code for code, place in enumerate(contest.places) if place.rank is not None]
    return sorted(rated, key=lambda code: (contest.places[code].rank, table.systems[code]))


def _comparison(table: Table, contest: Contest, tests: _Tests, row: int, is_turned: bool, by: str | None) -> Comparison:
    paired = tests.paired
    first, second = int(paired.first[row]), int(paired.second[row])
    wins, losses = int(paired.wins[row]), int(paired.losses[row])
    difference = _known(paired.difference[row])
    if is_turned:
        first, second = second, first
        difference = None if difference is None else -difference
    if is_turned == contest.asked.higher_is_better:  # one turn, or a scale on which less is better; both undo it
        wins, losses = losses, wins
    items = int(paired.items[row])
    return Comparison(
        question=shown(contest.asked),
        first=table.systems[first],
        second=table.systems[second],
        difference=difference,
        interval=_interval(difference, tests.half[row]),
        items=items,
        p=_known(tests.p[row]),
        p_adjusted=_known(tests.p_adjusted[row]),
        p_wilcoxon=_known(tests.p_wilcoxon[row]),
        p_rank_sum=_known(tests.p_rank_sum[row]),
        wins=wins,
        ties=int(paired.ties[row]),
        losses=losses,
        note=None if items else "no_shared_items",
        by=by,
    )


def _interval(difference: float | None, half: float) -> Interval | None:
    if difference is None or np.isnan(half):
        return None
    return difference - float(half), difference + float(half)


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
