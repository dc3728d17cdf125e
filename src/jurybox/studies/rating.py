"""What a rater's page asks of the server. Each function is one job on the database, given the token from the cookie."""

import json
from dataclasses import dataclass, replace
from typing import Any

from jurybox.core.answer import translate_targets
from jurybox.core.assignment import Assignment, AssignmentState, Member
from jurybox.core.errors import Conflict, Denied, NotFound
from jurybox.core.judgement import JudgementDraft
from jurybox.core.study import StudyState
from jurybox.store import log, people, pool
from jurybox.store.candidates import content_of
from jurybox.store.statement import Run
from jurybox.studies import assigning, judging
from jurybox.studies.serving import letters_of, media_value, packet
from jurybox.studies.tokens import token_hash
from jurybox.studies.view import StudyView
from jurybox.studies.workbench import Workbench


@dataclass(frozen=True, slots=True)
class Visit:
    """A rater who showed a valid link, and the study it belongs to."""

    member: Member
    view: StudyView


def admit(bench: Workbench, run: Run, study: str, token: str, writing: bool = False) -> Visit:
    """The rater behind a token; a link that is wrong, renewed or revoked opens nothing."""
    member = people.member_by_token(run, token_hash(token), writing)
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
            "ask": [q.model_dump(mode="json", exclude_none=True) for q in stage.ask],
        }
        for n, stage in enumerate(protocol.stages)
    ]  # fmt: skip
    progress = _progress(run, visit)
    finished = view.settings.completion_code if progress["left"] == 0 else None
    return {
        "name": view.row.name,
        "state": view.row.state,
        "language": visit.member.language or view.settings.language,
        "languages": list(protocol.languages),
        "guideline_languages": sorted(view.guidelines),
        "protocol": {
            "title": protocol.title, "fields": fields, "stages": stages,
            "unit": {"segments": protocol.unit.segments},
        },
        "progress": progress,
        "completion_code": finished,
    }  # fmt: skip


def _progress(run: Run, visit: Visit) -> dict[str, int]:
    """Stages answered, and how many there may be at the most; a repeat counts like any other unit."""
    view, member = visit.view, visit.member
    stages, units = len(member.stages or view.protocol.stages), view.expected_units(member.groups)
    done, most = member.done * stages, units * stages
    if stages > 1:
        done += int(run.value(pool.STAGES_BEGUN, member=member.id))
    if view.settings.repeats and view.repeatable:
        done += run.value(pool.FINISHED_REPEATS, member=member.id) * len(view.repeatable)
        most += int(units * view.settings.repeats) * len(view.repeatable)
    return {"done": done, "left": max(0, most - done)}


def next_units(bench: Workbench, run: Run, study: str, token: str, ahead: int) -> dict[str, Any]:
    """The next stages to do, leased to this rater."""
    return _next_of(bench, run, admit(bench, run, study, token, writing=True), ahead)


def _next_of(bench: Workbench, run: Run, visit: Visit, ahead: int) -> dict[str, Any]:
    state = visit.view.row.state
    if state != StudyState.OPEN:
        shown = "closed" if state == StudyState.CLOSED else "wait"
        return {"units": [], "progress": _progress(run, visit), "state": shown}
    found, state = assigning.next_assignments(run, visit.view, visit.member, ahead, bench.server())
    progress = _progress(run, visit)
    if state == "done":
        progress["left"] = 0
    answer: dict[str, Any] = {
        "units": [_packet(run, visit.view, a) for a in found],
        "progress": progress,
        "state": state,
    }
    if state == "done":
        answer["completion_code"] = visit.view.settings.completion_code
    return answer


def _packet(run: Run, view: StudyView, a: Assignment) -> dict[str, Any]:
    assert a.stage is not None
    ready = packet(view, a, a.stage, content_of(run, a.item, a.candidates))
    draft = run.value(log.DRAFT, assignment=a.id, stage=a.stage) if a.has_draft else None
    ready["draft"] = json.loads(draft) if draft else None
    return ready


def submit(bench: Workbench, run: Run, study: str, token: str, draft: JudgementDraft, channel: str) -> judging.Receipt:
    visit = admit(bench, run, study, token, writing=True)
    return judging.submit(run, visit.view, visit.member, draft, bench.server(), channel)


def submit_and_next(
    bench: Workbench, run: Run, study: str, token: str, draft: JudgementDraft, channel: str, ahead: int
) -> tuple[judging.Receipt, dict[str, Any]]:
    """Take a judgement and hand out what comes next, in one way over the network and one sign-in."""
    visit = admit(bench, run, study, token, writing=True)
    receipt = judging.submit(run, visit.view, visit.member, draft, bench.server(), channel)
    if receipt.finished:
        visit = Visit(replace(visit.member, done=visit.member.done + receipt.finished), visit.view)
    return receipt, _next_of(bench, run, visit, ahead)


def save_draft(
    bench: Workbench, run: Run, study: str, token: str, assignment: str, stage: str, body: dict[str, Any]
) -> None:
    visit = admit(bench, run, study, token, writing=True)
    judging.save_draft(run, visit.view, visit.member, assignment, stage, body, bench.now())


def own_assignments(bench: Workbench, run: Run, study: str, token: str) -> dict[str, Any]:
    """The rater's own units in the order they come, with what is left to do of each: a whole list, or a pool's so far.

    Nothing tells a repeat from a first pass. Of a pool only repeats are known before they come: those are not named.
    """
    visit = admit(bench, run, study, token)
    mine = [pool.as_assignment(row) for row in run.all(pool.ALL_OF_MEMBER, member=visit.member.id)]
    return {
        "assignments": [
            {
                "assignment": a.uid, "number": a.position + 1, "state": _told(a.state),
                "stage": None if a.stage is None else visit.view.stage(a.stage).id,
                "stages": [visit.view.stage(n).id for n in a.stages if n <= a.shown],
            }
            for a in mine if a.shown >= 0 or visit.view.settings.assign == "fixed"
        ]
    }  # fmt: skip


def _told(state: str) -> str:
    """The state of an assignment as a rater may know it: whether it is leased or planned would tell repeats apart."""
    return "open" if state in (AssignmentState.LEASED, AssignmentState.PLANNED, AssignmentState.LAPSED) else state


def reopen(bench: Workbench, run: Run, study: str, token: str, assignment: str, stage: str) -> dict[str, Any]:
    """A stage the rater has been shown, with their own answers, to look at or correct."""
    visit, a, number = _shown_stage(bench, run, study, token, assignment, stage)
    if judging.is_final(run, visit.view, a, number):
        raise Conflict.of("judgement.stage_final", "stage", stage)
    ready = packet(visit.view, a, number, content_of(run, a.item, a.candidates))
    entry = log.latest(run, a.id, number)
    if entry is not None:
        back = {str(c): letter for letter, c in letters_of(a).items()}
        answers = translate_targets(visit.view.stage(number), entry.answers, lambda c: back[c])
        ready["answers"] = {name: {t: _as_sent(cell) for t, cell in cells.items()} for name, cells in answers.items()}
        ready["comment"], ready["cannot"] = entry.comment, entry.cannot
    return ready


def _as_sent(cell: dict[str, Any]) -> dict[str, Any]:
    """An answer that could be sent again as it is."""
    return {"cannot": cell["cannot"]} if "cannot" in cell else cell


def media_file(
    bench: Workbench, run: Run, study: str, token: str, assignment: str, stage: str, part: str
) -> dict[str, Any]:
    """The stored file behind a media URL of a packet, if that stage of the rater's own assignment shows it."""
    visit, a, number = _shown_stage(bench, run, study, token, assignment, stage)
    value = media_value(visit.view, a, number, content_of(run, a.item, a.candidates), part)
    if value is None:
        raise NotFound.of("media.unknown", given=part)
    return value


def _shown_stage(
    bench: Workbench, run: Run, study: str, token: str, assignment: str, stage: str
) -> tuple[Visit, Assignment, int]:
    visit = admit(bench, run, study, token)
    a = pool.assignment_by_uid(run, assignment, visit.member.id)
    number = visit.view.protocol.stage_number(stage)
    if a is None or number is None or number not in a.stages or number > a.shown:
        raise NotFound.of("judgement.unknown_assignment", "assignment", assignment)
    return visit, a, number


def guideline(bench: Workbench, run: Run, study: str, token: str, lang: str) -> dict[str, str]:
    """The guideline's prose in one language, as written."""
    visit = admit(bench, run, study, token)
    row = visit.view.guidelines.get(lang)
    if row is None:
        raise NotFound.of("guideline.unknown", given=lang, allowed=sorted(visit.view.guidelines))
    return {"lang": row.lang, "hash": row.hash, "prose": row.prose}


def receipt(result: judging.Receipt) -> dict[str, Any]:
    """What a judgement is answered with."""
    return {"id": result.id, "standing": result.standing, "state": _told(result.state)}
