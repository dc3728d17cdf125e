"""Use cases: the only room that joins protocols, store, exchange, design and analysis."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.item_view import show_item
    from jurybox.studies.jobs import JobView, add_job, cancel_job, clear_cut_off, run_next_job, show_job
    from jurybox.studies.overview import (
        DescribedEvent,
        DescribedSystem,
        InboxEntry,
        StageCoverage,
        StudyDescription,
        StudySummary,
        list_studies,
        show_guidelines,
        show_study,
    )
    from jurybox.studies.rebuild import rebuild_all
    from jurybox.studies.workbench import Workbench, World, open_workbench, view_of
else:
    __getattr__ = door(__name__)

__all__ = [
    "DescribedEvent",
    "DescribedSystem",
    "InboxEntry",
    "JobView",
    "StageCoverage",
    "StudyDescription",
    "StudySummary",
    "Workbench",
    "World",
    "add_job",
    "cancel_job",
    "clear_cut_off",
    "list_studies",
    "open_workbench",
    "rebuild_all",
    "run_next_job",
    "show_guidelines",
    "show_item",
    "show_job",
    "show_study",
    "view_of",
]
