"""Scores from marked errors, as in MQM: what an error weighs by severity and category, and the sum of each output."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from jurybox.stats.estimate import Flags, Floats, Ints
from jurybox.stats.finite import only_finite
from jurybox.stats.tally import sums

Kind = tuple[str, str]
"""The severity and the category of an error."""
NO_ERROR = ("no-error", "no error", "no_error", "noerror", "none", "")
"""What severity and category say, in any case, of an output that a rater looked at and found no error in."""

GOOGLE_WMT: Mapping[str, float] = MappingProxyType(
    {"Major": 5.0, "Minor": 1.0, "Neutral": 0.0, "Minor:Fluency/Punctuation": 0.1, "Major:Non-translation": 25.0}
)
"""Freitag et al. 2021, "Experts, Errors, and Context", table 4, as score_mqm.py of mt-metrics-eval has it: what the MQM
scores of WMT21, WMT22 and WMT23 were made with. A non-translation counts 25 where it is major."""
WMT24: Mapping[str, float] = MappingProxyType(
    {
        "Critical": 5.0,
        "Major": 5.0,
        "Minor": 1.0,
        "Neutral": 0.0,
        "Minor:Fluency/Punctuation": 0.1,
        "Non-translation": 25.0,
        "Neutral:Non-translation": 0.0,
        "Source issue": 0.0,
        "Reinterpretation": 0.0,
        "Creative reinterpretation": 0.0,
        "Accuracy/Creative reinterpretation": 0.0,
    }
)
"""humeval/tools.py of wmt24-news-systems, the organisers' own program: a further severity, a non-translation of any
severity, and two categories that are no errors of the system."""
WEIGHT_PRESETS: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {"google": GOOGLE_WMT, "wmt21": GOOGLE_WMT, "wmt22": GOOGLE_WMT, "wmt23": GOOGLE_WMT, "wmt24": WMT24}
)
"""Weights by name. Those of WMT25 are not among them: its organisers published scores, and not what they weigh."""


def is_error(kinds: Sequence[Kind]) -> Flags:
    """Which rows are errors; the others say that there is none.

    >>> is_error([("Major", "Style"), ("No-error", "No-error"), ("", "Style")]).tolist()
    [True, False, True]
    """
    return np.array([any(name.casefold() not in NO_ERROR for name in kind) for kind in kinds], bool)


@only_finite()
def error_weights(kinds: Sequence[Kind], rules: Mapping[str, float] = GOOGLE_WMT) -> Floats:
    """What each kind of error weighs; NaN where no rule fits, 0 where it says that there is no error.

    A rule is a severity, a beginning of a category, or severity:category, in any case. The rule that says most of the
    category counts, and of two that say as much the one with the severity.

    >>> error_weights([("Minor", "Fluency/Punctuation"), ("minor", "Fluency/Grammar"), ("Major", "Non-translation!")])
    array([ 0.1,  1. , 25. ])
    >>> error_weights([("Critical", "Style"), ("No-error", "")])
    array([nan,  0.])
    """
    parsed = [_parsed(name, weight) for name, weight in rules.items()]
    found = [_weight(severity.casefold(), category.casefold(), parsed) for severity, category in kinds]
    return np.where(is_error(kinds), np.array(found, float), 0.0)


@dataclass(frozen=True, slots=True)
class _Rule:
    """What a rule asks of an error; a name alone can be that of a severity or of a category."""

    name: str
    severity: str | None
    category: str
    weight: float

    def fits(self, severity: str, category: str) -> tuple[int, bool] | None:
        """How much of the category it says, and whether it says the severity; None: it does not fit."""
        if self.name == severity:
            return 0, True
        if self.severity == severity and category.startswith(self.category):
            return len(self.category), True
        return (len(self.name), False) if category.startswith(self.name) else None


def _parsed(name: str, weight: float) -> _Rule:
    name = name.casefold()
    severity, colon, category = name.partition(":")
    return _Rule(name, severity if colon else None, category, float(weight))


def _weight(severity: str, category: str, rules: Sequence[_Rule]) -> float:
    fitting = [(fits, rule.weight) for rule in rules if (fits := rule.fits(severity, category)) is not None]
    return max(fitting, key=lambda one: one[0])[1] if fitting else np.nan


@dataclass(frozen=True, slots=True)
class ErrorScores:
    """The score of each output by each rater who looked at it. Higher is worse."""

    unit: Ints
    rater: Ints
    score: Floats
    of: Ints
    """Of each row of the table: the score that it went into."""


@only_finite()
def error_scores(unit: Ints, rater: Ints, weight: Floats) -> ErrorScores:
    """The sum of weights for each unit and rater. A row of weight 0 says that the rater looked and found nothing.

    >>> error_scores(np.zeros(3, int), np.array([0, 0, 1]), np.array([5.0, 0.1, 0.0])).score.tolist()
    [5.1, 0.0]
    """
    n_raters = int(np.max(rater, initial=0)) + 1
    key, of = np.unique(np.asarray(unit, np.int64) * n_raters + rater, return_inverse=True)
    return ErrorScores(key // n_raters, key % n_raters, sums(of, weight, len(key)), of)
