"""Rating again what was judged under an older guideline: as corrections. First answers stay in the log."""

from collections.abc import Sequence

from jurybox.core import RUNNING, Conflict, EventKind, JsonObject, NotFound, Refused
from jurybox.store import Run, assignments, guidelines, log, studies
from jurybox.studies.rating.returning import send_back
from jurybox.studies.study import StudyView, find_study
from jurybox.studies.workbench import Workbench, view_of

TOGETHER = 100
"""How many go back in one transaction."""
Place = tuple[int, int]
"""An assignment and a stage of it."""


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
    a = assignments.by_id(run, place[0])
    return a is not None and send_back(run, view, a, place[1], now)
