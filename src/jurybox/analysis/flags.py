"""Flags of raters: what to look at, each with its value and the limit that it crosses."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from jurybox.analysis.coded import Coded
from jurybox.analysis.finding_rows import Interval
from jurybox.analysis.limits import LIMITS
from jurybox.analysis.rater_rows import Flag, RaterQuality
from jurybox.analysis.vocabulary import FlagCode
from jurybox.stats import RaterMeasures


@dataclass(frozen=True, slots=True)
class _Usual:
    """What is usual among all raters of the question."""

    top_share: float
    """Of the most frequent value in all ratings."""
    seconds: float | None
    agreement: float | None
    spread: float
    """Standard deviation of all ratings."""


def flags_of(raters: list[RaterQuality], coded: Coded, measures: Mapping[str, RaterMeasures]) -> list[tuple[Flag, ...]]:
    """In the order of the raters. Of one with few ratings nothing but that is said."""
    usual = _usual(raters, coded)
    return [tuple(_flags(one, usual, measures[one.rater].drift.interval)) for one in raters]


def _usual(raters: list[RaterQuality], coded: Coded) -> _Usual:
    enough = [one for one in raters if one.ratings >= LIMITS.fewest_ratings]
    seconds = [one.seconds for one in enough if one.seconds is not None]
    agreement = [one.agreement for one in enough if one.agreement is not None]
    counts = np.bincount(coded.code, minlength=1)
    return _Usual(
        top_share=float(counts.max() / max(1, len(coded.code))),
        seconds=float(np.median(seconds)) if len(seconds) > 1 else None,
        agreement=float(np.median(agreement)) if len(agreement) > 1 else None,
        spread=float(coded.value.std()) if len(coded.value) else 0.0,
    )


def _flags(one: RaterQuality, usual: _Usual, drift: Interval | None) -> list[Flag]:
    if one.ratings < LIMITS.fewest_ratings:
        return [Flag("few_ratings", float(one.ratings), float(LIMITS.fewest_ratings))]
    found = [*_working(one, usual), *_agreeing(one, usual), *_differing(one, usual)]
    limit = LIMITS.spreads * usual.spread
    if one.drift is not None and abs(one.drift) > limit and _is_clear(drift):
        found.append(Flag("drift", one.drift, limit))
    return found


def _working(one: RaterQuality, usual: _Usual) -> list[Flag]:
    """Whether they look at what they rate."""
    found = []
    share = LIMITS.share(usual.top_share)
    if one.straight_share is not None and one.straight_share >= share:
        found.append(Flag("straight_lining", one.straight_share, share))
    run = LIMITS.run(one.ratings, usual.top_share)
    if one.straight_line is not None and one.straight_line >= run:
        found.append(Flag("long_run", float(one.straight_line), float(run)))
    least = max(LIMITS.fewest_seconds, LIMITS.fast_share * (usual.seconds or 0.0))
    if one.seconds is not None and one.seconds < least:
        found.append(Flag("fast", one.seconds, least))
    return found


def _agreeing(one: RaterQuality, usual: _Usual) -> list[Flag]:
    found = []
    if one.agreement is not None and usual.agreement is not None:
        limit = max(0.0, usual.agreement - LIMITS.below_median)
        if one.agreement < limit:
            found.append(Flag("low_agreement", one.agreement, limit))
    known: tuple[tuple[FlagCode, float | None, int], ...] = (
        ("fails_repeats", one.self_agreement, one.repeats),
        ("fails_gold", one.gold_agreement, one.gold),
    )
    for code, value, pairs in known:
        if value is not None and pairs >= LIMITS.fewest_pairs and value < LIMITS.kappa:
            found.append(Flag(code, value, LIMITS.kappa))
    return found


def _differing(one: RaterQuality, usual: _Usual) -> list[Flag]:
    limit = LIMITS.logits if one.severity_method == "ordinal_logit" else LIMITS.spreads * usual.spread
    if one.severity is None or abs(one.severity) <= limit or not _is_clear(one.severity_interval):
        return []
    return [Flag("severe" if one.severity > 0 else "lenient", one.severity, limit)]


def _is_clear(interval: Interval | None) -> bool:
    """Whether it excludes zero."""
    return interval is not None and (interval[0] > 0 or interval[1] < 0)
