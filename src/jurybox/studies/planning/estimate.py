"""What a study costs and can find, before it begins: units, judgements, minutes, pay, the smallest difference."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, sqrt
from typing import Literal, NamedTuple, TypedDict

from jurybox.core import Protocol, Settings, UnitShape
from jurybox.design import gap, planned
from jurybox.store import ItemShape
from jurybox.studies.planning.decides import Decider, decider_of
from jurybox.studies.planning.intent import Intent
from jurybox.studies.planning.power import blocks_for, detectable, fewest_blocks

SHARED = 0.5
"""How much of the spread of answers raters have in common; the rest is their own, and shrinks with more raters."""
LOOKING, ANSWERING = 15.0, 8.0
"""Seconds to read a text, and to answer one question about it once, where nothing is known of the pace."""


@dataclass(frozen=True, slots=True)
class PlannedMaterial:
    """What there is: items by their shape, systems, examples, and raters who are there already."""

    shapes: Sequence[ItemShape]
    systems: int
    raters: int
    repeatable: Sequence[int]
    """The stages that can come again."""
    examples: int = 0
    """Worked examples that each rater rates first."""
    pace: "PastPace | None" = None


class PastPace(NamedTuple):
    """How fast people were before: the median seconds of each stage, and of how many judgements."""

    seconds: dict[int, float]
    judgements: int


Size = Literal["fine", "medium", "large"]
LIMITS = {"scale": (0.05, 0.125), "sd": (0.2, 0.5), "share": (0.05, 0.15)}
"""Up to where a difference is fine, and medium: Cohen's small and medium ones, in standard deviations and in wins above
one half. Of a scale it is the same where answers spread over a quarter of it: a fifth of a level of five, half a level.
"""


class Difference(TypedDict):
    """The smallest difference of two systems that would be found; None where none would."""

    value: float | None
    decides: str
    width: float | None
    """Of the scale; without one the difference is in standard deviations."""
    is_share: bool
    """Whether it is a share of wins above one half."""
    blocks: int
    needed: int
    """Blocks with which anything could be found."""
    pairs: int
    size: Size | None
    """What it is enough for: differences of this size; None where nothing would be found."""
    blocks_for_half: int | None
    """With how many blocks half of it would be found, by the same raters of each."""


class PlanEstimate(TypedDict):
    items: int
    units: int
    merged: int
    """Outputs that need no rating of their own, because another one is equal."""
    judgements: int
    repeats: int
    checks: int
    raters: int
    units_per_rater: int
    seconds: float
    """Of a judgement, on average."""
    pace: str
    """Where that comes from: said, past or usual."""
    past_judgements: int
    minutes_per_rater: float
    hours: float
    pay: float | None
    cost: float | None
    difference: Difference | None


def estimate(protocol: Protocol, settings: Settings, material: PlannedMaterial, intent: Intent) -> PlanEstimate:
    """Outputs that are equal letter by letter are rated once; where more is merged, there may be fewer units."""
    shapes = [_merged(shape, settings) for shape in material.shapes]
    units = {group: _units(protocol.unit, shapes, group) for group in {s.group for s in shapes}}
    units = _drawn(units, settings)
    pairs = zip(material.shapes, shapes, strict=True)
    stages = range(len(protocol.stages))
    slots = [sum(n * settings.quorum_of(protocol.stages[k].id, group) for group, n in units.items()) for k in stages]
    raters = intent.raters or max(material.raters, most_quorum(protocol, settings, list(units)))
    per_rater = -(-max(slots, default=0) // raters)
    repeats = [_repeats(settings.repeats, per_rater) * raters if k in material.repeatable else 0 for k in stages]
    first = [material.examples * raters if k == 0 and settings.calibration.on else 0 for k in stages]
    seconds, source = seconds_of(protocol, material, intent)
    checks = checks_wanted(settings.checks.rate, per_rater) * raters
    each = [slots[k] + repeats[k] + checks for k in stages]
    total = sum((each[k] + first[k]) * seconds[k] for k in stages)
    judgements = sum(each)
    return {
        "items": sum(shape.items for shape in material.shapes),
        "units": sum(units.values()),
        "merged": sum((before.systems - after.systems) * after.items for before, after in pairs),
        "judgements": judgements,
        "repeats": sum(repeats),
        "checks": checks * len(stages),
        "raters": raters,
        "units_per_rater": per_rater,
        "seconds": sum(each[k] * seconds[k] for k in stages) / judgements if judgements else seconds[0],
        "pace": source,
        "past_judgements": material.pace.judgements if material.pace else 0,
        "minutes_per_rater": total / raters / 60,
        "hours": total / 3600,
        "pay": intent.pay,
        "cost": None if intent.pay is None else total / 3600 * intent.pay,
        "difference": difference(protocol, settings, material, intent),
    }


def _merged(shape: ItemShape, settings: Settings) -> ItemShape:
    """With a candidate in place of several equal outputs."""
    return shape if settings.merge == "none" else shape._replace(systems=shape.systems - shape.equal)


def _drawn(units: dict[str, int], settings: Settings) -> dict[str, int]:
    """Where pairs are drawn as the study goes: no more than there are to be, each group with its share of them."""
    total, most = sum(units.values()), settings.pairs.most
    if not settings.pairs.on or most is None or total <= most:
        return units
    return {group: -(-n * most // total) for group, n in units.items()}


def checks_wanted(share: float, units: int) -> int:
    """How many checks stand among so many units.

    >>> checks_wanted(0.1, 90), checks_wanted(0.25, 3), checks_wanted(0.1, 5)
    (10, 1, 0)
    """
    return int(units * share / (1 - share) + 1e-9)


def _units(shape: UnitShape, shapes: Sequence[ItemShape], group: str) -> int:
    own = (one for one in shapes if one.group == group)
    return sum(one.items * units_of(shape, one.systems) * len(shape.windows(one.segments)) for one in own)


def units_of(shape: UnitShape, systems: int) -> int:
    """How many units an item with so many candidates has.

    >>> units_of(UnitShape(), 3), units_of(UnitShape(candidates="all"), 3), units_of(UnitShape(candidates=2), 3)
    (3, 1, 3)
    """
    if not systems:
        return 0
    if shape.candidates == 1:
        return systems
    if shape.candidates == "all" or systems <= shape.candidates:
        return 1
    every = comb(systems, shape.candidates)
    return every if shape.subsets == "all" else min(every, shape.subsets)


def most_quorum(protocol: Protocol, settings: Settings, groups: list[str]) -> int:
    """How many raters a unit needs at the most."""
    return max((settings.quorum_of(s.id, group) for s in protocol.stages for group in groups or [""]), default=1)


def _repeats(share: float, units: int) -> int:
    """How many units come again to a rater who has so many."""
    return planned(units, share, units) if share and units > gap(units) else 0


def seconds_of(protocol: Protocol, material: PlannedMaterial, intent: Intent) -> tuple[list[float], str]:
    """The seconds of a judgement of each stage, and where they come from."""
    if intent.seconds is not None:
        return [intent.seconds] * len(protocol.stages), "said"
    past = material.pace.seconds if material.pace else {}
    usual = [_usual(protocol, n, material) for n in range(len(protocol.stages))]
    return [past.get(n, usual[n]) for n in range(len(usual))], "past" if past else "usual"


def _usual(protocol: Protocol, stage: int, material: PlannedMaterial) -> float:
    """Every segment is read, and every question answered of all that it is about."""
    most = max((shape.systems for shape in material.shapes), default=1)
    shown = most if protocol.unit.candidates == "all" else min(most, protocol.unit.candidates)
    segments = _segments_of_unit(protocol.unit, material.shapes)
    times = {"unit": 1.0, "candidate": shown, "segment": segments, "output": shown * segments}
    asked = sum(times[question.about] for question in protocol.stages[stage].ask)
    return LOOKING * segments + ANSWERING * asked


def _segments_of_unit(shape: UnitShape, shapes: Sequence[ItemShape]) -> float:
    """How many segments a unit has on average; texts without any are one."""
    units = sum(one.items * len(shape.windows(one.segments)) for one in shapes)
    return sum(one.items * max(1, one.segments) for one in shapes) / units if units else 1


def difference(protocol: Protocol, settings: Settings, material: PlannedMaterial, intent: Intent) -> Difference | None:
    """At the level that decides: items are what is drawn by chance, and pairs of systems are tested together.

    The difference of two systems on an item has the variance 2 s² (ρ + (1 - ρ) / raters), where s is the spread of
    answers and ρ what raters have in common; of comparisons, whose answers are wins and losses, s² is at most 1/8.
    """
    decider = decider_of(protocol, intent.decides)
    if decider is None or material.systems < 2:
        return None
    pairs = comb(material.systems, 2)
    blocks = sum(shape.items for shape in material.shapes if shape.systems > 1)
    raters = _quorum(protocol, settings, decider)
    spread = _spread(decider, intent) * sqrt(2 * (SHARED + (1 - SHARED) / raters))
    found = detectable(spread / sqrt(max(blocks, 1)), blocks, pairs)
    value = None if found is None or found > (decider.width or found) else found
    return {
        "value": value,
        "decides": decider.id,
        "width": decider.width,
        "is_share": decider.compares,
        "blocks": blocks,
        "needed": fewest_blocks(pairs),
        "pairs": pairs,
        "size": None if value is None else size_of(value, decider),
        "blocks_for_half": None if value is None else blocks_for(value / 2, spread, pairs),
    }


def size_of(difference: float, decider: Decider) -> Size:
    """How coarse a difference is, by limits that the page explains."""
    is_scale = decider.width is not None and not decider.compares
    fine, medium = LIMITS["share" if decider.compares else "scale" if is_scale else "sd"]
    share = difference / (decider.width or 1) if is_scale else difference
    return "fine" if share <= fine else "medium" if share <= medium else "large"


def _spread(decider: Decider, intent: Intent) -> float:
    if decider.compares:
        return sqrt(1 / 8)
    return intent.spread / 100 * decider.width if decider.width is not None else 1.0


def _quorum(protocol: Protocol, settings: Settings, decider: Decider) -> int:
    """The raters of what decides: of the stage that asks it, or the fewest where several stages go into a score."""
    own = [stage.id for stage in protocol.stages if stage.question(decider.id)]
    return min(settings.quorum_of(stage, "") for stage in own or [stage.id for stage in protocol.stages])
