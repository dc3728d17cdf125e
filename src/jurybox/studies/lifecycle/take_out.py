"""The texts of a draft taken out as a whole, so that another table can come in their place."""

import shutil

from jurybox.core import Conflict, EventKind, StudyState
from jurybox.store import Run, checks, imports, items, studies
from jurybox.studies.at_a_time import alone_with
from jurybox.studies.lifecycle.upload import tray_of
from jurybox.studies.study import find_study
from jurybox.studies.workbench import Workbench, view_of


def take_texts_out(bench: Workbench, key: str, who: str = "command line") -> int:
    """Drop all items and outputs of a draft, with checks and suggestions made of them; how many items there were."""
    view = view_of(bench, key)
    if view.row.state != StudyState.DRAFT:
        raise Conflict.of("study.texts_fixed", given=key, state=view.row.state)

    def write(run: Run) -> int:
        number = items.count(run, view.id).items
        if number:
            checks.drop_all(run, view.id)
            imports.drop_all(run, view.id)
            row, now = find_study(run, key), bench.now()
            studies.append_event(run, row, kind=EventKind.TEXTS_REMOVED, data={"items": number}, who=who, now=now)
        return number

    with alone_with(bench, view.id, key):
        number = bench.database.write(write)
    tray = tray_of(bench, key)
    shutil.rmtree(tray.aside, ignore_errors=True)
    if tray.folder.is_dir():
        tray.forget_look()
    return number
