"""Studies with known strengths whose pairs are drawn batch by batch, as the worker draws them."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from jurybox.design import DrawnPair, PairItem, SystemPair, Undrawn, draw_evenly, draw_wished, even_number
from jurybox.stats import (
    ComparedPairs,
    Floats,
    Ints,
    adjust,
    differences_of,
    differences_two_ways,
    most_informative,
    posterior,
    strengths_by_block,
    strengths_two_ways,
)

BATCH = 50


class Judged(NamedTuple):
    pairs: ComparedPairs
    item: Ints
    rater: Ints
    is_uncertain: bool


@dataclass(frozen=True)
class Truth:
    """Strengths, and how often what is said follows from the item or from the rater.

    Who is better is decided by utilities: strength and Gumbel noise. The noise is that of the item and system, that of
    the rater and system, or new. Either way P(a better than b) is exactly that of Bradley and Terry, and answers on one
    item, and of one rater, are alike.
    """

    strength: tuple[float, ...]
    items: int = 120
    raters: int = 12
    judgements: int = 600
    by_item: float = 0.3
    by_rater: float = 0.15


def play(truth: Truth, seed: int, is_uncertain: bool) -> Judged:
    rng = np.random.default_rng(seed)
    systems = len(truth.strength)
    of_item = rng.gumbel(size=(truth.items, systems))
    of_rater = rng.gumbel(size=(truth.raters, systems))
    drawn: dict[int, list[tuple[int, int]]] = {item: [] for item in range(truth.items)}
    wins = np.zeros((systems, systems))
    rows: list[tuple[int, int, int, int, int]] = []
    for batch in range(truth.judgements // BATCH):
        items = [PairItem(n, {k: n * systems + k for k in range(systems)}, drawn[n]) for n in drawn]
        for one in _batch(items, wins, f"seed {seed}", batch, is_uncertain):
            first, second = (candidate % systems for candidate in one.candidates)
            drawn[one.item].append(one.candidates)
            rater, kind = int(rng.integers(truth.raters)), rng.random()
            noise = rng.gumbel(size=systems)
            if kind < truth.by_item:
                noise = of_item[one.item]
            elif kind < truth.by_item + truth.by_rater:
                noise = of_rater[rater]
            is_first = truth.strength[first] + noise[first] > truth.strength[second] + noise[second]
            wins[(first, second) if is_first else (second, first)] += 1
            rows.append((first, second, 1 if is_first else -1, one.item, rater))
    one_of, other_of, outcome, of, by = (np.array(column) for column in zip(*rows, strict=True))
    return Judged(ComparedPairs(one_of, other_of, outcome, systems), of, by, is_uncertain)


def _batch(items: list[PairItem], wins: Floats, seed: str, batch: int, is_uncertain: bool) -> list[DrawnPair]:
    undrawn = Undrawn(items, seed, batch)
    if not is_uncertain or batch == 0:
        return draw_evenly(undrawn, BATCH)
    evenly = draw_evenly(undrawn, even_number(BATCH))
    return [*evenly, *draw_wished(undrawn, _wished(undrawn, wins, BATCH - len(evenly)))]


def _wished(undrawn: Undrawn, wins: Floats, number: int) -> list[SystemPair]:
    size = len(wins)
    asked, room = np.zeros((size, size)), np.zeros((size, size), np.int64)
    for (one, other), many in undrawn.asked.items():
        asked[one, other] = asked[other, one] = many
    for (one, other), many in undrawn.room.items():
        room[one, other] = many
    known = posterior(wins, np.maximum(asked - (wins + wins.T), 0.0))
    return most_informative(known, room, number, np.array(undrawn.ranks(size)))


class Found(NamedTuple):
    """Of one study: shares of the pairs of systems."""

    tested: float
    """Whose interval in the results holds the true difference."""
    covered: float
    """Whose live interval holds it."""
    width: float
    """Of live intervals."""
    apart: float
    """That are established in the right order, by Holm-adjusted p of the results."""
    alike: float
    """The same by items and raters, however pairs were drawn."""
    wrong: float
    """That are established in the wrong order, or though they are equal."""
    ordered: float
    """That stand in the right order."""


def look(truth: Truth, judged: Judged) -> Found | None:
    """None where the model has no answer."""
    live = strengths_two_ways(judged.pairs, judged.item, judged.rater)
    if live.reason is not None:
        return None
    strength = np.array(truth.strength)
    first, second = np.triu_indices(len(strength), 1)
    real = strength[first] - strength[second]
    by_item = strengths_by_block(judged.pairs, judged.item)
    both_ways = differences_two_ways(judged.pairs, judged.item, judged.rater, by_item)
    tested = both_ways if judged.is_uncertain else differences_of(by_item)
    p, alike = adjust(tested.p, "holm"), adjust(both_ways.p, "holm")
    held = (tested.low <= real) & (real <= tested.high)
    is_right = np.sign(live.difference) == np.sign(real)
    return Found(
        tested=float(held.mean()),
        covered=float(((live.difference_low <= real) & (real <= live.difference_high)).mean()),
        width=float((live.difference_high - live.difference_low).mean()),
        apart=float(((p <= 0.05) & is_right).mean()),
        alike=float(((alike <= 0.05) & is_right).mean()),
        wrong=float(((p <= 0.05) & ~is_right).mean()),
        ordered=float(is_right.mean()),
    )


def studies(truth: Truth, number: int, is_uncertain: bool) -> list[Found]:
    found = (look(truth, play(truth, seed, is_uncertain)) for seed in range(number))
    return [one for one in found if one is not None]
