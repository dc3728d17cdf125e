"""Two systems by one question, for all pairs: the difference, its test, and what it would take to tell more."""

from dataclasses import dataclass

import numpy as np

from jurybox.analysis.finding_rows import Comparison, Interval
from jurybox.analysis.pair_tests import RANDOM_RATERS, SIGNIFICANT, PairTests, pairs_of
from jurybox.analysis.parts import shown
from jurybox.analysis.system_tests import Contest, RankTests
from jurybox.analysis.table import Table
from jurybox.stats import Floats, Paired, detectable_by_blocks, more_blocks

TIMES = 100
"""So many times as many items as there are will never be rated."""


@dataclass(frozen=True, slots=True)
class _Pairs:
    """All that is known of the pairs of a contest, each column by pair."""

    tests: PairTests
    paired: Paired
    on_ranks: RankTests
    detectable: Floats
    more_blocks: Floats
    """At the level that the pairs not yet established leave to each."""


def comparisons(table: Table, contest: Contest, by: str | None, still_open: int | None = None) -> list[Comparison]:
    """Every two systems that were rated, the better one first.

    `still_open`: how many pairs of the family are not yet established, where it is larger than this contest.
    """
    pairs = _pairs(contest, still_open)
    if pairs is None:
        return []
    order = _in_order(table, contest)
    row = pairs_of(len(table.systems))
    return [
        _comparison(
            contest,
            pairs,
            (table.systems[better], table.systems[worse]),
            row[min(better, worse), max(better, worse)],
            better > worse,
            by,
        )
        for place, better in enumerate(order)
        for worse in order[place + 1 :]
    ]


def _pairs(contest: Contest, still_open: int | None) -> _Pairs | None:
    tests = contest.tests
    if tests is None or contest.paired is None or contest.on_ranks is None:
        return None
    is_open = tests.p_adjusted > SIGNIFICANT
    pairs = max(1, int(np.count_nonzero(is_open)) if still_open is None else still_open)
    is_by_t = RANDOM_RATERS in tests.method
    asked = contest.asked
    has_ends = asked.lowest is not None and asked.highest is not None and contest.by_z is None
    width = (asked.highest or 0.0) - (asked.lowest or 0.0) if has_ends else None
    number = np.nan_to_num(tests.freedom + 1)
    detectable = detectable_by_blocks(tests.error, number, pairs, width=width, is_by_t=is_by_t)
    more = more_blocks(np.abs(tests.difference), tests.error, number, pairs, is_by_t=is_by_t)
    return _Pairs(tests, contest.paired, contest.on_ranks, detectable.value, np.where(is_open, more, np.nan))


def _in_order(table: Table, contest: Contest) -> list[int]:
    rated = [code for code, place in enumerate(contest.places) if place.rank is not None]
    return sorted(rated, key=lambda code: (contest.places[code].rank, table.systems[code]))


def _comparison(
    contest: Contest, pairs: _Pairs, names: tuple[str, str], row: int, is_turned: bool, by: str | None
) -> Comparison:
    tests, paired = pairs.tests, pairs.paired
    wins, losses = int(paired.wins[row]), int(paired.losses[row])
    if is_turned == contest.asked.higher_is_better:  # one turn, or a scale on which less is better; both undo it
        wins, losses = losses, wins
    sign = -1.0 if is_turned else 1.0
    return Comparison(
        question=shown(contest.asked),
        first=names[0],
        second=names[1],
        difference=known(sign * tests.difference[row]),
        interval=_interval(tests.low[row], tests.high[row], is_turned),
        items=int(paired.items[row]),
        p=known(tests.p[row]),
        p_adjusted=known(tests.p_adjusted[row]),
        p_wilcoxon=known(pairs.on_ranks.p_wilcoxon[row]),
        p_rank_sum=known(pairs.on_ranks.p_rank_sum[row]),
        wins=wins,
        ties=int(paired.ties[row]),
        losses=losses,
        detectable=known(pairs.detectable[row]),
        more_items=_more_items(contest, pairs, row),
        blocks=int(tests.blocks[row]),
        method=tests.method[row],
        p_random=known(tests.p_random[row]),
        note=tests.notes[row],
        by=by,
    )


def _more_items(contest: Contest, pairs: _Pairs, row: int) -> int | None:
    """For neighbours that can't be told apart yet, in whole blocks; more items do not make more raters."""
    tests = pairs.tests
    first, second = (contest.places[int(code)].rank for code in (tests.first[row], tests.second[row]))
    if first is None or second is None or abs(first - second) > 1 or tests.method[row] == RANDOM_RATERS:
        return None
    blocks, items, more = int(tests.blocks[row]), int(pairs.paired.items[row]), float(pairs.more_blocks[row])
    if not items or np.isnan(more) or more > TIMES * blocks:
        return None
    return max(1, round(max(1.0, more) * items / blocks))


def _interval(low: float, high: float, is_turned: bool) -> Interval | None:
    if np.isnan(low) or np.isnan(high):
        return None
    return (-float(high), -float(low)) if is_turned else (float(low), float(high))


def known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
