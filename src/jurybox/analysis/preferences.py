"""Systems compared directly: strengths by Bradley and Terry's model with ties, and the share of points won.

What raters say of one item or document is taken as one voice (a block). Where the model has no answer because a system
always wins or loses, the points won stand in for strengths, in the order as well as in the tests.
"""

from dataclasses import dataclass

import numpy as np

from jurybox.analysis.blocks import blocks_of
from jurybox.analysis.finding_rows import Comparison, Interval, PositionEffect, Ranked
from jurybox.analysis.options import Options
from jurybox.analysis.pair_tests import SIGNIFICANT
from jurybox.analysis.parts import shown
from jurybox.analysis.system_tests import MOST_SYSTEMS
from jurybox.analysis.table import Asked, Comparisons, Table
from jurybox.analysis.vocabulary import Note
from jurybox.stats import (
    BradleyTerry,
    ComparedPairs,
    Differences,
    Estimate,
    Flags,
    Floats,
    Ints,
    Place,
    adjust,
    all_pairs,
    comparison_table,
    differences_of,
    differences_two_ways,
    distinct_keys,
    item_means,
    places,
    point_differences,
    strengths_by_block,
    system_means,
    two_sided_p,
)

CHOSEN: Note = "pairs_chosen"
"""Where pairs followed from what was said, tests are by raters too: what they have in common is then chosen for."""


@dataclass(frozen=True, slots=True)
class Choices:
    """One question's choices, fitted and tested."""

    asked: Asked
    fit: BradleyTerry
    points: tuple[Estimate, ...]
    """Share of points of each system: 1 for a win, a half for a tie."""
    places: tuple[Place, ...]
    table: Floats
    """How often (first better, tie, second better) x first x second."""
    items: Ints
    """On how many items two systems were compared with each other: first x second, both ways."""
    blocks: Ints
    """In how many blocks either of two systems took part."""
    differences: Differences
    """Of strengths, or of shares of points where the model has no answer."""
    p_adjusted: Floats


def choices(table: Table, asked: Comparisons, options: Options) -> Choices:
    """Ranked by strength; where the model has no answer (one always wins), by points."""
    n = len(table.systems)
    fit = _fit(table, asked, options, options.position and asked.by_position)
    points = _points(table, asked, options)
    differences = _differences(table, asked, options, fit)
    adjusted = adjust(differences.p, "holm")
    by = points if fit.reason else fit.strengths
    value = np.array([np.nan if one.value is None else one.value for one in by])
    return Choices(
        asked=asked.asked,
        fit=fit,
        points=points,
        places=places(value, _better(differences, adjusted, n)),
        table=comparison_table(asked.first, asked.second, asked.outcome, n),
        items=_items(asked, n),
        blocks=_blocks(blocks_of(table, options).of_item[asked.item], asked, n),
        differences=differences,
        p_adjusted=adjusted,
    )


def _fit(table: Table, asked: Comparisons, options: Options, has_position: bool) -> BradleyTerry:
    return strengths_by_block(
        ComparedPairs(asked.first, asked.second, asked.outcome, len(table.systems)),
        blocks_of(table, options).of_item[asked.item],
        order_effect=has_position,
        confidence=options.confidence,
    )


def _differences(table: Table, asked: Comparisons, options: Options, fit: BradleyTerry) -> Differences:
    n = len(table.systems)
    if n > MOST_SYSTEMS:
        nothing = np.full(n * (n - 1) // 2, np.nan)
        return Differences(nothing, nothing, nothing, nothing)
    compared = ComparedPairs(asked.first, asked.second, asked.outcome, n)
    if fit.reason is None and CHOSEN in table.notes:
        blocks = blocks_of(table, options).of_item[asked.item]
        return differences_two_ways(compared, blocks, asked.rater, fit, options.confidence)
    if fit.reason is None:
        return differences_of(fit, options.confidence)
    return point_differences(asked.item, compared, blocks_of(table, options).of_item, options.confidence)


def _better(differences: Differences, adjusted: Floats, n: int) -> Flags:
    """Who (row) is established as better than whom (column)."""
    first, second = all_pairs(n)
    is_clear = adjusted <= SIGNIFICANT
    better = np.zeros((n, n), bool)
    better[first, second] = is_clear & (differences.value > 0)
    better[second, first] = is_clear & (differences.value < 0)
    return better


def _points(table: Table, asked: Comparisons, options: Options) -> tuple[Estimate, ...]:
    won = (1 + np.asarray(asked.outcome, dtype=float)) / 2
    item, system = np.tile(asked.item, 2), np.concatenate([asked.first, asked.second])
    means = item_means(item, system, np.concatenate([won, 1 - won]), len(table.items), len(table.systems))
    return system_means(means, blocks_of(table, options).of_item, options.confidence)


def _items(asked: Comparisons, n: int) -> Ints:
    """By first and second system, the lower first: the items on which somebody compared them."""
    lower, upper = np.minimum(asked.first, asked.second), np.maximum(asked.first, asked.second)
    seen = distinct_keys((asked.item.astype(np.int64) * n + lower) * n + upper)
    return np.bincount(seen % (n * n), minlength=n * n).reshape(n, n)


def _blocks(block: Ints, asked: Comparisons, n: int) -> Ints:
    """In how many blocks either of two systems took part: |A ∪ B| = |A| + |B| - |A ∩ B|."""
    from scipy.sparse import coo_array

    block = block.astype(np.int64)
    seen = distinct_keys(np.concatenate([block * n + asked.first, block * n + asked.second]))
    shape = (int(block.max(initial=0)) + 1, n)
    took_part = coo_array((np.ones(len(seen), np.int64), (seen // n, seen % n)), shape=shape)
    both = (took_part.T @ took_part).toarray()
    own = np.diag(both)
    return np.asarray(own[:, None] + own - both)


def ranking_of_choices(table: Table, found: Choices, by: str | None) -> list[Ranked]:
    """All systems, strongest first; in a part only those that are in it."""
    rows = []
    for code, system in enumerate(table.systems):
        points, strength, place = found.points[code], found.fit.strengths[code], found.places[code]
        if by is None or points.is_defined:
            rows.append(
                Ranked(
                    question=shown(found.asked),
                    system=system,
                    mean=points.value,
                    interval=points.interval,
                    items=points.units,
                    ratings=points.ratings,
                    rank=place.rank,
                    rank_low=place.low,
                    rank_high=place.high,
                    cluster=place.cluster,
                    strength=strength.value,
                    note=found.fit.reason or points.reason,
                    by=by,
                )
            )
    return sorted(rows, key=lambda one: (one.rank is None, one.rank or 0.0, one.system))


def comparisons_of_choices(table: Table, found: Choices, by: str | None) -> list[Comparison]:
    """Every two systems that took part, the stronger first; wins and ties are of direct comparisons only."""
    if len(table.systems) > MOST_SYSTEMS:
        return []
    rated = [code for code, place in enumerate(found.places) if place.rank is not None]
    order = sorted(rated, key=lambda code: (found.places[code].rank, table.systems[code]))
    first, second = all_pairs(len(table.systems))
    row = {pair: place for place, pair in enumerate(zip(first.tolist(), second.tolist(), strict=True))}
    return [
        _comparison(table, found, better, worse, row[min(better, worse), max(better, worse)], by)
        for place, better in enumerate(order)
        for worse in order[place + 1 :]
    ]


def _comparison(table: Table, found: Choices, better: int, worse: int, row: int, by: str | None) -> Comparison:
    counts = found.table
    wins = int(counts[0, better, worse] + counts[2, worse, better])
    ties = int(counts[1, better, worse] + counts[1, worse, better])
    losses = int(counts[2, better, worse] + counts[0, worse, better])
    difference, interval = _difference(found.differences, row, -1 if better > worse else 1)
    by_points = found.fit.reason is not None
    return Comparison(
        question=shown(found.asked),
        first=table.systems[better],
        second=table.systems[worse],
        difference=difference,
        interval=interval,
        items=int(found.items[min(better, worse), max(better, worse)]),
        p=_number(found.differences.p[row]),
        p_adjusted=_number(found.p_adjusted[row]),
        wins=wins,
        ties=ties,
        losses=losses,
        blocks=int(found.blocks[better, worse]),
        method="sign_flip" if by_points else "bradley_terry",
        note="no_shared_items" if difference is None else "win_points" if by_points else "log_strength",
        by=by,
    )


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _difference(found: Differences, row: int, sign: int) -> tuple[float | None, Interval | None]:
    """Of a pair, turned so that the better comes first."""
    value = _number(sign * found.value[row])
    ends = sorted((sign * float(found.low[row]), sign * float(found.high[row])))
    return value, None if value is None or np.isnan(ends).any() else (ends[0], ends[1])


def position_effect(table: Table, asked: Comparisons, options: Options, by: str | None) -> list[PositionEffect]:
    """What being shown first is worth; nothing where nobody knows what was."""
    if not asked.by_position or not len(asked.item):
        return []
    fit = _fit(table, asked, options, has_position=True)
    found, place = fit.order_effect, len(table.systems)
    value = interval = p = None
    if found is not None and fit.effective_blocks is not None:
        value, interval = found.value, found.interval
        p = two_sided_p(found, float(fit.effective_blocks[place, place]))
    return [
        PositionEffect(
            question=shown(asked.asked),
            value=value,
            interval=interval,
            p=p,
            comparisons=len(asked.item),
            is_in_ranking=options.position,
            note=fit.reason or (found.reason if found is not None else None),
            by=by,
        )
    ]
