"""Distances between levels of measurement, each in the three sums that Krippendorff's alpha needs.

For counts n by level and distance δ² (Krippendorff 2011): `within` is Σ n_c n_k δ² inside each unit, `between` the same
over all counts together, and `pull` is Σ_k n_k δ²(c, k) by level, half the slope of `between`. None of them ever holds
a table of all pairs of values unless the values are few.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from jurybox.stats.estimate import Floats
from jurybox.stats.patterns import Patterns

FEW_LEVELS = 512


class Metric(Protocol):
    def within(self, patterns: Patterns) -> Floats: ...

    def between(self, n: Floats) -> Floats:
        """n by level, in columns; a sum per column."""
        ...

    def pull(self, n: Floats) -> Floats: ...


class Nominal:
    """δ² = 0 if equal, else 1."""

    def within(self, patterns: Patterns) -> Floats:
        squares = np.add.reduceat(patterns.count.astype(float) ** 2, patterns.starts)
        return patterns.sizes.astype(float) ** 2 - squares

    def between(self, n: Floats) -> Floats:
        result: Floats = n.sum(axis=0) ** 2 - (n**2).sum(axis=0)
        return result

    def pull(self, n: Floats) -> Floats:
        result: Floats = n.sum() - n
        return result


@dataclass(frozen=True, slots=True)
class Interval:
    """δ² = (x - y)². Centre x first: the sums are differences of squares."""

    x: Floats

    def within(self, patterns: Patterns) -> Floats:
        return 2 * (patterns.sizes * patterns.sums(self.x**2) - patterns.sums(self.x) ** 2)

    def between(self, n: Floats) -> Floats:
        result: Floats = 2 * (n.sum(axis=0) * (self.x**2 @ n) - (self.x @ n) ** 2)
        return result

    def pull(self, n: Floats) -> Floats:
        result: Floats = n.sum() * self.x**2 - 2 * self.x * (self.x @ n) + self.x**2 @ n
        return result


@dataclass(frozen=True, slots=True)
class DistanceTable:
    """Any distance between few levels, written out."""

    distance: Floats

    def within(self, patterns: Patterns) -> Floats:
        return patterns.pair_sums(lambda first, second: self.distance[first, second])

    def between(self, n: Floats) -> Floats:
        result: Floats = (n * (self.distance @ n)).sum(axis=0)
        return result

    def pull(self, n: Floats) -> Floats:
        return self.distance @ n


def ratio(levels: Floats) -> Metric:
    """δ² = ((x - y) / (x + y))², 0 for two zeros."""
    if len(levels) > FEW_LEVELS:
        return Waves(levels)
    sums = levels[:, None] + levels
    return DistanceTable(np.divide(levels[:, None] - levels, sums, out=np.zeros(sums.shape), where=sums > 0) ** 2)


@dataclass(frozen=True, slots=True)
class Waves:
    """The ratio distance for many distinct values, in time linear in them.

    For x, y > 0: 1 - δ² = sech²((ln x - ln y) / 2) = ∫ 4ξ / sinh(πξ) · cos(ξ (ln x - ln y)) dξ over ξ > 0, and a cosine
    of a difference is cos·cos + sin·sin. The trapezoid rule is exact to about 1e-11 because the integrand decays
    exponentially on both sides of the transform. Zero is as far as can be from all else.
    """

    levels: Floats

    def _waves(self) -> Iterator[tuple[float, Floats]]:
        is_above = self.levels > 0
        logs = np.log(self.levels, out=np.zeros(len(self.levels)), where=is_above)
        yield 1.0, (~is_above).astype(float)
        period = np.ptp(logs[is_above]) + 32.0
        step = 2 * np.pi / period
        yield step * 2 / np.pi, is_above.astype(float)  # the limit at 0 is 4/π, half of it by the trapezoid rule
        for xi in np.arange(step, 11.0, step):
            weight = step * 4 * xi / np.sinh(np.pi * xi)
            yield weight, np.where(is_above, np.cos(xi * logs), 0.0)
            yield weight, np.where(is_above, np.sin(xi * logs), 0.0)

    def within(self, patterns: Patterns) -> Floats:
        alike = np.zeros(len(patterns))
        for weight, wave in self._waves():
            alike += weight * patterns.sums(wave) ** 2
        return np.maximum(patterns.sizes.astype(float) ** 2 - alike, 0)

    def between(self, n: Floats) -> Floats:
        alike = np.zeros(n.shape[1:])
        for weight, wave in self._waves():
            alike += weight * (wave @ n) ** 2
        result: Floats = n.sum(axis=0) ** 2 - alike
        return result

    def pull(self, n: Floats) -> Floats:
        alike = np.zeros(len(n))
        for weight, wave in self._waves():
            alike += weight * (wave @ n) * wave
        result: Floats = n.sum() - alike
        return result
