"""What a campaign has beside its items: attention checks with the right scores, and marks that were filled in."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from jurybox.core import Fault, JuryboxError, Protocol, takes_suggestions
from jurybox.core.questions import Frame, QuestionBase
from jurybox.exchange.campaigns import Campaign, Part
from jurybox.exchange.files import json_line
from jurybox.exchange.ratings.formats import Rating
from jurybox.studies.carry.campaigns.items import MADE, SOURCES, field_of, placed
from jurybox.studies.carry.ratings import Answering
from jurybox.studies.carry.suggestions import SuggestionWish, suggest
from jurybox.studies.lifecycle import add_gold
from jurybox.studies.workbench import Workbench, view_of

MOST = 0.25
"""No larger share of a rater's tasks may be checks."""
HELD_OUT = 0.2
"""The usual share of units without suggestions; checks have none, and must not stand out by it."""
EXPECTED, WITHIN, LEAST = "expected.", "within.", 0.5
"""Columns of a table of checks; a right answer that must be hit exactly may still be off by rounding."""


class TakenBeside(NamedTuple):
    """How many came in, and what is to be said of those that did not."""

    number: int
    told: tuple[Fault, ...] = ()


def check_share(campaign: Campaign) -> float:
    """How many of a rater's tasks are checks, about as in the file."""
    if not campaign.checks:
        return 0
    longest = max((len(listed) for listed in campaign.lists.values()), default=len(campaign.parts))
    return round(min(MOST, len(campaign.checks) / max(1, longest + len(campaign.checks))), 3)


def misfits(campaign: Campaign, protocol: Protocol, file: str) -> Iterator[Fault]:
    """What the protocol would refuse of the scores that checks expect and of the marks that were filled in.

    `file` is the campaign's, for the places.
    """
    if protocol.unit.segments:
        return  # there neither has a place, which is told
    number = _number(protocol)
    for check in campaign.checks if number else ():
        for system, (value, _) in check.scores.items():
            assert number is not None
            found = _told(number, _whole(value), "")
            yield from (placed(one, file, check.part, f" ({system})") for one in found)
    answering = Answering(protocol)
    for part, system, rating in _filled_in(campaign, ""):
        asked = answering.question(rating)
        if asked is None or not takes_suggestions(asked):
            continue
        answers, faults = answering.answers(rating, lambda name: None)
        for question, marks in answers:
            faults += _told(question, marks, part.outputs[system])
        yield from (placed(one, file, part, f" ({system}), {asked.id}") for one in faults)


def _told(question: QuestionBase, value: object, text: str) -> list[Fault]:
    faults = question.faults(value, "A", Frame(text_length=lambda field, target: len(text)))
    return [Fault(one.code, "", one.given, one.allowed, {**one.params, "question": question.id}) for one in faults]


def add_checks(bench: Workbench, key: str, campaign: Campaign, who: str) -> TakenBeside:
    """One for each output where they are seen one by one. Where documents are seen whole they have no place."""
    protocol = view_of(bench, key).protocol
    rows = list(_rows(campaign, protocol)) if not protocol.unit.segments else []
    if not rows:
        return TakenBeside(0, _left_out("campaign.checks_left_out", len(campaign.checks)))
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "checks.jsonl"
        table.write_bytes(b"".join(map(json_line, rows)))
        try:
            return TakenBeside(add_gold(bench, key, table, who=who))
        except JuryboxError as error:
            return TakenBeside(0, error.faults)


def _left_out(code: str, count: int) -> tuple[Fault, ...]:
    return (Fault(code, params={"count": f"{count:,}"}),) if count else ()


def _number(protocol: Protocol) -> QuestionBase | None:
    """The question that the scores of checks answer."""
    return next((q for _, q in protocol.questions() if q.measure().is_number and not q.names()), None)


def _whole(value: float) -> float:
    return int(value) if value == int(value) else value


def _rows(campaign: Campaign, protocol: Protocol) -> Iterator[dict[str, object]]:
    asked = _number(protocol)
    number = asked.id if asked else None
    source, made = field_of(protocol, SOURCES, ("item", "segment")), field_of(protocol, MADE, ("output", "system"))
    alone = protocol.unit.candidates == 1
    for check in campaign.checks if number else ():
        for n, (system, (value, within)) in enumerate(check.scores.items()):
            id = f"{check.part.key}:{n + 1}" if alone and len(check.scores) > 1 else check.part.key
            answers = {f"{EXPECTED}{number}": _whole(value), f"{WITHIN}{number}": max(within, LEAST)}
            texts = {source: check.part.source} if check.part.source is not None else {}
            yield {"id": id, "kind": "attention", **texts, made: check.part.outputs[system], **answers}


def add_suggestions(bench: Workbench, source: Path, key: str, campaign: Campaign, who: str) -> TakenBeside:
    """Marks of so many outputs are suggested; what does not fit the protocol is told."""
    ratings = [rating for _, _, rating in _filled_in(campaign, source.stem)]
    if not ratings or view_of(bench, key).protocol.unit.segments:
        return TakenBeside(0, _left_out("formats.prefilled_not_read", len(ratings)))
    held_out = max(HELD_OUT, check_share(campaign)) if campaign.checks else None
    wish = SuggestionWish(ratings=ratings, origin=source.name, hold_out=held_out)
    try:
        return TakenBeside(suggest(bench, key, wish, who).suggestions)
    except JuryboxError as error:
        return TakenBeside(0, error.faults)


def _filled_in(campaign: Campaign, origin: str) -> Iterator[tuple[Part, str, Rating]]:
    """Marks that were filled in, as if somebody had said them."""
    about = Rating(item="", rater=origin, question=campaign.asked.marks)
    for part in campaign.parts:
        for name, marks in part.suggested.items():
            said = replace(
                about, item=part.key, system=name, marks=marks, source=part.source, output=part.outputs[name]
            )
            yield part, name, said
