"""How far raters agree where they compared systems: on pairs, or on whole orders."""

import numpy as np

from jurybox.analysis.agreement import as_finding
from jurybox.analysis.blocks import blocks_of
from jurybox.analysis.finding_rows import Agreement
from jurybox.analysis.options import Options
from jurybox.analysis.parts import shown
from jurybox.analysis.table import Comparisons, Table
from jurybox.stats import BOTH_BAD, FIRST, SECOND, TIE, Ints, agreement_on_orders, agreement_on_pairs, distinct_keys


def agreement_of_choices(table: Table, asked: Comparisons, options: Options, by: str | None = None) -> list[Agreement]:
    """Of preferences alpha, kappa and percent over pairs; of rankings Kendall's W and tau over items."""
    blocks = blocks_of(table, options).of_item[asked.item]
    question = shown(asked.asked)
    if is_ranking(asked):
        columns = (asked.item, asked.rater, asked.first, asked.second, asked.outcome)
        of_orders = agreement_on_orders(*columns, blocks, options.confidence)
        tau = as_finding(question, "kendall_tau", None, of_orders.tau, by=by)
        if of_orders.w.reason == "incomplete_design":
            return [tau]
        return [as_finding(question, "kendall_w", None, of_orders.w, by=by), tau]
    unit = _pairs(asked, len(table.systems))
    of_pairs = agreement_on_pairs(unit, asked.rater, _answers(asked), blocks, options.confidence)
    return [
        as_finding(question, "krippendorff_alpha", "nominal", of_pairs.alpha, by=by),
        as_finding(question, "cohen_kappa", "nominal", of_pairs.kappa, by=by),
        as_finding(question, "percent", None, of_pairs.percent, by=by),
    ]


def is_ranking(asked: Comparisons) -> bool:
    """Whether orders of several systems were taken apart: then a rater has several pairs of an item at once."""
    return not (asked.by_position or asked.in_pairs) and has_dependent_pairs(asked)


def has_dependent_pairs(asked: Comparisons) -> bool:
    """Whether someone compared an item more than once."""
    if not len(asked.item):
        return False
    key = asked.item.astype(np.int64) * (int(asked.rater.max()) + 1) + asked.rater
    return len(distinct_keys(key)) < len(key)


def _pairs(asked: Comparisons, systems: int) -> Ints:
    """What two raters can agree about: two systems of one item, whichever was shown first."""
    lower, upper = np.minimum(asked.first, asked.second), np.maximum(asked.first, asked.second)
    return (asked.item.astype(np.int64) * systems + lower) * systems + upper


def _answers(asked: Comparisons) -> Ints:
    """Whether the lower system was better, the upper, or neither."""
    said = np.where(asked.first < asked.second, 1, -1) * asked.outcome
    found = np.where(said > 0, FIRST, np.where(said < 0, SECOND, TIE))
    return found if asked.both_bad is None else np.where(asked.both_bad, BOTH_BAD, found)
