"""Units of items that came into a study after it was opened."""

from jurybox.core import RUNNING, EventKind
from jurybox.store import Run, projections, studies, systems
from jurybox.studies.lifecycle.open import open_units
from jurybox.studies.pairing import even_batch, write_batch
from jurybox.studies.progress import Progress
from jurybox.studies.rating import plan_lists
from jurybox.studies.study import find_study
from jurybox.studies.workbench import Workbench, view_of

MAKES_UNITS = (EventKind.OPENED, EventKind.ITEMS_ADDED)


def finish_adding(bench: Workbench, key: str, who: str, progress: Progress) -> None:
    """What was killed, or met a full disk, between an import or opening and its last step, is brought to its end."""
    view = view_of(bench, key)
    if view.row.state not in RUNNING:
        return
    events = bench.database.read(lambda run: studies.events(run, view.id))
    last = [event.kind for event in events if event.kind in (*MAKES_UNITS, EventKind.IMPORTED)][-1]
    if last == EventKind.IMPORTED:
        add_units(bench, key, who, progress)
    elif view.settings.assign == "fixed":
        plan_lists(bench, view)


def add_units(bench: Workbench, key: str, who: str, progress: Progress) -> None:
    view = view_of(bench, key)
    units, taken = open_units(bench.database, view, bench.world.timer, progress)
    batch = bench.database.read(lambda run: even_batch(run, view)) if view.settings.pairs.on else None
    data = {"units": units if batch is None else len(batch.pairs)}

    def write(run: Run) -> None:
        row = find_study(run, key)
        if view.withdrawn:  # a late system may have joined what only withdrawn ones had made
            projections.hold_still(run, row.id)
            withdrawn = systems.withdrawn_candidates(run, row.id)
            projections.rebuild_slots(run, study=row.id, pilot_seq=row.pilot_seq, withdrawn=withdrawn)
        epoch = row.epoch + bool(view.withdrawn)
        studies.append_event(
            run, row, kind=EventKind.ITEMS_ADDED, data=data, who=who, now=bench.now(), places=taken, epoch=epoch
        )
        if batch is not None:
            write_batch(run, view, batch, who, bench.now())

    bench.database.write(write)
    if view.settings.assign == "fixed":
        plan_lists(bench, view_of(bench, key))
