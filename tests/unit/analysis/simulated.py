"""Studies whose truth is known, drawn by chance, and what an analysis claims of them.

`python -m tests.unit.analysis.simulated [STUDIES]` prints the table of docs/results.md; tests run it with fewer ones.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from jurybox.analysis.blocks import blocks_of
from jurybox.analysis.coded import coded
from jurybox.analysis.options import Options
from jurybox.analysis.ordinal_model import ordinal_fit
from jurybox.analysis.rater_rows import RaterQuality
from jurybox.analysis.raters import rater_quality
from jurybox.analysis.system_tests import Contest, contest, system_ratings
from jurybox.analysis.table import Asked, QuestionRatings, Source, Table
from jurybox.stats import Floats, Ints, Level, power_by_blocks

SEED = 20261117
FIXED, SAMPLE = Options(), Options(raters="random")


@dataclass(frozen=True)
class Drawn:
    """Ratings by columns of codes."""

    item: Ints
    system: Ints
    rater: Ints
    value: Floats
    documents: Ints | None = None


@dataclass(frozen=True)
class Effects:
    """Standard deviations of what moves a rating, and how much better the first system is."""

    item: float = 0.4
    document: float = 0.0
    system_in_document: float = 0.0
    rater: float = 0.0
    rater_for_system: float = 0.0
    noise: float = 0.7
    better: float = 0.0


def rated(chance: np.random.Generator, item: Ints, system: Ints, rater: Ints, how: Effects, size: int = 0) -> Drawn:
    """A five-point scale; `size` segments make a document."""
    items, systems, raters = (int(code.max()) + 1 for code in (item, system, rater))
    document = np.arange(items) // size if size else np.zeros(items, np.int64)
    documents = int(document.max()) + 1
    felt = 3 + how.better * (system == 0) + chance.normal(0, how.item, items)[item]
    felt += chance.normal(0, how.document, documents)[document[item]]
    felt += chance.normal(0, how.system_in_document, (documents, systems))[document[item], system]
    felt += chance.normal(0, how.rater, raters)[rater]
    felt += chance.normal(0, how.rater_for_system, (raters, systems))[rater, system]
    value = np.clip(np.rint(felt + chance.normal(0, how.noise, len(item))), 1, 5)
    return Drawn(item, system, rater, value, document if size else None)


def crossed(items: int, systems: int, raters: int) -> tuple[Ints, Ints, Ints]:
    item, system, rater = (axis.ravel() for axis in np.indices((items, systems, raters)))
    return item, system, rater


def contested(drawn: Drawn, options: Options = FIXED) -> Contest:
    table = table_of(drawn)
    return contest(table, system_ratings(table, table.ratings[0], options), options, blocks_of(table, options))


def table_of(drawn: Drawn) -> Table:
    items, systems, raters = (int(code.max()) + 1 for code in (drawn.item, drawn.system, drawn.rater))
    cell, unit = np.unique(drawn.item * systems + drawn.system, return_inverse=True)
    asked = Asked("q", "number", "ordinal", "protocol", lowest=1.0, highest=5.0)
    return Table(
        source=Source("drawn", "file"),
        items=tuple(f"i{n}" for n in range(items)),
        systems=tuple(f"S{n}" for n in range(systems)),
        raters=tuple(f"r{n}" for n in range(raters)),
        unit_item=cell // systems,
        made_unit=np.arange(len(cell)),
        made_system=cell % systems,
        ratings=(QuestionRatings(asked, unit, drawn.rater, drawn.value),),
        documents=drawn.documents,
    )


def claims(found: Contest) -> bool:
    """Whether any difference is called established, by a test, a line or a range."""
    assert found.tests is not None
    placed = [one for one in found.places if one.rank is not None]
    return bool(found.tests.is_established.any()) or any(
        one.cluster != 1 or one.low != 1 or one.high != len(placed) for one in placed
    )


def finds(found: Contest) -> bool:
    """Whether the first system is established as better than every other."""
    assert found.tests is not None
    return bool(found.tests.better(len(found.places), higher_is_better=True)[0, 1:].all())


def documents(chance: np.random.Generator, number: int, size: int, systems: int, better: float = 0.0) -> Contest:
    how = Effects(0.3, 0.4, 0.4, better=better)
    return contested(rated(chance, *crossed(number * size, systems, 1), how, size))


def items(chance: np.random.Generator, better: float = 0.0) -> Contest:
    return contested(rated(chance, *crossed(60, 4, 2), Effects(0.6, better=better)))


def some_items(chance: np.random.Generator, better: float = 0.0) -> Contest:
    """Every item has three of five systems, and items differ much."""
    item, system, rater = crossed(150, 5, 2)
    has = np.argsort(chance.random((150, 5)), axis=1) < 3
    keep = has[item, system]
    return contested(rated(chance, item[keep], system[keep], rater[keep], Effects(1.0, better=better)))


def by_chance(chance: np.random.Generator, items: int, systems: int, raters: int) -> tuple[Ints, Ints, Ints]:
    """Every output has two of the raters."""
    item, system, rater = crossed(items, systems, raters)
    has = np.argsort(chance.random((items, systems, raters)), axis=2) < 2
    keep = has[item, system, rater]
    return item[keep], system[keep], rater[keep]


def crowd(chance: np.random.Generator, better: float = 0.0) -> Contest:
    """Two of eight raters, who differ in severity."""
    return contested(rated(chance, *by_chance(chance, 80, 3, 8), Effects(0.5, rater=0.5, better=better)))


def crowd_sample(chance: np.random.Generator, raters: int, better: float = 0.0) -> Contest:
    """The same with likings of their own for systems, as a sample."""
    how = Effects(0.5, rater=0.5, rater_for_system=0.3, better=better)
    return contested(rated(chance, *by_chance(chance, 80, 3, raters), how), SAMPLE)


def own_raters(chance: np.random.Generator, shared: int) -> Contest:
    """Every system has two raters of its own; one more rates all systems on some items."""
    item, system, rater = crossed(60, 3, 7)
    keep = (rater // 2 == system) | ((rater == 6) & (item < shared))
    return contested(rated(chance, item[keep], system[keep], rater[keep], Effects(0.5, rater=0.5)))


def sample(chance: np.random.Generator, raters: int, better: float = 0.0) -> Contest:
    """Raters have likings of their own for systems, and are a sample."""
    how = Effects(0.5, rater=0.3, rater_for_system=0.3, better=better)
    return contested(rated(chance, *crossed(80, 3, raters), how), SAMPLE)


def covers_difference(chance: np.random.Generator, number: int) -> bool:
    """Of two systems over documents, one half a point better before rounding; the truth from two million drawn."""
    found = documents(chance, number, 6, 2, better=0.5)
    assert found.tests is not None
    return bool(found.tests.low[0] <= TRUE_DIFFERENCE <= found.tests.high[0])


def covers_adjusted_mean(chance: np.random.Generator) -> bool:
    """The mean that a system would have over all items: 3, the middle of a scale that is cut off evenly."""
    adjusted = some_items(chance).item_adjusted
    assert adjusted is not None
    low, high = adjusted[0].interval or (np.nan, np.nan)
    return bool(low <= 3 <= high)


def true_difference() -> float:
    chance = np.random.default_rng(SEED)
    felt = 3 + chance.normal(0, np.sqrt(0.3**2 + 0.4**2 + 0.4**2 + 0.7**2), 2_000_000)
    return float(np.clip(np.rint(felt + 0.5), 1, 5).mean() - np.clip(np.rint(felt), 1, 5).mean())


TRUE_DIFFERENCE = true_difference()


def finds_what_it_says(chance: np.random.Generator, systems: int) -> bool:
    """30 items, normal values, and a first system better by what four of five such studies are said to find."""
    pairs = systems * (systems - 1) // 2
    spread = np.sqrt(2) / np.sqrt(30)
    low, high = 0.0, 5.0
    for _ in range(40):
        middle = (low + high) / 2
        power = power_by_blocks(np.array([middle]), np.array([spread]), np.array([30]), pairs)[0]
        low, high = (middle, high) if power < 0.8 else (low, middle)
    value = chance.normal(0, 1, (30, systems)) + high * (np.arange(systems) == 0)
    item, system, rater = crossed(30, systems, 1)
    found = contested(Drawn(item, system, rater, value.ravel()))
    assert found.tests is not None
    return bool(found.tests.better(systems, higher_is_better=True)[0, 1])


SEVERITIES = np.array([-0.8, -0.3, 0.0, 0.3, 0.8])
CUTS = [-2.0, -0.5, 0.7, 2.0]
Rows = tuple[Ints, Ints, Ints]


def severe(chance: np.random.Generator, rows: Rows, severity: Floats, size: int) -> Drawn:
    """The cumulative logit with items that differ, and raters who have a view of their own on every document."""
    item, system, rater = rows
    document = np.arange(int(item.max()) + 1) // size
    felt = 0.5 * system - severity[rater] + chance.normal(0, 1.0, len(document))[item]
    felt += chance.normal(0, 0.5, (len(severity), len(document)))[rater, document[item]]
    value = 1.0 + np.searchsorted(CUTS, felt + chance.logistic(size=len(item)))
    return Drawn(item, system, rater, value, document if size > 1 else None)


def severities(drawn: Drawn, options: Options) -> list[RaterQuality]:
    table, blocks = table_of(drawn), blocks_of(table_of(drawn), options)
    question = coded(table.ratings[0], options)
    fit = ordinal_fit(table, question, options, blocks) if options.level is None else None
    return rater_quality(table, question, fit, options, blocks)


@cache
def true_severities(level: Level | None) -> Floats:
    """What the severities come to with 30,000 items."""
    drawn = severe(np.random.default_rng(SEED), crossed(30_000, 3, 5), SEVERITIES, 1)
    return np.array([one.severity for one in severities(drawn, Options(level=level))])


def covers_severity(chance: np.random.Generator, rows: Rows, size: int = 1, level: Level | None = None) -> bool:
    """Of one of five raters, drawn by chance."""
    found = severities(severe(chance, rows, SEVERITIES, size), Options(level=level))
    which = int(chance.integers(len(found)))
    low, high = found[which].severity_interval or (np.nan, np.nan)
    return bool(low <= true_severities(level)[which] <= high)


@cache
def drawn_in() -> float:
    """What is left of a severity where items and views of documents are not in the model."""
    return float(true_severities(None) @ SEVERITIES / (SEVERITIES @ SEVERITIES))


def covers_sampled_severity(chance: np.random.Generator) -> bool:
    """Of one of eight raters as a sample, beside the others."""
    severity = chance.normal(0, 0.6, 8)
    found = severities(severe(chance, crossed(90, 3, 8), severity - severity.mean(), 3), Options(full=True))
    which = int(chance.integers(len(found)))
    low, high = found[which].severity_interval or (np.nan, np.nan)
    return bool(low <= drawn_in() * (severity - severity.mean())[which] <= high)


Play = Callable[[np.random.Generator], bool]
ALARMS: dict[str, Play] = {
    "4 equal systems, 60 items, 2 raters": lambda g: claims(items(g)),
    "2 equal systems, 20 documents of 8": lambda g: claims(documents(g, 20, 8, 2)),
    "5 equal systems, 20 documents of 8": lambda g: claims(documents(g, 20, 8, 5)),
    "3 equal systems, 8 documents of 12": lambda g: claims(documents(g, 8, 12, 3)),
    "5 equal systems, 3 of them on every item": lambda g: claims(some_items(g)),
    "3 equal systems, 2 of 8 raters by chance": lambda g: claims(crowd(g)),
    "3 equal systems with raters of their own, one rater on 8 items": lambda g: claims(own_raters(g, 8)),
    "3 equal systems, 4 raters as a sample": lambda g: claims(sample(g, 4)),
    "3 equal systems, 2 of 8 raters by chance, as a sample": lambda g: claims(crowd_sample(g, 8)),
    "3 equal systems, 2 of 20 raters by chance, as a sample": lambda g: claims(crowd_sample(g, 20)),
}
FOUND: dict[str, Play] = {
    "a system .5 better, 60 items": lambda g: finds(items(g, 0.5)),
    "a system .7 better, 20 documents of 8": lambda g: finds(documents(g, 20, 8, 2, 0.7)),
    "a system .6 better, 3 of 5 systems on every item": lambda g: finds(some_items(g, 0.6)),
    "a system .7 better, 2 of 8 raters by chance": lambda g: finds(crowd(g, 0.7)),
    "a system 1 better, 8 raters as a sample": lambda g: finds(sample(g, 8, 1.0)),
    "a system 1 better, 2 of 8 raters by chance, as a sample": lambda g: finds(crowd_sample(g, 8, 1.0)),
}
COVERED: dict[str, Play] = {
    "a difference over 30 documents": lambda g: covers_difference(g, 30),
    "a difference over 12 documents (rough)": lambda g: covers_difference(g, 12),
    "an item-adjusted mean, 150 items": covers_adjusted_mean,
    "a rater's severity in logits, 40 items": lambda g: covers_severity(g, crossed(40, 3, 5)),
    "a rater's severity in logits, 30 documents of 4": lambda g: covers_severity(g, crossed(120, 3, 5), 4),
    "a rater's severity in logits, 2 of 5 raters by chance": lambda g: covers_severity(g, by_chance(g, 100, 3, 5)),
    "a rater's severity in points, 30 documents of 4": lambda g: covers_severity(g, crossed(120, 3, 5), 4, "interval"),
    "the severity of a rater of a sample, 30 documents of 3": covers_sampled_severity,
}
POWER: dict[str, Play] = {
    "the detectable difference of 2 systems": lambda g: finds_what_it_says(g, 2),
    "the detectable difference of 6 systems": lambda g: finds_what_it_says(g, 6),
}


def share(name: str, play: Play, studies: int) -> float:
    chance = np.random.default_rng([SEED, *name.encode()])
    return sum(play(chance) for _ in range(studies)) / studies


def main(studies: int) -> None:
    print(f"| {studies:,} studies each, seed {SEED} | share |\n|---|---|")
    for title, plays in (("false alarms", ALARMS), ("found", FOUND), ("covered", COVERED), ("found", POWER)):
        for name, play in plays.items():
            print(f"| {title}: {name} | {100 * share(name, play, studies):.1f} % |", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
