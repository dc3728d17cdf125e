"""A table of errors (MQM and its kin): what each error weighs, the sum for each output, and what kinds there were.

The score of an output is the sum of the weights of its errors; an output that a rater found no error in scores 0. Such
an output is known by a row that says so ("No-error"). A table without any such row lists only errors: then every rater
of an item is taken to have looked at the outputs of all systems for it.
"""

from dataclasses import dataclass, replace

import numpy as np

from jurybox.analysis import Asked, QuestionRatings, TagRatings
from jurybox.exchange.ratings.codes import combined
from jurybox.exchange.ratings.columns import CodedTable
from jurybox.exchange.ratings.faults import RatingFaults
from jurybox.exchange.ratings.values import numbers_of
from jurybox.stats import Flags, Floats, Ints, error_scores, error_weights, is_error

SCORE, CATEGORY, SEVERITY = "errors", "category", "severity"
"""The questions that a table of errors answers."""
MOST_OUTPUTS = 20_000_000
"""So many outputs without an error are thought of; with more, the table has to name them."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """Each row's weight, and whether it is an error at all."""

    weight: Floats
    is_error: Flags


def weighed(sheet: CodedTable, faults: RatingFaults) -> Weighed:
    """By the column `weight` where it says something, else by the rules. What no rule fits is a fault."""
    category, severity = sheet.need("category"), sheet.need("severity")
    kinds = combined(severity.code, category.code)
    rules = sheet.reading.weights
    pairs = zip(severity.code[kinds.row], category.code[kinds.row], strict=True)
    names = [(severity.names[one], category.names[other]) for one, other in pairs]
    by_rule = error_weights(names, rules)[kinds.code]
    own = sheet.of("weight")
    weight = by_rule
    if own is not None:
        numbers = numbers_of(own.names)
        named = np.fromiter(map(bool, own.names), bool, len(own.names))
        if (wrong := named & np.isnan(numbers)).any():
            sheet.tell(faults, "ratings.weight_not_a_number", wrong[own.code], own)
        weight = np.where(named[own.code], numbers[own.code], by_rule)
        by_rule = np.where(named[own.code], 0.0, by_rule)
    if (unknown := np.isnan(by_rule)).any():
        sheet.tell(faults, "ratings.unknown_severity", unknown, severity, list(rules))
    return Weighed(weight, is_error(names)[kinds.code])


def completed(sheet: CodedTable, found: Weighed, item: Ints, faults: RatingFaults) -> tuple[CodedTable, Weighed]:
    """With a row for every output of an item that its raters found no error in, unless the table has such rows."""
    system, segment = sheet.of("system"), sheet.of("segment")
    if system is None or not found.is_error.all() or not len(sheet):
        return sheet, found
    looked = combined(item, *([segment.code] if segment is not None else []), sheet.need("rater").code)
    makers = combined(system.code)
    if len(looked) * len(makers) > MOST_OUTPUTS:
        faults.add("ratings.too_many_outputs", sheet.place(0), len(looked) * len(makers), MOST_OUTPUTS)
        return sheet, found
    there = np.zeros((len(looked), len(makers)), bool)
    there[looked.code, makers.code] = True
    lacking, maker = np.nonzero(~there)
    rows = np.concatenate([np.arange(len(sheet)), looked.row[lacking]])
    more = sheet.take(rows)
    made = np.concatenate([system.code, system.code[makers.row[maker]]])
    columns = {**more.columns, system.name: replace(system, code=made)}
    weight = np.concatenate([found.weight, np.zeros(len(lacking))])
    errors = np.concatenate([found.is_error, np.zeros(len(lacking), bool)])
    return replace(more, columns=columns), Weighed(weight, errors)


def errors_of(
    sheet: CodedTable, found: Weighed, unit: Ints, rater: Ints
) -> tuple[QuestionRatings, tuple[TagRatings, ...]]:
    """One rating for each unit and rater: the sum of its weights; and the kinds and severities of what was found."""
    scores = error_scores(unit, rater, np.where(found.is_error, found.weight, 0.0))
    units, raters = scores.unit.astype(unit.dtype), scores.rater.astype(rater.dtype)
    asked = Asked(SCORE, "number", "interval", "data", higher_is_better=False, sums=True)
    rows = np.flatnonzero(found.is_error)
    tags = []
    for id, column in ((CATEGORY, sheet.need("category")), (SEVERITY, sheet.need("severity"))):
        code = column.code[rows]
        used = combined(code)
        names = tuple(column.names[one] or "?" for one in code[used.row])
        tops = tuple(name.split("/")[0] for name in names) if id == CATEGORY else ()
        told = Asked(id, "tags", "nominal", "data", names, tops, higher_is_better=False, ranks=False)
        tags.append(TagRatings(told, units, raters, scores.of[rows], used.code, weight=found.weight[rows]))
    return QuestionRatings(asked, units, raters, scores.score), tuple(tags)
