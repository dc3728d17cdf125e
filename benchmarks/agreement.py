"""Agreement of a million ratings, beside the packages that people use today.

The slow ones run a few resamples and are extrapolated; their lines say so. All times are processor time: a busy machine
changes them little.
"""

import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.ranking import growth
from benchmarks.table import Line, at_least, at_most, only
from jurybox.stats.alpha import alphas_of, krippendorff_alpha
from jurybox.stats.estimate import Ints
from jurybox.stats.gwet import gwet_of
from jurybox.stats.intraclass import icc
from jurybox.stats.kappa import fleiss_of
from jurybox.stats.pairwise import pairwise_kappa
from jurybox.stats.patterns import count_patterns

RATINGS, PER_UNIT, RATERS, LEVELS = 1_000_000, 3, 50, 5
RESAMPLES, LOOPED, EVALICA = 1_000, 3, 100
TIMES_FASTER, TIMES_SLOWER = 1_000.0, 12.0
MEGABYTES = 600.0


def measure(folder: Path) -> Iterator[Line]:
    unit, code = _ratings(RATINGS, LEVELS)
    ours = _best(lambda: _alpha(unit, code, LEVELS), 5)
    million = f"{RATINGS:,} ratings"
    yield only(f"ordinal alpha with {RESAMPLES:,} resamples of units, {million}", ours * 1e3, " ms CPU")
    yield only(
        "the same with 4 alphas, AC1, AC2 and Fleiss' kappa", _best(lambda: _all(unit, code), 3) * 1e3, " ms CPU"
    )
    blocks = np.arange(int(unit.max()) + 1) // 10
    clustered = _best(lambda: krippendorff_alpha(unit, code, np.arange(1.0, LEVELS + 1), blocks=blocks), 5)
    yield only(f"ordinal alpha with its interval over blocks of 10 units, {million}", clustered * 1e3, " ms CPU")
    yield from _peers(unit, code, ours, clustered)
    more = _ratings(10 * RATINGS, LEVELS)
    longer = growth(lambda: _alpha(unit, code, LEVELS), lambda: _alpha(*more, LEVELS))
    yield at_most("10 times the ratings take", longer, TIMES_SLOWER, " times as long")
    fine, finer = _ratings(RATINGS, 101), _ratings(10 * RATINGS, 101)
    linearised = _best(lambda: _alpha(*fine, 101), 3)
    yield only(f"ordinal alpha on a scale of 0-100, interval linearised, {million}", linearised, " s CPU")
    longer = growth(lambda: _alpha(*fine, 101), lambda: _alpha(*finer, 101))
    yield at_most("10 times the ratings on that scale take", longer, TIMES_SLOWER, " times as long")
    yield from _many_raters(unit, code)


def _ratings(count: int, levels: int) -> tuple[Ints, Ints]:
    """Rated in rounds, one rater of each unit after the other."""
    chance = np.random.default_rng(1)
    n = count // PER_UNIT
    unit = np.tile(np.arange(n, dtype=np.int32), PER_UNIT)
    value = np.tile(chance.normal(size=n), PER_UNIT) + chance.normal(size=len(unit))
    return unit, np.clip((value + 3) / 6 * levels, 0, levels - 1).astype(np.int32)


def _best(work: Callable[[], Any], rounds: int) -> float:
    """Processor seconds of the fastest round."""
    seconds = []
    for _ in range(rounds):
        begun = time.process_time()
        work()
        seconds.append(time.process_time() - begun)
    return min(seconds)


def _alpha(unit: Ints, code: Ints, levels: int) -> None:
    krippendorff_alpha(unit, code, np.arange(1.0, levels + 1), resamples=RESAMPLES)


def _all(unit: Ints, code: Ints) -> None:
    levels = np.arange(1.0, LEVELS + 1)
    patterns = count_patterns(unit, code, LEVELS)
    alphas_of(patterns, levels, ("nominal", "ordinal", "interval", "ratio"), resamples=RESAMPLES)
    gwet_of(patterns, levels)
    gwet_of(patterns, levels, "ordinal")
    fleiss_of(patterns, levels)


def _peers(unit: Ints, code: Ints, ours: float, clustered: float) -> Iterator[Line]:
    looped = _krippendorff(unit, code) * RESAMPLES
    how = "extrapolated from {} resamples"
    yield only(f"the krippendorff package in a loop over resampled units, {how.format(LOOPED)}", looped, " s CPU")
    yield at_least("Jurybox's alpha is faster than that", looped / ours, TIMES_FASTER, " times")
    yield at_least("with its interval over blocks it is faster than that", looped / clustered, TIMES_FASTER, " times")
    once, bootstrap = _evalica(unit, code)
    yield only("evalica's alpha, once", once, " s CPU")
    yield only(f"evalica's alpha with its bootstrap, which draws pairs, {how.format(EVALICA)}", bootstrap, " s CPU")


def _krippendorff(unit: Ints, code: Ints) -> float:
    """Seconds for one resample, in the way that costs it least: counts instead of a table of raters by units."""
    import krippendorff

    n = int(unit.max()) + 1
    counts = np.bincount(unit.astype(np.int64) * LEVELS + code, minlength=n * LEVELS).reshape(n, LEVELS)
    chance = np.random.default_rng(0)
    begun = time.process_time()
    for _ in range(LOOPED):
        drawn = counts[chance.integers(0, n, n)]
        krippendorff.alpha(value_counts=drawn, level_of_measurement="ordinal")
    return (time.process_time() - begun) / LOOPED


def _evalica(unit: Ints, code: Ints) -> tuple[float, float]:
    """Seconds for alpha, and for it with the resamples. It wants a table of raters by units."""
    import evalica
    import pandas as pd  # type: ignore[import-untyped]

    n = int(unit.max()) + 1
    first = np.random.default_rng(2).integers(0, RATERS, n)
    rater = (first[unit] + np.arange(len(unit)) // n) % RATERS
    table = np.full((RATERS, n), np.nan)
    table[rater, unit] = code + 1.0
    frame = pd.DataFrame(table)
    once = _best(lambda: evalica.alpha(frame, distance="ordinal"), 1)
    few = _best(lambda: evalica.alpha_bootstrap(frame, distance="ordinal", n_resamples=EVALICA, random_state=0), 1)
    return once, once + max(0.0, few - once) / EVALICA * RESAMPLES


def _many_raters(unit: Ints, code: Ints) -> Iterator[Line]:
    raters = 1_000
    rater = np.random.default_rng(3).integers(0, raters, len(unit))
    tasks: dict[str, Callable[[], Any]] = {
        "ordinal alpha with its interval": lambda: _alpha(unit, code, LEVELS),
        "quadratic kappa of every two raters": lambda: pairwise_kappa(unit, rater, code, LEVELS),
        "six intraclass correlations": lambda: icc(unit, rater, code.astype(float)),
    }
    for name, work in tasks.items():
        at = f"{name}, {raters:,} raters, {RATINGS:,} ratings"
        yield only(at, _best(work, 1), " s CPU")
        yield at_most(f"memory for {at}", _peak(work), MEGABYTES, " MB")


def _peak(work: Callable[[], Any]) -> float:
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1] / 1e6
    finally:
        tracemalloc.stop()
