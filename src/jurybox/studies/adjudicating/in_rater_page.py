"""Disputes in the rater's page: an appointed rater decides them, and raters are told decisions after closing.

The one exception to "no other rater's work on the wire" (docs/design/wire.md): only of units that have all their
raters, only what differs, under letters, and never to who was given the unit to rate.
"""

from typing import TypedDict

import msgspec

from jurybox.core import LETTERS, NotFound, Purpose, StudyState, Unchecked, in_language, target_as_shown
from jurybox.store import Run, assignments, decisions, items
from jurybox.studies.adjudicating.deciding import DecisionDraft, adjudication_of, checked_decision, decide_as_rater
from jurybox.studies.adjudicating.find import DisputedStage
from jurybox.studies.adjudicating.marked import MarkedPart, in_text, text_of
from jurybox.studies.adjudicating.options import said_in_words
from jurybox.studies.adjudicating.queue import waiting
from jurybox.studies.adjudicating.show import Dispute, DisputedQuestion, SaidHere, as_shown, find_dispute
from jurybox.studies.rating import Link, Packet, Visit, admit
from jurybox.studies.workbench import Workbench


class RatersDispute(TypedDict):
    """A dispute as an appointed rater receives it."""

    assignment: str
    stage: str
    shown: Packet
    questions: list[DisputedQuestion]
    comments: list[SaidHere]


class NextForRater(TypedDict):
    dispute: RatersDispute | None
    waiting: int


class ToldDecision(TypedDict):
    """A decision about something that this rater answered."""

    number: int
    """Of the rater's own task."""
    prompt: str
    about: str
    said: str
    decided: str
    said_marked: list[MarkedPart]
    """The rater's marks in their text, where the question asks for marks."""
    decided_marked: list[MarkedPart]
    reason: str


class ToldDecisions(TypedDict):
    decisions: list[ToldDecision]


class RatersDecision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an appointed rater's page sends."""

    assignment: str
    stage: str
    answers: dict[str, dict[str, Unchecked]]
    reason: str
    lang: str = "en"


def next_for_rater(bench: Workbench, run: Run, link: Link, lang: str) -> NextForRater:
    """The dispute that an appointed rater is to decide next, and how many wait for them."""
    visit = admit(bench, run, link, writing=True)
    left = _left(bench, run, visit)
    for n, one in enumerate(left):
        found = _as_it_stands(run, visit, one)
        if found is not None:
            a = adjudication_of(run, found, visit.member.id, bench.server())
            shown = as_shown(run, found, a.uid, lang, {})
            shown["shown"]["number"] = 1  # its place would say where it stands among all units
            return {
                "dispute": {
                    "assignment": a.uid,
                    "stage": shown["stage"],
                    "shown": shown["shown"],
                    "questions": shown["questions"],
                    "comments": shown["comments"],
                },
                "waiting": len(left) - n,
            }
    return {"dispute": None, "waiting": 0}


def _left(bench: Workbench, run: Run, visit: Visit) -> list[DisputedStage]:
    """What waits for this rater: of their groups, and of nothing that they were given to rate."""
    member = visit.member
    if not decisions.is_appointed(run, member.id):
        return []
    theirs = decisions.units_given(run, member.id)
    return [one for one in waiting(bench, run, visit.view) if one.unit not in theirs]


def _as_it_stands(run: Run, visit: Visit, one: DisputedStage) -> Dispute | None:
    unit = decisions.unit_of(run, one.unit)
    if unit is None or (visit.member.groups and unit.group not in visit.member.groups):
        return None
    try:
        return find_dispute(run, visit.view, unit.place, visit.view.stage(one.stage).id)
    except NotFound:  # answers were corrected since the list was made
        return None


def decide_for_rater(bench: Workbench, run: Run, link: Link, wish: RatersDecision) -> str:
    """Take the decision of an appointed rater; the id of the judgement."""
    visit = admit(bench, run, link, writing=True)
    dispute, draft = _given(run, visit, wish)
    return decide_as_rater(run, dispute, visit.member.id, draft, bench.server())


def _given(run: Run, visit: Visit, wish: RatersDecision) -> tuple[Dispute, DecisionDraft]:
    """The dispute that a decision is about, which its rater was shown."""
    a = assignments.by_uid(run, wish.assignment, member=visit.member.id)
    unit = decisions.unit_of(run, a.unit) if a is not None and a.purpose == Purpose.ADJUDICATION else None
    if unit is None:
        raise NotFound.of("judgement.unknown_assignment", "assignment", wish.assignment)
    dispute = find_dispute(run, visit.view, unit.place, wish.stage)
    return dispute, DecisionDraft(unit.place, wish.stage, wish.answers, wish.reason, wish.lang)


def look_ahead(bench: Workbench, run: Run, link: Link, wish: RatersDecision | None = None) -> None:
    """Read what the next dispute, or a decision, is about: long edits are compared by it, while nobody waits."""
    visit = admit(bench, run, link)
    if not any(question.edited_field for _, question in visit.view.protocol.questions()):
        return
    if wish is not None:
        checked_decision(run, *_given(run, visit, wish))
    else:
        any(_as_it_stands(run, visit, one) for one in _left(bench, run, visit))


def told_decisions(bench: Workbench, run: Run, link: Link, lang: str) -> ToldDecisions:
    """What was decided about this rater's own answers: after closing, where the study says so, and never before."""
    visit = admit(bench, run, link)
    view, member = visit.view, visit.member
    if view.row.state != StudyState.CLOSED or not view.settings.disputes.tell_raters:
        return {"decisions": []}
    newest = {(one.unit, one.stage): one for one in decisions.of_study(run, view.id)}
    theirs = decisions.units_given(run, member.id)
    told: list[ToldDecision] = []
    for (unit, stage), decision in newest.items():
        a = assignments.of_unit(run, member=member.id, unit=unit, purpose="rating") if unit in theirs else None
        said = decisions.said_of(run, unit=unit, stage=stage, after=view.row.pilot_seq) if a is not None else []
        own = next((one for one in said if one.membership == member.id), None)
        if a is None or own is None:
            continue
        letters = {str(candidate): LETTERS[n] for n, candidate in enumerate(a.candidates)}
        content = items.content_of(run, a.item, a.candidates)
        for question in view.stage(stage).ask:
            for target, answer in decision.answers.get(question.id, {}).items():
                mine = own.answers.get(question.id, {}).get(target)
                text = text_of(question, content, a.candidates, target)
                values = [None if one is None else msgspec.to_builtins(one.value) for one in (mine, answer)]
                words = [
                    "–"
                    if one is None or one.value is None
                    else said_in_words(question, question.renamed(one.value, lambda c: letters[c]), lang)  # noqa: B023
                    for one in (mine, answer)
                ]
                told.append(
                    {
                        "number": a.position + 1,
                        "prompt": in_language(question.prompt, [lang]),
                        "about": "" if question.about == "unit" else target_as_shown(question.about, target, letters),
                        "said": words[0],
                        "decided": words[1],
                        "said_marked": in_text(question, values[0], text, lang),
                        "decided_marked": in_text(question, values[1], text, lang),
                        "reason": decision.reason,
                    }
                )
    return {"decisions": told}
