"""What every statistic gives back: a number with its evidence, or None with the reason."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

import numpy as np
import numpy.typing as npt

from jurybox.stats.reasons import Reason

Ints = npt.NDArray[np.integer]
Floats = npt.NDArray[np.floating]
Flags = npt.NDArray[np.bool_]
Level = Literal["nominal", "ordinal", "interval", "ratio"]
NOTHING: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Estimate:
    """A statistic with its interval and the numbers behind it.

    `reason` says why `value` is None; with a value, why there is no interval.
    `left_out` counts what could not be used, by cause.

    >>> Estimate(None, reason="no_overlap").is_defined
    False
    """

    value: float | None
    interval: tuple[float, float] | None = None
    reason: Reason | None = None
    units: int = 0
    ratings: int = 0
    left_out: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    standard_error: float | None = None
    method: str | None = None
    """How the interval was made: bootstrap_units, linearised, jackknife, anova …"""

    @property
    def is_defined(self) -> bool:
        return self.value is not None


def undefined(reason: Reason, units: int = 0, ratings: int = 0, left_out: Mapping[str, int] = NOTHING) -> Estimate:
    """No number, and why."""
    return Estimate(None, None, reason, units, ratings, left_out)
