"""Systems that nothing can be said of, because nobody's ratings connect them: who rated which."""

import numpy as np

from jurybox.analysis.finding_rows import Apart
from jurybox.analysis.pair_tests import PairTests
from jurybox.analysis.parts import shown
from jurybox.analysis.system_tests import Contest, SystemRatings
from jurybox.analysis.table import Table
from jurybox.stats import Ints

MOST_RATERS = 200
"""With more nobody reads the list."""


def apart(table: Table, given: SystemRatings, contest: Contest, by: str | None) -> list[Apart]:
    """The groups of systems whose raters can't be told from them; nothing where all differences can be told."""
    tests = contest.tests
    if tests is None or "raters_apart" not in tests.notes:
        return []
    group = _groups(tests, len(table.systems))
    people = slice(None) if given.by_rule is None else ~given.by_rule
    system, rater = given.rated.system[people], given.rated.rater[people]
    of_rater = np.unique(group[system].astype(np.int64) * len(table.raters) + rater)
    rated = [code for code, place in enumerate(contest.places) if place.rank is not None]
    names = sorted({int(group[code]) for code in rated})
    return [
        Apart(
            question=shown(contest.asked),
            systems=tuple(tuple(table.systems[code] for code in rated if group[code] == name) for name in names),
            raters=tuple(_raters(table, of_rater, name) for name in names),
            by=by,
        )
    ]


def _groups(tests: PairTests, n_systems: int) -> Ints:
    """Systems whose differences can be told, directly or through others, share the smallest code among them."""
    group = np.arange(n_systems)
    told = [
        (int(first), int(second))
        for first, second, note in zip(tests.first, tests.second, tests.notes, strict=True)
        if note not in ("raters_apart", "no_shared_items")
    ]
    while True:
        before = group.copy()
        for first, second in told:
            group[first] = group[second] = min(group[first], group[second])
        if np.array_equal(group, before):
            return group


def _raters(table: Table, of_rater: Ints, group: int) -> tuple[str, ...]:
    inside = of_rater[of_rater // len(table.raters) == group] % len(table.raters)
    return tuple(sorted(table.raters[code] for code in inside.tolist()))[:MOST_RATERS]
