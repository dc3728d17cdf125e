"""One row of each list of findings: a statistic with its evidence.

Undefined is None, and `note` says why as a code with a text `finding.note.<code>` in the catalogues.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from jurybox.analysis.vocabulary import Coefficient

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Agreement:
    """One coefficient of one question (None: all pooled)."""

    question: str | None
    coefficient: Coefficient
    level: str | None
    value: float | None
    interval: Interval | None
    units: int
    ratings: int
    excluded: Mapping[str, int] = field(default_factory=dict)
    note: str | None = None
    of: str = "raters"
    """raters, self (repeats) or gold."""
    tag: str | None = None
    by: str | None = None
    """The part of the data, where results are split: `language=Bribri`."""
    method: str | None = None
    """How the interval was made: `linearised_blocks`, `jackknife_blocks` …"""


@dataclass(frozen=True, slots=True)
class Ranked:
    """One system's place by one question."""

    question: str | None
    system: str
    mean: float | None
    interval: Interval | None
    items: int
    ratings: int
    rank: float | None
    rank_low: int | None
    rank_high: int | None
    cluster: int | None
    z: float | None = None
    """Mean of z-scores per rater."""
    severe: float | None = None
    severe_interval: Interval | None = None
    item_adjusted: float | None = None
    """Its mean as if it had all items, where systems have different ones: then the order comes from it."""
    item_adjusted_interval: Interval | None = None
    macro: float | None = None
    """The mean of its means in the parts that `--by` asked for, each weighing the same."""
    named_score: float | None = None
    """What the rule of the field that was asked for (`cluster_rule`) orders systems by."""
    named_low: int | None = None
    """Its range of ranks, and its cluster; no other number rests on them."""
    named_high: int | None = None
    named_cluster: int | None = None
    adjusted: float | None = None
    """By the ordinal model that takes out raters' severity (`--full`)."""
    strength: float | None = None
    """Bradley-Terry log-strength, where systems were compared."""
    rule_made: int = 0
    distribution: Mapping[str, int] = field(default_factory=dict)
    """How often each value was given, by its text; binned for continuous scales."""
    expected: int | None = None
    """How many ratings there will be once every quorum is met; None for a file."""
    provisional: bool = False
    note: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two systems by one question; `difference` is the first's mean less the second's.

    Where systems have different items, or items have different raters, it is that of the model which `method` names.
    The interval is of this pair alone, `p_adjusted` of all pairs together.
    """

    question: str | None
    first: str
    second: str
    difference: float | None
    interval: Interval | None
    items: int
    p: float | None
    p_adjusted: float | None
    p_wilcoxon: float | None = None
    p_rank_sum: float | None = None
    wins: int = 0
    ties: int = 0
    losses: int = 0
    detectable: float | None = None
    """The smallest true difference that would be found with 80 % power at this size."""
    more_items: int | None = None
    """How many more items would separate the two if the difference is what it seems; None: they are, or never."""
    blocks: int = 0
    """How many items or documents it rests on."""
    method: str | None = None
    """The test: sign_flip, rater_adjusted, random_raters or bradley_terry."""
    p_random: float | None = None
    """Adjusted p if raters are taken as a sample of those who could have rated; None with fewer than three."""
    option: str | None = None
    """Of a choice: the option whose shares are compared."""
    note: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class PositionEffect:
    """What it is worth to be shown first of two (or on the left), by one question."""

    question: str | None
    value: float | None
    """On the log scale of strengths: of two equal systems the first wins exp(value) times as often as the second."""
    interval: Interval | None
    p: float | None
    comparisons: int
    is_in_ranking: bool = False
    """Whether the strengths of the ranking have it taken out (`--position`)."""
    note: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Share:
    """How often one option of a choice was chosen, for a system (None: over all)."""

    question: str | None
    option: str
    system: str | None
    share: float | None
    interval: Interval | None
    count: int
    ratings: int
    items: int
    cluster: int | None = None
    """By the size of the share: more is not better. Of two options only the first has clusters."""
    note: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Overall:
    """All ratings of one question together, whatever system they are of."""

    question: str | None
    mean: float | None
    interval: Interval | None
    items: int
    ratings: int
    distribution: Mapping[str, int] = field(default_factory=dict)
    note: str | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class TagRate:
    """How often a tag (or a whole category: `tag` None) was given to a system (None: to all)."""

    question: str
    category: str | None
    tag: str | None
    system: str | None
    count: int
    ratings: int
    rate: float | None
    """Share of ratings with it; of weighted errors the mean weight per rating."""
    interval: Interval | None
    by: str | None = None


@dataclass(frozen=True, slots=True)
class TagAgreement:
    """Raters on one tag: how often both, one or none gave it. Of repeats the first time is the reference."""

    question: str
    tag: str | None
    kappa: float | None
    interval: Interval | None
    precision: float | None
    recall: float | None
    f1: float | None
    units: int
    given: int
    note: str | None = None
    of: str = "raters"
    """raters, or self (repeats)."""


@dataclass(frozen=True, slots=True)
class Points:
    """Points over the groups (5-4-3-2-1): per group the rank and points; None where the system was not rated."""

    question: str
    system: str
    points: float
    rank: float
    by_group: Mapping[str, float | None]


@dataclass(frozen=True, slots=True)
class Apart:
    """Systems that nothing can be said of: the raters of each group rated no others, so who is better can't be told."""

    question: str | None
    systems: tuple[tuple[str, ...], ...]
    raters: tuple[tuple[str, ...], ...]
    """Of each group of systems, who rated them."""
    by: str | None = None
