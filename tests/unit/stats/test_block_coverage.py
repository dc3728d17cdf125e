"""Whether 95 % intervals over blocks hold the truth in 95 of 100 studies: simulated ones, whose truth is known.

The table in docs/results.md is what `covered` gives with 4,000 studies each.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from jurybox.stats.alpha import krippendorff_alpha
from jurybox.stats.estimate import Estimate, Ints
from jurybox.stats.gwet import gwet_ac
from jurybox.stats.intraclass import icc
from jurybox.stats.kappa import fleiss_kappa, percent_agreement
from jurybox.stats.pairwise import pairwise_kappa
from jurybox.stats.sets import mean_jaccard, set_alpha
from tests.unit.stats.agreement_cases import number

LEVELS = np.arange(1.0, 6.0)
SEED = 20_250
SLACK = 2.5
"""Standard errors of a share of so many studies."""


@dataclass(frozen=True, slots=True)
class Design:
    """Blocks of items, outputs of several systems for each; what an output is worth is the block's, the item's and its
    own, and three raters see it with some noise."""

    blocks: int
    items: int
    systems: int
    block_sd: float
    item_sd: float
    own_sd: float
    noise: float

    def draw(self, chance: np.random.Generator, blocks: int) -> tuple[Ints, Ints, Ints, Ints]:
        """Unit, rater, code, and the block of each unit."""
        n = blocks * self.items * self.systems
        block, item = np.arange(n) // (self.items * self.systems), np.arange(n) // self.systems
        worth = self.block_sd * chance.normal(size=blocks)[block]
        worth = (
            worth + self.item_sd * chance.normal(size=blocks * self.items)[item] + self.own_sd * chance.normal(size=n)
        )
        seen = 2 + worth[:, None] + self.noise * chance.normal(size=(n, 3))
        unit, rater = np.indices(seen.shape).reshape(2, -1)
        return unit, rater, np.clip(np.rint(seen), 0, 4).astype(np.int64).ravel(), block


DESIGNS = {
    "30 items x 10 systems, worth is the item's": Design(30, 1, 10, 0, 1.0, 0, 0.6),
    "100 items x 18 systems, worth is the item's": Design(100, 1, 18, 0, 1.0, 0, 0.6),
    "30 documents of 8 items, 3 systems": Design(30, 8, 3, 0.5, 0.5, 0.3, 0.7),
    "50 items, one system": Design(50, 1, 1, 0, 1.0, 0, 0.8),
    "30 items x 5 systems, little agreement": Design(30, 1, 5, 0, 0.5, 0.3, 1.2),
    "30 items x 5 systems, much agreement": Design(30, 1, 5, 0, 1.2, 0, 0.35),
}
Coefficient = Callable[[Ints, Ints, Ints, Ints | None], Estimate]


def _sets(function: Callable[..., Estimate]) -> Coefficient:
    """A value of 3 as the tags 0, 1 and 2."""

    def found(unit: Ints, rater: Ints, code: Ints, blocks: Ints | None) -> Estimate:
        row, tag = np.nonzero(np.arange(4) < code[:, None])
        return function(unit, row, tag, 4, blocks=blocks)

    return found


def _icc(unit: Ints, rater: Ints, code: Ints, blocks: Ints | None) -> Estimate:
    return icc(unit, rater, code.astype(float), blocks=blocks, raters_are="fixed")["ICC(2,1)"]


COEFFICIENTS: dict[str, Coefficient] = {
    "nominal alpha": lambda u, r, c, b: krippendorff_alpha(u, c, LEVELS, "nominal", blocks=b),
    "ordinal alpha": lambda u, r, c, b: krippendorff_alpha(u, c, LEVELS, "ordinal", blocks=b),
    "interval alpha": lambda u, r, c, b: krippendorff_alpha(u, c, LEVELS, "interval", blocks=b),
    "AC2": lambda u, r, c, b: gwet_ac(u, c, LEVELS, "quadratic", blocks=b),
    "Fleiss' kappa": lambda u, r, c, b: fleiss_kappa(u, c, LEVELS, blocks=b),
    "percent": lambda u, r, c, b: percent_agreement(u, c, 5, blocks=b),
    "pooled kappa": lambda u, r, c, b: pairwise_kappa(u, r, c, 5, blocks=b).pooled,
    "ICC(2,1)": _icc,
    "set alpha": _sets(set_alpha),
    "Jaccard": _sets(mean_jaccard),
}
QUICK = ["ordinal alpha", "interval alpha", "AC2", "pooled kappa", "ICC(2,1)"]


@cache
def truth(design: Design, name: str) -> float:
    """That of twenty thousand blocks."""
    unit, rater, code, _ = design.draw(np.random.default_rng(10**6), 20_000)
    return number(COEFFICIENTS[name](unit, rater, code, None))


def covered(design: Design, name: str, studies: int, seed: int = SEED) -> float:
    """The share of studies whose interval holds the truth."""
    hits = 0
    for study in range(studies):
        drawn = design.draw(np.random.default_rng([seed, study]), design.blocks)
        low, high = COEFFICIENTS[name](*drawn).interval or (2.0, 2.0)
        hits += low <= truth(design, name) <= high
    return hits / studies


def is_right(share: float, studies: int) -> bool:
    slack = SLACK * np.sqrt(0.93 * 0.07 / studies)
    return bool(0.93 - slack <= share <= 0.97 + slack)


@pytest.mark.parametrize("name", QUICK)
def test_intervals_of_items_with_many_systems_hold_the_truth(name):
    """Taken as independent, the ten outputs of an item gave intervals that held it in 50 to 70 of 100 studies."""
    assert is_right(covered(next(iter(DESIGNS.values())), name, 400), 400)


def test_taken_as_independent_the_outputs_of_an_item_promise_too_much(monkeypatch):
    design = next(iter(DESIGNS.values()))
    monkeypatch.setitem(
        COEFFICIENTS,
        "interval alpha",
        lambda u, r, c, b: krippendorff_alpha(u, c, LEVELS, "interval", blocks=np.arange(len(u))),
    )
    assert covered(design, "interval alpha", 200) < 0.8


@pytest.mark.parametrize("name", ["ordinal alpha", "pooled kappa"])
def test_intervals_over_documents_hold_the_truth(name):
    assert is_right(covered(DESIGNS["30 documents of 8 items, 3 systems"], name, 400), 400)


@pytest.mark.soak
@pytest.mark.parametrize("name", COEFFICIENTS)
@pytest.mark.parametrize("design", DESIGNS.values(), ids=DESIGNS)
def test_intervals_hold_the_truth_in_the_long_run(design, name):
    assert is_right(covered(design, name, 4_000), 4_000)
