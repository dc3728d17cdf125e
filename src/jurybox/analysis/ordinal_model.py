"""The ordinal model of one question: systems without their raters' severity, raters without their systems."""

import numpy as np

from jurybox.analysis.blocks import Blocks
from jurybox.analysis.coded import Coded
from jurybox.analysis.options import Options
from jurybox.analysis.table import Table
from jurybox.stats import Ints, OrdinalFit, ordinal_model, ordinal_model_by_block, ordinal_random_model

MOST_LEVELS = 21
MOST_RATERS = 200
"""Of the quick model: its cost grows with the cube of the raters."""
MOST_RATERS_FULL = 1000


def ordinal_fit(table: Table, coded: Coded, options: Options, blocks: Blocks) -> OrdinalFit | None:
    """Cumulative logit with fixed raters, or raters as a sample with `full`; None where it makes no sense or is slow.

    A merged output is one rating of its first system here: a person gave it once.
    """
    raters = np.count_nonzero(np.bincount(coded.rater, minlength=1))
    limit = MOST_RATERS_FULL if options.full else MOST_RATERS
    is_scale = coded.asked.is_number and coded.level == "ordinal" and len(coded.levels) <= MOST_LEVELS
    if not is_scale or len(table.systems) < 2 or not 1 < raters <= limit:
        return None
    maker = first_maker(table)
    system = maker[coded.unit]
    known = slice(None) if (system >= 0).all() else system >= 0
    given = (system[known], coded.rater[known], coded.value[known])
    sizes = (len(table.systems), len(table.raters))
    fit = (ordinal_random_model if options.full else ordinal_model)(*given, *sizes, options.confidence)
    if fit.reason:
        return None
    return ordinal_model_by_block(fit, *given, blocks.of_units(table)[coded.unit[known]], options.confidence)


def first_maker(table: Table) -> Ints:
    """The system of each unit, of several the one with the smallest code; -1 where there is none."""
    maker = np.full(len(table.unit_item), -1, np.int64)
    order = np.argsort(-table.made_system, kind="stable")  # what is written last stays
    maker[table.made_unit[order]] = table.made_system[order]
    return maker
