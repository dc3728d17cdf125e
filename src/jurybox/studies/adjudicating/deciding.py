"""Deciding a dispute: a judgement of its own with a reason, appended beside those of the raters."""

from collections.abc import Mapping
from dataclasses import dataclass

from jurybox.core import (
    LONGEST_COMMENT,
    Answers,
    Assignment,
    AssignmentState,
    Conflict,
    EventKind,
    Fault,
    Judgement,
    Overtaken,
    Purpose,
    Refused,
    Standing,
    check_answers,
    flat_numbers,
    refuse,
    rfc3339,
    translate_targets,
)
from jurybox.store import Run, StudyRow, assignments, decisions, items, log, people, studies
from jurybox.studies.adjudicating.show import Dispute, find_dispute
from jurybox.studies.rating import check_decision, frame_of
from jurybox.studies.study import find_study, load_view
from jurybox.studies.tokens import rater_token, token_hash
from jurybox.studies.workbench import TimeAndIds, Workbench

DECISIONS_AT = -1_500_000_000
"""Assignments of decisions count down from here: they are never served, and no rater's numbers move."""


@dataclass(frozen=True, slots=True)
class DecisionDraft:
    """What somebody decides about a stage of a unit, by the letters under which they saw it, and why."""

    unit: int
    stage: str
    answers: Mapping[str, Mapping[str, object]]
    """By question and target, which is `unit` where it is about the whole."""
    reason: str
    lang: str | None = None
    channel: str = "browser"
    known: str | None = None
    """When the decision was made that its author knew of, empty where there was none; None where they do not say."""


def decide(bench: Workbench, study: str, draft: DecisionDraft, who: str = "command line") -> str:
    """Decide as an organiser; the id of the judgement. Deciding once more supersedes."""

    def look(run: Run) -> tuple[Dispute, Answers]:
        view = load_view(run, find_study(run, study).id)
        dispute = find_dispute(run, view, draft.unit, draft.stage)
        return dispute, checked_decision(run, dispute, draft)

    def write(run: Run) -> str:
        dispute, answers = look(run)
        view = dispute.view
        _refuse_overtaken(run, dispute, draft.known)
        member = _membership(bench, run, view.row, who)
        return append_decision(run, dispute, draft, answers, member, bench.server())

    bench.database.read(look)  # long edits are compared by it, while nobody waits
    return bench.database.write(write)


def _refuse_overtaken(run: Run, dispute: Dispute, known: str | None) -> None:
    """Refuse to decide over a decision that nobody has seen who decides."""
    if known is None:
        return
    studies.hold(run, dispute.view.id)
    made = [d for d in decisions.of_unit(run, study=dispute.view.id, unit=dispute.unit.id) if d.stage == dispute.stage]
    at = rfc3339(made[-1].received_at) if made else ""
    if at and at != known:
        names = {member.id: member.name for member in people.memberships(run, dispute.view.id)}
        who = names.get(made[-1].membership, "")
        raise Overtaken.of("dispute.decided_since", "unit", dispute.unit.place, who=who, at=at)


def _membership(bench: Workbench, run: Run, row: StudyRow, who: str) -> int:
    """The adjudicator's membership of an organiser; made with the first decision."""
    known = next(
        (one for one in decisions.adjudicators(run, row.id) if (one.kind, one.name) == ("organiser", who)), None
    )
    if known is not None:
        return known.id
    uid, now = bench.new_id(), bench.now()
    rater = people.add_rater(run, people.NewPerson(bench.new_id(), who, None, None, now))
    hashed = token_hash(rater_token(bench.secret, uid, 1))
    people.add_membership(run, people.NewMembership(uid, row.id, rater, [], [], hashed, None, now))
    member = people.membership_id(run, uid)
    decisions.make_organisers(run, member=member, now=now)
    studies.append_event(run, row, kind=EventKind.ADJUDICATOR_APPOINTED, data={"rater": uid}, who=who, now=now)
    return member


def decide_as_rater(run: Run, dispute: Dispute, member: int, draft: DecisionDraft, server: TimeAndIds) -> str:
    """Decide as an appointed rater, who never decides what they were given to rate."""
    if not decisions.is_appointed(run, member) or member in decisions.given_to(run, dispute.unit.id):
        raise Conflict.of("dispute.not_yours", "unit", draft.unit)
    return append_decision(run, dispute, draft, checked_decision(run, dispute, draft), member, server)


def checked_decision(run: Run, dispute: Dispute, draft: DecisionDraft) -> Answers:
    """The answers as they are stored: to everything that is disputed, and to nothing else; every fault at once."""
    faults = []
    if not 0 < len(draft.reason.strip()) <= LONGEST_COMMENT:
        faults.append(Fault("dispute.no_reason", "reason", len(draft.reason), LONGEST_COMMENT))
    asked = {(question, dispute.about(question, target)) for question, target in dispute.cells}
    given = {(question, target) for question, cells in draft.answers.items() for target in cells}
    faults += [Fault("dispute.not_disputed", f"answers.{q}.{t}", t) for q, t in sorted(given - asked)]
    faults += [Fault("answer.missing", f"answers.{q}.{t}", params={"question": q}) for q, t in sorted(asked - given)]
    content = items.content_of(run, dispute.unit.item, dispute.order)
    frame = frame_of(dispute.view, dispute.assignment(""), content)
    stage = dispute.view.stage(dispute.stage)
    plain = {question: dict(cells) for question, cells in draft.answers.items()}
    stored, found = check_answers(stage, plain, frame, (), partial=True)
    refuse([*faults, *found])
    if any(answer.value is None for cells in stored.values() for answer in cells.values()):
        raise Refused.of("dispute.cannot", "answers")
    back = {letter: candidate for candidate, letter in dispute.letters.items()}
    return translate_targets(stage, stored, lambda letter: back[letter])


def adjudication_of(run: Run, dispute: Dispute, member: int, server: TimeAndIds) -> Assignment:
    """The assignment under which a member sees a dispute and decides it; it holds no slot."""
    a = assignments.of_unit(run, member=member, unit=dispute.unit.id, purpose=Purpose.ADJUDICATION)
    if a is None:
        view = dispute.view
        a = dispute.assignment(server.new_id())
        a.membership, a.position = member, DECISIONS_AT - dispute.unit.place
        a.stages, a.stage, a.state = list(range(len(view.protocol.stages))), None, AssignmentState.DONE
        assignments.add(run, a, study=view.id, epoch=view.row.epoch, now=server.now)
    a.shown = max(a.shown, dispute.stage)
    assignments.set_shown(run, a)
    return a


def append_decision(
    run: Run, dispute: Dispute, draft: DecisionDraft, answers: Answers, member: int, server: TimeAndIds
) -> str:
    view, number = dispute.view, dispute.stage
    a = adjudication_of(run, dispute, member, server)
    check_decision(run, assignment=a.id, stage=number)
    previous = log.latest(run, assignment=a.id, stage=number)
    entry = Judgement(
        id=server.new_id(),
        assignment=a.id,
        stage=number,
        answers=answers,
        cannot=None,
        comment=draft.reason.strip(),
        supersedes=previous.id if previous else None,
        standing=Standing.COUNTED,
        protocol_hash=view.row.protocol_hash,
        guideline_hash=view.guideline_hash(draft.lang),
        channel=draft.channel,
        answered_at=None,
        received_at=server.now,
        elapsed_ms=None,
    )
    log.append(run, entry, study=view.id, member=member, numbers=flat_numbers(view.stage(number), answers))
    return entry.id
