"""Where pairs can be drawn as the study goes: two at a time are compared, and nobody's list is dealt beforehand."""

from collections.abc import Iterator

from jurybox.core import Fault, Protocol, Settings
from jurybox.core.questions import ComparisonQuestion


def can_draw_pairs(protocol: Protocol) -> bool:
    """Whether raters compare two candidates of whole items, and no rule stands in for them."""
    shape = protocol.unit
    asks = any(isinstance(question, ComparisonQuestion) for _, question in protocol.questions())
    return shape.candidates == 2 and shape.window is None and not protocol.rules and asks


def pair_faults(protocol: Protocol, settings: Settings) -> Iterator[Fault]:
    wish = settings.pairs
    if not wish.on:
        return
    if not can_draw_pairs(protocol):
        yield Fault("pairs.no_pairs", "pairs", protocol.name)
    if settings.assign == "fixed":
        yield Fault("pairs.fixed", "pairs", wish.choose)
