"""Finding the units that raters dispute: one walk over the log, done by the worker, kept until the log moves on."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

import msgspec

from jurybox import __version__
from jurybox.analysis import DisputedCell, disputed_cells, threshold_of
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


class DisputedStage(NamedTuple):
    """One stage of a unit whose raters are too far apart in some questions."""

    unit: int
    item: int
    stage: int
    size: float
    questions: tuple[str, ...]
    group: str


class DisputesIn(msgspec.Struct, frozen=True, array_like=True):
    """How many units of a group are disputed in one stage, and in how many all raters agree."""

    group: str
    stage: int
    units: int
    agreed: int


Place = tuple[str, int]
"""A group and a stage."""


class FoundDisputes(msgspec.Struct, frozen=True):
    """What a walk over the log found; the widest disputes first.

    A column for each thing that is known of them: a hundred thousand are read in the time of a few thousand objects.
    """

    agreed: int = 0
    """Units that have all their raters, two at least, who agree."""
    disputed: int = 0
    """Units with a dispute."""
    by_group: tuple[DisputesIn, ...] = ()
    items: tuple[int, ...] = ()
    """Whose units are disputed, rising."""
    groups: tuple[str, ...] = ()
    asked: tuple[tuple[str, ...], ...] = ()
    """The questions that are disputed together."""
    units: list[int] = []
    items_of: list[int] = []
    stages: list[int] = []
    sizes: list[float] = []
    groups_of: list[int] = []
    """Each a number in `groups`."""
    asked_of: list[int] = []
    """Each a number in `asked`."""

    @classmethod
    def of(cls, agreed: int, agreed_in: Counter[Place], found: list[DisputedStage]) -> "FoundDisputes":
        groups, asked = sorted({one.group for one in found}), sorted({one.questions for one in found})
        group_numbers, asked_numbers = ({known: n for n, known in enumerate(all)} for all in (groups, asked))
        counts = Counter((one.group, one.stage) for one in found)
        return cls(
            agreed=agreed,
            disputed=len({one.unit for one in found}),
            by_group=tuple(DisputesIn(*where, counts[where], agreed_in[where]) for where in sorted(counts | agreed_in)),
            items=tuple(sorted({one.item for one in found})),
            groups=tuple(groups),
            asked=tuple(asked),
            units=[one.unit for one in found],
            items_of=[one.item for one in found],
            stages=[one.stage for one in found],
            sizes=[one.size for one in found],
            groups_of=[group_numbers[one.group] for one in found],
            asked_of=[asked_numbers[one.questions] for one in found],
        )

    def __len__(self) -> int:
        return len(self.units)

    def one(self, n: int) -> DisputedStage:
        asked, group = self.asked[self.asked_of[n]], self.groups[self.groups_of[n]]
        return DisputedStage(self.units[n], self.items_of[n], self.stages[n], self.sizes[n], asked, group)

    def places(self, done: Collection[tuple[int, int]], is_decided: bool) -> Sequence[int]:
        """The numbers of those that are decided, or are not; `done` are stages of units."""
        if not done:
            return range(0 if is_decided else len(self))
        each = enumerate(zip(self.units, self.stages, strict=True))
        return [n for n, place in each if (place in done) == is_decided]


def settings_hash(view: StudyView) -> str:
    """Under which a list is kept: other thresholds, another list."""
    asked: JsonObject = {"thresholds": dict(view.settings.disputes.thresholds), "layout": 3}
    return hash_bytes("disputes", canonical_bytes(asked))


def are_disputes_due(bench: Workbench, run: Run, key: str, at_once: bool = False) -> bool:
    """Whether the log has moved on since the worker looked, and it is not about to look again."""
    row = find_study(run, key)
    if row.state == StudyState.DRAFT:
        return False
    view, now = bench.views.of(run, row.id, row.version), bench.now()
    kept = findings.kept(run, study=row.id, settings_hash=settings_hash(view), with_document=False)
    if kept is not None and is_fresh(run, view, kept):
        return False
    if kept is not None and not at_once and now - kept.computed_at < max(REST_US, REST_TIMES * kept.took_ms * 1000):
        return False
    last = jobs.last(run, kind=DISPUTES_JOB, args={"study": key})
    return last is None or last.state not in ("waiting", "running")


def ask_disputes(bench: Workbench, run: Run, key: str, at_once: bool = False) -> bool:
    """Leave the worker a job where one is due; whether a new one was left."""
    studies.hold(run, find_study(run, key).id)
    if not are_disputes_due(bench, run, key, at_once):
        return False
    now = bench.now()
    jobs.forget(run, kind=DISPUTES_JOB, before=now - 24 * 3600 * 1_000_000)
    jobs.add(run, uid=bench.new_id(), kind=DISPUTES_JOB, args={"study": key}, now=now)
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


def kept_disputes(bench: Workbench, run: Run, view: StudyView) -> tuple[FoundDisputes, Kept] | None:
    """What was found last, with its age."""
    hashed = settings_hash(view)
    about = findings.kept(run, study=view.id, settings_hash=hashed, with_document=False)
    if about is None or about.version != __version__:
        return None

    def read() -> FoundDisputes:
        kept = findings.kept(run, study=view.id, settings_hash=hashed)
        document = kept.document if kept else None
        return msgspec.json.decode(document.encode(), type=FoundDisputes) if document else FoundDisputes()

    return bench.documents.of(view.id, hashed, about, read), about


def _walk(run: Run, view: StudyView) -> FoundDisputes:
    gone = analysis_rows.withdrawn_items(run, view.id)
    quorums: dict[int, dict[int, int]] = {}
    place_of: dict[int, tuple[int, str]] = {}
    for row in analysis_rows.quorums(run, view.id):
        if row.item not in gone:
            quorums.setdefault(row.unit, {})[row.stage] = row.quorum
            place_of[row.unit] = row.item, row.group
    found: list[DisputedStage] = []
    agreed, agreed_in = 0, Counter[Place]()
    compared_stages = [is_compared(view, stage) for stage in range(len(view.protocol.stages))]
    for unit, said in _by_unit(run, view):
        if unit not in quorums:
            continue
        item, group = place_of[unit]
        whole = {
            stage: answers
            for stage, answers in said.items()
            if compared_stages[stage] and 1 < quorums[unit].get(stage, 0) <= len(answers)
        }
        disputed = [
            DisputedStage(unit, item, stage, max(cell.size for cell in cells), _questions(cells), group)
            for stage, answers in whole.items()
            if (cells := disputed_in(view, stage, answers))
        ]
        found += disputed
        agreed_in.update((group, stage) for stage in whole.keys() - {one.stage for one in disputed})
        is_whole = all(len(said.get(stage, ())) >= n for stage, n in quorums[unit].items() if n)
        agreed += bool(whole) and not disputed and is_whole
    found.sort(key=lambda one: (-one.size, one.unit, one.stage))
    return FoundDisputes.of(agreed, agreed_in, found)


def is_compared(view: StudyView, stage: int) -> bool:
    """Whether answers of raters to this stage can be put side by side: texts can't."""
    thresholds = view.settings.disputes.thresholds
    return any(threshold_of(question, thresholds.get(question.id)) is not None for question in view.stage(stage).ask)


def disputed_in(view: StudyView, stage: int, said: list[Answers]) -> list[DisputedCell]:
    """What is disputed of a stage; what only withdrawn systems made is not."""
    gone = {str(candidate) for candidate in view.withdrawn}
    about = {question.id: question.about for question in view.stage(stage).ask}
    return [
        cell
        for cell in disputed_cells(view.stage(stage).ask, said, view.settings.disputes.thresholds)
        if not (about[cell.question] in ("candidate", "output") and cell.target.partition(".")[0] in gone)
    ]


def _questions(cells: list[DisputedCell]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cell.question for cell in cells))


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
