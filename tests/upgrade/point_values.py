"""Findings of a release beside those of today: how certain a number is may be said otherwise; it may not move."""

import json
from collections.abc import Iterator
from typing import Any

KEYS = {
    "agreement": ("question", "coefficient", "level", "of", "tag", "by"),
    "ranking": ("question", "system", "by"),
    "tags": ("question", "category", "tag", "system", "by"),
    "tag_agreement": ("question", "tag"),
    "raters": ("rater", "question"),
    "points": ("question", "system"),
    "what_if": ("left_out", "question"),
}
"""What tells the entries of a list apart."""
VALUES = {
    "agreement": ("value", "units", "ratings"),
    "ranking": ("mean", "items", "ratings", "z", "severe", "rule_made", "distribution"),
    "tags": ("count", "ratings", "rate"),
    "tag_agreement": ("kappa", "precision", "recall", "f1", "units", "given"),
    "raters": ("ratings", "mean", "spread", "agreement", "repeats", "gold", "straight_line", "straight_share", "drift"),
    "points": ("points", "rank", "by_group"),
    "what_if": ("alpha", "alpha_before", "order_before"),
}
POOLED_NOW = ("weighted_kappa", "cohen_kappa")
"""Of raters: no longer the plain mean over pairs."""
NEARLY = 1e-9


def moved(kept: str, now: str) -> list[str]:
    """The numbers of kept findings (JSON) that are not there or other today; nothing of what is no findings."""
    try:
        before, after = json.loads(kept), json.loads(now)
    except ValueError:
        return []
    if not isinstance(before, dict) or "agreement" not in before:
        return []
    return list(_moved(before, after))


def _moved(before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    for name, keys in KEYS.items():
        found = {_key(one, keys): one for one in after.get(name, [])}
        for one in before[name]:
            if name == "agreement" and one["of"] == "raters" and one["coefficient"] in POOLED_NOW:
                continue
            other = found.get(_key(one, keys))
            for value in VALUES[name]:
                was, is_now = one[value], None if other is None else other[value]
                if not _same(was, is_now):
                    yield f"{name} {[one[key] for key in keys]} {value}: {was} is now {is_now}"


def _key(one: dict[str, Any], keys: tuple[str, ...]) -> str:
    return json.dumps([one.get(key) for key in keys])


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, float) and isinstance(other, float | int):
        return abs(one - other) <= NEARLY * max(1.0, abs(one))
    return bool(one == other)
