"""What an organiser says of files of Label Studio, from the words of a command; every fault at once."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, get_args

from jurybox.core import Fault, refuse
from jurybox.exchange.label_studio import (
    TIME_SOURCES,
    DraftWishes,
    Duplicates,
    SaidMapping,
    TaskOptions,
    TimeReading,
    TimeSource,
    exact_rate,
)


@dataclass(slots=True)
class WrittenOptions:
    """Options as they are written."""

    fields: list[str] = field(default_factory=list)
    """FIELD=PATH"""
    systems: list[str] = field(default_factory=list)
    group: str = ""
    id: str = ""
    times: str = ""
    offset: float = 0.0
    first_frame: int = 0
    fps: str = ""
    controls: list[str] = field(default_factory=list)
    """CONTROL=QUESTION"""
    labels: list[str] = field(default_factory=list)
    """LABEL=NAME"""
    raters: list[str] = field(default_factory=list)
    """ACCOUNT=NAME"""
    duplicates: str = "refuse"
    incomplete: Literal["refuse", "leave-out"] | str = "refuse"


def options_of(wanted: WrittenOptions) -> TaskOptions:
    faults: list[Fault] = []
    fields: dict[str, tuple[str, ...]] = {}
    for name, path in _pairs("--field", "FIELD=PATH", wanted.fields, faults):
        fields[name] = (*fields.get(name, ()), path)
    controls = dict(_pairs("--control", "CONTROL=QUESTION", wanted.controls, faults))
    labels = dict(_pairs("--label", "LABEL=NAME", wanted.labels, faults, last=True))
    raters = dict(_pairs("--rater", "ACCOUNT=NAME", wanted.raters, faults))
    rate: Fraction | None = exact_rate(wanted.fps) if wanted.fps else None
    checks = [
        (not wanted.fps or rate is not None, "--fps", wanted.fps, ["25", "23.976", "24000/1001"]),
        (not wanted.times or wanted.times in TIME_SOURCES, "--times", wanted.times, list(TIME_SOURCES)),
        (wanted.first_frame in (0, 1), "--first-frame", wanted.first_frame, [0, 1]),
        (abs(wanted.offset) < 100_000, "--offset", wanted.offset, ["seconds"]),
        (wanted.duplicates in get_args(Duplicates), "--duplicates", wanted.duplicates, list(get_args(Duplicates))),
        (wanted.incomplete in ("refuse", "leave-out"), "--incomplete", wanted.incomplete, ["refuse", "leave-out"]),
    ]
    faults += [
        Fault("label_studio.not_option", name, given, allowed) for good, name, given, allowed in checks if not good
    ]
    refuse(faults)
    source: TimeSource | None = next((source for source in TIME_SOURCES if source == wanted.times), None)
    duplicates: Duplicates = next((d for d in get_args(Duplicates) if d == wanted.duplicates), "refuse")
    return TaskOptions(
        SaidMapping(fields, tuple(wanted.systems), wanted.group, wanted.id),
        TimeReading(source, wanted.offset, wanted.first_frame, rate),
        controls,
        labels,
        raters,
        duplicates,
        wanted.incomplete == "leave-out",
    )


def draft_wishes(id: str, title: str, lang: str, segments: int | None) -> DraftWishes:
    return DraftWishes(id, title, lang, segments)


def pairs_of(option: str, shape: str, words: Iterable[str]) -> dict[str, str]:
    """NAME=VALUE as often as it was said; refused where it is none."""
    faults: list[Fault] = []
    found = dict(_pairs(option, shape, words, faults))
    refuse(faults)
    return found


def _pairs(
    option: str, shape: str, words: Iterable[str], faults: list[Fault], last: bool = False
) -> Iterable[tuple[str, str]]:
    """With `last` the last = divides: what stands before it may hold others."""
    found = []
    for word in words:
        name, equals, value = word.rpartition("=") if last else word.partition("=")
        if not equals or not name.strip() or not value.strip():
            faults.append(Fault("label_studio.not_option", option, word, [shape]))
        else:
            found.append((name.strip(), value.strip()))
    return found
