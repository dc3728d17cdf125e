"""Planned judgements written: raters, assignments, and each judgement by the ordinary way."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from jurybox.core import LETTERS, Assignment, Conflict, Fault, Member, canonical_bytes
from jurybox.core.questions import NEITHER, TIE
from jurybox.store import Run, assignments, log
from jurybox.studies import rating
from jurybox.studies.carry.outside_judgements import assign, take, unheld
from jurybox.studies.carry.ratings.plan import PlannedJudgement
from jurybox.studies.people import RaterInfo, add_rater, list_raters
from jurybox.studies.progress import Progress
from jurybox.studies.study import StudyView
from jurybox.studies.workbench import Workbench

CHANNEL = "import"
CHUNK = 40
"""Judgements that are committed together: nobody else waits for long."""
EDITED = 250
"""So many characters of edited texts weigh as much as a judgement."""
Entry = tuple[PlannedJudgement, str]
"""A judgement, and the id that it will have."""
LISTED = 200


@dataclass(slots=True)
class Brought:
    """What an import did."""

    study: str
    protocol: str
    created: bool
    judgements: int = 0
    known: int = 0
    """Judgements that were there already."""
    raters: int = 0
    """New ones."""
    standings: Counter[str] = field(default_factory=Counter)
    halves: int = 0
    """Scores of 0.5 that were taken as 0, as the organiser said."""
    unused: list[str] = field(default_factory=list)
    """Columns that hold no ratings."""
    left_out: Counter[str] = field(default_factory=Counter)
    notes: list[Fault] = field(default_factory=list)


class Writing:
    def __init__(self, bench: Workbench, view: StudyView, brought: Brought, who: str) -> None:
        self.bench, self.view, self.brought, self.who = bench, view, brought, who
        self.key = view.row.key
        self.tokens: dict[str, str] = {}
        for info in list_raters(bench, self.key):
            self._know(info)
        self.stages: dict[tuple[Any, ...], list[int]] = {}

    def _know(self, info: RaterInfo) -> None:
        """Raters are known by name, and by the pseudonym that our own exports have."""
        self.tokens[info.name] = self.tokens[info.id] = info.path.partition("#")[2]

    def write(self, planned: Sequence[PlannedJudgement], progress: Progress) -> None:
        for one in planned:
            stages = self.stages.setdefault(_whose(one), [])
            stages += [one.stage] if one.stage not in stages else []
        entries = list(zip(planned, self._ids(planned), strict=True))
        self._refuse_conflicts(entries)
        for name in dict.fromkeys(one.rater for one in planned):
            if name not in self.tokens:
                self._know(add_rater(self.bench, self.key, name, who=self.who, gets_list=False))
                self.brought.raters += 1
        done = 0
        for piece in _pieces(entries):
            self.bench.database.write(partial(self._judge_all, entries=piece))
            done += len(piece)
            progress(done, len(entries))

    def _ids(self, planned: Sequence[PlannedJudgement]) -> list[str]:
        """The same judgement has the same id, whenever it is read."""
        seen: Counter[bytes] = Counter()
        ids = []
        for one in planned:
            said = canonical_bytes(
                [
                    self.view.row.uid,
                    one.rater,
                    one.unit.item,
                    one.unit.makers,
                    one.stage,
                    one.purpose,
                    one.answers,
                    one.cannot,
                    one.first.answered_at,
                    one.first.comment,
                ]
            )
            seen[said] += 1
            digest = hashlib.sha256(b"jurybox:import:%d\n" % seen[said] + said).hexdigest()
            ids.append(f"{digest[:8]}-{digest[8:12]}-8{digest[13:16]}-8{digest[17:20]}-{digest[20:32]}")
        return ids

    def _refuse_conflicts(self, entries: Sequence[Entry]) -> None:
        """What a rater of this study has judged otherwise already is not judged again by a file."""
        faults: list[Fault] = []
        for one, id in entries:
            if one.rater in self.tokens and not one.corrects:
                faults += self.bench.database.read(partial(self._conflicts, one=one, id=id))
        if faults:
            raise Conflict(*faults[:LISTED])

    def _conflicts(self, run: Run, one: PlannedJudgement, id: str) -> list[Fault]:
        member = rating.admit(self.bench, run, rating.Link(self.key, self.tokens[one.rater])).member
        found = assignments.of_unit(run, member=member.id, unit=one.unit.id, purpose=one.purpose)
        if found is None or log.by_id(run, id) is not None:
            return []
        if one.stage in found.stages and log.latest(run, assignment=found.id, stage=one.stage) is None:
            return []
        return [Fault("imported.conflict", one.where(), one.first.item, params={"rater": one.rater})]

    def _judge_all(self, run: Run, entries: Sequence[Entry]) -> None:
        for one, id in entries:
            if log.by_id(run, id) is not None:
                self.brought.known += 1
            else:
                self._judge(run, one, id)

    def _judge(self, run: Run, one: PlannedJudgement, id: str) -> None:
        visit = rating.admit(self.bench, run, rating.Link(self.key, self.tokens[one.rater]), writing=True)
        a, server = self._assignment(run, visit.member, one), self.bench.server()
        place = {LETTERS[n]: LETTERS[a.candidates.index(c)] for n, c in enumerate(one.unit.candidates)}
        draft = one.draft(id, a.uid, self.view.stage(one.stage).id, _renamed(one.answers, place.__getitem__))
        receipt = take(run, visit, a, draft, server, CHANNEL)
        self.brought.judgements += 1
        self.brought.standings[receipt.standing] += 1

    def _assignment(self, run: Run, member: Member, one: PlannedJudgement) -> Assignment:
        found = assignments.of_unit(run, member=member.id, unit=one.unit.id, purpose=one.purpose)
        if found is None:
            first = None
            if one.purpose == "repeat":
                first = assignments.of_unit(run, member=member.id, unit=one.unit.id, purpose="rating")
            stages = self.stages[_whose(one)]
            found = unheld(
                one.unit.id,
                one.unit.item_id,
                one.unit.candidates,
                stages,
                first.id if first else None,
                one.unit.window,
            )
            assign(run, self.view, member, found, self.bench.server())
        return found


def _pieces(entries: Sequence[Entry]) -> Iterator[Sequence[Entry]]:
    """So many at once that nobody else waits long to write: edits are counted as they are written."""
    start, weight = 0, 0.0
    for place, (one, _) in enumerate(entries):
        own = 1 + _edited(one) / EDITED
        if place > start and weight + own > CHUNK:
            yield entries[start:place]
            start, weight = place, 0.0
        weight += own
    if entries:
        yield entries[start:]


def _edited(one: PlannedJudgement) -> int:
    """How many characters of edited texts it holds."""
    cells = [cell for targets in one.answers.values() for cell in targets.values() if isinstance(cell, dict)]
    return sum(len(text) for cell in cells if isinstance(text := cell.get("text"), str))


def _whose(one: PlannedJudgement) -> tuple[Any, ...]:
    return one.rater, one.unit.id, one.purpose


def _renamed(answers: dict[str, dict[str, Any]], letter: Callable[[str], str]) -> dict[str, dict[str, Any]]:
    """The answers under the letters that this rater has for the candidates."""
    return {
        question: {letter(t) if t in LETTERS else t: _inside(value, letter) for t, value in cells.items()}
        for question, cells in answers.items()
    }


def _inside(value: Any, letter: Callable[[str], str]) -> Any:
    if isinstance(value, dict) and value.get("better") not in (None, TIE, NEITHER):
        return {"better": letter(value["better"])}
    if isinstance(value, list) and value and all(isinstance(group, list) for group in value):
        return [[letter(one) for one in group] for group in value]
    return value
