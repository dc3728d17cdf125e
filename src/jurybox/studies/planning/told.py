"""An estimate and remarks in words, the same for pages and terminals."""

from math import floor, log10
from typing import NamedTuple

from jurybox.core import Protocol, in_language
from jurybox.report import Numbers
from jurybox.studies.planning.check import Remark
from jurybox.studies.planning.decides import decider_of
from jurybox.studies.planning.estimate import Difference, PlanEstimate
from jurybox.texts import Words

FIGURES = ("units", "judgements", "units_per_rater", "minutes_per_rater", "cost", "difference")
SIZES = ("fine", "medium", "large")
TOLD = ("scale", "share", "sd", "none")


class ToldEstimate(NamedTuple):
    figures: list[tuple[str, str]]
    """What it is called, and the number."""
    sentence: str | None
    """What could be told apart; None where there is nothing to tell apart."""
    verdict: str | None = None
    """What that is enough for."""
    half: str | None = None
    """What it would take to tell half of it apart."""


def _minutes(found: float) -> int:
    """Whole minutes; whatever is to be done takes one at least."""
    return max(1, round(found)) if found else 0


def tell_estimate(protocol: Protocol, found: PlanEstimate, words: Words, lang: str) -> ToldEstimate:
    numbers = Numbers.of(words)
    values = {
        "units": numbers.count(found["units"]),
        "judgements": numbers.count(found["judgements"]),
        "units_per_rater": numbers.count(found["units_per_rater"]),
        "minutes_per_rater": numbers.count(_minutes(found["minutes_per_rater"])),
    }
    if found["cost"] is not None:
        values["cost"] = numbers.count(found["cost"])
    difference = found["difference"]
    if difference is None or not found["units"]:
        return _told(values, None, words)
    values["difference"] = _size(difference, numbers)
    if difference["value"] is None:
        return _told(values, words("org.plan.told.none"), words)
    kind = "share" if difference["is_share"] else "scale" if difference["width"] else "sd"
    decider = decider_of(protocol, difference["decides"])
    assert decider is not None
    size = _win(difference, numbers) if kind == "share" else values["difference"]
    sentence = words(f"org.plan.told.{kind}", value=size, question=in_language(decider.label, [lang]))
    verdict = words(f"org.plan.enough.{difference['size']}")
    return _told(values, sentence, words)._replace(verdict=verdict, half=_half(protocol, difference, words))


def _half(protocol: Protocol, difference: Difference, words: Words) -> str:
    """More raters alone never halve it: what raters have in common stays."""
    numbers, blocks = Numbers.of(words), difference["blocks_for_half"] or 0
    told = {"now": numbers.count(difference["blocks"]), "wanted": numbers.count(round(rounded(blocks)[0]))}
    return words(f"org.plan.half.{'documents' if protocol.unit.segments == 'all' else 'items'}", **told)


def _told(values: dict[str, str], sentence: str | None, words: Words) -> ToldEstimate:
    return ToldEstimate(
        [(words(f"org.plan.figure.{name}"), values[name]) for name in FIGURES if name in values], sentence
    )


def rounded(value: float) -> tuple[float, int]:
    """A guess to two figures, and its decimals: no more is known of it.

    >>> rounded(21.59), rounded(0.5312), rounded(137.2)
    ((22.0, 0), (0.53, 2), (140.0, 0))
    """
    decimals = 1 - floor(log10(abs(value))) if value else 0
    return round(value, decimals), max(0, decimals)


def _size(difference: Difference, numbers: Numbers) -> str:
    value = difference["value"]
    if value is None:
        return numbers.number(None)
    return numbers.share(value) if difference["is_share"] else numbers.number(*rounded(value))


def _win(difference: Difference, numbers: Numbers) -> str:
    """How often a system must win, and not by how much more than half."""
    return numbers.share(0.5 + (difference["value"] or 0))


def tell_remark(remark: Remark, words: Words) -> str:
    return words(f"org.check.remark.{remark.code}", **remark.params)
