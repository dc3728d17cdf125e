"""The column `allowed` of our export: what could be answered, so that a table gives the numbers that its study gives.

A word for the kind, what there was to choose from, and what else changes numbers:
`ordinal 1|2|3|4|5 severe=1`, `interval 0..100`, `interval 0.. lower`, `tick yes`, `one yes|no`,
`tags style:odd|style:long`, `marks minor|major`, `comparison`, `comparison open`, `text`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

BETWEEN, TO, OF = "|", "..", ":"
TICK, ONE, TAGS, MARKS, COMPARISON, TEXT = "tick", "one", "tags", "marks", "comparison", "text"
LEVELS = ("nominal", "ordinal", "interval", "ratio")
"""As stats.Level has them; to look there loads numpy, which the server does without."""
KINDS = (*LEVELS, TICK, ONE, TAGS, MARKS, COMPARISON, TEXT)
NUMBER = re.compile(r"[+-]?\d+(\.\d+)?(e[+-]?\d+)?", re.ASCII)
LOWER, OPEN, SEVERE = "lower", "open", "severe="


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a question could be answered with."""

    kind: str
    names: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    levels: tuple[float, ...] = ()
    lowest: float | None = None
    highest: float | None = None
    severe: tuple[float, ...] = ()
    lower: bool = False
    """Lower values are better."""
    is_open: bool = False
    """Of a comparison: those in one of several groups were not compared with each other."""

    @property
    def is_number(self) -> bool:
        return self.kind in LEVELS


def allowed_numbers(
    level: str, levels: Iterable[float], lowest: float | None, highest: float | None, severe: Iterable[float]
) -> str:
    """
    >>> allowed_numbers("ordinal", [1, 2.5], 1, 2.5, [1]), allowed_numbers("interval", [], 0, None, [])
    ('ordinal 1|2.5 severe=1', 'interval 0..')
    """
    steps = BETWEEN.join(f"{value:g}" for value in sorted(levels))
    ends = TO.join("" if end is None else f"{end:g}" for end in (lowest, highest))
    worst = BETWEEN.join(f"{value:g}" for value in sorted(severe))
    return f"{level} {steps or ends}" + (f" {SEVERE}{worst}" if worst else "")


def allowed_names(kind: str, names: Iterable[tuple[str, str]]) -> str:
    """Names with their categories, where they have any.

    >>> allowed_names("tags", [("style", "odd"), ("", "other")])
    'tags style:odd|other'
    """
    return f"{kind} " + BETWEEN.join(f"{category}{OF}{name}" if category else name for category, name in names)


def read_allowed(text: str) -> Allowed | None:
    """What the column says; None where it says something else.

    >>> read_allowed("interval 0..100 lower").highest, read_allowed("one yes|no").names, read_allowed("anything")
    (100.0, ('yes', 'no'), None)
    """
    kind, *words = text.split() or [""]
    if kind not in KINDS:
        return None
    severe = next((word.removeprefix(SEVERE) for word in words if word.startswith(SEVERE)), "")
    choice = next((word for word in words if word not in (LOWER, OPEN) and not word.startswith(SEVERE)), "")
    levels, ends = _numbers(choice) if kind in LEVELS else ((), (None, None))
    named = [name.rpartition(OF) for name in choice.split(BETWEEN) if name] if kind not in LEVELS else []
    return Allowed(
        kind,
        tuple(name for _, _, name in named),
        tuple(category for category, _, _ in named) if any(category for category, _, _ in named) else (),
        levels,
        *ends,
        _values(severe),
        LOWER in words,
        OPEN in words,
    )


def _numbers(choice: str) -> tuple[tuple[float, ...], tuple[float | None, float | None]]:
    if TO in choice:
        low, _, high = choice.partition(TO)
        return (), (next(iter(_values(low)), None), next(iter(_values(high)), None))
    levels = _values(choice)
    return levels, (min(levels, default=None), max(levels, default=None))


def _values(text: str) -> tuple[float, ...]:
    return tuple(float(part) for part in text.split(BETWEEN) if NUMBER.fullmatch(part))
