"""Two systems by one question, for all pairs: the difference, its test, and what it would take to tell more."""

from dataclasses import dataclass

import numpy as np

from jurybox.analysis.findings import Comparison, Interval
from jurybox.analysis.pair_tests import RANDOM_RATERS, SIGNIFICANT, PairTests, pairs_of
from jurybox.analysis.parts import shown
from jurybox.analysis.system_tests import Contest
from jurybox.analysis.table import Table
from jurybox.stats import Floats, Paired, block_means, detectable_by_blocks, more_blocks, rank_sum, signed_rank

TIMES = 100
"""So many times as many items as there are will never be rated."""


@dataclass(frozen=True, slots=True)
class _Beside:
    """By pair, beside the test: tests on ranks of blocks, and what would be found."""

    p_wilcoxon: Floats
    p_rank_sum: Floats
    detectable: Floats
    more_blocks: Floats
    """At the level that the pairs not yet established leave to each."""


def comparisons(table: Table, contest: Contest, by: str | None, still_open: int | None = None) -> list[Comparison]:
    """Every two systems that were rated, the better one first.

    `still_open`: how many pairs of the family are not yet established, where it is larger than this contest.
    """
    if contest.tests is None or contest.paired is None:
        return []
    beside = _beside(contest, contest.tests, still_open)
    order = _in_order(table, contest)
    row = pairs_of(len(table.systems))
    return [
        _comparison(table, contest, contest.tests, contest.paired, beside, (better, worse), row, by)
        for place, better in enumerate(order)
        for worse in order[place + 1 :]
    ]


def _beside(contest: Contest, tests: PairTests, still_open: int | None) -> _Beside:
    ranked = block_means(contest.means, contest.blocks.of_item)
    is_open = tests.p_adjusted > SIGNIFICANT
    pairs = max(1, int(np.count_nonzero(is_open)) if still_open is None else still_open)
    is_by_t = RANDOM_RATERS in tests.method
    asked = contest.asked
    has_ends = asked.lowest is not None and asked.highest is not None and contest.by_z is None
    width = (asked.highest or 0.0) - (asked.lowest or 0.0) if has_ends else None
    number = np.nan_to_num(tests.freedom + 1)
    detectable = detectable_by_blocks(tests.error, number, pairs, width=width, is_by_t=is_by_t)
    more = more_blocks(np.abs(tests.difference), tests.error, number, pairs, is_by_t=is_by_t)
    return _Beside(
        p_wilcoxon=signed_rank(ranked).p,
        p_rank_sum=rank_sum(ranked).p,
        detectable=detectable.value,
        more_blocks=np.where(is_open, more, np.nan),
    )


def _in_order(table: Table, contest: Contest) -> list[int]:
    rated = [code for code, place in enumerate(contest.places) if place.rank is not None]
    return sorted(rated, key=lambda code: (contest.places[code].rank, table.systems[code]))


def _comparison(
    table: Table,
    contest: Contest,
    tests: PairTests,
    paired: Paired,
    beside: _Beside,
    pair: tuple[int, int],
    rows: dict[tuple[int, int], int],
    by: str | None,
) -> Comparison:
    better, worse = pair
    is_turned = better > worse
    row = rows[min(pair), max(pair)]
    wins, losses = int(paired.wins[row]), int(paired.losses[row])
    if is_turned == contest.asked.higher_is_better:  # one turn, or a scale on which less is better; both undo it
        wins, losses = losses, wins
    sign = -1.0 if is_turned else 1.0
    return Comparison(
        question=shown(contest.asked),
        first=table.systems[better],
        second=table.systems[worse],
        difference=known(sign * tests.difference[row]),
        interval=_interval(tests.low[row], tests.high[row], is_turned),
        items=int(paired.items[row]),
        p=known(tests.p[row]),
        p_adjusted=known(tests.p_adjusted[row]),
        p_wilcoxon=known(beside.p_wilcoxon[row]),
        p_rank_sum=known(beside.p_rank_sum[row]),
        wins=wins,
        ties=int(paired.ties[row]),
        losses=losses,
        detectable=known(beside.detectable[row]),
        more_items=_more_items(contest, tests, paired, beside, row),
        blocks=int(tests.blocks[row]),
        method=tests.method[row],
        p_random=known(tests.p_random[row]),
        note=tests.notes[row],
        by=by,
    )


def _more_items(contest: Contest, tests: PairTests, paired: Paired, beside: _Beside, row: int) -> int | None:
    """For neighbours that can't be told apart yet, in whole blocks; more items do not make more raters."""
    first, second = (contest.places[int(code)].rank for code in (tests.first[row], tests.second[row]))
    if first is None or second is None or abs(first - second) > 1 or tests.method[row] == RANDOM_RATERS:
        return None
    blocks, items, more = int(tests.blocks[row]), int(paired.items[row]), float(beside.more_blocks[row])
    if not items or np.isnan(more) or more > TIMES * blocks:
        return None
    return max(1, round(max(1.0, more) * items / blocks))


def _interval(low: float, high: float, is_turned: bool) -> Interval | None:
    if np.isnan(low) or np.isnan(high):
        return None
    return (-float(high), -float(low)) if is_turned else (float(low), float(high))


def known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
