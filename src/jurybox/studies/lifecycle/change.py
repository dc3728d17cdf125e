"""What may change once a study is open; each change is an appended study event."""

import re

from jurybox.core import Conflict, EventKind, Fault, JsonObject, NotFound, Refused, StudyState, hash_bytes, refuse
from jurybox.store import Chunks, Run, StudyRow, guidelines, items, log, projections, slots, studies, systems
from jurybox.studies.lifecycle.settings_input import sound_settings
from jurybox.studies.rating import plan_lists
from jurybox.studies.sealing import behind_seal, under_seal
from jurybox.studies.study import find_study, load_view
from jurybox.studies.workbench import Workbench, view_of

LONGEST_PROSE = 500_000
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise Refused.of("withdraw.no_reason", "reason", reason)


def _not_draft(row: StudyRow) -> StudyRow:
    if row.state == StudyState.DRAFT:
        raise Conflict.of("study.not_open", given=row.key, state=row.state)
    return row


def withdraw_item(bench: Workbench, study: str, item: str, reason: str, who: str = "command line") -> None:
    """Take an item out: it is served no more, and what was said of it is left out of results, counted."""

    def write(run: Run) -> None:
        _check_reason(reason)
        row = _not_draft(find_study(run, study))
        id = items.withdraw(run, study=row.id, key=item, now=bench.now())
        if id is None:
            raise NotFound.of("item.unknown", given=item)
        slots.close_item(run, id)
        data = {"item": item, "reason": reason}
        studies.append_event(run, row, kind=EventKind.ITEM_WITHDRAWN, data=data, who=who, now=bench.now())

    bench.database.write(write)


def withdraw_system(bench: Workbench, study: str, system: str, reason: str, who: str = "command line") -> None:
    """Take a system out. Candidates that only it made are shown no more; those it shares with others stay."""

    own = behind_seal(system)

    def write(run: Run) -> None:
        _check_reason(reason)
        row = _not_draft(find_study(run, study))
        if not systems.withdraw(run, study=row.id, name=own, now=bench.now()):
            known = [s.name for s in systems.systems_of(run, row.id) if s.withdrawn_at is None]
            raise NotFound.of("system.unknown", given=system, allowed=under_seal(known))
        slots.close_empty_units(run, study=row.id, withdrawn=systems.withdrawn_candidates(run, row.id))
        data = {"system": own, "reason": reason}
        studies.append_event(run, row, kind=EventKind.SYSTEM_WITHDRAWN, data=data, who=who, now=bench.now())

    bench.database.write(write)


def raise_quorum(
    bench: Workbench, study: str, to: int, stage: str | None = None, group: str | None = None, who: str = "command line"
) -> None:
    """More raters per unit from now on, for one stage or all, one group or all. A quorum never falls."""
    view = view_of(bench, study)
    if _not_draft(view.row).state == StudyState.CLOSED:
        raise Conflict.of("study.closed_quorum", given=study)
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
    chunks = Chunks(bench.database, bench.world.timer)
    for number, grp in steps:
        slots.open_more(chunks, study=view.id, stage=number, group=grp, quorum=to)
    data = {"quorum": to, "stage": stage, "group": group}

    def write(run: Run) -> None:
        row = find_study(run, study)
        slots.close_empty_units(run, study=row.id, withdrawn=systems.withdrawn_candidates(run, row.id))
        changes: studies.StudyChanges = {"settings": new.model_dump_json(), "epoch": row.epoch + 1}
        studies.append_event(run, row, kind=EventKind.QUORUM_RAISED, data=data, who=who, now=bench.now(), **changes)

    bench.database.write(write)
    if settings.assign == "fixed":
        plan_lists(bench, view_of(bench, study))


def mark_pilot(bench: Workbench, study: str, who: str = "command line") -> int:
    """Everything judged so far was a pilot: kept, left out of results, its slots open again. How many there were."""

    def write(run: Run) -> int:
        row = _not_draft(find_study(run, study))
        projections.hold_still(run, row.id)
        until, count = log.last_seq(run, row.id), log.count(run, row.id)
        data = {"until": until, "judgements": count}
        changes: studies.StudyChanges = {"pilot_seq": until, "epoch": row.epoch + 1}
        studies.append_event(run, row, kind=EventKind.PILOT_MARKED, data=data, who=who, now=bench.now(), **changes)
        withdrawn = load_view(run, row.id).withdrawn
        projections.rebuild_slots(run, study=row.id, pilot_seq=until, withdrawn=withdrawn)
        return count

    return bench.database.write(write)


def revise_guideline(bench: Workbench, study: str, lang: str, prose: str, note: str, who: str = "command line") -> None:
    """Publish new prose; judgements from now on carry its hash. Questions and levels stay as they are."""

    def write(run: Run) -> None:
        row = find_study(run, study)
        before = guidelines.newest(run, row.id).get(lang)
        if not LANGUAGE.fullmatch(lang):
            raise Refused.of("guideline.bad_language", "lang", lang)
        if not 0 < len(prose.strip()) <= LONGEST_PROSE:
            raise Refused.of("guideline.bad_prose", "prose", len(prose), LONGEST_PROSE)
        if before is not None and before.prose == prose:
            raise Conflict.of("guideline.unchanged", "prose", lang)
        revision = before.revision + 1 if before else 1
        hashed = hash_bytes("guideline", prose.encode())
        guidelines.add(run, row.id, guidelines.NewRevision(lang, revision, hashed, prose, bench.now()))
        data: JsonObject = {"lang": lang, "revision": revision, "hash": hashed, "note": note}
        studies.append_event(run, row, kind=EventKind.GUIDELINE_REVISED, data=data, who=who, now=bench.now())

    bench.database.write(write)
