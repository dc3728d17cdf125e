"""Annotations become judgements: an assignment for every unit that was rated, and a judgement for each stage of it.

They go through the same door as those of the browser. What a rater has said already stays; saying it otherwise is a
conflict, unless it is to be superseded.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from jurybox.core import LETTERS, Assignment, Fault, Judgement, JudgementDraft, Member, refuse
from jurybox.exchange.label_studio import GivenAnnotation, RatingPass, ReadFiles
from jurybox.store import Run, assignments, items, log, people, systems, units
from jurybox.studies import rating
from jurybox.studies.carry.outside_judgements import Members, assign, same_id, take, unheld
from jurybox.studies.people import add_rater
from jurybox.studies.rating import content_for, letters_of
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import TimeAndIds, Workbench

CHANNEL = "label-studio"
NO_ID = "00000000-0000-5000-8000-000000000000"
Answers = dict[str, dict[str, Any]]


@dataclass(slots=True)
class TakenAnnotations:
    new: int = 0
    repeats: int = 0
    """Of the new ones, how many are repeats."""
    replaced: int = 0
    unchanged: int = 0
    not_counted: Counter[str] = field(default_factory=Counter)
    """By standing, judgements that were kept and do not count."""
    not_repeatable: int = 0
    """Second ratings of a stage that cannot come again: a rater has seen by then what it hides."""
    raters: list[str] = field(default_factory=list)
    new_raters: list[str] = field(default_factory=list)


def look_at(run: Run, view: StudyView, passes: list[RatingPass], supersede: bool) -> None:
    """Refuse what clashes with judgements that are there, before anything is written. New units are not looked for."""
    desk = Desk(run, view, supersede)
    refuse(fault for one in passes for fault in desk.faults(one, must_exist=False))


def take_passes(bench: Workbench, view: StudyView, found: ReadFiles, supersede: bool, who: str) -> TakenAnnotations:
    """Take the judgements of an open study in one transaction; raters that are not there yet are added."""
    members = bench.database.read(lambda run: people.memberships(run, view.id))
    known = {m.name for m in members if m.revoked_at is None}
    accounts = {name: account for account, name in found.names.items()}
    wanted = list(dict.fromkeys(one.rater for one in found.passes))
    taken = TakenAnnotations(raters=wanted, new_raters=[name for name in wanted if name not in known])
    bench.database.read(lambda run: refuse(_all_faults(run, view, found.passes, supersede)))
    for name in taken.new_raters:
        add_rater(bench, view.row.key, name, platform_id=f"{CHANNEL}:{accounts[name]}", who=who, gets_list=False)

    def write(run: Run) -> TakenAnnotations:
        refuse(_all_faults(run, view, found.passes, supersede))
        desk = Desk(run, view, supersede)
        for one in found.passes:
            desk.prepare(one, bench.server())
        for number in range(len(view.protocol.stages)):  # what a later stage shows may spoil an earlier one
            for one in found.passes:
                desk.take(one, number, bench.server(), taken)
        return taken

    return bench.database.write(write)


def _all_faults(run: Run, view: StudyView, passes: list[RatingPass], supersede: bool) -> list[Fault]:
    desk = Desk(run, view, supersede)
    return [fault for one in passes for fault in desk.faults(one, must_exist=True)]


class Desk:
    """What is known of units, raters and what they have done, while judgements are taken."""

    def __init__(self, run: Run, view: StudyView, supersede: bool) -> None:
        self.run, self.view, self.supersede = run, view, supersede
        self.candidates = systems.candidates_by_name(run, view.id)
        self.units: dict[tuple[str, frozenset[int]], tuple[int, int]] = {}
        keys = items.keys_by_id(run, view.id)
        for unit in units.units_of(run, view.id):
            self.units.setdefault((keys[unit.item], frozenset(unit.candidates)), (unit.id, unit.item))
        self.raters = {m.name: m for m in people.memberships(run, view.id) if m.revoked_at is None}
        self._done: dict[str, dict[int, list[Assignment]]] = {}
        self._members = Members(run)

    def faults(self, one: RatingPass, must_exist: bool) -> list[Fault]:
        """What stands against a judgement."""
        given, found = one.given, self._unit(one.given)
        if found is None:
            named = {"item": given.key, "system": ", ".join(given.systems)}
            return [Fault("label_studio.no_unit", "", None, None, named, *given.place)] if must_exist else []
        a = self._assignment(one, found[0])
        faults = list(self._two_names(given))
        for stage in given.stages if a is not None else ():
            number = self.view.protocol.stage_number(stage)
            if a is None or number is None or number not in a.stages:
                faults.append(Fault("judgement.unknown_stage", "", stage, None, {}, *given.place))
                continue
            previous = None if self.supersede else self._previous(a, number)
            if previous is not None and not self._is_same(a, number, given, previous):
                params = {"channel": previous.channel, "rater": one.rater, "item": given.key}
                faults.append(Fault("label_studio.judged_otherwise", "", None, None, params, *given.place))
        return faults

    def _two_names(self, given: GivenAnnotation) -> list[Fault]:
        """Equal outputs are one candidate: what was said of one must be what was said of the other."""
        ids = self._ids(given)
        if len(set(ids)) == len(ids):
            return []
        for answers in given.stages.values():
            for cells in answers.values():
                said: dict[int, Any] = {}
                for letter, value in cells.items():
                    if letter in LETTERS and said.setdefault(ids[LETTERS.index(letter)], value) != value:
                        systems = {"item": given.key, "system": ", ".join(given.systems)}
                        return [Fault("label_studio.equal_outputs", "", None, None, systems, *given.place)]
        return []

    def prepare(self, one: RatingPass, server: TimeAndIds) -> None:
        """The assignment of a pass. Repeats have theirs before any first pass is finished: then no more are planned."""
        unit, item = self._unit(one.given) or (0, 0)
        if self._assignment(one, unit) is None:
            self._new(one, unit, item, server)

    def take(self, one: RatingPass, number: int, server: TimeAndIds, taken: TakenAnnotations) -> None:
        """Take one stage of what an annotation says."""
        given, stage = one.given, self.view.stage(number).id
        if stage not in given.stages:
            return
        a = self._assignment(one, (self._unit(given) or (0, 0))[0])
        if a is None or number not in a.stages:
            taken.not_repeatable += 1
            return
        previous = self._previous(a, number)
        if previous is not None and self._is_same(a, number, given, previous):
            taken.unchanged += 1
            return
        is_first = stage == next(iter(given.stages))
        answers = self._answers(a, given, stage)
        draft = JudgementDraft(
            _id(a.uid, stage, answers, given.comment, previous),
            a.uid,
            stage,
            answers,
            comment=given.comment if is_first else None,
            answered_at=given.answered_at,
            elapsed_ms=given.elapsed_ms if is_first else None,
        )
        visit = rating.Visit(self._member(one.rater), self.view)
        receipt = take(self.run, visit, a, draft, server, CHANNEL)
        taken.new += receipt.is_new
        taken.repeats += bool(one.number) and receipt.is_new
        taken.replaced += previous is not None and receipt.standing == "counted"
        if receipt.standing != "counted":
            taken.not_counted[receipt.standing] += 1

    def _ids(self, given: GivenAnnotation) -> list[int]:
        """The candidates in the order of the task."""
        return [self.candidates.get((given.key, system), 0) for system in given.systems]

    def _unit(self, given: GivenAnnotation) -> tuple[int, int] | None:
        return self.units.get((given.key, frozenset(self._ids(given))))

    def _answers(self, a: Assignment, given: GivenAnnotation, stage: str) -> Answers:
        """The answers under the letters of the assignment: a task has an order of its own."""
        letters = {candidate: letter for letter, candidate in letters_of(a).items()}
        own = {letter: letters.get(id) for letter, id in zip(LETTERS, self._ids(given), strict=False)}
        found: Answers = {}
        for name, cells in given.stages[stage].items():
            question = self.view.protocol.question(name)
            if question.about == "candidate":  # a candidate that was withdrawn since has no letter
                cells = {letter: value for t, value in cells.items() if (letter := own[t]) is not None}
            elif question.compares:
                cells = {
                    t: question.renamed(value, lambda letter: own.get(letter, letter) or "")
                    for t, value in cells.items()
                }
            found[name] = cells
        return found

    def _previous(self, a: Assignment, number: int) -> Judgement | None:
        return log.latest(self.run, assignment=a.id, stage=number) if a.stage is None or a.stage > number else None

    def _is_same(self, a: Assignment, number: int, given: GivenAnnotation, previous: Judgement) -> bool:
        stage = self.view.stage(number).id
        draft = JudgementDraft(NO_ID, a.uid, stage, self._answers(a, given, stage))
        content = content_for(self.run, self.view, a) if self.view.needs_texts else None
        return rating.checked_answers(self.view, a, number, draft, content) == previous.answers

    def _assignment(self, one: RatingPass, unit: int) -> Assignment | None:
        """What the rater has of a unit: the rating, or the repeat of that number."""
        if one.rater not in self.raters:
            return None
        if one.rater not in self._done:
            given = assignments.all_of(self.run, self.raters[one.rater].id)
            mine = self._done[one.rater] = {}
            for a in sorted(given, key=lambda a: (a.purpose != "rating", a.id)):
                mine.setdefault(a.unit, []).append(a)
        known = self._done[one.rater].get(unit, [])
        return known[one.number] if one.number < len(known) else None

    def _member(self, rater: str) -> Member:
        return self._members[self.raters[rater].uid]

    def _new(self, one: RatingPass, unit: int, item: int, server: TimeAndIds) -> None:
        mine = self._done.setdefault(one.rater, {}).setdefault(unit, [])
        stages = [n for n, stage in enumerate(self.view.protocol.stages) if stage.id in one.given.stages]
        stages = [n for n in stages if not one.number or n in self.view.repeatable]
        if not stages or one.number > len(mine):
            return
        first = mine[0].id if one.number else None
        a = unheld(unit, item, list(dict.fromkeys(self._ids(one.given))), stages, first)
        assign(self.run, self.view, self._member(one.rater), a, server)
        mine.append(a)


def _id(assignment: str, stage: str, answers: Answers, comment: str | None, previous: Judgement | None) -> str:
    """The same for the same content."""
    return same_id(CHANNEL, [assignment, stage, answers, comment, previous.id if previous else None])
