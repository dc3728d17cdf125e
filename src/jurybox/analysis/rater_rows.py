"""One row of each list of findings about raters: how each rates, what changes without some, where they differ."""

from collections.abc import Mapping
from dataclasses import dataclass

from jurybox.analysis.finding_rows import Interval
from jurybox.analysis.vocabulary import Coefficient, FlagCode


@dataclass(frozen=True, slots=True)
class Flag:
    """Something to look at. Shown, never applied."""

    code: FlagCode
    value: float | None = None
    limit: float | None = None


@dataclass(frozen=True, slots=True)
class RaterQuality:
    """One rater by one question (None: over all)."""

    rater: str
    question: str | None
    ratings: int
    mean: float | None
    spread: float | None
    severity: float | None
    severity_interval: Interval | None
    agreement: float | None
    """With the rest: alpha of this rater against the mean or set of all others."""
    agreement_method: str | None
    self_agreement: float | None
    repeats: int
    gold_agreement: float | None
    gold: int
    straight_line: int | None
    """The longest run of one value."""
    straight_share: float | None
    """The share of the most frequent value."""
    seconds: float | None
    """Median time of a judgement."""
    drift: float | None
    """How the difference to the others changes from the first to the last third."""
    flags: tuple[Flag, ...] = ()
    without: "WhatIf | None" = None
    note: str | None = None
    severity_method: str | None = None
    """ordinal_logit (in logits) or mean_difference (in points of the scale); positive is stricter."""


@dataclass(frozen=True, slots=True)
class WhatIf:
    """What changes when raters are left out."""

    left_out: tuple[str, ...]
    question: str | None
    alpha: float | None
    alpha_before: float | None
    order: tuple[str, ...]
    order_before: tuple[str, ...]
    ratings: int
    """How many were left out."""


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A unit whose raters differ most."""

    question: str
    item: str
    unit: str
    systems: tuple[str, ...]
    values: Mapping[str, float | str]
    """By rater."""
    distance: float


@dataclass(frozen=True, slots=True)
class Moment:
    """Agreement up to a moment, for the curve over time."""

    question: str
    ratings: int
    at: float | None
    alpha: float | None


@dataclass(frozen=True, slots=True)
class SuggestionEffect:
    """What became of suggestions, and what they did to answers: measured against units that were held out."""

    question: str
    rater: str | None
    """None: all of them."""
    shown: int
    held_out: int
    """How many answers were given beside a suggestion, and how many to the same without it."""
    kept: int
    changed: int
    removed: int
    added: int
    at_once: int
    """Entries: marks, tags, options, or answers as a whole; `at_once` of those kept, by one act."""
    same_shown: float | None
    same_held_out: float | None
    """The share of answers that are what was suggested."""
    pull: float | None
    pull_interval: tuple[float, float] | None
    """How much larger that share is where the suggestion was shown."""
    shift: float | None
    shift_interval: tuple[float, float] | None
    """How much higher answers are there, where they are numbers."""
    seconds: float | None
    seconds_interval: tuple[float, float] | None
    """How much longer a judgement took there; negative where it took less."""
    note: str | None = None


@dataclass(frozen=True, slots=True)
class Together:
    """How two raters agree, for the heat map; None where they share nothing, or always gave one and the same value."""

    question: str
    first: str
    second: str
    value: float | None
    coefficient: Coefficient
    units: int


@dataclass(frozen=True, slots=True)
class GivenComment:
    """What a rater wrote, to a question for a text or (None) about the unit."""

    question: str | None
    item: str
    segment: int | None
    systems: tuple[str, ...]
    """Whose output it is about; empty where it is about the whole unit."""
    rater: str
    text: str
