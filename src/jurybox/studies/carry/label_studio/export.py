"""`jurybox label-studio export`: a study as tasks with annotations, a labeling configuration, and the media."""

import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from jurybox.core import Answers, Conflict, Fault, Refused, StudyState, refuse, rfc3339
from jurybox.exchange.label_studio import OutJudgement, OutSegment, OutUnit, TaskWriter, encoded, labeling_of
from jurybox.store import Content, Run, items, log, people, systems, units
from jurybox.studies.carry.label_studio.options import pairs_of
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench

CHUNK = 500
"""Units that are held at once."""
TASKS, CONFIG, MEDIA = "tasks.json", "config.xml", "media"


@dataclass(slots=True)
class WrittenTasks:
    folder: Path
    tasks: int = 0
    annotations: int = 0
    media: int = 0
    withdrawn: int = 0
    """Units of withdrawn items, which are left out."""
    lost: Counter[str] = field(default_factory=Counter)
    not_carried: list[str] = field(default_factory=list)
    """What the configuration has no place for."""


def export_label_studio(
    bench: Workbench,
    key: str,
    to: Path,
    accounts: Sequence[str] = (),
    prefix: str = "",
    force: bool = False,
) -> WrittenTasks:
    """Write tasks.json, config.xml and media/ into a folder. Names of systems stand beside the data, not in it."""
    if to.exists() and (not to.is_dir() or any(to.iterdir())) and not force:
        raise Conflict.of("label_studio.file_there", given=str(to))
    written = WrittenTasks(to)
    named = pairs_of("--rater", "NAME=EMAIL", accounts)
    try:
        to.mkdir(parents=True, exist_ok=True)
        with bench.database.snapshot() as run:
            view = load_view(run, find_study(run, key).id)
            if view.row.state == StudyState.DRAFT:
                raise Conflict.of("study.not_open", given=key, state=view.row.state)
            _write(bench, run, view, written, _by_id(run, view, named), prefix)
    except OSError as error:
        raise Refused.of("label_studio.not_written", given=str(to), reason=error.strerror or str(error)) from error
    return written


def _by_id(run: Run, view: StudyView, named: Mapping[str, str]) -> dict[str, str]:
    """The accounts by the raters' ids; they are named by id or by name."""
    members = people.memberships(run, view.id)
    known = {m.uid: m.uid for m in members} | {m.name: m.uid for m in members}
    refuse(Fault("rater.unknown", "--rater", name, [m.name for m in members]) for name in named if name not in known)
    return {known[name]: email for name, email in named.items()}


def _write(
    bench: Workbench, run: Run, view: StudyView, written: WrittenTasks, accounts: Mapping[str, str], prefix: str
) -> None:
    shown = tuple(dict.fromkeys(name for names in view.shows for name in names))
    labeling = labeling_of(view.protocol, view.shows, view.settings.language)
    written.not_carried = labeling.lost
    writer = TaskWriter(view.protocol, shown, prefix, accounts)
    part = written.folder / f".{TASKS}.part"
    try:
        with part.open("wb") as file:
            for unit, passes in _units(run, view, written):
                written.annotations += sum(map(len, passes))
                for task in writer.tasks(unit, passes):
                    file.write((b",\n" if written.tasks else b"[\n") + encoded(task))
                    written.tasks += 1
            file.write(b"\n]\n" if written.tasks else b"[]\n")
        part.replace(written.folder / TASKS)
    finally:
        part.unlink(missing_ok=True)
    (written.folder / CONFIG).write_text(labeling.xml, encoding="utf-8")
    for name, stored in writer.files.items():
        target = written.folder / MEDIA / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(bench.media.find(stored), target)
    written.media, written.lost = len(writer.files), +writer.lost


def _units(run: Run, view: StudyView, written: WrittenTasks) -> Iterator[tuple[OutUnit, list[list[OutJudgement]]]]:
    """Every unit with the judgements of each pass, some units at a time."""
    keys, makers = items.keys_by_id(run, view.id), systems.makers_of(run, view.id)
    ids = units.ids_of(run, view.id)
    for start in range(0, len(ids), CHUNK):
        chunk = ids[start : start + CHUNK]
        first, last = chunk[0], chunk[-1]
        judged = log.of_units(run, study=view.id, first=first, last=last, after=view.row.pilot_seq)
        by_unit = {unit: _passes(list(said)) for unit, said in groupby(judged, key=lambda one: one.unit)}
        contents = items.unit_contents(run, study=view.id, first=first, last=last)
        for unit in units.units_within(run, study=view.id, first=first, last=last):
            content = contents[unit.item]
            if content.withdrawn:
                written.withdrawn += 1
            else:
                yield _unit(keys[unit.item], unit.candidates, content, makers), by_unit.get(unit.id, [])


def _unit(key: str, ids: list[int], content: Content, makers: dict[int, list[systems.Maker]]) -> OutUnit:
    shown = [(id, content.candidates[id].fields, content.candidates[id].segments) for id in ids]
    names = [[maker.name for maker in makers.get(id, []) if maker.name] for id in ids]
    parts = content.segments
    segments = [OutSegment(fields=p.get("fields", {}), start=p.get("start"), end=p.get("end")) for p in parts]
    return OutUnit(key, content.group, content.fields, segments, shown, names)


def _passes(said: list[log.UnitJudgement]) -> list[list[OutJudgement]]:
    """First the ratings, then each rater's repeats in their order."""
    passes: list[list[OutJudgement]] = []
    done: Counter[str] = Counter()
    groups = [list(group) for _, group in groupby(said, key=lambda one: one.assignment)]
    for group in sorted(groups, key=lambda group: (group[0].purpose != "rating", group[0].assignment)):
        rater = group[0].rater
        number = done[rater] if group[0].purpose != "rating" else 0
        done[rater] += 1
        while len(passes) <= number:
            passes.append([])
        passes[number].append(_judgement(rater, group))
    return passes


def _judgement(rater: str, group: list[log.UnitJudgement]) -> OutJudgement:
    """The stages of one assignment together."""
    stages = {one.stage: one for one in group}  # the last one stands
    answers: Answers = {}
    for one in stages.values():
        answers |= one.answers
    last = list(stages.values())[-1]
    times = [one.elapsed_ms for one in stages.values() if one.elapsed_ms is not None]
    comments = [one.comment for one in stages.values() if one.comment]
    cannot = next((one.cannot for one in stages.values() if one.cannot), None)
    return OutJudgement(
        rater,
        answers,
        cannot,
        "\n".join(comments) or None,
        rfc3339(last.answered_at or last.received_at),
        sum(times) if times else None,
    )
