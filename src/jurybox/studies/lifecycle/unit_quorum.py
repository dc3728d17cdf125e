"""More raters for the units of one item: where the organiser has seen answers and wants to know better."""

from dataclasses import dataclass

from jurybox.core import Conflict, EventKind, Fault, JsonData, NotFound, Refused, StudyState, refuse
from jurybox.store import Run, StudyRow, items, log, slots, studies, systems, units
from jurybox.studies.lifecycle.settings_input import MOST_RATERS
from jurybox.studies.rating import plan_lists
from jurybox.studies.sealing import behind_seal, under_seal
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench, view_of


@dataclass(frozen=True, slots=True)
class UnitQuorum:
    """How many raters the units of an item are to have: all, or those that show a system; at one stage or all."""

    item: str
    to: int
    system: str | None = None
    stage: str | None = None


def raise_unit_quorum(bench: Workbench, study: str, wish: UnitQuorum, who: str = "command line") -> None:
    """Raise the quorum of the units of one item. A quorum never falls.

    Where answers were there already, further ratings count in means and not in agreement: units that are looked at
    again because raters differ are no fair sample of how far they agree.
    """

    own = None if wish.system is None else behind_seal(wish.system)

    def write(run: Run) -> None:
        row = find_study(run, study)
        if row.state in (StudyState.DRAFT, StudyState.CLOSED):
            code = "study.closed_quorum" if row.state == StudyState.CLOSED else "study.not_open"
            raise Conflict.of(code, given=study, state=row.state)
        view = load_view(run, row.id)
        found = _units(run, view, wish, own)
        stages = [n for n, stage in enumerate(view.protocol.stages) if wish.stage in (None, stage.id)]
        raised = [slots.open_more_of_unit(run, unit=u.id, stage=n, quorum=wish.to) for u in found for n in stages]
        if not any(raised):
            raise Refused.of("study.quorum_not_higher", "quorum", wish.to)
        data: dict[str, JsonData] = {
            "quorum": wish.to,
            "stage": wish.stage,
            "item": wish.item,
            "system": own,
            "seen": bool(log.of_item(run, found[0].item)),
        }
        _append(run, row, data, who, bench.now())

    bench.database.write(write)
    view = view_of(bench, study)
    if view.settings.assign == "fixed":
        plan_lists(bench, view)


def _append(run: Run, row: StudyRow, data: dict[str, JsonData], who: str, now: int) -> None:
    studies.append_event(run, row, kind=EventKind.QUORUM_RAISED, data=data, who=who, now=now, epoch=row.epoch + 1)


def _units(run: Run, view: StudyView, wish: UnitQuorum, own: str | None) -> list[units.UnitRow]:
    """The units that are meant; every fault at once otherwise."""
    item = items.find(run, study=view.id, key=wish.item)
    if item is None or item.content.withdrawn:
        raise NotFound.of("item.not_served", "item", wish.item)
    makers = systems.makers_of_item(run, item.id)
    faults = []
    if not 1 <= wish.to <= MOST_RATERS:
        faults.append(Fault("study.bad_quorum", "quorum", wish.to, MOST_RATERS))
    ids = [stage.id for stage in view.protocol.stages]
    if wish.stage is not None and wish.stage not in ids:
        faults.append(Fault("study.unknown_stage", "stage", wish.stage, ids))
    known = sorted({name for names in makers.values() for name in names})
    if own is not None and own not in known:
        faults.append(Fault("system.unknown_of_item", "system", wish.system, under_seal(known)))
    refuse(faults)
    return [
        found
        for found in units.of_item(run, item.id)
        if not view.withdrawn.issuperset(found.candidates)
        and (own is None or any(own in makers[c] for c in found.candidates))
    ]
