"""Choices: how often each option was chosen, over all and by system, and whether systems differ in it.

A share is a mean of noughts and ones, so everything that is said of means holds of it: blocks, different items, raters.
Of two options one says it all; the pairs of systems over all options of a question are one family of tests.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from jurybox.analysis.blocks import Blocks
from jurybox.analysis.comparisons import comparisons
from jurybox.analysis.findings import Comparison, Share
from jurybox.analysis.options import Options
from jurybox.analysis.pair_tests import SIGNIFICANT
from jurybox.analysis.parts import shown
from jurybox.analysis.system_tests import Contest, contest
from jurybox.analysis.table import Asked, QuestionRatings, Table
from jurybox.stats import Estimate, Floats, Ints, adjust, places, shares

MOST_OPTIONS = 50
"""More are names rather than options."""


@dataclass(frozen=True, slots=True)
class ChosenOption:
    """One option: whether each rating chose it, the share over all, and the systems compared by it."""

    option: str
    is_chosen: Floats
    overall: Estimate
    by_system: tuple[Estimate, ...]
    count: Ints
    """By system."""
    contest: Contest | None


def chosen_options(table: Table, ratings: QuestionRatings, options: Options, blocks: Blocks) -> list[ChosenOption]:
    """Every option of a choice with its share; systems are compared by each, of two by the first alone."""
    names = ratings.asked.names
    if not len(ratings.value) or len(names) > MOST_OPTIONS:
        return []
    has_systems = len(table.systems) > 0 and len(table.made_unit) > 0
    found = []
    for code, name in enumerate(names):
        is_compared = has_systems and not (len(names) == 2 and code == 1)
        found.append(_chosen(table, ratings, options, blocks, code, name, has_systems, is_compared))
    return _in_one_family(found)


def _chosen(
    table: Table,
    ratings: QuestionRatings,
    options: Options,
    blocks: Blocks,
    code: int,
    name: str,
    has_systems: bool,
    is_compared: bool,
) -> ChosenOption:
    value = (ratings.value == code).astype(float)
    asked = replace(ratings.asked, kind="number", lowest=0.0, highest=1.0, higher_is_better=True)
    as_number = replace(ratings, asked=asked, value=value)
    item = table.unit_item[ratings.unit]
    alone = np.zeros(len(item), np.int64)
    overall = shares(item, alone, value > 0, len(table.items), 1, options.confidence, blocks=blocks.of_item)[0]
    by_system: tuple[Estimate, ...] = ()
    count: Ints = np.zeros(len(table.systems), np.int64)
    found = None
    if has_systems:
        found = contest(table, as_number, replace(options, by_z=False), blocks)
        rows = found.rows
        count = np.bincount(rows.system[found.value > 0], minlength=len(table.systems))
        by_system = shares(
            rows.item, rows.system, found.value > 0, len(table.items), len(table.systems), options.confidence,
            blocks=blocks.of_item,
        )  # fmt: skip
    return ChosenOption(name, value, overall, by_system, count, found if is_compared else None)


def _in_one_family(found: list[ChosenOption]) -> list[ChosenOption]:
    """Adjusted over all pairs and options together, and clusters by that."""
    tests = [one.contest.tests for one in found if one.contest is not None and one.contest.tests is not None]
    if not tests:
        return found
    adjusted = iter(
        np.split(adjust(np.concatenate([one.p for one in tests])), np.cumsum([len(one.p) for one in tests]))
    )
    sampled = iter(
        np.split(adjust(np.concatenate([one.p_random for one in tests])), np.cumsum([len(one.p) for one in tests]))
    )
    return [
        one if one.contest is None or one.contest.tests is None else _adjusted(one, next(adjusted), next(sampled))
        for one in found
    ]


def _adjusted(one: ChosenOption, p_adjusted: Floats, p_random: Floats) -> ChosenOption:
    assert one.contest is not None
    assert one.contest.tests is not None
    tests = replace(one.contest.tests, p_adjusted=p_adjusted, p_random=p_random)
    listed = np.array([np.nan if estimate.value is None else estimate.value for estimate in one.contest.listed])
    placed = places(listed, tests.better(len(listed), higher_is_better=True))
    return replace(one, contest=replace(one.contest, tests=tests, places=placed))


def shares_of(table: Table, asked: Asked, found: list[ChosenOption], by: str | None) -> list[Share]:
    """Over all systems (None), then by system."""
    return [share for one in found for share in _shares(table, asked, one, by)]


def _shares(table: Table, asked: Asked, one: ChosenOption, by: str | None) -> Iterator[Share]:
    yield _share(asked, one, None, one.overall, int(one.is_chosen.sum()), None, by)
    for code, estimate in enumerate(one.by_system):
        if estimate.is_defined:
            cluster = None if one.contest is None else one.contest.places[code].cluster
            yield _share(asked, one, table.systems[code], estimate, int(one.count[code]), cluster, by)


def _share(
    asked: Asked,
    one: ChosenOption,
    system: str | None,
    estimate: Estimate,
    count: int,
    cluster: int | None,
    by: str | None,
) -> Share:
    return Share(
        question=shown(asked),
        option=one.option,
        system=system,
        share=estimate.value,
        interval=estimate.interval,
        count=count,
        ratings=estimate.ratings,
        items=estimate.units,
        cluster=cluster,
        note=estimate.reason,
        by=by,
    )


def comparisons_of_shares(table: Table, found: list[ChosenOption], by: str | None) -> list[Comparison]:
    """The pairs of systems, option by option; what could be found is said for all options together."""
    contests = [one.contest for one in found if one.contest is not None]
    still_open = sum(int((one.tests.p_adjusted > SIGNIFICANT).sum()) for one in contests if one.tests is not None)
    return [
        replace(comparison, option=one.option)
        for one in found
        if one.contest is not None
        for comparison in comparisons(table, one.contest, by, still_open)
    ]
