"""Two systems by one question, for all pairs: the difference over shared items, its tests, and what it would take."""

from dataclasses import dataclass

import numpy as np

from jurybox.analysis.findings import Comparison, Interval
from jurybox.analysis.options import Options
from jurybox.analysis.parts import shown
from jurybox.analysis.system_tests import SIGNIFICANT, Contest, documents_of
from jurybox.analysis.table import Table
from jurybox.stats import (
    Floats,
    Ints,
    ItemMeans,
    Paired,
    detectable_differences,
    more_items,
    rank_sum,
    signed_rank,
    system_means,
    t_quantile,
)

TIMES = 100
"""So many times as many items as there are will never be rated."""


@dataclass(frozen=True, slots=True)
class _Tests:
    """By pair, in the order of all tables of pairs."""

    paired: Paired
    low: Floats
    high: Floats
    detectable: Floats
    p: Floats
    p_adjusted: Floats
    p_wilcoxon: Floats
    p_rank_sum: Floats


def comparisons(table: Table, contest: Contest, options: Options, by: str | None) -> list[Comparison]:
    """Every two systems that were rated, the better one first."""
    if contest.paired is None:
        return []
    tests = _tests(table, contest, contest.paired, options)
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


def _tests(table: Table, contest: Contest, paired: Paired, options: Options) -> _Tests:
    """The interval of the mean difference is Student's over the items that both have, or resamples documents."""
    documents = documents_of(table)
    low: Floats
    high: Floats
    if documents is None:
        items = np.maximum(paired.items, 2)
        half = t_quantile(0.5 + options.confidence / 2, items - 1.0) * paired.sd / np.sqrt(items)
        low, high = paired.difference - half, paired.difference + half
    else:
        low, high = _by_document(contest.means, documents, options)
    return _Tests(
        paired=paired,
        low=low,
        high=high,
        detectable=detectable_differences(paired.sd, paired.items.astype(float)),
        p=contest.p,
        p_adjusted=contest.p_adjusted,
        p_wilcoxon=signed_rank(contest.means).p,
        p_rank_sum=rank_sum(contest.means).p,
    )


def _by_document(means: ItemMeans, documents: Ints, options: Options) -> tuple[Floats, Floats]:
    """Intervals of all pairs, in their order: differences to one system after the other, taken as means of items."""
    values = means.of_items(np.arange(means.n_items))
    low: list[float] = []
    high: list[float] = []
    for first in range(means.n_systems - 1):
        apart = values[:, [first]] - values[:, first + 1 :]
        item, other = np.nonzero(~np.isnan(apart))
        alone = np.ones(len(item), dtype=int)
        differences = ItemMeans(item, other, apart[item, other], alone, means.n_items, apart.shape[1])
        for one in system_means(differences, documents, options.confidence, options.resamples, options.seed):
            low.append(np.nan if one.interval is None else one.interval[0])
            high.append(np.nan if one.interval is None else one.interval[1])
    return np.array(low), np.array(high)


def _in_order(table: Table, contest: Contest) -> list[int]:
    rated = [code for code, place in enumerate(contest.places) if place.rank is not None]
    return sorted(rated, key=lambda code: (contest.places[code].rank, table.systems[code]))


def _comparison(table: Table, contest: Contest, tests: _Tests, row: int, is_turned: bool, by: str | None) -> Comparison:
    paired = tests.paired
    first, second = int(paired.first[row]), int(paired.second[row])
    wins, losses = int(paired.wins[row]), int(paired.losses[row])
    difference, interval = _known(paired.difference[row]), _interval(tests.low[row], tests.high[row])
    if is_turned:
        first, second = second, first
        difference = None if difference is None else -difference
        interval = interval and (-interval[1], -interval[0])
    if is_turned == contest.asked.higher_is_better:  # one turn, or a scale on which less is better; both undo it
        wins, losses = losses, wins
    items = int(paired.items[row])
    return Comparison(
        question=shown(contest.asked),
        first=table.systems[first],
        second=table.systems[second],
        difference=difference,
        interval=interval,
        items=items,
        p=_known(tests.p[row]),
        p_adjusted=_known(tests.p_adjusted[row]),
        p_wilcoxon=_known(tests.p_wilcoxon[row]),
        p_rank_sum=_known(tests.p_rank_sum[row]),
        wins=wins,
        ties=int(paired.ties[row]),
        losses=losses,
        detectable=_known(tests.detectable[row]),
        more_items=_more_items(contest, tests, row),
        note=None if items else "no_shared_items",
        by=by,
    )


def _more_items(contest: Contest, tests: _Tests, row: int) -> int | None:
    """For neighbours that can't be told apart yet, at the level that Holm's adjustment leaves to this pair."""
    first, second = (contest.places[int(code)].rank for code in (tests.paired.first[row], tests.paired.second[row]))
    is_separate = tests.p_adjusted[row] <= SIGNIFICANT
    if first is None or second is None or abs(first - second) > 1 or is_separate:
        return None
    items = int(tests.paired.items[row])
    difference, sd = float(tests.paired.difference[row]), float(tests.paired.sd[row])
    if not tests.p[row] > 0:
        return None
    level = SIGNIFICANT * float(tests.p[row] / tests.p_adjusted[row])
    found = more_items(difference, sd, items, alpha=level, most=TIMES * items)
    return found and max(1, found)


def _interval(low: float, high: float) -> Interval | None:
    return None if np.isnan(low) or np.isnan(high) else (float(low), float(high))


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
