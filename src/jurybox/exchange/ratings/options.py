"""How a table of ratings or errors is to be read: which column is what, and what to do where it leaves a choice."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from jurybox.core import Fault, refuse
from jurybox.stats import GOOGLE_WMT

Duplicates = Literal["refuse", "first", "last", "mean"]
DUPLICATES: tuple[Duplicates, ...] = ("refuse", "first", "last", "mean")
BY_FILE = "@file"
"""In place of a column: the name of the file, without its ending."""

NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "item": ("item",),
        "rater": ("rater",),
        "value": ("value",),
        "system": ("system",),
        "question": ("question",),
        "segment": ("segment",),
        "document": ("document",),
        "time": ("time", "answered_at"),
        "model_a": ("model_a",),
        "model_b": ("model_b",),
        "winner": ("winner",),
        "category": ("category",),
        "severity": ("severity",),
        "weight": ("weight",),
        "seconds": ("seconds",),
        "elapsed_ms": ("elapsed_ms",),
        "by": ("by",),
        "purpose": ("purpose",),
        "standing": ("standing",),
        "pilot": ("pilot",),
        "judgement": ("judgement",),
        "supersedes": ("supersedes",),
        "target": ("target",),
    }
)
"""What a column can be for, and what it is called where nothing else is said; the first that is there."""
GROUPS = ("group", "language", "film", "domain")
"""Columns that say of an item which part of the data it belongs to."""

NUMBER = r"[+-]?(?:\d+(?:\.\d+)?|\.\d+)"
RANGE = re.compile(rf"(?:(?P<question>.+)=)?(?P<low>{NUMBER})(?:-|\.\.|:)(?P<high>{NUMBER})", re.ASCII)
WEIGHT = re.compile(rf"(?P<name>.+)=(?P<weight>{NUMBER})", re.ASCII)

SEVERITIES = ("critical", "major", "minor", "neutral")

Scale = tuple[float, float]


@dataclass(frozen=True, slots=True)
class RatingsReading:
    """`columns` says what the file calls a column; `scales` what is allowed, by question (None: every other)."""

    columns: Mapping[str, str] = field(default_factory=dict)
    by: str | None = None
    """A further column that says which part of the data an item belongs to."""
    duplicates: Duplicates = "refuse"
    scales: Mapping[str | None, Scale] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=lambda: GOOGLE_WMT)
    quotes: bool = True
    """False: quotes are characters like any other, as in the TSV files of WMT."""
    lower_is_better: bool = False
    encoding: str | None = None
    """Of text files; None: found out."""

    def names_of(self, role: str) -> tuple[str, ...]:
        return (self.columns[role],) if role in self.columns else NAMES.get(role, (role,))

    def wanted(self) -> frozenset[str]:
        """Every column that could be of use."""
        names = {name for role in NAMES for name in self.names_of(role)}
        return frozenset(names | set(GROUPS) | ({self.by} if self.by else set()))


def scales_of(texts: Iterable[str]) -> dict[str | None, Scale]:
    """What --scale says: `1-5`, or `fluency=1-5` for one question.

    >>> scales_of(["0-100", "fluency=-2..2"])
    {None: (0.0, 100.0), 'fluency': (-2.0, 2.0)}
    """
    found: dict[str | None, Scale] = {}
    faults = []
    for text in texts:
        match = RANGE.fullmatch(text.strip())
        if match is None or float(match["low"]) >= float(match["high"]):
            faults.append(Fault("ratings.no_scale", given=text))
        else:
            found[match["question"]] = float(match["low"]), float(match["high"])
    refuse(faults)
    return found


def weights_of(texts: Iterable[str]) -> Mapping[str, float]:
    """What --weight says; nothing said: the weights of Google and WMT. What is said stands alone.

    >>> weights_of(["Major=5", "Minor:Fluency/Punctuation=0.1"])
    {'Major': 5.0, 'Minor:Fluency/Punctuation': 0.1}
    """
    found: dict[str, float] = {}
    faults = []
    for text in texts:
        match = WEIGHT.fullmatch(text.strip())
        if match is None or not _is_rule(match["name"].strip()):
            faults.append(Fault("ratings.no_weight", given=text))
        else:
            found[match["name"].strip()] = float(match["weight"])
    refuse(faults)
    return found or GOOGLE_WMT


def _is_rule(name: str) -> bool:
    """Whether a weight could fit an error: `*:Style` is `Style`, and `Minor/Style` must be `Minor:Style`.

    >>> _is_rule("Minor:Style/Awkward"), _is_rule("Style/Awkward"), _is_rule("Minor/Style"), _is_rule("*:Style")
    (True, True, False, False)
    """
    severity, colon, category = (part.strip() for part in name.partition(":"))
    if colon:
        return bool(severity and category) and severity != "*"
    return "/" not in name or name.split("/")[0].casefold() not in (*SEVERITIES, "*")
