"""The protocol of a campaign: one of the shelf where it asks just this, else one that is made to fit."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from jurybox.core import JuryboxError, NotFound, Protocol, in_language
from jurybox.core.questions import Marks, QuestionBase
from jurybox.exchange.campaigns import TYPES, AskedNumber, Campaign, CampaignQuestions
from jurybox.protocols import LoadedProtocol, load_protocol
from jurybox.studies.carry.label_names import label_names
from jurybox.studies.carry.ratings import (
    Heard,
    Known,
    fitting_protocol,
    made_protocol,
    protocol_document,
    quorum_on_paper,
)

MARKED = "error"
"""The one label of marks of which only the severity is asked."""
LONGEST = 40
"""Longer prompts are sentences; then a number is called by its id."""


def protocol_for(campaign: Campaign, key: str, title: str, own: Path) -> LoadedProtocol:
    """`own` is the organisers' own shelf."""
    for name in campaign.asked.shelf:
        try:
            found = load_protocol(name, own, paths=False)
        except NotFound:
            continue
        if _fits(found, campaign):
            return found
    if campaign.ratings:
        return fitting_protocol(campaign.ratings, key, title)
    return made_protocol(_document(campaign, key, title))


def _fits(loaded: LoadedProtocol, campaign: Campaign) -> bool:
    """Whether a protocol shows what there is, and asks what is asked, or can take what was said."""
    protocol = loaded.protocol
    if not _shows(protocol, campaign):
        return False
    if campaign.ratings:
        try:
            quorum_on_paper(loaded, campaign.ratings, "first")
        except JuryboxError:
            return False
        return True
    return _asks(protocol, campaign.asked)


def _shows(protocol: Protocol, campaign: Campaign) -> bool:
    given = {"output"}
    if all(part.source is not None for part in campaign.parts):
        given |= {"source", "prompt"}
    needed = {name for name, field in protocol.fields.items() if not field.optional and not field.guide}
    files = {name for part in campaign.parts for name in part.files}
    side_by_side = protocol.unit.candidates != 1
    in_documents = protocol.unit.segments == "all" and campaign.is_complete and not campaign.ratings
    fits = in_documents or not protocol.unit.segments
    return needed <= given and not files and side_by_side == campaign.together and fits


def _asks(protocol: Protocol, asked: CampaignQuestions) -> bool:
    questions = [question for _, question in protocol.questions() if question.required]
    ranges = sorted((m.lowest, m.highest) for q in questions if (m := q.measure()).is_number)
    marks = [cast(Marks, question) for question in questions if question.marked_field]
    if ranges != sorted((one.low, one.high) for one in asked.numbers) or len(marks) != bool(asked.marks):
        return False
    return all(_names(question, asked) for question in marks)


def _names(question: Marks, asked: CampaignQuestions) -> bool:
    """Whether marks can be called as the campaign calls them."""
    labels = Known({one.id: (*one.label.values(), *one.aliases) for one in question.names()})
    weights = Known({weight.id: tuple(weight.label.values()) for weight in question.weights})
    known = all(labels.id_of(name) for name in asked.labels) and all(weights.id_of(name) for name in asked.weights)
    return known and (bool(asked.labels) or len(question.names()) == 1)


def _document(campaign: Campaign, key: str, title: str) -> dict[str, Any]:
    """Every question must be answered: nothing has been said yet."""
    texts = {"output"} | ({"source"} if any(part.source is not None for part in campaign.parts) else set())
    document = protocol_document(_heard(campaign.asked), texts, key, title)
    document["description"] = {"en": "Made for a campaign that came from elsewhere, from what it asks."}
    for stage in document["stages"]:
        for question in stage["ask"]:
            question["required"] = question["prompt"]["en"] != campaign.asked.text
    _add_fields(document, campaign)
    if campaign.together:
        document["unit"] = {"candidates": "all"}
    return document


def _add_fields(document: dict[str, Any], campaign: Campaign) -> None:
    """Sources that are pictures, sounds or films, and references, which are shown where the study says so."""
    files = dict.fromkeys(name for part in campaign.parts for name in part.files)
    more: dict[str, Any] = {name: {"type": TYPES[name], "optional": True} for name in files}
    if any(part.reference is not None for part in campaign.parts):
        more["reference"] = {"type": "text", "optional": True, "guide": True}
    fields = document["fields"]
    fields["output"].pop("optional", None)
    if all(part.source is not None for part in campaign.parts):
        fields["source"].pop("optional", None)
    document["fields"] = {**{name: more[name] for name in files}, **fields, **more}
    for stage in document["stages"]:
        stage["show"] = [*files, *stage["show"], *(["reference"] if "reference" in more else [])]


def _heard(asked: CampaignQuestions) -> list[Heard]:
    """What would have been said if everything had been."""
    found: list[Heard] = []
    stage = "rating"
    if asked.marks:
        marks = Heard(asked.marks, stage, marks=dict.fromkeys(asked.labels or (MARKED,)), whole=False)
        marks.weights, marks.kinds, marks.sides = dict.fromkeys(asked.weights), {"marks"}, {"output"}
        marks.none_said = True
        found.append(marks)
    for number in asked.numbers:
        found.append(Heard(number.name, stage, numbers=number.values(), kinds={"number"}, whole=False))
    if asked.text:
        found.append(Heard(asked.text, stage, kinds={"text"}, whole=False))
    return found


def asked_in(protocol: Protocol) -> CampaignQuestions:
    """What a protocol asks of each output, as campaigns say it; the rest has no place in them."""
    questions: Sequence[QuestionBase] = [question for _, question in protocol.questions()]
    marks = next((cast(Marks, question) for question in questions if question.marked_field), None)
    numbers = [question for question in questions if question.measure().is_number and not question.names()]
    return CampaignQuestions(
        numbers=tuple(_number(question, only=len(numbers) == 1) for question in numbers),
        marks="error_spans" if marks else "",
        labels=_labels(marks) if marks else (),
        weights=tuple(weight.id for weight in marks.weights) if marks else (),
    )


def _number(question: QuestionBase, only: bool) -> AskedNumber:
    """The one number from 0 to 100 is the score; others have names."""
    measure = question.measure()
    low, high = measure.lowest or 0, measure.highest or 100
    is_score = only and (low, high, measure.step) == (0, 100, 1)
    name = in_language(question.prompt, ["en"]) if len(in_language(question.prompt, ["en"])) < LONGEST else question.id
    return AskedNumber("score" if is_score else name, low, high, measure.step)


def _labels(question: Marks) -> tuple[str, ...]:
    """With their categories before them; a single one says nothing."""
    names = tuple(label_names(question).values())
    return names if len(names) > 1 else ()
