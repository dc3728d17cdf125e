"""The options of an analysis as the library takes them by keyword: those of `jurybox analyse`."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Literal, TypedDict, cast
from warnings import warn

from jurybox.core import Refused

if TYPE_CHECKING:
    from jurybox.studies.results import Level, Options

Where = Mapping[str, str | Sequence[str]] | Sequence[str]
"""Conditions, as `{"group": "es"}`, of which a value may be several, or as `group=es`."""


class CommonOptions(TypedDict, total=False):
    level: "Level | None"
    by: str | None
    pool: bool
    full: bool
    cluster_rule: str
    resample: str | None
    raters: Literal["fixed", "random"]
    position: bool


class MoreOptions(CommonOptions, total=False):
    raters_by: str | None
    by_z: bool
    disagreements: int
    seed: int
    confidence: float


class StudyOptions(CommonOptions, total=False):
    """Of a study, wherever it is."""

    without: Sequence[str]
    half_is_zero: bool
    decisions: bool


class FolderOptions(StudyOptions, MoreOptions, total=False):
    """Of a study in a data folder."""

    where: Where
    resamples: int | None
    """Without effect: nothing is drawn any more."""


class RatingsOptions(FolderOptions, total=False):
    """Of ratings from anywhere."""

    duplicates: Literal["refuse", "first", "last", "mean"]
    scales: Sequence[str]
    weights: Sequence[str]
    lower_is_better: bool
    encoding: str | None
    ranks: Sequence[str]
    tiers: str | None


def options_of(given: Mapping[str, object], without: Sequence[str] = ()) -> "Options":
    """The options of an analysis; a name that is none is refused with those that are."""
    from jurybox.studies.results import Options

    if given.get("resamples") is not None:
        warn(
            "resamples has no effect: intervals and tests are computed, nothing is drawn.", FutureWarning, stacklevel=4
        )
    known = [field.name for field in fields(Options)]
    wanted = {name: value for name, value in given.items() if name != "resamples"}
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise Refused.of("client.unknown_option", given=unknown[0], allowed=known)
    return Options(**cast(MoreOptions, wanted), without=tuple(without))  # all names are known by now
