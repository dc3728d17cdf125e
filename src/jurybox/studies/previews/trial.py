"""A trial: the rater's page on a few units that are made in memory. Answers are checked, and nothing is written."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from jurybox.core import Assignment, JudgementDraft, Member, NotFound, Ready, StudyState
from jurybox.store import Content
from jurybox.studies.previews.page import SentFile
from jurybox.studies.rating import (
    BeforeTasks,
    Glimpses,
    GuidelineProse,
    JudgementReceipt,
    News,
    NextUnits,
    OwnAssignments,
    OwnEnquiries,
    OwnPace,
    OwnSummary,
    Packet,
    RatersStudy,
    WorkedExamples,
    all_examples,
    checked_answers,
    media_value,
    packet_of,
    study_for,
)
from jurybox.studies.study import StudyView

NOBODY = "preview"
"""Who rates in a trial."""


@dataclass(frozen=True, slots=True)
class TrialUnit:
    assignment: Assignment
    content: Content


@dataclass(frozen=True, slots=True)
class Trial:
    view: StudyView
    items: list[list[TrialUnit]]
    """The units of each item."""
    lang: str
    """In which the page is read."""
    is_stored: bool = False
    """Whether its files are stored; else each is named by its whole path."""

    def study(self) -> RatersStudy:
        return self.study_of(Ready.DONE)

    def study_of(self, ready: Ready) -> RatersStudy:
        """The study as somebody may know it who has come so far."""
        left = len(self._packets())
        member = Member(0, NOBODY, self.view.id, self.view.row.key, 0, StudyState.OPEN, (), (), None, 0, False, ready)
        about = study_for(self.view, member, {"done": 0, "left": left, "sure": True})
        about["state"], about["ways"], about["rater_language"] = StudyState.OPEN, ["stream"], self.lang
        return {**about, "completion_code": None, "news": 0}

    def next(self) -> NextUnits:
        """All there is, in the order in which a rater gets it; the page leaves out what it has done."""
        packets = self._packets()
        return {
            "membership": NOBODY,
            "units": packets,
            "progress": {"done": 0, "left": len(packets), "sure": True},
            "state": "done",
            "completion_code": self.view.settings.completion_code,
        }

    def _packets(self) -> list[Packet]:
        """Item by item, so that no earlier stage comes after a later one has shown what it hides."""
        return [
            packet_of(self.view, unit.assignment, stage, unit.content)
            for units in self.items
            for stage in range(len(self.view.protocol.stages))
            for unit in units
            if stage in unit.assignment.stages
        ]

    def judge(self, draft: JudgementDraft) -> JudgementReceipt:
        """Refuses what a study would refuse; what is sound is thrown away."""
        a, stage, content = self.shown(draft.assignment, draft.stage)
        checked_answers(self.view, a, stage, draft, content)
        return {"id": draft.id, "standing": "counted", "state": "open"}

    def shown(self, assignment: str, stage: str) -> tuple[Assignment, int, Content]:
        """What an address of this page names: whose stage it is, and what can be shown of it."""
        number = self.view.protocol.stage_number(stage)
        for unit in (unit for units in self.items for unit in units):
            if unit.assignment.uid == assignment and number in unit.assignment.stages:
                return unit.assignment, number, unit.content
        raise NotFound.of("judgement.unknown_assignment", "assignment", assignment)

    def file(self, assignment: str, stage: str, part: str) -> SentFile:
        a, number, content = self.shown(assignment, stage)
        found = media_value(self.view, a, number, content, part)
        if found is None:
            raise NotFound.of("media.unknown", given=part)
        return SentFile(found["file"], found["type"], self.is_stored)

    def guideline(self, lang: str) -> GuidelineProse:
        row = self.view.guidelines.get(lang)
        if row is None:
            raise NotFound.of("guideline.unknown", given=lang, allowed=sorted(self.view.guidelines))
        return {"lang": lang, "hash": row.hash, "prose": row.prose, "revision": row.revision, "changes": []}

    def examples(self) -> WorkedExamples:
        return {"examples": all_examples(self.view)}

    def before(self) -> BeforeTasks:
        return {"steps": [], "step": None, "flagged": False}

    def news(self) -> News:
        return {"news": 0, "unread": 0, "changed": []}

    def enquiries(self) -> OwnEnquiries:
        return {"enquiries": [], "published": [], "replies": 0, "unread": 0}

    def assignments(self) -> OwnAssignments:
        """What was answered stays in the page, which makes its own list."""
        return {"assignments": []}

    def glimpses(self, wanted: list[str]) -> Glimpses:
        return {"glimpses": []}

    def summary(self) -> OwnSummary:
        return {"tasks": 0, "skipped": 0, "elapsed_ms": 0}

    def pace(self) -> OwnPace:
        return {"tasks": 0, "elapsed_ms": 0}

    def reopen(self, assignment: str, stage: str) -> Packet:
        a, number, content = self.shown(assignment, stage)
        return packet_of(self.view, a, number, content)


def trial_units(view: StudyView, units: Mapping[int, list[tuple[list[int], Content, int]]]) -> list[list[TrialUnit]]:
    """Units by item, each with its candidates in the order in which they are shown, as a rater would hold them."""
    made: list[list[TrialUnit]] = []
    stages = list(range(len(view.protocol.stages)))
    number = 0
    for item, of_item in units.items():
        made.append([])
        for candidates, content, window in of_item:
            held = pretend_assignment(f"unit-{number + 1}", item, candidates, stages, number)
            made[-1].append(TrialUnit(replace(held, window=window), content))
            number += 1
    return made


def pretend_assignment(uid: str, item: int, candidates: list[int], stages: list[int], position: int) -> Assignment:
    """One that nobody holds and no table knows."""
    return Assignment(
        id=0,
        uid=uid,
        unit=0,
        item=item,
        membership=0,
        candidates=candidates,
        batch=0,
        position=position,
        purpose="rating",
        repeat_of=None,
        due=0,
        stages=stages,
        stage=stages[0],
        shown=stages[-1],
        state="planned",
        lease_until=None,
    )
