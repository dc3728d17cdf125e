"""What a rater's page asks of the server. Each function is one job on the database, given the token from the cookie."""

from dataclasses import dataclass
from typing import Any

from msgspec import to_builtins

from jurybox.core import (
    Answer,
    Assignment,
    AssignmentState,
    Conflict,
    Denied,
    JudgementDraft,
    Member,
    NextWish,
    NotFound,
    StudyState,
    translate_targets,
)
from jurybox.core.questions import QuestionBase
from jurybox.store import Run, assignments, drafts, log, people, progress
from jurybox.studies.rating import assign, calibration, judge, onboarding
from jurybox.studies.rating.packet import content_for, letters_of, media_value, packet
from jurybox.studies.study import StudyView
from jurybox.studies.tokens import token_hash
from jurybox.studies.workbench import Workbench

WAYS = {"both": ["list", "stream"], "list": ["list"], "stream": ["stream"]}
PACE_OVER = 1_000
"""How many of a rater's last units are looked at for their pace."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A rater who showed a valid link, and the study it belongs to."""

    member: Member
    view: StudyView


def admit(bench: Workbench, run: Run, study: str, token: str, writing: bool = False) -> Visit:
    """The rater behind a token; a link that is wrong, renewed or revoked opens nothing."""
    member = people.member_by_token(run, token_hash(token), writing=writing)
    if member is None or member.study_key != study:
        raise Denied.of("link.unknown")
    if member.revoked:
        raise Denied.of("link.revoked")
    return Visit(member, bench.views.of(run, member.study, member.study_version))


def about_study(bench: Workbench, run: Run, study: str, token: str) -> dict[str, Any]:
    """The study as this rater may know it: no systems, no items, no examples, no other raters."""
    visit = admit(bench, run, study, token)
    view, protocol = visit.view, visit.view.protocol
    fields = {
        name: {"type": spec.type, "label": spec.label, "lang": spec.lang, "per": spec.per}
        for name, spec in protocol.fields.items()
        if any(name in shown for shown in view.shows)
    }
    stages = [
        {
            "id": stage.id, "title": stage.title, "show": view.shows[n],
            "ask": [_asked(view, visit.member, q) for q in stage.ask],
        }
        for n, stage in enumerate(protocol.stages)
    ]  # fmt: skip
    progress = _progress(run, visit)
    finished = view.settings.completion_code if progress["left"] == 0 else None
    return {
        "membership": visit.member.uid,
        "name": view.row.name,
        "state": view.row.state,
        "language": visit.member.language or view.settings.language,
        "languages": list(protocol.languages),
        "guideline_languages": sorted(view.guidelines),
        "protocol": {
            "title": protocol.title, "fields": fields, "stages": stages,
            "unit": {"segments": protocol.unit.segments},
        },
        "ways": WAYS[view.settings.ways] if view.settings.assign == "fixed" else ["stream"],
        "progress": progress,
        "completion_code": finished,
        "news": view.news,
    }  # fmt: skip


def begin(bench: Workbench, run: Run, study: str, token: str, ahead: int) -> dict[str, Any]:
    """The study and, where the rater has no way to choose, the first units with it."""
    about = about_study(bench, run, study, token)
    if len(about["ways"]) == 1:
        about["next"] = next_units(bench, run, study, token, NextWish(ahead, about["ways"][0]))
    return about


def _asked(view: StudyView, member: Member, question: QuestionBase) -> dict[str, Any]:
    """A question as the protocol writes it, without its examples for who is still to rate examples."""
    document = question.model_dump(mode="json", exclude_none=True)
    return _without_examples(document) if view.trials and not member.ready else document


def _without_examples(part: Any) -> Any:
    if isinstance(part, dict):
        return {name: _without_examples(value) for name, value in part.items() if name != "examples"}
    return [_without_examples(value) for value in part] if isinstance(part, list) else part


def _progress(run: Run, visit: Visit) -> dict[str, int]:
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


def next_units(bench: Workbench, run: Run, study: str, token: str, wish: NextWish) -> dict[str, Any]:
    """The next stages to do, leased to this rater."""
    return _next_of(bench, run, admit(bench, run, study, token, writing=True), wish)


def _next_of(bench: Workbench, run: Run, visit: Visit, wish: NextWish) -> dict[str, Any]:
    state = visit.view.row.state
    if state != StudyState.OPEN:
        shown = "closed" if state == StudyState.CLOSED else "wait"
        return {"membership": visit.member.uid, "units": [], "progress": _progress(run, visit), "state": shown}
    if visit.view.asks_before and not visit.member.ready:
        step, _ = onboarding.settle(run, visit.view, visit.member.id, visit.member.stages)
        if step is not None:
            return _before(run, visit, step, wish.ahead)
    found, state = assign.next_assignments(run, visit.view, visit.member, wish, bench.server())
    progress = _progress(run, visit)
    if state == "done":
        progress["left"] = 0
    answer: dict[str, Any] = {
        "membership": visit.member.uid,
        "units": [_packet(run, visit.view, a) for a in found],
        "progress": progress,
        "state": state,
        "news": visit.view.news,
    }
    if state == "done":
        answer["completion_code"] = visit.view.settings.completion_code
    return answer


def _before(run: Run, visit: Visit, step: str, ahead: int) -> dict[str, Any]:
    """What comes before the first task: worked examples like any other units, all else under the state `before`."""
    found = calibration.next_packets(run, visit.view, visit.member, ahead) if step == "calibration" else []
    return {
        "membership": visit.member.uid, "units": found, "progress": _progress(run, visit), "news": visit.view.news,
        "state": "rate" if found else "before",
    }  # fmt: skip


def _packet(run: Run, view: StudyView, a: Assignment) -> dict[str, Any]:
    assert a.stage is not None
    ready = packet(view, a, a.stage, content_for(run, view, a))
    ready["draft"] = drafts.of_next_stage(run, a)
    return ready


def submit(bench: Workbench, run: Run, study: str, token: str, draft: JudgementDraft, channel: str) -> judge.Receipt:
    visit = admit(bench, run, study, token, writing=True)
    return judge.take_judgement(run, visit.view, visit.member, draft, bench.server(), channel)


def submit_and_next(
    bench: Workbench,
    run: Run,
    study: str,
    token: str,
    draft: JudgementDraft,
    channel: str,
    wish: NextWish,
) -> tuple[judge.Receipt, dict[str, Any]]:
    """Take a judgement and hand out what comes next, in one way over the network and one sign-in."""
    visit = admit(bench, run, study, token, writing=True)
    receipt = judge.take_judgement(run, visit.view, visit.member, draft, bench.server(), channel)
    visit.member.done += receipt.finished
    return receipt, _next_of(bench, run, visit, wish)


def save_draft(
    bench: Workbench, run: Run, study: str, token: str, assignment: str, stage: str, body: dict[str, Any]
) -> None:
    visit = admit(bench, run, study, token, writing=True)
    judge.save_draft(run, visit.view, visit.member, assignment, stage, body, bench.now())


def own_assignments(bench: Workbench, run: Run, study: str, token: str) -> dict[str, Any]:
    """The rater's own units in the order they come, with what is left to do of each: a whole list, or a pool's so far.

    Nothing tells a repeat from a first pass. Of a pool only repeats are known before they come: those are not named.
    """
    visit = admit(bench, run, study, token)
    mine = assignments.all_of(run, visit.member.id)
    return {
        "assignments": [
            {
                "assignment": a.uid, "number": a.position + 1, "state": _told(a.state), "draft": a.has_draft,
                "stage": None if a.stage is None else visit.view.stage(a.stage).id,
                "stages": [visit.view.stage(n).id for n in a.stages if n <= a.shown],
            }
            for a in mine if a.shown >= 0 or visit.view.settings.assign == "fixed"
        ]
    }  # fmt: skip


def pace(bench: Workbench, run: Run, study: str, token: str, since: int) -> dict[str, int]:
    """How many stages the rater has answered since then, and in what time."""
    visit = admit(bench, run, study, token)
    return progress.pace(run, member=visit.member.id, since=since, most=PACE_OVER)._asdict()


def _told(state: str) -> str:
    """The state of an assignment as a rater may know it: whether it is leased or planned would tell repeats apart."""
    return "open" if state in (AssignmentState.LEASED, AssignmentState.PLANNED, AssignmentState.LAPSED) else state


def reopen(bench: Workbench, run: Run, study: str, token: str, assignment: str, stage: str) -> dict[str, Any]:
    """A stage the rater has been shown, with their own answers, to look at or correct."""
    visit, a, number = _shown_stage(bench, run, study, token, assignment, stage)
    if judge.is_final(run, visit.view, a, number):
        raise Conflict.of("judgement.stage_final", "stage", stage)
    ready = packet(visit.view, a, number, content_for(run, visit.view, a))
    entry = log.latest(run, assignment=a.id, stage=number)
    if entry is not None:
        back = {str(c): letter for letter, c in letters_of(a).items()}
        answers = translate_targets(visit.view.stage(number), entry.answers, lambda c: back[c])
        ready["answers"] = {name: {t: _as_sent(cell) for t, cell in cells.items()} for name, cells in answers.items()}
        ready["comment"], ready["cannot"] = entry.comment, entry.cannot
    return ready


def _as_sent(answer: Answer) -> dict[str, Any]:
    """An answer that could be sent again as it is."""
    return to_builtins(answer) if answer.cannot is None else {"cannot": answer.cannot}


def media_file(
    bench: Workbench, run: Run, study: str, token: str, assignment: str, stage: str, part: str
) -> dict[str, Any]:
    """The stored file behind a media URL of a packet, if that stage of the rater's own assignment shows it."""
    visit, a, number = _shown_stage(bench, run, study, token, assignment, stage)
    value = media_value(visit.view, a, number, content_for(run, visit.view, a), part)
    if value is None:
        raise NotFound.of("media.unknown", given=part)
    return value


def _shown_stage(
    bench: Workbench, run: Run, study: str, token: str, assignment: str, stage: str
) -> tuple[Visit, Assignment, int]:
    visit = admit(bench, run, study, token)
    a = assignments.by_uid(run, assignment, member=visit.member.id)
    number = visit.view.protocol.stage_number(stage)
    if a is None or number is None or number not in a.stages or number > a.shown:
        raise NotFound.of("judgement.unknown_assignment", "assignment", assignment)
    return visit, a, number


def receipt(result: judge.Receipt) -> dict[str, Any]:
    """What a judgement is answered with; a worked example with what the guideline says."""
    told = {"id": result.id, "standing": result.standing, "state": _told(result.state)}
    return told if result.feedback is None else {**told, "feedback": result.feedback}
