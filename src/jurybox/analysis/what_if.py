"""What changes when raters are left out. Nothing else of the findings does."""

from dataclasses import replace

import numpy as np

from jurybox.analysis.by_system import by_system
from jurybox.analysis.coded import Coded, coarser, coded
from jurybox.analysis.options import Options
from jurybox.analysis.parts import shown, without_raters
from jurybox.analysis.rater_rows import RaterQuality, WhatIf
from jurybox.analysis.table import QuestionRatings, Table
from jurybox.stats import counts, item_means, krippendorff_alpha, settled, sums

WORK = 2_000_000
"""Ratings to look at again, by question."""


def what_if(
    table: Table, ratings: QuestionRatings, raters: tuple[str, ...], before: WhatIf, options: Options
) -> WhatIf:
    """Alpha and the order of the systems without some raters, beside what they are with them."""
    alone = replace(table, ratings=(ratings,), tags=(), comparisons=(), repeats=(), gold=())
    rest = without_raters(alone, raters).ratings[0]
    return WhatIf(
        left_out=raters,
        question=shown(ratings.asked),
        alpha=alpha_of(coded(rest, options)),
        alpha_before=before.alpha,
        order=order_of(table, rest),
        order_before=before.order,
        ratings=len(ratings.rater) - len(rest.rater),
    )


def with_what_ifs(
    raters: list[RaterQuality], table: Table, ratings: QuestionRatings, before: WhatIf, options: Options
) -> list[RaterQuality]:
    """The raters, those who stand out with what changes without them; where it costs much, only the first of them."""
    standing_out = [one for one in raters if any(flag.code != "few_ratings" for flag in one.flags)]
    standing_out.sort(key=lambda one: (-len(one.flags), one.rater))
    chosen = {one.rater for one in standing_out[: most_what_ifs(len(ratings.rater))]}
    return [
        replace(one, without=what_if(table, ratings, (one.rater,), before, options)) if one.rater in chosen else one
        for one in raters
    ]


def most_what_ifs(ratings: int) -> int:
    """How many raters are left out in turn: each costs as much as alpha and the means."""
    return max(3, min(20, WORK // max(1, ratings)))


def as_it_is(table: Table, ratings: QuestionRatings, asked: Coded) -> WhatIf:
    """What a what-if is compared with."""
    alpha, order = alpha_of(asked), order_of(table, ratings)
    return WhatIf((), shown(ratings.asked), alpha, alpha, order, order, 0)


def alpha_of(asked: Coded) -> float | None:
    """Without an interval; None also where one person is left."""
    if not len(asked.rater) or (asked.rater == asked.rater[0]).all():
        return None
    asked = coarser(asked)
    return krippendorff_alpha(asked.unit, asked.code, asked.levels, asked.level).value


def order_of(table: Table, ratings: QuestionRatings) -> tuple[str, ...]:
    """The systems that have ratings, best first; equal means by name. Empty where nothing is ranked."""
    if not table.systems or not ratings.asked.ranks or not ratings.asked.is_number:
        return ()
    rows = by_system(table, ratings.unit)
    n_systems = len(table.systems)
    means = item_means(rows.item, rows.system, ratings.value[rows.row], len(table.items), n_systems)
    number = counts(means.system, n_systems)
    mean = settled(sums(means.system, means.mean, n_systems) / np.maximum(number, 1))
    sign = -1 if ratings.asked.higher_is_better else 1
    rated = np.flatnonzero(number).tolist()
    order = sorted(rated, key=lambda system: (sign * mean[system], table.systems[system]))
    return tuple(table.systems[system] for system in order)
