"""Sending units back to their raters: to be rated again as a correction. First answers stay in the log."""

from collections.abc import Sequence
from dataclasses import dataclass

from jurybox.core import RUNNING, Assignment, Conflict, EventKind, JsonObject, NotFound, Refused, Standing
from jurybox.store import Run, assignments, drafts, guidelines, items, log, people, studies, units
from jurybox.studies.rating.judge import is_final
from jurybox.studies.rating.returning import given_answers
from jurybox.studies.study import StudyView, find_study
from jurybox.studies.workbench import Workbench, view_of

TOGETHER = 100
"""How many go back in one transaction."""
Place = tuple[int, int]
"""An assignment and a stage of it."""


@dataclass(frozen=True, slots=True)
class UnitsToSend:
    """Which units of which raters go back: of one item, of one rater or all, of one stage or all."""

    item: str
    rater: str | None = None
    """The id of a rater, or a name that is theirs alone."""
    stage: str | None = None


def send_units_back(bench: Workbench, study: str, chosen: UnitsToSend, reason: str, who: str = "command line") -> int:
    """Send the units of an item back to who has rated them; how many stages of units went back."""
    view = _running(bench, study, reason)

    def read(run: Run) -> list[Place]:
        found = items.find(run, study=view.id, key=chosen.item)
        if found is None:
            raise NotFound.of("item.unknown", given=chosen.item)
        members = _members(run, view, chosen.rater)
        stages = [n for n, stage in enumerate(view.protocol.stages) if chosen.stage in (None, stage.id)]
        given = [
            assignments.of_unit(run, member=member, unit=unit.id, purpose="rating")
            for unit in units.of_item(run, found.id)
            for member in members
        ]
        return [(a.id, stage) for a in given if a is not None for stage in a.stages if stage in stages]

    data: JsonObject = {"item": chosen.item, "reason": reason, **({"rater": chosen.rater} if chosen.rater else {})}
    return _send(bench, view, bench.database.read(read), data, who)


def rate_again(bench: Workbench, study: str, lang: str, revision: int, reason: str, who: str = "command line") -> int:
    """Send back all that was judged under one revision of the guideline and stands; how many went back."""
    view = _running(bench, study, reason)

    def read(run: Run) -> list[Place]:
        known = {one.revision: one for one in guidelines.revisions(run, study=view.id, lang=lang)}
        if revision not in known:
            raise NotFound.of("guideline.unknown_revision", "revision", revision, sorted(known))
        found = log.under_guideline(run, study=view.id, hash=known[revision].hash, after=view.row.pilot_seq)
        return [place for place in found if _stands_under(run, place, known[revision].hash)]

    data: JsonObject = {"lang": lang, "revision": revision, "reason": reason}
    return _send(bench, view, bench.database.read(read), data, who)


def _running(bench: Workbench, study: str, reason: str) -> StudyView:
    if not reason.strip():
        raise Refused.of("send_back.no_reason", "reason", reason)
    view = view_of(bench, study)
    if view.row.state not in RUNNING:
        raise Conflict.of("study.not_open", given=study, state=view.row.state)
    return view


def _members(run: Run, view: StudyView, rater: str | None) -> list[int]:
    members = people.memberships(run, view.id)
    if rater is None:
        return [member.id for member in members]
    found = [m.id for m in members if m.uid == rater] or [m.id for m in members if m.name == rater]
    if len(found) != 1:
        raise NotFound.of("rater.unknown", given=rater, allowed=[member.name for member in members])
    return found


def _stands_under(run: Run, place: Place, hash: str) -> bool:
    """Whether what stands now was judged under a revision, and was not rated again since."""
    stands = log.latest(run, assignment=place[0], stage=place[1])
    return stands is not None and stands.guideline_hash == hash


def _send(bench: Workbench, view: StudyView, places: Sequence[Place], data: JsonObject, who: str) -> int:
    sent = 0
    for start in range(0, len(places), TOGETHER):
        part = places[start : start + TOGETHER]
        sent += bench.database.write(lambda run, part=part: sum(_back(run, view, place, bench.now()) for place in part))  # type: ignore[misc]

    def write(run: Run) -> None:
        row = find_study(run, view.row.key)
        told: JsonObject = {**data, "judgements": sent}
        studies.append_event(run, row, kind=EventKind.SENT_BACK, data=told, who=who, now=bench.now())

    if sent:
        bench.database.write(write)
    return sent


def _back(run: Run, view: StudyView, place: Place, now: int) -> bool:
    """One stage of a unit as a draft with its answers; not where it is final, withdrawn, or never counted."""
    a, stage = assignments.by_id(run, place[0]), place[1]
    stands = log.latest(run, assignment=place[0], stage=stage)
    if a is None or stands is None or stands.standing != Standing.COUNTED or not _can_go(run, view, a, stage):
        return False
    body = {"answers": given_answers(view, a, stands), "comment": stands.comment, "cannot": stands.cannot}
    drafts.save(run, a, stage=stage, body=body, now=now)
    return True


def _can_go(run: Run, view: StudyView, a: Assignment, stage: int) -> bool:
    if a.stage == stage or is_final(run, view, a, stage):
        return False
    return not (items.is_withdrawn(run, a.item) or view.withdrawn.issuperset(a.candidates))
