"""Keeping what a rater has not submitted yet."""

from typing import cast

from jurybox.core import Assignment, JsonObject, NotFound
from jurybox.store import Run, assignments, drafts
from jurybox.studies.rating.assign import renew_leases
from jurybox.studies.rating.link import Visit
from jurybox.studies.rating.quotas import check_draft
from jurybox.studies.rating.wire import SentDraft


def keep_draft(run: Run, visit: Visit, assignment: str, stage: str, body: SentDraft, now: int) -> None:
    """Keep what a rater has not submitted yet, one row per assignment and stage, and the slot with it.

    Of a document each segment may come by itself: a rater sits over it for longer than a lease lasts.
    """
    a = assignments.by_uid(run, assignment, member=visit.member.id)
    number = visit.view.protocol.stage_number(stage)
    if a is None or number is None:
        raise NotFound.of("judgement.unknown_assignment", "assignment", assignment)
    if a.stage == number:
        whole = _whole_draft(run, a, number, body)
        check_draft(run, visit.member.id, is_new=not a.has_draft, body=whole)
        drafts.save(run, a, stage=number, body=whole, now=now)
        renew_leases(run, [a], a.membership, now)


def _whole_draft(run: Run, a: Assignment, number: int, body: SentDraft) -> JsonObject:
    """A draft of one segment within what was kept of the others."""
    sent = cast(JsonObject, {**body})
    segment = sent.pop("segment", None)
    kept = None if segment is None else drafts.of_stage(run, a, stage=number)
    known, new = (kept or {}).get("answers"), sent.get("answers")
    if not isinstance(known, dict) or not isinstance(new, dict):
        return sent
    whole: JsonObject = {}
    for question in dict.fromkeys([*known, *new]):
        cells, said = known.get(question) or {}, new.get(question) or {}
        if not isinstance(cells, dict) or not isinstance(said, dict):
            continue
        left = {target: value for target, value in cells.items() if _segment_of(target) != segment}
        whole[question] = {**left, **said}
    return {**sent, "answers": whole}


def _segment_of(target: str) -> int:
    """The segment that a target is about; 0 of what is no target, which is kept as it came."""
    number = target.rpartition(".")[2]
    return int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 0
