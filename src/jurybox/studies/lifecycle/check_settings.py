"""What is wished of checks: over what was said before, and whether the protocol can tell a worse output by it."""

from collections.abc import Iterator, Mapping

from jurybox.core import Fault, Protocol, Settings, telling_questions, worse_by


def checks_wished(before: Mapping[str, object], wish: Mapping[str, object]) -> dict[str, object]:
    """A share in place of one in so many, or the other way round; `degraded: true` is with all that is usual."""
    wished = dict(wish)
    if "share" in wished and "every" not in wished:
        wished["every"] = None
    if wished.get("every") is not None and "share" not in wished:
        wished["share"] = 0
    if isinstance(wished.get("degraded"), bool):
        wished["degraded"] = (before.get("degraded") or {}) if wished["degraded"] else None
    return {**before, **wished}


def example_faults(protocol: Protocol, settings: Settings) -> Iterator[Fault]:
    """Of the examples that were chosen: each must be one that can be rated, and none is not a choice."""
    chosen = settings.calibration.chosen
    if chosen is None:
        return
    known = [example.id for example in protocol.examples if example.calibration]
    yield from (Fault("study.unknown_example", "calibration", id, known) for id in chosen if id not in known)
    if not chosen:
        yield Fault("study.no_example_chosen", "calibration", allowed=known)


def check_faults(protocol: Protocol, settings: Settings) -> Iterator[Fault]:
    wish, suggested = settings.checks, settings.prefill
    if wish.on and suggested.on and suggested.hold_out < wish.rate:
        yield Fault("checks.not_held_out", "checks", suggested.hold_out, wish.rate)
    if wish.share and wish.every is not None:
        yield Fault("checks.share_and_every", "checks", wish.every)
    if wish.degraded is None:
        return
    telling = {question.id: question for question in telling_questions(protocol)}
    if not telling:
        yield Fault("checks.nothing_tells", "checks")
        return
    question = telling.get(wish.degraded.question or next(iter(telling)))
    if question is None:
        yield Fault("checks.unknown_question", "checks", wish.degraded.question, list(telling))
    elif worse_by(protocol, question, wish.degraded.most, wish.degraded.least) is None:
        yield Fault("checks.no_range", "checks", question.id)
