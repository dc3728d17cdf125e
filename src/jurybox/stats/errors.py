"""Scores from marked errors, as in MQM: weights by severity and category, summed per rater and output."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from jurybox.stats.estimate import Floats, Ints
from jurybox.stats.means import ItemMeans, item_means
from jurybox.stats.tally import sums

MQM_GOOGLE: Mapping[str, float] = MappingProxyType(
    {
        "Major": 5,
        "Minor": 1,
        "Neutral": 0,
        "No-error": 0,
        "Major/Non-translation!": 25,
        "Minor/Fluency/Punctuation": 0.1,
    }
)
"""Freitag et al. (2021), Table 4, in the form of Google's score_mqm.py."""
MQM_WMT24: Mapping[str, float] = MappingProxyType(
    {
        "critical": 5,
        "Major": 5,
        "major": 5,
        "Minor": 1,
        "minor": 1,
        "Neutral": 0,
        "neutral": 0,
        "No-error": 0,
        "no-error": 0,
        "*/Non-translation!": 25,
        "Minor/Fluency/Punctuation": 0.1,
        "minor/Fluency/Punctuation": 0.1,
        "*/Source issue": 0,
        "*/Reinterpretation": 0,
    }
)
"""The tools of WMT24: a non-translation counts 25 at any severity."""


@dataclass(frozen=True, slots=True)
class WeightTable:
    """The weight of each category (row) with each severity (column); 0 where `unknown` lists the two."""

    weight: Floats
    unknown: tuple[tuple[str, str], ...]


def weight_table(
    categories: Sequence[str], severities: Sequence[str], weights: Mapping[str, float] = MQM_GOOGLE
) -> WeightTable:
    """Weights from patterns `severity` or `severity/category`, where `*` is any severity: the most specific wins.

    A pattern's category fits whole parts of a category's path from its beginning: `Minor/Fluency` fits
    Fluency/Punctuation. The longer category wins, then the named severity.

    >>> weight_table(["Fluency/Punctuation", "Style"], ["Major", "Minor"]).weight.tolist()
    [[5.0, 0.1], [5.0, 1.0]]
    """
    found = np.zeros((len(categories), len(severities)))
    unknown = []
    for row, category in enumerate(categories):
        for column, severity in enumerate(severities):
            weight = _most_specific(category, severity, weights)
            if weight is None:
                unknown.append((category, severity))
            else:
                found[row, column] = weight
    return WeightTable(found, tuple(unknown))


def _most_specific(category: str, severity: str, weights: Mapping[str, float]) -> float | None:
    path = category.split("/") if category else []
    for length in range(len(path), -1, -1):
        for named in (severity, "*"):
            pattern = "/".join([named, *path[:length]])
            if pattern in weights:
                return float(weights[pattern])
    return None


def error_scores(
    item: Ints,
    system: Ints,
    rater: Ints,
    weight: Floats,
    n_items: int,
    n_systems: int,
    n_raters: int,
    outputs: tuple[Ints, Ints] | None = None,
) -> ItemMeans:
    """The score of each output: weights summed per rater, then the mean over the raters who have a row for it.

    A row of weight 0 ("no error") says that a rater looked and found nothing. `outputs` (items and systems, as pairs)
    are all that were judged: those without any row score 0, with no rating. Higher is worse.

    >>> i, r = np.zeros(3, int), np.array([0, 0, 1])
    >>> error_scores(i, i, r, np.array([5.0, 0.1, 0.0]), 1, 1, 2).mean.tolist()
    [2.55]
    """
    key = (np.asarray(item, dtype=np.int64) * n_systems + system) * n_raters + rater
    names, place = np.unique(key, return_inverse=True)
    output = names // max(1, n_raters)
    scores = item_means(output // n_systems, output % n_systems, sums(place, weight, len(names)), n_items, n_systems)
    return scores if outputs is None else _with_silent(scores, *outputs)


def _with_silent(scores: ItemMeans, item: Ints, system: Ints) -> ItemMeans:
    """Add the outputs that nobody marked."""
    have = scores.item.astype(np.int64) * scores.n_systems + scores.system
    judged = np.unique(np.asarray(item, dtype=np.int64) * scores.n_systems + system)
    silent = judged[~np.isin(judged, have, assume_unique=True)]
    keys = np.concatenate([have, silent])
    order = np.argsort(keys, kind="stable")
    mean = np.concatenate([scores.mean, np.zeros(len(silent))])[order]
    ratings = np.concatenate([scores.ratings, np.zeros(len(silent), dtype=int)])[order]
    keys = keys[order]
    return ItemMeans(keys // scores.n_systems, keys % scores.n_systems, mean, ratings, scores.n_items, scores.n_systems)
