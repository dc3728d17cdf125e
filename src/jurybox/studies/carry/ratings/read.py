"""Ratings of earlier studies as judgements, through the same door as the browser's, with the channel `import`.

Everything is checked before anything is written. The ids of the judgements follow from what they say, so that reading a
file again changes nothing, and a run that was cut off is finished by the next one.
"""

import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from jurybox.core import RUNNING, Conflict, EventKind, Fault, JsonData, NotFound, Refused, refuse
from jurybox.exchange.files import json_line
from jurybox.exchange.ratings.formats import Rating
from jurybox.protocols import LoadedProtocol, load_protocol
from jurybox.store import Run, studies
from jurybox.studies.carry.conversion import RatingsSource
from jurybox.studies.carry.outside_judgements import HALF, check_halves
from jurybox.studies.carry.ratings.fit_protocol import fitting_protocol
from jurybox.studies.carry.ratings.plan import ImportPlan, PlannedJudgement, Twice
from jurybox.studies.carry.ratings.units import PaperUnits, StoredUnits
from jurybox.studies.carry.ratings.write import Brought, Writing
from jurybox.studies.lifecycle import ItemFiles, StudyDraft, create_filled, open_study
from jurybox.studies.progress import Progress, silent
from jurybox.studies.study import find_study
from jurybox.studies.workbench import Workbench, view_of

AUTO = "auto"
WHO = "command line"
UNNAMED = "output"
"""What made an output of which a file does not say it, where it says so of others."""


@dataclass(frozen=True, slots=True)
class Bringing:
    """Where ratings come from, and how they are taken."""

    path: Path
    twice: Twice = "refuse"
    half_is_zero: bool = False
    who: str = WHO


def import_ratings(
    bench: Workbench,
    source: RatingsSource,
    key: str,
    protocol: str | None = None,
    twice: Twice = "refuse",
    progress: Progress = silent,
    half_is_zero: bool = False,
) -> Brought:
    """All or nothing: Refused names every fault, Conflict every rating that a rater has given otherwise already."""
    file = source.read()
    ratings = list(file)
    standing = bench.database.read(lambda run: studies.study_by_key(run, key))
    brought = Brought(key, "", standing is None, notes=file.notes())
    if standing is None:
        _create(bench, ratings, key, source.path, protocol, (twice, half_is_zero))
    elif protocol not in (None, AUTO):
        refuse([Fault("imported.has_protocol", given=protocol, params={"study": key})])
    if half_is_zero and standing is not None:
        check_halves(view_of(bench, key).protocol)
    bring(bench, ratings, brought, Bringing(source.path, twice, half_is_zero), progress)
    return brought


def bring(
    bench: Workbench,
    ratings: Sequence[Rating],
    brought: Brought,
    how: Bringing,
    progress: Progress = silent,
) -> None:
    """Ratings as judgements of the open study that `brought` names."""
    key = brought.study
    view = view_of(bench, key)
    if view.row.state not in RUNNING:
        raise Conflict.of("study.not_open", given=key, state=view.row.state)
    brought.protocol = view.protocol.name
    with bench.database.snapshot() as run:
        plan = ImportPlan(view.protocol, StoredUnits(run, view), how.twice, how.half_is_zero)
        plan.add(_flat(ratings) if not view.protocol.unit.segments else ratings)
    plan.faults.refuse()
    brought.left_out, brought.halves, brought.unused = plan.left_out, plan.halves, list(plan.unused)
    Writing(bench, view, brought, how.who).write(plan.judgements(), progress)
    bench.database.write(lambda run: _note(run, bench, brought, how.path, how.who))


def _create(
    bench: Workbench, ratings: list[Rating], key: str, path: Path, protocol: str | None, chosen: tuple[Twice, bool]
) -> None:
    """A study of the file's items, open; refused before anything is made where the ratings would not fit it."""
    twice, half_is_zero = chosen
    if protocol is None:
        raise NotFound.of("imported.no_study", given=key)
    ratings = _flat(ratings) if protocol == AUTO else ratings
    loaded = fitting_protocol(ratings, key, f"Ratings of {path.name}") if protocol == AUTO else load_protocol(protocol)
    if loaded.protocol.unit.segments:
        raise Refused.of("imported.segments", given=protocol)
    if half_is_zero:
        check_halves(loaded.protocol)
    ratings = _flat(ratings)
    wishes = {"quorum": quorum_on_paper(loaded, ratings, twice), "merge": "none", "calibration": False, "repeats": 0}
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "items.jsonl"
        table.write_bytes(b"".join(map(json_line, _items(ratings, loaded))))
        create_filled(bench, loaded, StudyDraft(key, path.stem, wishes), ItemFiles([table]), who=WHO)
    open_study(bench, key, WHO)


def quorum_on_paper(loaded: LoadedProtocol, ratings: Sequence[Rating], twice: Twice) -> dict[str, int]:
    """The quorum that a study of these ratings needs; refused with every fault where they would not fit it."""
    paper = ImportPlan(loaded.protocol, PaperUnits(ratings, loaded.protocol), twice)
    paper.add(ratings)
    paper.faults.refuse()
    planned = paper.judgements()
    if not planned:
        raise Refused.of("imported.no_ratings")
    return _quorum(loaded, planned)


def _flat(ratings: Sequence[Rating]) -> list[Rating]:
    """Segments as items of their own, for a protocol that has none."""
    return [replace(one, item=f"{one.item}:{one.segment}", target="") if one.segment else one for one in ratings]


def _quorum(loaded: LoadedProtocol, planned: Sequence[PlannedJudgement]) -> dict[str, int]:
    """As many raters as the unit with the most of them has."""
    raters: dict[tuple[object, ...], set[str]] = {}
    for one in planned:
        if one.purpose == "rating":
            raters.setdefault((one.unit.item, one.unit.makers, one.stage), set()).add(one.rater)
    most = Counter[int]()
    for (*_, stage), who in raters.items():
        most[int(str(stage))] = max(most[int(str(stage))], len(who))
    return {stage.id: max(1, most[number]) for number, stage in enumerate(loaded.protocol.stages)}


def _items(ratings: Sequence[Rating], loaded: LoadedProtocol) -> list[dict[str, str]]:
    """The table that the study is filled from: every output once, with what is known of it."""
    fields = loaded.protocol.fields
    found: dict[tuple[str, str], dict[str, str]] = {}
    for one in ratings:
        systems = [name for group in one.order for name in group] if one.order else [one.system]
        for system in systems:
            row = found.setdefault((one.item, system), {"id": one.item, "system": system})
            texts = {"source": one.source, "output": one.output if not one.order else None}
            row.update({name: text for name, text in texts.items() if text and name in fields and name not in row})
            if one.group:
                row["group"] = one.group
    named = {item for item, system in found if system}
    kept = [row for (item, system), row in found.items() if system or item not in named]
    for row in kept:
        if not row["system"]:
            del row["system"]
            if named:
                row["system"] = UNNAMED
    return kept


def _note(run: Run, bench: Workbench, brought: Brought, path: Path, who: str) -> None:
    left_out = sum(brought.left_out.values())
    counts = {"judgements": brought.judgements, "items": 0, "outputs": 0, "left_out": left_out}
    data: dict[str, JsonData] = {"files": [path.name], "systems": [], **counts}
    if brought.halves and brought.judgements:
        data[HALF] = brought.halves
    row = find_study(run, brought.study)
    studies.append_event(run, row, kind=EventKind.IMPORTED, data=data, who=who, now=bench.now())
