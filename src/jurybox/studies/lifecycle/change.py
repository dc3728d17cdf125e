"""What may change once a study is open; each change is an appended study event."""

import re

from jurybox.core import Conflict, EventKind, Fault, NotFound, Refused, StudyState, hash_bytes, refuse
from jurybox.store import changes, log, rebuild
from jurybox.store import studies as rows
from jurybox.store.candidates import withdrawn_candidates
from jurybox.store.statement import Run
from jurybox.store.studies import StudyRow
from jurybox.studies.lifecycle.create import sound_settings
from jurybox.studies.lifecycle.fixed_lists import plan_lists
from jurybox.studies.study import find_study, load_view
from jurybox.studies.workbench import Workbench, view_of

LONGEST_PROSE = 500_000
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


def _not_draft(row: StudyRow) -> StudyRow:
    if row.state == StudyState.DRAFT:
        raise Conflict.of("study.not_open", given=row.key, state=row.state)
    return row


def withdraw_item(bench: Workbench, study: str, item: str, reason: str, who: str = "command line") -> None:
    """Take an item out: it is served no more, and what was said of it is left out of results, counted."""

    def write(run: Run) -> None:
        row = _not_draft(find_study(run, study))
        id = run.value(rows.WITHDRAW_ITEM, study=row.id, item_key=item, now=bench.now())
        if id is None:
            raise NotFound.of("item.unknown", given=item)
        changes.close_item(run, id)
        rows.append_event(run, row, EventKind.ITEM_WITHDRAWN, {"item": item, "reason": reason}, who, bench.now())

    bench.database.write(write)


def withdraw_system(bench: Workbench, study: str, system: str, reason: str, who: str = "command line") -> None:
    """Take a system out. Candidates that only it made are shown no more; those it shares with others stay."""

    def write(run: Run) -> None:
        row = _not_draft(find_study(run, study))
        if run.value(rows.WITHDRAW_SYSTEM, study=row.id, system_name=system, now=bench.now()) is None:
            known = [s.name for s in rows.systems(run, row.id) if s.withdrawn_at is None]
            raise NotFound.of("system.unknown", given=system, allowed=known)
        changes.close_empty_units(run, row.id, withdrawn_candidates(run, row.id))
        rows.append_event(run, row, EventKind.SYSTEM_WITHDRAWN, {"system": system, "reason": reason}, who, bench.now())

    bench.database.write(write)


def raise_quorum(
    bench: Workbench, study: str, to: int, stage: str | None = None, group: str | None = None, who: str = "command line"
) -> None:
    """More raters per unit from now on, for one stage or all, one group or all. A quorum never falls."""
    view = view_of(bench, study)
    _not_draft(view.row)
    stages = [s.id for s in view.protocol.stages]
    groups = view.units_per_group
    faults = []
    if stage is not None and stage not in stages:
        faults.append(Fault("study.unknown_stage", "stage", stage, stages))
    if group is not None and group not in groups:
        faults.append(Fault("rater.unknown_group", "group", group, sorted(groups)))
    refuse(faults)
    settings = view.settings
    quorum = dict(settings.quorum)
    group_quorum = {name: dict(values) for name, values in settings.group_quorum.items()}
    steps = []
    for name in [stage] if stage else stages:
        for grp in [group] if group is not None else sorted(groups):
            before = settings.quorum_of(name, grp)
            if to > before:
                steps.append((stages.index(name), grp))
            if group is not None or grp in group_quorum:
                group_quorum.setdefault(grp, {})[name] = max(to, before)
        if group is None:
            quorum[name] = max(to, quorum.get(name, 1))
    if not steps:
        raise Refused.of("study.quorum_not_higher", "quorum", to)
    new = sound_settings({**settings.model_dump(), "quorum": quorum, "group_quorum": group_quorum})
    for number, grp in steps:
        changes.add_slots(bench.database, view.id, number, grp, to, bench.world.timer)
    data = {"quorum": to, "stage": stage, "group": group}

    def write(run: Run) -> None:
        row = find_study(run, study)
        changes.close_empty_units(run, row.id, withdrawn_candidates(run, row.id))
        rows.append_event(
            run,
            row,
            EventKind.QUORUM_RAISED,
            data,
            who,
            bench.now(),
            settings=new.model_dump_json(),
            epoch=row.epoch + 1,
        )

    bench.database.write(write)
    if settings.assign == "fixed":
        plan_lists(bench, view_of(bench, study))


def mark_pilot(bench: Workbench, study: str, who: str = "command line") -> int:
    """Everything judged so far was a pilot: kept, left out of results, its slots open again. How many there were."""

    def write(run: Run) -> int:
        row = _not_draft(find_study(run, study))
        rebuild.hold_still(run, row.id)
        until = run.value(log.LAST_SEQ, study=row.id)
        count: int = run.value(log.COUNT_OF_STUDY, study=row.id)
        data = {"until": until, "judgements": count}
        rows.append_event(
            run, row, EventKind.PILOT_MARKED, data, who, bench.now(), pilot_seq=until, epoch=row.epoch + 1
        )
        rebuild.rebuild_slots(run, row.id, until, load_view(run, row.id).withdrawn)
        return count

    return bench.database.write(write)


def revise_guideline(bench: Workbench, study: str, lang: str, prose: str, note: str, who: str = "command line") -> None:
    """Publish new prose; judgements from now on carry its hash. Questions and levels stay as they are."""

    def write(run: Run) -> None:
        row = find_study(run, study)
        before = rows.guidelines(run, row.id).get(lang)
        if not LANGUAGE.fullmatch(lang):
            raise Refused.of("guideline.bad_language", "lang", lang)
        if not 0 < len(prose.strip()) <= LONGEST_PROSE:
            raise Refused.of("guideline.bad_prose", "prose", len(prose), LONGEST_PROSE)
        if before is not None and before.prose == prose:
            raise Conflict.of("guideline.unchanged", "prose", lang)
        revision = before.revision + 1 if before else 1
        hashed = hash_bytes("guideline", prose.encode())
        run.do(
            rows.ADD_GUIDELINE, study=row.id, lang=lang, revision=revision, hash=hashed, prose=prose, now=bench.now()
        )
        data = {"lang": lang, "revision": revision, "hash": hashed, "note": note}
        rows.append_event(run, row, EventKind.GUIDELINE_REVISED, data, who, bench.now())

    bench.database.write(write)
