"""Taking a judgement: checked, appended, and the slots settled, in one transaction."""

from dataclasses import dataclass

from jurybox.core import (
    FORMAT,
    LEASE_US,
    LONGEST_COMMENT,
    RUNNING,
    Answers,
    Assignment,
    AssignmentState,
    CheckStanding,
    Conflict,
    Fault,
    Judgement,
    JudgementDraft,
    Member,
    NotFound,
    Purpose,
    RuleMade,
    Standing,
    Suggested,
    check_answers,
    flat_numbers,
    is_uuid,
    micros_of,
    put_together,
    refuse,
    taken_apart,
    translate_targets,
)
from jurybox.store import Content, Run, assignments, drafts, items, log, slots
from jurybox.studies.rating.assign import is_spoilt, remaining, take_slots
from jurybox.studies.rating.calibration import feedback
from jurybox.studies.rating.consequences import judge_check
from jurybox.studies.rating.onboarding import settle
from jurybox.studies.rating.packet import content_for, frame_of, letters_of, rules_of, span_of
from jurybox.studies.rating.quotas import check_change
from jurybox.studies.rating.repeats import plan_repeat
from jurybox.studies.rating.suggesting import ON_THE_PAGE, suggested_in
from jurybox.studies.rating.taker import RENEW_AFTER_US
from jurybox.studies.rating.wire import Feedback
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import TimeAndIds

LONGEST_CANNOT = 2_000
HOLDING = (AssignmentState.LEASED, AssignmentState.PLANNED)
"""In these states an assignment holds the slots of its unfinished stages."""
FINISHED = (AssignmentState.DONE, AssignmentState.CANNOT)
"""An assignment in these states that has a stage to answer was sent back to its rater: the answer is a correction."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the rater's browser gets back."""

    id: str
    standing: str
    state: str
    is_new: bool
    finished: int = 0
    """How many units of the rater's share it finished: one or none."""
    feedback: Feedback | None = None
    """What the guideline says, where a worked example was rated."""
    final: bool = False
    """Whether what the rater was sent next has made it final."""


def take_judgement(
    run: Run, view: StudyView, member: Member, draft: JudgementDraft, server: TimeAndIds, channel: str = "browser"
) -> Receipt:
    """Append one rater's answers to one stage; sending it again is harmless."""
    a, maybe_known = assignments.to_judge(run, draft.assignment, member=member.id, judgement=draft.id)
    known = log.by_id(run, draft.id) if maybe_known else None
    if known is not None:
        return _again(known, view, member, a)
    if a is None:
        raise NotFound.of("judgement.unknown_assignment", "assignment", draft.assignment)
    number = _stage_number(view, a, draft)
    content = _content(run, view, a, channel)
    answers = checked_answers(view, a, number, draft, content)
    is_asked_again = a.stage == number and a.state in FINISHED
    previous = None if a.stage == number and not is_asked_again else log.latest(run, assignment=a.id, stage=number)
    is_first = a.stage == number and not is_asked_again and _late(view, member, a) is None
    if not is_first:
        check_change(run, member, assignment=a.id, stage=number, answers=answers)
    if draft.first and previous is not None and a.example is None and not is_asked_again:
        raise Conflict.of("judgement.already_there", "stage", draft.stage)
    standing = _late(view, member, a) or (
        _first_standing(run, view, a, number, server.now)
        if previous is None
        else _correction(run, view, a, number, previous, draft.cannot is not None)
    )
    stage = view.stage(number)
    replaced = previous.id if previous and previous.standing == standing else None
    entry = Judgement(
        id=draft.id,
        assignment=a.id,
        stage=number,
        answers=answers,
        cannot=draft.cannot,
        comment=draft.comment or None,
        supersedes=replaced,
        standing=standing,
        protocol_hash=view.row.protocol_hash,
        guideline_hash=view.guideline_hash(draft.lang or member.language),
        channel=channel,
        answered_at=micros_of(draft.answered_at) if draft.answered_at else None,
        received_at=server.now,
        elapsed_ms=draft.elapsed_ms,
    )
    log.append(run, entry, study=view.id, member=member.id, numbers=flat_numbers(stage, answers))
    if previous is None:
        _move_on(run, view, member, a, entry, server)
    elif is_asked_again and standing not in (Standing.CLOSED, Standing.WITHDRAWN):
        a.stage = None
        assignments.set_state(run, a)
    if a.has_draft:
        drafts.delete_of(run, a, stage=number)
    if a.check_item is not None and a.stage is None and standing == Standing.COUNTED:
        judge_check(run, view, member, a, server.now)
    if a.example is not None:
        settle(run, view, member.id, member.stages)
        return Receipt(draft.id, standing.value, a.state, True, 0, feedback(view, a, previous or entry))
    return Receipt(draft.id, standing.value, a.state, True, int(previous is None and _is_share(a)))


def _content(run: Run, view: StudyView, a: Assignment, channel: str) -> Content | None:
    """What a judgement is checked against, where that is needed; with what was suggested, where that was shown."""
    if view.settings.prefill.on and channel not in ON_THE_PAGE:
        view = view.without_suggestions
    return content_for(run, view, a) if view.needs_texts or view.settings.prefill.on else None


def _again(known: log.KnownJudgement, view: StudyView, member: Member, a: Assignment | None) -> Receipt:
    entry, owner = known
    if owner != member.id:
        raise Conflict.of("judgement.id_taken", "id", entry.id)
    said = feedback(view, a, entry) if a is not None and a.id == entry.assignment and a.example is not None else None
    return Receipt(entry.id, entry.standing.value, "known", False, 0, said)


def _stage_number(view: StudyView, a: Assignment, draft: JudgementDraft) -> int:
    number = view.protocol.stage_number(draft.stage)
    if number is None or number not in a.stages:
        allowed = [view.stage(n).id for n in a.stages]
        raise Conflict.of("judgement.unknown_stage", "stage", draft.stage, allowed)
    if number > a.shown or (a.stage is not None and number > a.stage):
        raise Conflict.of("judgement.stage_not_open", "stage", draft.stage)
    return number


def checked_answers(
    view: StudyView, a: Assignment, number: int, draft: JudgementDraft, content: Content | None
) -> Answers:
    """The answers as they are stored, by candidate id; every fault at once otherwise."""
    faults = envelope_faults(draft)
    stored: Answers = {}
    letters = letters_of(a)
    if draft.cannot is None:
        made = rules_of(view, a, number, content) if content else ()
        shown = _suggested(view, a, number, content, made)
        stage, apart = view.stage(number), taken_apart(view.stage(number), draft.answers, shown)
        stored, found = check_answers(stage, apart.answers, frame_of(view, a, content), made)
        if found and not view.withdrawn.isdisjoint(a.candidates):
            # The rater may have been sent a candidate that was withdrawn since; what was said of it is kept.
            frame = frame_of(view, a, content, withdrawn_too=True)
            stored_too, found_too = check_answers(stage, apart.answers, frame, made)
            stored, found = (stored, found) if found_too else (stored_too, [])
        if shown:
            stored, untouched = put_together(stage, stored, shown, apart, found)
            found = untouched
        faults += found
    refuse(faults)
    return translate_targets(view.stage(number), stored, lambda letter: str(letters[letter]))


def _suggested(
    view: StudyView, a: Assignment, number: int, content: Content | None, made: tuple[RuleMade, ...]
) -> Suggested:
    if content is None or not content.suggested:
        return {}
    by_rule = {(rule.question, rule.target) for rule in made}
    return suggested_in(view, letters_of(a), number, content, by_rule, span_of(view, a, content).rated)


def envelope_faults(draft: JudgementDraft) -> list[Fault]:
    """What is wrong with all that is around the answers: id, times, comment, why it can't be judged."""
    faults = []
    if draft.format != FORMAT:
        faults.append(Fault("judgement.unknown_format", "format", draft.format, FORMAT))
    if not is_uuid(draft.id):
        faults.append(Fault("judgement.bad_id", "id", draft.id))
    if draft.comment is not None and len(draft.comment) > LONGEST_COMMENT:
        faults.append(Fault("answer.text_too_long", "comment", len(draft.comment), LONGEST_COMMENT))
    if draft.cannot is not None:
        if not 0 < len(draft.cannot.strip()) <= LONGEST_CANNOT:
            faults.append(Fault("answer.cannot_without_reason", "cannot", draft.cannot))
        if draft.answers:
            faults.append(Fault("judgement.cannot_and_answers", "answers", list(draft.answers)))
    if draft.elapsed_ms is not None and not 0 <= draft.elapsed_ms < 2**53:
        faults.append(Fault("judgement.bad_elapsed", "elapsed_ms", draft.elapsed_ms))
    try:
        micros_of(draft.answered_at or "1970-01-01T00:00:00Z")
    except ValueError:
        faults.append(Fault("judgement.bad_time", "answered_at", draft.answered_at))
    return faults


def _late(view: StudyView, member: Member, a: Assignment) -> Standing | None:
    """Why nothing counts any more, if so."""
    if view.row.state not in RUNNING:
        return Standing.CLOSED
    if member.checked == CheckStanding.EXCLUDED:
        return Standing.SURPLUS
    is_given_up = a.state == AssignmentState.WITHDRAWN or a.purpose == Purpose.MERGED
    return Standing.WITHDRAWN if is_given_up else None


def _first_standing(run: Run, view: StudyView, a: Assignment, number: int, now: int) -> Standing:
    """Whether a judgement counts where none stood before."""
    if is_spoilt(run, view, a, number):
        return Standing.FINAL
    if a.state in HOLDING:
        return Standing.COUNTED
    if take_slots(run, a, remaining(a), now) or slots.take(run, unit=a.unit, stage=number):
        return Standing.COUNTED
    return Standing.SURPLUS


def _correction(run: Run, view: StudyView, a: Assignment, number: int, previous: Judgement, cannot: bool) -> Standing:
    """Cannot judge gives a slot back, a real answer after it needs one again; nothing else touches slots."""
    if items.is_withdrawn(run, a.item) or view.withdrawn.issuperset(a.candidates):
        return Standing.WITHDRAWN
    if is_final(run, view, a, number):
        return Standing.FINAL
    if previous.standing != Standing.COUNTED:
        return previous.standing
    if a.purpose != "rating":
        return Standing.COUNTED
    if (previous.seq or 0) <= view.row.pilot_seq:
        return _correction_of_pilot(run, a, number, cannot)
    if (previous.cannot is not None) == cannot:
        return Standing.COUNTED
    if cannot:
        pass_on(run, a, [number])
        return Standing.COUNTED
    now = slots.count_cannot(run, unit=a.unit, stage=number, by=-1)
    if now.cannot >= now.quorum or slots.take(run, unit=a.unit, stage=number):
        return Standing.COUNTED
    slots.count_cannot(run, unit=a.unit, stage=number, by=1)
    return Standing.SURPLUS


def _correction_of_pilot(run: Run, a: Assignment, number: int, cannot: bool) -> Standing:
    """The slot was opened again when the pilot was marked, so this one needs a slot like any late judgement."""
    quorum = next(of_stage.quorum for of_stage in slots.of_unit(run, a.unit) if of_stage.stage == number)
    if quorum and not slots.take(run, unit=a.unit, stage=number):
        return Standing.SURPLUS
    if cannot:
        pass_on(run, a, [number])
    return Standing.COUNTED


def is_final(run: Run, view: StudyView, a: Assignment, number: int) -> bool:
    """A stage is final once what it hides was shown, or once a repeat was; a worked example at once, by its answer."""
    if a.example is not None or is_spoilt(run, view, a, number):
        return True
    return any(repeat.shown >= 0 for repeat in assignments.repeats_of(run, a))


def became_final(run: Run, view: StudyView, member: Member, draft: JudgementDraft) -> bool:
    """Whether a judgement that was just taken can't be changed any more."""
    a, number = assignments.by_uid(run, draft.assignment, member=member.id), view.protocol.stage_number(draft.stage)
    return a is not None and number is not None and is_final(run, view, a, number)


def _move_on(run: Run, view: StudyView, member: Member, a: Assignment, entry: Judgement, server: TimeAndIds) -> None:
    """Set the assignment to its next stage, or finish it."""
    number = entry.stage
    if entry.standing in (Standing.CLOSED, Standing.WITHDRAWN):
        return
    if entry.standing == Standing.FINAL and a.state in HOLDING and a.purpose == "rating":
        slots.give_back(run, unit=a.unit, stage=number)
    if entry.cannot is not None and entry.standing != Standing.FINAL:
        if entry.standing == Standing.COUNTED and a.purpose == "rating":
            pass_on(run, a, [stage for stage in a.stages if stage >= number] if a.state in HOLDING else [number])
        a.state, a.stage = AssignmentState.CANNOT, None
    else:
        following = [stage for stage in a.stages if stage > number]
        a.stage = following[0] if following else None
        if a.stage is None and entry.standing == Standing.COUNTED:
            a.state = AssignmentState.DONE
    a.lease_until = server.now + LEASE_US + RENEW_AFTER_US if a.state == AssignmentState.LEASED else None
    assignments.set_state(run, a)
    if _is_share(a):
        plan_repeat(run, view, member, a, server)


def _is_share(a: Assignment) -> bool:
    """Whether a finished assignment counts as one of the rater's share."""
    return a.state == AssignmentState.DONE and a.purpose == "rating"


def pass_on(run: Run, a: Assignment, stages: list[int]) -> None:
    """Who cannot judge gives the slot to another rater, as often as the quorum; then the unit waits in the inbox."""
    for n, stage in enumerate(stages):
        if n == 0:
            now = slots.count_cannot(run, unit=a.unit, stage=stage, by=1)
            if now.cannot > now.quorum:
                continue
        slots.give_back(run, unit=a.unit, stage=stage)
