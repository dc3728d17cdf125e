"""Published cases and ratings as the statistics of agreement take them: integer codes."""

import json
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st

from jurybox.stats.estimate import Estimate

DATA = Path(__file__).parents[2] / "data"
GOLDEN: dict[str, dict[str, Any]] = {
    case["id"]: case for case in json.loads((DATA / "golden.json").read_text(encoding="utf-8"))["cases"]
}


def number(estimate: Estimate) -> float:
    assert estimate.value is not None, estimate.reason
    return estimate.value


def bounds(estimate: Estimate) -> tuple[float, float]:
    assert estimate.interval is not None, estimate.reason
    return estimate.interval


def error(estimate: Estimate) -> float:
    assert estimate.standard_error is not None, estimate.reason
    return estimate.standard_error


class Coded:
    """Ratings of a table, raters down and units across; None where there is none."""

    def __init__(self, raters_by_units: Any) -> None:
        self.table = np.array([[np.nan if x is None else x for x in row] for row in raters_by_units], float)
        self.rater, self.unit = np.nonzero(~np.isnan(self.table))
        self.value = self.table[self.rater, self.unit]
        self.levels, self.code = np.unique(self.value, return_inverse=True)


def golden(id: str) -> tuple[Coded, dict[str, Any]]:
    case = GOLDEN[id]
    return Coded(case["input"]["raters_by_units"]), case


def from_counts(units_by_categories: Any) -> Coded:
    """A table of how many raters chose what, as ratings."""
    counts = np.array(units_by_categories)
    most = counts.sum(axis=1).max()
    rows = [np.repeat(np.arange(counts.shape[1]), row).tolist() for row in counts]
    return Coded(np.array([row + [np.nan] * (most - len(row)) for row in rows], float).T)


def from_table(table: Any) -> Coded:
    """A contingency table of two raters, as ratings."""
    counts = np.array(table)
    first, second = np.repeat(np.indices(counts.shape).reshape(2, -1), counts.ravel(), axis=1)
    return Coded(np.array([first, second]))


def column(name: str, question: str | None = None) -> dict[str, np.ndarray]:
    """A file of tests/data as columns of text; of one question, where named."""
    lines = [line.split(",") for line in (DATA / name).read_text(encoding="utf-8").splitlines()]
    rows = np.array([line for line in lines[1:] if question is None or line[lines[0].index("question")] == question])
    return dict(zip(lines[0], rows.T, strict=True))


def coded(values: np.ndarray) -> np.ndarray:
    return np.unique(values, return_inverse=True)[1]


@st.composite
def tables(draw: st.DrawFn, *, complete: bool = False, levels: int = 5) -> Coded:
    """Up to 5 raters on up to 12 units, some ratings missing, at least one there."""
    raters, units = draw(st.integers(2, 5)), draw(st.integers(1, 12))
    values = st.sampled_from([float(x) for x in range(levels)])
    rating = values if complete else st.one_of(values, values, st.none())
    rows = draw(st.lists(st.lists(rating, min_size=units, max_size=units), min_size=raters, max_size=raters))
    if all(x is None for row in rows for x in row):
        rows[0][0] = 0.0
    return Coded(rows)


def simulated(n: int, k: int, levels: int, seed: int, spread: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Units and codes of k noisy ratings each of n true values."""
    chance = np.random.default_rng(seed)
    unit = np.repeat(np.arange(n), k)
    value = chance.normal(size=n)[unit] + spread * chance.normal(size=n * k)
    return unit, np.clip(np.floor((value + 3) / 6 * levels), 0, levels - 1).astype(np.int64)
