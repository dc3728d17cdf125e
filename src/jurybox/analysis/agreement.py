"""How far raters agree: with each other, with themselves on repeats, and with known answers."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np

from jurybox.analysis.coded import Coded, level_of, levels_of
from jurybox.analysis.finding_rows import Agreement
from jurybox.analysis.options import Options
from jurybox.analysis.parts import shown
from jurybox.analysis.rater_pairs import Pairwise
from jurybox.analysis.table import Asked, Pairs, Table
from jurybox.analysis.vocabulary import Coefficient
from jurybox.stats import (
    Estimate,
    Flags,
    Form,
    Ints,
    KappaWeights,
    Level,
    Patterns,
    Weights,
    alphas_of,
    cohen_kappa,
    count_patterns,
    fleiss_of,
    gwet_of,
    icc,
    percent_agreement,
    percent_of,
    undefined,
)

MOST_LEVELS = 21
"""On finer scales hardly two people say exactly the same: kappa and percent agreement mean nothing there."""
FORMS: Mapping[Coefficient, Form] = {"icc": "ICC(2,1)", "icc_mean": "ICC(2,k)"}
"""Raters are a sample of raters: of one of them, and of the mean of all."""
LEAST: Mapping[Coefficient, float] = {
    "percent": 0.0,
    "jaccard": 0.0,
    "span_f1": 0.0,
    "edit_f1": 0.0,
    "kendall_w": 0.0,
    "kendall_tau": -1.0,
    "cohen_kappa": -1.0,
    "weighted_kappa": -1.0,
}
"""What a coefficient can't be below: no interval says so."""
BY_LEVELS: tuple[Coefficient, ...] = ("gwet_ac",)
"""Coefficients that a level which nobody chose changes."""
NEAR_MISSES: Mapping[Level, Weights] = {
    "nominal": "identity",
    "ordinal": "ordinal",
    "interval": "quadratic",
    "ratio": "ratio",
}
"""How Gwet's coefficient counts near misses at each level of measurement."""


def agreement(
    coded: Coded, options: Options, blocks: Ints, pairwise: Pairwise | None = None, by: str | None = None
) -> list[Agreement]:
    """Krippendorff's alpha first; beside it what else is asked for at this level of measurement.

    `blocks`: of each unit, what the intervals take as drawn by chance.
    """
    why = _refusal(coded)
    if why is not None:
        return [_finding(coded, "krippendorff_alpha", coded.level, why, by)]
    patterns = count_patterns(coded.unit, coded.code, len(coded.levels), blocks=blocks)
    alpha = alphas_of(patterns, coded.levels, [coded.level], confidence=options.confidence)[coded.level]
    found = [_finding(coded, "krippendorff_alpha", coded.level, alpha, by)]
    if pairwise is not None and coded.level in ("nominal", "ordinal"):
        pooled = pairwise.kappa.pooled
        left_out = {**pooled.left_out, **({"not_drawn": pairwise.not_drawn} if pairwise.not_drawn else {})}
        found.append(_finding(coded, pairwise.coefficient, coded.level, replace(pooled, left_out=left_out), by))
    if coded.level in ("interval", "ratio"):
        of_forms = icc(
            coded.unit, coded.rater, coded.value, options.confidence, blocks=blocks, raters_are=options.raters
        )
        found += [_finding(coded, name, coded.level, _finite(of_forms[form]), by) for name, form in FORMS.items()]
    if is_fine(coded.asked, len(coded.levels)):
        return [*found, _finding(coded, "percent", None, _told_of_many_levels(percent_of(patterns)), by)]
    return found + [
        _with_levels(coded, _finding(coded, name, level, estimate, by))
        for name, level, estimate in _of_few_levels(coded, patterns, options.confidence)
    ]


def is_fine(asked: Asked, seen: int) -> bool:
    """Whether a scale has so many levels that hardly two people say exactly the same, even where few were used."""
    is_wide = asked.level in ("interval", "ratio") and asked.lowest is not None and asked.highest is not None
    width = (asked.highest or 0.0) - (asked.lowest or 0.0) if is_wide and not asked.is_score else 0.0
    return max(seen, width + 1) > MOST_LEVELS


def _told_of_many_levels(percent: Estimate) -> Estimate:
    """Without its value, which would say nothing, and why."""
    if not percent.is_defined:
        return percent
    return undefined("too_many_levels", percent.units, percent.ratings, percent.left_out)


def _with_levels(coded: Coded, found: Agreement) -> Agreement:
    """Says so where a coefficient depends on how many levels there are, and only those seen are known."""
    is_open = found.coefficient in BY_LEVELS and found.note is None and not coded.are_levels_known
    return replace(found, note="levels_as_seen") if is_open else found


def _finite(estimate: Estimate) -> Estimate:
    """An interval without an end says nothing."""
    if estimate.interval is not None and not np.isfinite(estimate.interval).all():
        return replace(estimate, interval=None, reason="too_few_units")
    return estimate


def _refusal(coded: Coded) -> Estimate | None:
    if not len(coded.code):
        return undefined("no_ratings")
    if (coded.rater == coded.rater[0]).all():
        return undefined("one_rater", ratings=len(coded.rater))
    return None


def _of_few_levels(
    coded: Coded, patterns: Patterns, confidence: float
) -> Iterable[tuple[Coefficient, str | None, Estimate]]:
    weights = NEAR_MISSES[coded.level]
    if coded.level == "ratio" and coded.levels[0] < 0:
        weights = "quadratic"
    yield "gwet_ac", coded.level, gwet_of(patterns, coded.levels, weights, confidence)
    if coded.level in ("nominal", "ordinal"):
        yield "fleiss_kappa", "nominal", fleiss_of(patterns, coded.levels, "identity", confidence)
    yield "percent", None, percent_of(patterns, confidence)


def _finding(
    coded: Coded, coefficient: Coefficient, level: str | None, estimate: Estimate, by: str | None
) -> Agreement:
    found = as_finding(coded.question, coefficient, level, estimate, by=by)
    return replace(found, excluded={**found.excluded, "rule_made": coded.rule_made}) if coded.rule_made else found


def as_finding(
    question: str | None,
    coefficient: Coefficient,
    level: str | None,
    estimate: Estimate,
    *,
    of: str = "raters",
    by: str | None = None,
) -> Agreement:
    """A statistic as a finding; a value without an interval says why."""
    interval = estimate.interval
    if interval is not None and (least := LEAST.get(coefficient)) is not None:
        interval = (max(least, interval[0]), max(least, interval[1]))
    return Agreement(
        question=question,
        coefficient=coefficient,
        level=level,
        value=estimate.value,
        interval=interval,
        units=estimate.units,
        ratings=estimate.ratings,
        excluded=dict(estimate.left_out),
        note=estimate.reason,
        of=of,
        by=by,
        method=estimate.method,
    )


def with_later(found: list[Agreement], later: Flags | None, table: Table) -> list[Agreement]:
    """Says how many ratings were left out because others' answers were seen, or something was suggested."""
    number = 0 if later is None else int(later.sum())
    cause = "suggested" if table.suggested else "asked_later"
    return [replace(one, excluded={**one.excluded, cause: number}) for one in found] if number else found


def of_pairs(
    pairs: Pairs, of: str, options: Options, blocks: Ints | None = None, by: str | None = None
) -> list[Agreement]:
    """Two passes over the same units: weighted kappa and the share that is the same.

    `blocks` of the units; None for worked examples, which are no units of the table: each is a block.
    """
    level = level_of(pairs.asked, options)
    own = pairs.unit if blocks is None else blocks[pairs.unit]
    kappa, percent = kappa_of_pairs(pairs, options, own), percent_of_pairs(pairs, options, own)
    if pairs.asked.is_number and is_fine(pairs.asked, len(np.unique([*pairs.before, *pairs.after]))):
        percent = _told_of_many_levels(percent)
    name: Coefficient = "cohen_kappa" if level == "nominal" else "weighted_kappa"
    return [
        as_finding(shown(pairs.asked), name, level, kappa, of=of, by=by),
        as_finding(shown(pairs.asked), "percent", None, percent, of=of, by=by),
    ]


def kappa_of_pairs(pairs: Pairs, options: Options, blocks: Ints | None = None) -> Estimate:
    """Cohen's kappa of after against before; quadratic weights unless the values are names. `blocks`: of each pair."""
    levels, code = levels_of(np.concatenate([pairs.before, pairs.after]))
    weights: KappaWeights = "none" if level_of(pairs.asked, options) == "nominal" else "quadratic"
    n = len(pairs.before)
    return cohen_kappa(code[:n], code[n:], len(levels), weights, levels, options.confidence, blocks=blocks)


def percent_of_pairs(pairs: Pairs, options: Options, blocks: Ints | None = None) -> Estimate:
    levels, code = levels_of(np.concatenate([pairs.before, pairs.after]))
    unit = np.tile(np.arange(len(pairs.before)), 2)
    return percent_agreement(unit, code, len(levels), options.confidence, blocks=blocks)
