"""Ranking 20 systems from a million ratings, beside the packages that people use today.

The slow ones run a few resamples, pairs or ratings; their lines say what was extrapolated. All times are processor
time: a busy machine changes them little.
"""

import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from benchmarks.table import Line, at_least, at_most, only
from jurybox.stats.complete import complete_items
from jurybox.stats.estimate import Floats, Ints
from jurybox.stats.means import ItemMeans, item_means, system_means
from jurybox.stats.ordinal import ordinal_model
from jurybox.stats.paired import paired_differences
from jurybox.stats.ranksum import rank_sum, signed_rank
from jurybox.stats.raters import rater_measures
from jurybox.stats.signflip import SignFlip, sign_flip
from jurybox.stats.strengths import ComparedPairs, bradley_terry

RATINGS, SYSTEMS, PER_OUTPUT, RATERS, MANY_RATERS = 1_000_000, 20, 3, 50, 1_000
PAIRS = SYSTEMS * (SYSTEMS - 1) // 2
RESAMPLES, SCIPYS, SCIPY_PAIRS, STATSMODELS = 1_000, 20, 5, 2_000
TIMES_FASTER, TIMES_SLOWER, PER_DOCUMENT = 1_000.0, 12.0, 10


class Rated(NamedTuple):
    item: Ints
    system: Ints
    rater: Ints
    value: Floats

    @property
    def means(self) -> ItemMeans:
        return item_means(self.item, self.system, self.value, int(self.item[-1]) + 1, SYSTEMS)


def measure(folder: Path) -> Iterator[Line]:
    data = _ratings(RATINGS)
    million = f"{RATINGS:,} ratings of {SYSTEMS} systems"
    yield only(f"means of per-item means with intervals, {million}", _best(lambda: system_means(data.means)), " s CPU")
    yield from _permutations(data)
    yield from _rank_tests(data.means)
    yield from _severity(data)
    yield from _strengths()
    many = np.random.default_rng(2).integers(MANY_RATERS, size=RATINGS)
    unit = data.item * SYSTEMS + data.system
    work = _best(lambda: rater_measures(unit, many, data.value, MANY_RATERS))
    yield only(f"severity, drift, runs and agreement with the rest of {MANY_RATERS:,} raters", work, " s CPU")


def _ratings(count: int) -> Rated:
    """Every output is rated three times on 1 to 5; systems and raters differ a little."""
    chance = np.random.default_rng(1)
    items = -(-count // (SYSTEMS * PER_OUTPUT))
    item = np.repeat(np.arange(items), SYSTEMS * PER_OUTPUT)[:count]
    system = np.tile(np.repeat(np.arange(SYSTEMS), PER_OUTPUT), items)[:count]
    rater = chance.integers(RATERS, size=count)
    latent = chance.normal(size=items)[item] + 0.03 * system + chance.normal(size=RATERS)[rater] / 2
    return Rated(item, system, rater, np.clip(np.round(3 + latent + chance.normal(size=count)), 1, 5))


def _best(work: Callable[[], Any], rounds: int = 3) -> float:
    """Processor seconds of the fastest round."""
    seconds = []
    for _ in range(rounds):
        begun = time.process_time()
        work()
        seconds.append(time.process_time() - begun)
    return min(seconds)


def growth(work: Callable[[], Any], tenfold: Callable[[], Any], rounds: int = 3) -> float:
    """How many times as long the tenfold work takes.

    It is measured in turn with ten runs of the other, which take about as long: what else the machine does slows the
    processor's caches and memory for both alike.
    """
    found = [(_best(lambda: [work() for _ in range(10)], 1), _best(tenfold, 1)) for _ in range(rounds)]
    once, longer = (min(seconds) for seconds in zip(*found, strict=True))
    return 10 * longer / once


def _permutations(data: Rated) -> Iterator[Line]:
    """Sign-flip tests with their intervals, computed: beside scipy's, which draws."""
    means = data.means
    items = np.arange(means.n_items)
    ours = _best(lambda: sign_flips(means, items), 5)
    yield only(f"sign-flip tests and intervals of {PAIRS} pairs by item, {RATINGS:,} ratings", ours * 1e3, " ms CPU")
    yield only("of each pair", ours * 1e3 / PAIRS, " ms CPU")
    by_document = _best(lambda: sign_flips(means, items // PER_DOCUMENT), 5)
    name = f"the same by {means.n_items // PER_DOCUMENT:,} documents of {PER_DOCUMENT} items takes"
    yield at_most(name, by_document / ours, 1.0, " times as long")
    theirs = _scipys_permutation(means) / SCIPYS * RESAMPLES * PAIRS
    how = f"extrapolated from {SCIPYS} resamples of one pair"
    yield only(f"scipy's permutation_test with {RESAMPLES:,} resamples for all of them, {how}", theirs, " s CPU")
    yield at_least("Jurybox's test is faster than that", theirs / ours, TIMES_FASTER, " times")
    more = _ratings(10 * RATINGS).means
    longer = growth(lambda: sign_flips(means, items), lambda: sign_flips(more, np.arange(more.n_items)))
    yield at_most("10 times the ratings take", longer, TIMES_SLOWER, " times as long")


def sign_flips(means: ItemMeans, blocks: Ints) -> SignFlip:
    found = complete_items(means, blocks).contrasts()
    return sign_flip(found.parts, found.shares, found.estimate)


def _scipys_permutation(means: ItemMeans) -> float:
    from scipy.stats import permutation_test as scipys

    first, second = means.of_items(np.arange(means.n_items))[:, :2].T
    keep = ~np.isnan(first) & ~np.isnan(second)

    def run() -> None:
        scipys(
            (first[keep], second[keep]), lambda x, y, axis: np.mean(x - y, axis=axis), permutation_type="samples",
            vectorized=True, n_resamples=SCIPYS, rng=np.random.default_rng(0),
        )  # fmt: skip

    return _best(run)


def _rank_tests(means: ItemMeans) -> Iterator[Line]:
    from scipy.stats import mannwhitneyu, wilcoxon

    matrix = means.of_items(np.arange(means.n_items))
    both = matrix[~np.isnan(matrix).any(axis=1)]
    pairs = [(both[:, 0], both[:, k + 1]) for k in range(SCIPY_PAIRS)]
    how = f"{PAIRS} pairs, extrapolated from {SCIPY_PAIRS}"
    yield only(
        f"differences, wins and ties of {PAIRS} pairs", _best(lambda: paired_differences(means)) * 1e3, " ms CPU"
    )
    yield only(f"Wilcoxon signed-rank of {PAIRS} pairs", _best(lambda: signed_rank(means)) * 1e3, " ms CPU")
    theirs = _best(lambda: [wilcoxon(x - y, method="asymptotic") for x, y in pairs], 1) / SCIPY_PAIRS * PAIRS
    yield only(f"scipy's wilcoxon, {how}", theirs * 1e3, " ms CPU")
    yield only(f"Mann-Whitney rank-sum of {PAIRS} pairs", _best(lambda: rank_sum(means)) * 1e3, " ms CPU")
    theirs = _best(lambda: [mannwhitneyu(x, y, method="asymptotic") for x, y in pairs], 1) / SCIPY_PAIRS * PAIRS
    yield only(f"scipy's mannwhitneyu, {how}", theirs * 1e3, " ms CPU")


def _severity(data: Rated) -> Iterator[Line]:
    from statsmodels.miscmodels.ordinal_model import OrderedModel  # type: ignore[import-untyped]

    ours = _best(lambda: ordinal_model(data.system, data.rater, data.value, SYSTEMS, RATERS))
    yield only(f"ordinal model of {SYSTEMS} systems and {RATERS} raters, {RATINGS:,} ratings", ours * 1e3, " ms CPU")
    few = np.random.default_rng(3).choice(RATINGS, STATSMODELS, replace=False)
    columns = [data.system[few] == s for s in range(1, SYSTEMS)] + [data.rater[few] == r for r in range(1, RATERS)]
    design = np.column_stack(columns).astype(float)

    def run() -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            OrderedModel(data.value[few].astype(int), design, distr="logit").fit(method="bfgs", disp=False)

    yield only(f"the same with statsmodels, {STATSMODELS:,} ratings only", _best(run, 1), " s CPU")


def _strengths() -> Iterator[Line]:
    import evalica

    chance = np.random.default_rng(4)
    first = chance.integers(SYSTEMS, size=RATINGS)
    second = (first + chance.integers(1, SYSTEMS, size=RATINGS)) % SYSTEMS
    outcome = np.sign(np.round(0.05 * (first - second) + chance.logistic(size=RATINGS))).astype(int)
    fit = _best(lambda: bradley_terry(ComparedPairs(first, second, outcome, SYSTEMS)))
    yield only(f"Bradley-Terry with ties, {RATINGS:,} comparisons", fit * 1e3, " ms CPU")
    drawn = _best(lambda: bradley_terry(ComparedPairs(first, second, outcome, SYSTEMS), resamples=RESAMPLES), 1)
    yield only(f"the same with {RESAMPLES:,} resamples", drawn, " s CPU")
    names = {1: evalica.Winner.X, 0: evalica.Winner.Draw, -1: evalica.Winner.Y}
    winners = [names[o] for o in outcome.tolist()]
    x, y = first.tolist(), second.tolist()
    theirs = _best(lambda: evalica.bradley_terry(x, y, winners), 1)
    yield only("evalica's bradley_terry, once, without ties of their own or errors", theirs, " s CPU")
