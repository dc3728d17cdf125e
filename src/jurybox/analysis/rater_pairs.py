"""Every two raters on what both have rated: their kappas, pooled, and the heat map."""

from dataclasses import dataclass

import numpy as np

from jurybox.analysis.coded import Coded
from jurybox.analysis.rater_rows import Together
from jurybox.analysis.table import Table
from jurybox.analysis.vocabulary import Coefficient
from jurybox.stats import Flags, Floats, Ints, KappaWeights, PairwiseKappa, pairwise_kappa

MOST_RATERS = 40
"""In the heat map; with more nobody sees anything."""
MOST_PAIRS = 3_000_000
"""Of ratings of one unit; with more, units are drawn."""
MOST_STEPS = 101
"""A finer scale is compared in so many steps."""


@dataclass(frozen=True, slots=True)
class Pairwise:
    """Cohen's kappa of all pairs of raters; `not_drawn` units were too many to look at."""

    coefficient: Coefficient
    kappa: PairwiseKappa
    not_drawn: int


def pairwise(coded: Coded, seed: int, confidence: float, blocks: Ints | None = None) -> Pairwise:
    """Quadratic weights unless the values are names. `blocks`: of each unit."""
    weights: KappaWeights = "none" if coded.level == "nominal" else "quadratic"
    keep, not_drawn = _drawn(coded.unit, seed)
    levels, code = _steps(coded)
    kappa = pairwise_kappa(
        coded.unit[keep], coded.rater[keep], code[keep], len(levels), weights, levels, confidence, blocks=blocks
    )
    return Pairwise("cohen_kappa" if weights == "none" else "weighted_kappa", kappa, not_drawn)


def _drawn(unit: Ints, seed: int) -> tuple[Flags | slice, int]:
    """As many units as have MOST_PAIRS pairs of ratings, drawn by chance."""
    size = np.bincount(unit)
    pairs = size * (size - 1) // 2
    if pairs.sum() <= MOST_PAIRS:
        return slice(None), 0
    order = np.random.default_rng(seed).permutation(np.flatnonzero(pairs))
    enough = int(np.searchsorted(np.cumsum(pairs[order]), MOST_PAIRS)) + 1
    is_drawn = np.zeros(len(size), bool)
    is_drawn[order[:enough]] = True
    return is_drawn[unit], len(order) - min(enough, len(order))


def _steps(coded: Coded) -> tuple[Floats, Ints]:
    if len(coded.levels) <= MOST_STEPS:
        return coded.levels if len(coded.levels) else np.zeros(1), coded.code
    low, high = coded.levels[0], coded.levels[-1]
    step = np.round((coded.levels - low) / (high - low) * (MOST_STEPS - 1)).astype(np.int32)
    return np.linspace(low, high, MOST_STEPS), step[coded.code]


def together(coded: Coded, table: Table, found: Pairwise) -> list[Together]:
    """The pairs among the raters with most ratings; those that share nothing have no value."""
    raters = busiest(coded, table)
    kappa = found.kappa
    wanted = np.flatnonzero(np.isin(kappa.first, raters) & np.isin(kappa.second, raters)).tolist()
    known = {
        (int(kappa.first[row]), int(kappa.second[row])): (
            float(kappa.value[row]) if kappa.is_defined[row] else None,
            int(kappa.units[row]),
        )
        for row in wanted
    }
    return [
        Together(coded.asked.id, table.raters[first], table.raters[second], value, found.coefficient, units)
        for place, first in enumerate(raters)
        for second in raters[place + 1 :]
        for value, units in [known.get((min(first, second), max(first, second)), (None, 0))]
    ]


def busiest(coded: Coded, table: Table) -> list[int]:
    """The raters with most ratings, by name."""
    number = np.bincount(coded.rater, minlength=len(table.raters))
    present = np.flatnonzero(number).tolist()
    chosen = sorted(present, key=lambda rater: (-number[rater], table.raters[rater]))[:MOST_RATERS]
    return sorted(chosen, key=lambda rater: table.raters[rater])
