"""Published cases, and ratings of systems by raters, as the statistics of ranking take them."""

import csv
import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

DATA = Path(__file__).parents[2] / "data"
GOLDEN: dict[str, dict[str, Any]] = {
    case["id"]: case for case in json.loads((DATA / "golden.json").read_text(encoding="utf-8"))["cases"]
}


class Rated(NamedTuple):
    """Ratings as columns of codes."""

    item: np.ndarray
    system: np.ndarray
    rater: np.ndarray
    value: np.ndarray
    n_items: int
    n_systems: int
    n_raters: int


def rated(items=40, systems=4, raters=3, seed=0, step=0.3, share=1.0) -> Rated:
    """Every rater rates every output on 1 to 5; each system is a step better than the one before."""
    rng = np.random.default_rng(seed)
    item, system, rater = (part.ravel() for part in np.indices((items, systems, raters)))
    latent = 3 + step * system + rng.normal(size=items)[item] + 0.5 * rng.normal(size=raters)[rater]
    value = np.clip(np.round(latent + rng.normal(size=len(item))), 1, 5)
    kept = rng.random(len(item)) < share
    return Rated(item[kept], system[kept], rater[kept], value[kept], items, systems, raters)


def columns(name: str) -> dict[str, np.ndarray]:
    """A file of tests/data as columns of text."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    return dict(zip(rows[0], np.array(rows[1:]).T, strict=True))


def matrices(max_items=12, max_systems=5) -> st.SearchStrategy[np.ndarray]:
    """Items x systems with holes: every value a whole rating, or missing."""
    shape = st.tuples(st.integers(1, max_items), st.integers(2, max_systems))
    values = st.one_of(st.integers(1, 5).map(float), st.just(float("nan")))
    return shape.flatmap(lambda size: hnp.arrays(float, size, elements=values))
