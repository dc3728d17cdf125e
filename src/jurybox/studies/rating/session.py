"""What a rater's page asks of the server. Each function is one job on the database, given the link of the page."""

from dataclasses import replace
from typing import cast

from jurybox.core import (
    Assignment,
    Conflict,
    Field,
    JsonObject,
    JsonValue,
    JudgementDraft,
    Member,
    NextWish,
    NotFound,
    Ready,
    StudyState,
    Way,
)
from jurybox.core.questions import QuestionBase
from jurybox.store import Run, assignments, drafts, log, progress
from jurybox.studies.rating import assign, calibration, judge, onboarding
from jurybox.studies.rating.keep_draft import keep_draft
from jurybox.studies.rating.kept_packets import packet_of_next
from jurybox.studies.rating.link import Link, Visit, admit
from jurybox.studies.rating.outlook import outlook_of, progress_of
from jurybox.studies.rating.packet import StoredFile, content_for, media_value, packet, saved_draft
from jurybox.studies.rating.returning import given_answers
from jurybox.studies.rating.task_list import TOLD, finished_lately, is_out_of_sight
from jurybox.studies.rating.wire import (
    JudgementReceipt,
    NextState,
    NextUnits,
    OwnPace,
    Packet,
    Progress,
    RatersStudy,
    SentDraft,
    ShownField,
    ShownStage,
)
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import TimeAndIds, Workbench

WAYS: dict[str, list[Way]] = {"both": ["list", "stream"], "list": ["list"], "stream": ["stream"]}
PACE_OVER = 1_000
"""How many of a rater's last units are looked at for their pace."""


def about_study(bench: Workbench, run: Run, link: Link) -> RatersStudy:
    """The study as this rater may know it: no systems, no items, no examples, no other raters."""
    visit = admit(bench, run, link)
    return study_for(visit.view, visit.member, _progress_so_far(run, visit))


def _shown_field(spec: Field) -> ShownField:
    shown = ShownField(type=spec.type, label=spec.label, lang=spec.lang, per=spec.per)
    if spec.roles:
        shown["roles"] = spec.roles
    if spec.turns:
        shown["turns"] = spec.turns
    if spec.difference:
        shown["difference"] = spec.difference
    return shown


def study_for(view: StudyView, member: Member, progress: Progress) -> RatersStudy:
    """The study as a rater who stands here may know it."""
    protocol = view.protocol
    fields = {
        name: _shown_field(spec) for name, spec in protocol.fields.items() if any(name in shown for shown in view.shows)
    }
    stages = [
        ShownStage(
            id=stage.id,
            title=stage.title,
            show=view.shows[n],
            ask=[_asked(view, member, question) for question in stage.ask],
        )
        for n, stage in enumerate(protocol.stages)
    ]
    finished = completion_code(view, member) if progress["left"] == 0 else None
    return {
        "membership": member.uid,
        "name": view.row.name,
        "state": StudyState(view.row.state),
        "language": view.settings.language,
        "rater_language": member.language,
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
    """A question as the protocol writes it, without presets, and without examples while some are still to be rated."""
    document: JsonObject = question.model_dump(mode="json", exclude_none=True, exclude={"presets"})
    return _without_examples(document) if view.trials and not member.is_through else document


def _without_examples(part: JsonObject) -> JsonObject:
    return {name: _stripped(value) for name, value in part.items() if name != "examples"}


def _stripped(part: JsonValue) -> JsonValue:
    if isinstance(part, dict):
        return _without_examples(part)
    return [_stripped(value) for value in part] if isinstance(part, list) else part


def _progress_so_far(run: Run, visit: Visit) -> Progress:
    """Where the rater stands, without a search for more."""
    if visit.view.settings.assign == "fixed":
        return progress_of(run, visit, None)
    member = visit.member
    last = progress.last_given(run, member.id)
    mine = assignments.open_of(run, member=member.id, done=member.done, most=assign.MOST_OPEN)
    mine += assignments.lapsed_of(run, member=member.id, most=assign.MOST_LAPSED)
    return progress_of(run, visit, outlook_of(mine, last.position if last else -1))


def next_units(bench: Workbench, run: Run, link: Link, wish: NextWish) -> NextUnits:
    """The next stages to do, leased to this rater."""
    return _next_of(bench, run, admit(bench, run, link, writing=True), wish, bench.server())


def _next_of(bench: Workbench, run: Run, visit: Visit, wish: NextWish, server: TimeAndIds) -> NextUnits:
    study = visit.view.row.state
    if study != StudyState.OPEN:
        shown: NextState = "closed" if study == StudyState.CLOSED else "wait"
        nothing: NextUnits = {
            "membership": visit.member.uid,
            "units": [],
            "progress": _progress_so_far(run, visit),
            "state": shown,
        }
        if study == StudyState.CLOSED:
            return nothing
        return {**nothing, "waits": "paused" if study == StudyState.PAUSED else "draft"}
    if visit.view.asks_before and not visit.member.is_through:
        step, _ = onboarding.settle(run, visit.view, visit.member.id, visit.member.stages)
        if step is not None:
            return _before(run, visit, step, wish.ahead)
    found, state, outlook, asked = assign.next_assignments(run, visit, wish, server)
    bench.has_asked |= asked
    progress = progress_of(run, visit, None if visit.view.settings.assign == "fixed" else outlook)
    if state == "done":
        progress["left"], progress["sure"] = 0, True
    answer: NextUnits = {
        "membership": visit.member.uid,
        "units": [_packet(run, visit.view, a) for a in found],
        "progress": progress,
        "state": state,
        "news": visit.view.news,
    }
    if state == "wait" and visit.view.awaits_pairs(visit.member.groups) and not visit.member.is_stopped:
        answer["waits"] = "more"
    if state == "done":
        answer["completion_code"] = completion_code(visit.view, visit.member)
    return answer


def completion_code(view: StudyView, member: Member) -> str | None:
    """What who is done is told; another code may say that the work is to be looked at first."""
    settings = view.settings
    if member.is_stopped:
        return settings.checks.completion_code
    review = settings.calibration.review_code if member.ready == Ready.FLAGGED else None
    return review or settings.completion_code


def _before(run: Run, visit: Visit, step: str, ahead: int) -> NextUnits:
    """What comes before the first task: worked examples like any other units, all else under the state `before`."""
    found = calibration.next_packets(run, visit.view, visit.member, ahead) if step == "calibration" else []
    return {
        "membership": visit.member.uid,
        "units": found,
        "progress": _progress_so_far(run, visit),
        "news": visit.view.news,
        "state": "rate" if found else "before",
    }


def _packet(run: Run, view: StudyView, a: Assignment) -> Packet:
    assert a.stage is not None
    ready = packet_of_next(run, view, a)
    ready["draft"] = saved_draft(run, a)
    if ready["draft"] is not None and log.latest(run, assignment=a.id, stage=a.stage) is not None:
        ready["returned"] = True
    return ready


def submit(bench: Workbench, run: Run, link: Link, draft: JudgementDraft, channel: str) -> judge.Receipt:
    visit = admit(bench, run, link, writing=True)
    return judge.take_judgement(run, visit.view, visit.member, draft, bench.server(), channel)


def submit_and_next(
    bench: Workbench, run: Run, link: Link, draft: JudgementDraft, channel: str, wish: NextWish
) -> tuple[judge.Receipt, NextUnits]:
    """Take a judgement and hand out what comes next, in one way over the network and one sign-in."""
    visit, server = admit(bench, run, link, writing=True), bench.server()
    receipt = judge.take_judgement(run, visit.view, visit.member, draft, server, channel)
    visit.member.done += receipt.finished
    following = _next_of(bench, run, visit, wish, server)
    if visit.view.hides:  # what comes next may show what this stage hid
        receipt = replace(receipt, final=judge.became_final(run, visit.view, visit.member, draft))
    return receipt, following


def save_draft(bench: Workbench, run: Run, link: Link, assignment: str, stage: str, body: SentDraft) -> None:
    visit = admit(bench, run, link, writing=True)
    keep_draft(run, visit, assignment, stage, body, bench.now())


def pace(bench: Workbench, run: Run, link: Link, since: int) -> OwnPace:
    """Of how many tasks the rater has answered something since then, and in what time."""
    found = progress.pace(run, member=admit(bench, run, link).member.id, since=since, most=PACE_OVER)
    return {"tasks": found.tasks, "elapsed_ms": found.elapsed_ms}


def reopen(bench: Workbench, run: Run, link: Link, assignment: str, stage: str) -> Packet:
    """A stage the rater has been shown, with their own answers, to look at or correct."""
    visit, a, number = _shown_stage(bench, run, link, assignment, stage)
    if judge.is_final(run, visit.view, a, number) or is_out_of_sight(a, finished_lately(run, visit)):
        raise Conflict.of("judgement.stage_final", "stage", stage)
    ready = packet(visit.view, a, number, content_for(run, visit.view, a))
    entry = log.latest(run, assignment=a.id, stage=number)
    if entry is not None:
        ready["answers"] = given_answers(visit.view, a, entry)
        ready["comment"], ready["cannot"] = entry.comment, entry.cannot
        ready.update(cast(Packet, drafts.of_stage(run, a, stage=number) or {}))  # what came while it was closed
    return ready


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
    if result.final:
        told["final"] = True
    if result.feedback is not None:
        told["feedback"] = result.feedback
    return told
