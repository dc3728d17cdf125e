"""Undoing a withdrawal: what was said before counts again, and whoever was let go may go on."""

from collections.abc import Callable

from jurybox.core import Assignment, AssignmentState, Conflict, EventKind, NotFound, Standing, StudyState
from jurybox.store import Run, StudyRow, assignments, items, log, people, projections, slots, studies, systems
from jurybox.studies.rating import give_back, plan_lists, remaining, take_slots
from jurybox.studies.sealing import behind_seal, under_seal
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench, view_of


def restore_item(bench: Workbench, study: str, item: str, reason: str = "", who: str = "command line") -> None:
    """Take an item in again. What came meanwhile stays uncounted, and goes back to its raters as drafts."""

    def bring_back(run: Run, row: StudyRow) -> None:
        if items.restore(run, study=row.id, key=item) is None:
            raise NotFound.of("item.not_withdrawn", given=item, allowed=items.withdrawn_keys(run, row.id))

    _restore(bench, study, bring_back, EventKind.ITEM_RESTORED, {"item": item, "reason": reason}, who)


def restore_system(bench: Workbench, study: str, system: str, reason: str = "", who: str = "command line") -> None:
    """Take a system in again, with the units that only it had made."""

    own = behind_seal(system)

    def bring_back(run: Run, row: StudyRow) -> None:
        if not systems.restore(run, study=row.id, name=own):
            gone = [s.name for s in systems.systems_of(run, row.id) if s.withdrawn_at is not None]
            raise NotFound.of("system.not_withdrawn", given=system, allowed=under_seal(gone))

    _restore(bench, study, bring_back, EventKind.SYSTEM_RESTORED, {"system": own, "reason": reason}, who)


def _restore(
    bench: Workbench,
    study: str,
    bring_back: Callable[[Run, StudyRow], None],
    kind: EventKind,
    data: dict[str, str],
    who: str,
) -> None:
    def write(run: Run) -> None:
        row, now = find_study(run, study), bench.now()
        if row.state == StudyState.DRAFT:
            raise Conflict.of("study.not_open", given=row.key, state=row.state)
        projections.hold_still(run, row.id)
        bring_back(run, row)
        view = load_view(run, row.id)
        revived = _revive(run, view)
        _raise_to_settings(run, view)
        projections.rebuild_slots(run, study=row.id, pilot_seq=row.pilot_seq, withdrawn=view.withdrawn)
        if view.settings.assign == "fixed":
            _put_on_lists(run, revived, now)
        give_back(run, view, Standing.WITHDRAWN, now)
        studies.append_event(run, row, kind=kind, data=data, who=who, now=now, epoch=row.epoch + 1)

    bench.database.write(write)
    view = view_of(bench, study)
    if view.settings.assign == "fixed":
        plan_lists(bench, view)


def _revive(run: Run, view: StudyView) -> list[Assignment]:
    """Let raters go on with what they were let go of: as if their leases had run out. Those that may hold slots."""
    may_rate = {member.id for member in people.memberships(run, view.id) if member.revoked_at is None}
    revived = []
    for a in assignments.let_go(run, view.id):
        if items.is_withdrawn(run, a.item) or view.withdrawn.issuperset(a.candidates):
            continue
        judged = log.judged_stages(run, a.id)
        a.stage = next((stage for stage in a.stages if stage not in judged), None)
        a.state = AssignmentState.LAPSED if a.purpose == "rating" else AssignmentState.PLANNED
        assignments.set_state(run, a)
        if a.membership in may_rate and a.purpose == "rating":
            revived.append(a)
    return revived


def _put_on_lists(run: Run, revived: list[Assignment], now: int) -> None:
    """Whoever has a fixed list has the unit on it again, as far as its slots are free."""
    for a in revived:
        if take_slots(run, a, remaining(a), now):
            a.state, a.lease_until = AssignmentState.PLANNED, None
            assignments.set_state(run, a)


def _raise_to_settings(run: Run, view: StudyView) -> None:
    """A quorum that rose meanwhile passed withdrawn items by."""
    for number, stage in enumerate(view.protocol.stages):
        for group in view.units_per_group:
            slots.raise_to(
                run, study=view.id, stage=number, group=group, quorum=view.settings.quorum_of(stage.id, group)
            )
