"""The page of one rater as they have it now, for an organiser who looks: what it asks for is read, and nothing else."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Concatenate, ParamSpec, TypeVar

from jurybox.core import Assignment, Forbidden, JudgementDraft, NotFound, StudyState
from jurybox.design import candidate_order
from jurybox.store import MembershipRow, Run, assignments, people, pool
from jurybox.studies.previews.page import SentFile
from jurybox.studies.previews.trial import pretend_assignment
from jurybox.studies.rating import (
    BeforeTasks,
    Glimpses,
    GuidelineProse,
    JudgementReceipt,
    Link,
    News,
    NextUnits,
    OwnAssignments,
    OwnEnquiries,
    OwnPace,
    OwnSummary,
    Packet,
    RatersStudy,
    StoredFile,
    Visit,
    WorkedExamples,
    about_study,
    admit,
    content_for,
    glimpses,
    guideline,
    media_value,
    news,
    own_assignments,
    own_enquiries,
    packet_of,
    reopen,
    saved_draft,
    show_before,
    step_of,
    summary,
    worked_examples,
)
from jurybox.studies.study import find_study
from jurybox.studies.tokens import rater_token
from jurybox.studies.workbench import Workbench

P = ParamSpec("P")
T = TypeVar("T")

COMING = "next-"
"""What the assignment begins with of a unit that the rater does not hold yet."""


def look_as(bench: Workbench, study: str, number: str) -> "RatersPage":
    """The page of a rater by their R-number, as lists and results have it."""

    def read(run: Run) -> MembershipRow:
        members = people.memberships(run, find_study(run, study).id)
        found = {f"R{n}": member for n, member in enumerate(members, start=1)}.get(number.upper())
        if found is None:
            raise NotFound.of("rater.unknown", given=number, allowed=[f"R{n + 1}" for n in range(len(members))])
        return found

    member = bench.database.read(read)
    return RatersPage(bench, Link(study, rater_token(bench.secret, member.uid, member.token_version)), member.name)


@dataclass(frozen=True, slots=True)
class RatersPage:
    """The token of the rater's link stays here: no page is sent it."""

    bench: Workbench
    link: Link
    name: str

    def _read(self, job: Callable[Concatenate[Workbench, Run, Link, P], T], *args: P.args, **more: P.kwargs) -> T:
        return self.bench.database.read(lambda run: job(self.bench, run, self.link, *args, **more))

    def study(self) -> RatersStudy:
        return self._read(about_study)

    def next(self) -> NextUnits:
        return self._read(_next)

    def judge(self, draft: JudgementDraft) -> JudgementReceipt:
        raise Forbidden.of("preview.read_only")

    def file(self, assignment: str, stage: str, part: str) -> SentFile:
        found = self._read(_file, assignment, stage, part)
        return SentFile(found["file"], found["type"], is_stored=True)

    def guideline(self, lang: str) -> GuidelineProse:
        return self._read(guideline, lang)

    def examples(self) -> WorkedExamples:
        return self._read(worked_examples)

    def before(self) -> BeforeTasks:
        return self._read(show_before)

    def news(self) -> News:
        return self._read(news)

    def enquiries(self) -> OwnEnquiries:
        return self._read(own_enquiries)

    def assignments(self) -> OwnAssignments:
        return self._read(own_assignments)

    def glimpses(self, wanted: list[str]) -> Glimpses:
        return self._read(glimpses, wanted)

    def summary(self) -> OwnSummary:
        return self._read(summary)

    def pace(self) -> OwnPace:
        return {"tasks": 0, "elapsed_ms": 0}

    def reopen(self, assignment: str, stage: str) -> Packet:
        return self._read(reopen, assignment, stage)


def _next(bench: Workbench, run: Run, link: Link) -> NextUnits:
    """What the rater has in hand, or would be given: one stage, so that the page waits for what it is told."""
    visit = admit(bench, run, link)
    progress = about_study(bench, run, link)["progress"]
    told: NextUnits = {"membership": visit.member.uid, "units": [], "progress": progress, "state": "done"}
    state = visit.view.row.state
    if state == StudyState.CLOSED:
        return {**told, "state": "closed"}
    if state != StudyState.OPEN:
        return {**told, "state": "wait", "waits": "paused" if state == StudyState.PAUSED else "draft"}
    if visit.view.asks_before and not visit.member.is_through:
        step, _ = step_of(run, visit.view, visit.member.id, visit.member.stages)
        if step is not None:
            return {**told, "state": "before"}
    told["units"] = _in_hand(run, visit) or _coming(run, visit)
    if not told["units"]:
        held = pool.is_held_by_others(run, study=visit.view.id, member=visit.member.id, groups=visit.member.groups)
        told["state"] = "wait" if held else "done"
    return told


def _in_hand(run: Run, visit: Visit) -> list[Packet]:
    view, member = visit.view, visit.member
    for a in assignments.open_of(run, member=member.id, done=member.done, most=1):
        assert a.stage is not None
        made = packet_of(view, a, a.stage, content_for(run, view, a))
        made["draft"] = saved_draft(run, a)
        return [made]
    return []


def _coming(run: Run, visit: Visit) -> list[Packet]:
    first = min(visit.member.stages, default=0)
    return [packet_of(visit.view, a, first, content_for(run, visit.view, a)) for a in _free(run, visit, first)]


def _free(run: Run, visit: Visit, stage: int) -> list[Assignment]:
    """The first free unit of the pool as the rater would get it; nobody takes it by this."""
    view, member = visit.view, visit.member
    search = pool.Search(view.id, stage, member.id, member.groups, view.reveals[stage])
    found = []
    for free in pool.free_beyond(run, search, place=-1, most=1, held_too=True):
        shown = [c for c in free.candidates if c not in view.withdrawn]
        order = candidate_order(shown, view.row.seed, member.uid, free.unit)
        a = pretend_assignment(f"{COMING}{free.unit}", free.item, order, [stage], member.done)
        a.unit, a.membership, a.window = free.unit, member.id, free.window or 0
        found.append(a)
    return found if found and found[0].candidates else []


def _file(bench: Workbench, run: Run, link: Link, assignment: str, stage: str, part: str) -> StoredFile:
    visit = admit(bench, run, link)
    a = assignments.by_uid(run, assignment, member=visit.member.id)
    if a is None:
        coming = _free(run, visit, min(visit.member.stages, default=0))
        a = next((one for one in coming if one.uid == assignment), None)
    number = visit.view.protocol.stage_number(stage)
    if a is not None and number in a.stages and number <= max(a.shown, a.stage or 0):
        found = media_value(visit.view, a, number, content_for(run, visit.view, a), part)
        if found is not None:
            return found
    raise NotFound.of("media.unknown", given=part)
