"""Finding the units that raters dispute: one walk over the log, done by the worker, kept until the log moves on."""

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter

import msgspec

from jurybox import __version__
from jurybox.analysis import DisputedCell, disputed_cells
from jurybox.core import Answers, JsonObject, StudyState, canonical_bytes, hash_bytes
from jurybox.store import Kept, Run, analysis_rows, findings, jobs, log, studies, units
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench

DISPUTES_JOB = "disputes"
STRETCH = 2_000
"""How many units are looked at together."""
REST_US = 20_000_000
"""How long a list stands while judgements flow, before it is made again."""
REST_TIMES = 4


class DisputedStage(msgspec.Struct, frozen=True, array_like=True):
    """One stage of a unit whose raters are too far apart in some questions."""

    unit: int
    item: int
    stage: int
    size: float
    cells: tuple[tuple[str, str], ...]
    """Questions and their targets, as stored."""
    group: str = ""


class FoundDisputes(msgspec.Struct, frozen=True):
    """What a walk over the log found; the widest disputes first."""

    agreed: int = 0
    """Units that have all their raters, who agree."""
    disputed: int = 0
    """Units with a dispute."""
    stages: tuple[DisputedStage, ...] = ()


def settings_hash(view: StudyView) -> str:
    """Under which a list is kept: other thresholds, another list."""
    asked: JsonObject = {"thresholds": dict(view.settings.disputes.thresholds)}
    return hash_bytes("disputes", canonical_bytes(asked))


def ask_disputes(bench: Workbench, run: Run, key: str, at_once: bool = False) -> bool:
    """Leave the worker a job where the log has moved on since it looked; whether a new one was left."""
    row = find_study(run, key)
    if row.state == StudyState.DRAFT:
        return False
    studies.hold(run, row.id)
    view, now = load_view(run, row.id), bench.now()
    kept = findings.kept(run, study=row.id, settings_hash=settings_hash(view), with_document=False)
    if kept is not None and is_fresh(run, view, kept):
        return False
    if kept is not None and not at_once and now - kept.computed_at < max(REST_US, REST_TIMES * kept.took_ms * 1000):
        return False
    args: JsonObject = {"study": key}
    last = jobs.last(run, kind=DISPUTES_JOB, args=args)
    if last is not None and last.state in ("waiting", "running"):
        return False
    jobs.forget(run, kind=DISPUTES_JOB, before=now - 24 * 3600 * 1_000_000)
    jobs.add(run, uid=bench.new_id(), kind=DISPUTES_JOB, args=args, now=now)
    return True


def is_fresh(run: Run, view: StudyView, kept: Kept) -> bool:
    now = log.state_of(run, view.id)
    known = (kept.version, kept.study_version, kept.last_seq, kept.judgements)
    return known == (__version__, now.study_version, now.last_seq, now.judgements)


def find_disputes(bench: Workbench, key: str) -> FoundDisputes:
    """Look through all judgements of a study and keep what is disputed. Only the worker and the command line do so."""
    begun = bench.world.timer()
    with bench.database.snapshot() as run:
        view = load_view(run, find_study(run, key).id)
        state = log.state_of(run, view.id)
        found = _walk(run, view)
    kept = Kept(
        version=__version__,
        study_version=state.study_version,
        last_seq=state.last_seq,
        judgements=state.judgements,
        computed_at=bench.now(),
        took_ms=int(1000 * (bench.world.timer() - begun)),
        document=msgspec.json.encode(found).decode(),
    )
    hashed = settings_hash(view)
    bench.database.write(lambda run: findings.keep(run, kept, study=view.id, settings_hash=hashed))
    return found


def kept_disputes(run: Run, view: StudyView) -> tuple[FoundDisputes, Kept] | None:
    """What was found last, with its age."""
    kept = findings.kept(run, study=view.id, settings_hash=settings_hash(view))
    if kept is None or kept.document is None or kept.version != __version__:
        return None
    return msgspec.json.decode(kept.document.encode(), type=FoundDisputes), kept


def _walk(run: Run, view: StudyView) -> FoundDisputes:
    gone = analysis_rows.withdrawn_items(run, view.id)
    quorums: dict[int, dict[int, int]] = {}
    place_of: dict[int, tuple[int, str]] = {}
    for row in analysis_rows.quorums(run, view.id):
        if row.item not in gone:
            quorums.setdefault(row.unit, {})[row.stage] = row.quorum
            place_of[row.unit] = row.item, row.group
    found: list[DisputedStage] = []
    agreed = 0
    for unit, said in _by_unit(run, view):
        if unit not in quorums:
            continue
        item, group = place_of[unit]
        disputed = [
            DisputedStage(unit, item, stage, max(cell.size for cell in cells), _named(cells), group)
            for stage, answers in said.items()
            if 1 < quorums[unit].get(stage, 0) <= len(answers) and (cells := disputed_in(view, stage, answers))
        ]
        found += disputed
        agreed += not disputed and all(len(said.get(stage, ())) >= n for stage, n in quorums[unit].items() if n)
    found.sort(key=lambda one: (-one.size, one.unit, one.stage))
    return FoundDisputes(agreed, len({one.unit for one in found}), tuple(found))


def disputed_in(view: StudyView, stage: int, said: list[Answers]) -> list[DisputedCell]:
    """What is disputed of a stage; what only withdrawn systems made is not."""
    gone = {str(candidate) for candidate in view.withdrawn}
    about = {question.id: question.about for question in view.stage(stage).ask}
    return [
        cell
        for cell in disputed_cells(view.stage(stage).ask, said, view.settings.disputes.thresholds)
        if not (about[cell.question] == "candidate" and cell.target in gone)
    ]


def _named(cells: list[DisputedCell]) -> tuple[tuple[str, str], ...]:
    return tuple((cell.question, cell.target) for cell in cells)


def _by_unit(run: Run, view: StudyView) -> Iterator[tuple[int, dict[int, list[Answers]]]]:
    """Unit by unit what its raters say now, by stage; who could not judge says nothing."""
    ids = units.ids_of(run, view.id)
    for start in range(0, len(ids), STRETCH):
        stretch = ids[start : start + STRETCH]
        rows = log.of_units(run, study=view.id, first=stretch[0], last=stretch[-1], after=view.row.pilot_seq)
        for unit, of_unit in groupby(rows, attrgetter("unit")):
            newest = {(row.assignment, row.stage): row for row in of_unit if row.purpose == "rating"}
            said: dict[int, list[Answers]] = {}
            for (_, stage), row in newest.items():
                if row.cannot is None:
                    said.setdefault(stage, []).append(row.answers)
            yield unit, said
