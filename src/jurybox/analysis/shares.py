"""Choices: how often each option was chosen, over all and by system, and whether systems differ in it.

A share is a mean of noughts and ones, so everything that is said of means holds of it: blocks, different items, raters.
Of two options one says it all; the pairs of systems over all options of a question are one family of tests.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from jurybox.analysis.blocks import Blocks
from jurybox.analysis.comparisons import comparisons
from jurybox.analysis.finding_rows import Comparison, Share
from jurybox.analysis.options import Options
from jurybox.analysis.pair_tests import SIGNIFICANT
from jurybox.analysis.parts import shown
from jurybox.analysis.system_tests import Contest, SystemRatings, contest, system_ratings
from jurybox.analysis.table import Asked, Comparisons, QuestionRatings, Table
from jurybox.core.questions import NEITHER
from jurybox.stats import Estimate, Floats, Ints, adjust, item_means, places, shares

MOST_OPTIONS = 50
"""More are names rather than options."""


@dataclass(frozen=True, slots=True)
class ChosenOption:
    """One option: its share over all and by system, and the systems compared by it."""

    option: str
    overall: Estimate
    overall_count: int
    by_system: tuple[Estimate, ...]
    count: Ints
    """By system."""
    contest: Contest | None


def chosen_options(table: Table, ratings: QuestionRatings, options: Options, blocks: Blocks) -> list[ChosenOption]:
    """Every option of a choice with its share; systems are compared by each, of two by the first alone."""
    names = ratings.asked.names
    if not len(ratings.value) or len(names) > MOST_OPTIONS:
        return []
    found = [_chosen_option(table, ratings, code, options, blocks) for code in range(len(names))]
    return _in_one_family(found)


def chosen(table: Table, ratings: QuestionRatings, option: int, options: Options) -> SystemRatings:
    """Whether each rating chose an option, by system, as a number."""
    asked = replace(ratings.asked, kind="number", lowest=0.0, highest=1.0, higher_is_better=True)
    as_number = replace(ratings, asked=asked, value=(ratings.value == option).astype(float))
    return system_ratings(table, as_number, replace(options, by_z=False))


def _chosen_option(table: Table, ratings: QuestionRatings, code: int, options: Options, blocks: Blocks) -> ChosenOption:
    names, is_chosen = ratings.asked.names, (ratings.value == code).astype(float)
    all_together = np.zeros(len(is_chosen), np.int64)
    means = item_means(table.unit_item[ratings.unit], all_together, is_chosen, len(table.items), 1)
    overall = shares(means, blocks.of_item, options.confidence)[0]
    by_system: tuple[Estimate, ...] = ()
    count: Ints = np.zeros(len(table.systems), np.int64)
    found = None
    if len(table.systems) > 0 and len(table.made_unit) > 0:
        given = chosen(table, ratings, code, options)
        count = np.bincount(given.rated.system[given.rated.value > 0], minlength=len(table.systems))
        by_system = shares(given.plain, blocks.of_item, options.confidence)
        if not (len(names) == 2 and code == 1):
            found = contest(table, given, replace(options, by_z=False), blocks)
    return ChosenOption(names[code], overall, int(is_chosen.sum()), by_system, count, found)


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
    over_all = _share(one.overall, one.overall_count, question=shown(asked), option=one.option)
    yield replace(over_all, by=by)
    for code, estimate in enumerate(one.by_system):
        if estimate.is_defined:
            cluster = None if one.contest is None else one.contest.places[code].cluster
            found = _share(estimate, int(one.count[code]), question=shown(asked), option=one.option)
            yield replace(found, system=table.systems[code], cluster=cluster, by=by)


def _share(estimate: Estimate, count: int, question: str | None, option: str) -> Share:
    return Share(
        question=question,
        option=option,
        system=None,
        share=estimate.value,
        interval=estimate.interval,
        count=count,
        ratings=estimate.ratings,
        items=estimate.units,
        note=estimate.reason,
    )


def both_bad(table: Table, asked: Comparisons, options: Options, blocks: Blocks, by: str | None) -> list[Share]:
    """How often neither of two was any good, over all and by system; nothing where nobody said so."""
    if asked.both_bad is None:
        return []
    said, item = asked.both_bad.astype(float), asked.item
    all_together = np.zeros(len(said), np.int64)
    whole = item_means(item, all_together, said, len(table.items), 1)
    twice, system = np.tile(said, 2), np.concatenate([asked.first, asked.second])
    means = item_means(np.tile(item, 2), system, twice, len(table.items), len(table.systems))
    count = np.bincount(system[twice > 0], minlength=len(table.systems))
    overall = shares(whole, blocks.of_item, options.confidence)[0]
    by_system = shares(means, blocks.of_item, options.confidence)
    one = ChosenOption(NEITHER, overall, int(said.sum()), by_system, count, None)
    return shares_of(table, asked.asked, [one], by)


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
