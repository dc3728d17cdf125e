"""What a rater's page asks of the server. Each function is one job on the database, given the link of the page."""

from typing import cast

from msgspec import to_builtins

from jurybox.core import (
    Answer,
    Assignment,
    AssignmentState,
    Conflict,
    JsonObject,
    JsonValue,
    JudgementDraft,
    Member,
    NextWish,
    NotFound,
    StudyState,
    Way,
    translate_targets,
)
from jurybox.core.questions import QuestionBase
from jurybox.store import Run, assignments, log, progress
from jurybox.studies.rating import assign, calibration, judge, onboarding
from jurybox.studies.rating.link import Link, Visit, admit
from jurybox.studies.rating.packet import StoredFile, content_for, letters_of, media_value, packet, saved_draft
from jurybox.studies.rating.wire import (
    CannotGiven,
    JudgementReceipt,
    NextState,
    NextUnits,
    OwnAssignment,
    OwnAssignments,
    OwnState,
    Packet,
    Progress,
    RatersStudy,
    SentDraft,
    ShownField,
    ShownStage,
    ValueGiven,
)
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import Workbench

WAYS: dict[str, list[Way]] = {"both": ["list", "stream"], "list": ["list"], "stream": ["stream"]}
TOLD: dict[str, OwnState] = {
    AssignmentState.LEASED: "open",
    AssignmentState.PLANNED: "open",
    AssignmentState.LAPSED: "open",
    AssignmentState.DONE: "done",
    AssignmentState.CANNOT: "cannot",
    AssignmentState.WITHDRAWN: "withdrawn",
}
"""States of an assignment as a rater may know them: whether it is leased or planned would tell repeats apart."""
PACE_OVER = 1_000
"""How many of a rater's last units are looked at for their pace."""


def about_study(bench: Workbench, run: Run, link: Link) -> RatersStudy:
    """The study as this rater may know it: no systems, no items, no examples, no other raters."""
    visit = admit(bench, run, link)
    view, protocol = visit.view, visit.view.protocol
    fields = {
        name: ShownField(type=spec.type, label=spec.label, lang=spec.lang, per=spec.per)
        for name, spec in protocol.fields.items()
        if any(name in shown for shown in view.shows)
    }
    stages = [
        ShownStage(
            id=stage.id,
            title=stage.title,
            show=view.shows[n],
            ask=[_asked(view, visit.member, question) for question in stage.ask],
        )
        for n, stage in enumerate(protocol.stages)
    ]
    progress = _progress(run, visit)
    finished = view.settings.completion_code if progress["left"] == 0 else None
    return {
        "membership": visit.member.uid,
        "name": view.row.name,
        "state": StudyState(view.row.state),
        "language": visit.member.language or view.settings.language,
        "languages": list(protocol.languages),
        "guideline_languages": sorted(view.guidelines),
        "protocol": {
            "title": protocol.title,
            "fields": fields,
            "stages": stages,
            "unit": {"segments": protocol.unit.segments},
        },
        "ways": WAYS[view.settings.ways] if view.settings.assign == "fixed" else ["stream"],
        "progress": progress,
        "completion_code": finished,
        "news": view.news,
    }


def begin(bench: Workbench, run: Run, link: Link, ahead: int) -> RatersStudy:
    """The study and, where the rater has no way to choose, the first units with it."""
    about = about_study(bench, run, link)
    if len(about["ways"]) == 1:
        about["next"] = next_units(bench, run, link, NextWish(ahead, about["ways"][0]))
    return about


def _asked(view: StudyView, member: Member, question: QuestionBase) -> JsonObject:
    """A question as the protocol writes it, without its examples for who is still to rate examples."""
    document: JsonObject = question.model_dump(mode="json", exclude_none=True)
    return _without_examples(document) if view.trials and not member.ready else document


def _without_examples(part: JsonObject) -> JsonObject:
    return {name: _stripped(value) for name, value in part.items() if name != "examples"}


def _stripped(part: JsonValue) -> JsonValue:
    if isinstance(part, dict):
        return _without_examples(part)
    return [_stripped(value) for value in part] if isinstance(part, list) else part


def _progress(run: Run, visit: Visit) -> Progress:
    """Stages answered, and how many there may be at the most; a repeat counts like any other unit."""
    view, member = visit.view, visit.member
    stages, units = len(member.stages or view.protocol.stages), view.expected_units(member.groups)
    done, most = member.done * stages, units * stages
    if stages > 1:
        done += progress.stages_begun(run, member.id)
    if view.settings.repeats and view.repeatable:
        done += progress.count_repeats(run, member.id, finished=True) * len(view.repeatable)
        most += int(units * view.settings.repeats) * len(view.repeatable)
    return {"done": done, "left": max(0, most - done)}


def next_units(bench: Workbench, run: Run, link: Link, wish: NextWish) -> NextUnits:
    """The next stages to do, leased to this rater."""
    return _next_of(bench, run, admit(bench, run, link, writing=True), wish)


def _next_of(bench: Workbench, run: Run, visit: Visit, wish: NextWish) -> NextUnits:
    study = visit.view.row.state
    if study != StudyState.OPEN:
        shown: NextState = "closed" if study == StudyState.CLOSED else "wait"
        return {"membership": visit.member.uid, "units": [], "progress": _progress(run, visit), "state": shown}
    if visit.view.asks_before and not visit.member.ready:
        step, _ = onboarding.settle(run, visit.view, visit.member.id, visit.member.stages)
        if step is not None:
            return _before(run, visit, step, wish.ahead)
    found, state = assign.next_assignments(run, visit, wish, bench.server())
    progress = _progress(run, visit)
    if state == "done":
        progress["left"] = 0
    answer: NextUnits = {
        "membership": visit.member.uid,
        "units": [_packet(run, visit.view, a) for a in found],
        "progress": progress,
        "state": state,
        "news": visit.view.news,
    }
    if state == "done":
        answer["completion_code"] = visit.view.settings.completion_code
    return answer


def _before(run: Run, visit: Visit, step: str, ahead: int) -> NextUnits:
    """What comes before the first task: worked examples like any other units, all else under the state `before`."""
    found = calibration.next_packets(run, visit.view, visit.member, ahead) if step == "calibration" else []
    return {
        "membership": visit.member.uid,
        "units": found,
        "progress": _progress(run, visit),
        "news": visit.view.news,
        "state": "rate" if found else "before",
    }


def _packet(run: Run, view: StudyView, a: Assignment) -> Packet:
    assert a.stage is not None
    ready = packet(view, a, a.stage, content_for(run, view, a))
    ready["draft"] = saved_draft(run, a)
    return ready


def submit(bench: Workbench, run: Run, link: Link, draft: JudgementDraft, channel: str) -> judge.Receipt:
    visit = admit(bench, run, link, writing=True)
    return judge.take_judgement(run, visit.view, visit.member, draft, bench.server(), channel)


def submit_and_next(
    bench: Workbench, run: Run, link: Link, draft: JudgementDraft, channel: str, wish: NextWish
) -> tuple[judge.Receipt, NextUnits]:
    """Take a judgement and hand out what comes next, in one way over the network and one sign-in."""
    visit = admit(bench, run, link, writing=True)
    receipt = judge.take_judgement(run, visit.view, visit.member, draft, bench.server(), channel)
    visit.member.done += receipt.finished
    return receipt, _next_of(bench, run, visit, wish)


def save_draft(bench: Workbench, run: Run, link: Link, assignment: str, stage: str, body: SentDraft) -> None:
    visit = admit(bench, run, link, writing=True)
    judge.save_draft(run, visit, assignment, stage, body, bench.now())


def own_assignments(bench: Workbench, run: Run, link: Link) -> OwnAssignments:
    """The rater's own units in the order they come, with what is left to do of each: a whole list, or a pool's so far.

    Nothing tells a repeat from a first pass. Of a pool only repeats are known before they come: those are not named.
    """
    visit = admit(bench, run, link)
    mine, is_list = assignments.all_of(run, visit.member.id), visit.view.settings.assign == "fixed"
    return {"assignments": [_own(visit.view, a) for a in mine if a.shown >= 0 or is_list]}


def _own(view: StudyView, a: Assignment) -> OwnAssignment:
    return {
        "assignment": a.uid,
        "number": a.position + 1,
        "state": TOLD[a.state],
        "draft": a.has_draft,
        "stage": None if a.stage is None else view.stage(a.stage).id,
        "stages": [view.stage(n).id for n in a.stages if n <= a.shown],
    }


def pace(bench: Workbench, run: Run, link: Link, since: int) -> dict[str, int]:
    """How many stages the rater has answered since then, and in what time."""
    visit = admit(bench, run, link)
    return progress.pace(run, member=visit.member.id, since=since, most=PACE_OVER)._asdict()


def reopen(bench: Workbench, run: Run, link: Link, assignment: str, stage: str) -> Packet:
    """A stage the rater has been shown, with their own answers, to look at or correct."""
    visit, a, number = _shown_stage(bench, run, link, assignment, stage)
    if judge.is_final(run, visit.view, a, number):
        raise Conflict.of("judgement.stage_final", "stage", stage)
    ready = packet(visit.view, a, number, content_for(run, visit.view, a))
    entry = log.latest(run, assignment=a.id, stage=number)
    if entry is not None:
        back = {str(c): letter for letter, c in letters_of(a).items()}
        answers = translate_targets(visit.view.stage(number), entry.answers, lambda c: back[c])
        ready["answers"] = {
            name: {target: _as_sent(answer) for target, answer in of_question.items()}
            for name, of_question in answers.items()
        }
        ready["comment"], ready["cannot"] = entry.comment, entry.cannot
    return ready


def _as_sent(answer: Answer) -> ValueGiven | CannotGiven:
    """An answer that could be sent again as it is."""
    return {"cannot": answer.cannot} if answer.cannot is not None else cast(ValueGiven, to_builtins(answer))


def media_file(bench: Workbench, run: Run, link: Link, assignment: str, stage: str, part: str) -> StoredFile:
    """The stored file behind a media URL of a packet, if that stage of the rater's own assignment shows it."""
    visit, a, number = _shown_stage(bench, run, link, assignment, stage)
    value = media_value(visit.view, a, number, content_for(run, visit.view, a), part)
    if value is None:
        raise NotFound.of("media.unknown", given=part)
    return value


def _shown_stage(bench: Workbench, run: Run, link: Link, assignment: str, stage: str) -> tuple[Visit, Assignment, int]:
    visit = admit(bench, run, link)
    a = assignments.by_uid(run, assignment, member=visit.member.id)
    number = visit.view.protocol.stage_number(stage)
    if a is None or number is None or number not in a.stages or number > a.shown:
        raise NotFound.of("judgement.unknown_assignment", "assignment", assignment)
    return visit, a, number


def receipt(result: judge.Receipt) -> JudgementReceipt:
    """What a judgement is answered with; a worked example with what the guideline says."""
    told: JudgementReceipt = {
        "id": result.id,
        "standing": result.standing,
        "state": TOLD.get(result.state, result.state),
    }
    if result.feedback is not None:
        told["feedback"] = result.feedback
    return told
