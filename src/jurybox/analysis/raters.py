"""Each rater by one question: how they differ, how they work, and what to look at."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from jurybox.analysis.agreement import kappa_of_pairs
from jurybox.analysis.blocks import Blocks
from jurybox.analysis.coded import Coded
from jurybox.analysis.flags import flags_of
from jurybox.analysis.options import Options
from jurybox.analysis.over_time import time_order
from jurybox.analysis.parts import rows_of
from jurybox.analysis.rater_rows import RaterQuality
from jurybox.analysis.table import Pairs, Table
from jurybox.stats import Estimate, Floats, OrdinalFit, RaterMeasures, nominal_agreement, rater_measures, undefined


@dataclass(frozen=True, slots=True)
class _Facts:
    """All raters by one question, each column by rater."""

    coded: Coded
    measures: tuple[RaterMeasures, ...]
    severity: tuple[Estimate, ...]
    severity_method: str | None
    agreement: list[float | None]
    agreement_method: str
    has_times: bool
    seconds: list[float | None]
    repeats: Mapping[int, tuple[float | None, int]]
    gold: Mapping[int, tuple[float | None, int]]


def rater_quality(
    table: Table, coded: Coded, fit: OrdinalFit | None, options: Options, blocks: Blocks
) -> list[RaterQuality]:
    """Everyone who rated, by name, with flags."""
    facts = _facts(table, coded, fit, options, blocks)
    found = [
        _quality(table.raters[rater], rater, facts)
        for rater in sorted(range(len(table.raters)), key=table.raters.__getitem__)
        if facts.measures[rater].ratings
    ]
    flags = flags_of(found, coded, {table.raters[r]: m for r, m in enumerate(facts.measures)})
    return [replace(one, flags=raised) for one, raised in zip(found, flags, strict=True)]


def _facts(table: Table, coded: Coded, fit: OrdinalFit | None, options: Options, blocks: Blocks) -> _Facts:
    order = time_order(coded)
    has_times = order is not None and len(order) == len(coded.rater)
    rows = order if has_times else slice(None)
    n_units, n_raters = len(table.unit_item), len(table.raters)
    measures = rater_measures(
        coded.unit[rows],
        coded.rater[rows],
        coded.value[rows],
        n_raters,
        blocks.of_units(table),
        options.confidence,
    )
    severity, method = _severity(coded, measures, fit)
    if coded.level == "nominal":
        kappas = nominal_agreement(coded.unit, coded.rater, coded.code, n_units, n_raters, len(coded.levels))
        agreement, agreement_method = [one.value for one in kappas], "kappa_with_rest"
    else:
        agreement, agreement_method = [one.alpha for one in measures], "alpha_with_mean_of_rest"
    return _Facts(
        coded,
        measures,
        severity,
        method,
        agreement,
        agreement_method,
        has_times,
        _medians(coded, n_raters),
        _by_rater(table.repeats, coded, options),
        _by_rater(table.gold, coded, options),
    )


def _severity(
    coded: Coded, measures: tuple[RaterMeasures, ...], fit: OrdinalFit | None
) -> tuple[tuple[Estimate, ...], str | None]:
    """By the ordinal model, else by the mean difference to the others; stricter is positive on every scale."""
    if coded.asked.is_category:
        return (undefined("no_ratings"),) * len(measures), None
    found = fit.raters if fit is not None else tuple(one.severity for one in measures)
    if not coded.asked.higher_is_better:
        found = tuple(_turned(one) for one in found)
    return found, "mean_difference" if fit is None else "ordinal_logit"


def _turned(estimate: Estimate) -> Estimate:
    if estimate.value is None:
        return estimate
    interval = estimate.interval and (-estimate.interval[1], -estimate.interval[0])
    return replace(estimate, value=-estimate.value, interval=interval)


def _medians(coded: Coded, n_raters: int) -> list[float | None]:
    """The median seconds of each rater's judgements, where they are known."""
    if coded.seconds is None:
        return [None] * n_raters
    known = np.flatnonzero(~np.isnan(coded.seconds))
    rater = coded.rater[known]
    order = known[np.argsort(rater.astype(np.uint16) if n_raters < 1 << 16 else rater, kind="stable")]
    ends = np.cumsum(np.bincount(rater, minlength=n_raters))
    parts: list[Floats] = np.split(coded.seconds[order], ends[:-1])
    return [float(np.median(part)) if len(part) else None for part in parts]


def _by_rater(every: tuple[Pairs, ...], coded: Coded, options: Options) -> dict[int, tuple[float | None, int]]:
    """Kappa of each rater's pairs of this question, and how many there are."""
    found: dict[int, tuple[float | None, int]] = {}
    for pairs in every:
        if pairs.asked.id == coded.asked.id:
            for rater in np.unique(pairs.rater).tolist():
                own = rows_of(pairs, pairs.rater == rater)
                found[rater] = (kappa_of_pairs(own, options).value, len(own.rater))
    return found


def _quality(name: str, rater: int, facts: _Facts) -> RaterQuality:
    measures, severity = facts.measures[rater], facts.severity[rater]
    is_number = facts.coded.asked.is_number
    own, repeats = facts.repeats.get(rater, (None, 0))
    gold_agreement, gold = facts.gold.get(rater, (None, 0))
    return RaterQuality(
        rater=name,
        question=facts.coded.question,
        ratings=measures.ratings,
        mean=measures.mean if is_number else None,
        spread=measures.spread if is_number else None,
        severity=severity.value,
        severity_interval=severity.interval,
        severity_method=facts.severity_method,
        agreement=facts.agreement[rater],
        agreement_method=facts.agreement_method,
        self_agreement=own,
        repeats=repeats,
        gold_agreement=gold_agreement,
        gold=gold,
        straight_line=measures.longest_run if facts.has_times else None,
        straight_share=measures.top_share,
        seconds=facts.seconds[rater],
        drift=_drift(facts, measures.drift),
        note=severity.reason if is_number else None,
    )


def _drift(facts: _Facts, drift: Estimate) -> float | None:
    return drift.value if facts.has_times and facts.coded.asked.is_number else None
