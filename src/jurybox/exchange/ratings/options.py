"""How a table of ratings or errors is to be read: which column is what, and what to do where it leaves a choice."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from jurybox.core import Fault, Refused, refuse
from jurybox.stats import GOOGLE_WMT, WEIGHT_PRESETS

Duplicates = Literal["refuse", "first", "last", "mean"]
DUPLICATES: tuple[Duplicates, ...] = ("refuse", "first", "last", "mean")
BY_FILE = "@file"
"""In place of a column: the name of the file, without its ending."""

NOT_THERE = frozenset({"NaN", "nan", "NA", "<NA>"})
"""How pandas and R write a cell that is empty, in columns of values."""

NAMES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "item": ("item",),
        "rater": ("rater",),
        "value": ("value", "score", "tier"),
        "system": ("system",),
        "question": ("question",),
        "segment": ("segment",),
        "document": ("document",),
        "time": ("time", "answered_at"),
        "model_a": ("model_a",),
        "model_b": ("model_b",),
        "winner": ("winner",),
        "rank": ("rank",),
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
        "channel": ("channel",),
        "allowed": ("allowed",),
        "drawn": ("drawn",),
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
    resample: str | None = None
    """What is taken as drawn by chance: item, document, or such a column."""
    raters_by: str | None = None
    """A column that says of a rater which group they belong to."""
    where: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Only rows with one of these values in each of these columns."""
    ranks: tuple[str, ...] = ()
    """Columns that are systems, and hold their ranks."""
    tiers: tuple[str, ...] = ()
    """The names of tiers, the best first; empty: S, A, B, C, D, F."""
    half_is_zero: bool = False
    """Of counts: 0.5 was entered where 0 was meant. Where it is known what was imported, only there."""
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
        return frozenset(
            names | set(GROUPS) | set(self.parts()) | set(self.ranks) | set(self.where) | self._of_raters()
        )

    def parts(self) -> tuple[str, ...]:
        """The columns that say of an item which part of the data it belongs to, beside those that are called so."""
        resample = () if self.resample in (None, "item", "document") else (self.resample,)
        return tuple(dict.fromkeys(name for name in (self.by, *resample) if name))

    def _of_raters(self) -> set[str]:
        return {self.raters_by} if self.raters_by else set()


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


def conditions_of(texts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """What --where says: `group=es`; several of one column are alternatives.

    >>> conditions_of(["group=es", "film=Up", "group=de"])
    {'group': ('es', 'de'), 'film': ('Up',)}
    """
    found: dict[str, tuple[str, ...]] = {}
    faults = []
    for text in texts:
        column, equals, value = (part.strip() for part in text.partition("="))
        if not column or not equals:
            faults.append(Fault("ratings.no_condition", given=text))
        else:
            found[column] = (*found.get(column, ()), value)
    refuse(faults)
    return found


def tiers_of(text: str | None) -> tuple[str, ...]:
    """What --tiers says: the names of the tiers, the best first.

    >>> tiers_of("top, good,poor"), tiers_of(None)
    (('top', 'good', 'poor'), ())
    """
    names = [name.strip() for name in text.split(",")] if text is not None else []
    if text is not None and (len(names) < 2 or not all(names) or len({name.casefold() for name in names}) < len(names)):
        raise Refused.of("ratings.no_tiers", given=text)
    return tuple(names)


def weights_of(texts: Iterable[str]) -> Mapping[str, float]:
    """What --weight says; nothing said: Google's weights. What is said stands alone; a name alone is that of a preset.

    >>> weights_of(["Major=5", "Minor:Fluency/Punctuation=0.1"])
    {'Major': 5.0, 'Minor:Fluency/Punctuation': 0.1}
    >>> weights_of(["wmt24", "Major=10"])["Non-translation"]
    25.0
    """
    found: dict[str, float] = {}
    faults = []
    for text in texts:
        if text.strip().casefold() in WEIGHT_PRESETS:
            found |= WEIGHT_PRESETS[text.strip().casefold()]
            continue
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
