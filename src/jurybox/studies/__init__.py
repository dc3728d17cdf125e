"""Use cases: the only room that joins protocols, store, exchange, design and analysis."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.address import remember_address, remembered_address
    from jurybox.studies.history import HistoryEntry, HistoryWish, history_file, kinds_of, people_of, tell_history
    from jurybox.studies.item_view import show_item
    from jurybox.studies.jobs import (
        IMPORT_JOB,
        OPEN_JOB,
        JobView,
        StudyJob,
        add_job,
        cancel_job,
        clear_cut_off,
        job_study,
        run_next_job,
        show_job,
        study_jobs,
    )
    from jurybox.studies.overview import (
        DescribedEvent,
        DescribedSystem,
        InboxEntry,
        StageCoverage,
        StudyCard,
        StudyDescription,
        StudyHead,
        StudySummary,
        list_cards,
        list_studies,
        show_guidelines,
        show_head,
        show_study,
        withdrawn_items,
    )
    from jurybox.studies.rebuild import rebuild_all
    from jurybox.studies.sealing import look_through, names_here, refuse_under_seal, reveal, sealed_names, under_seal
    from jurybox.studies.workbench import Workbench, World, open_workbench, view_of
else:
    __getattr__ = door(__name__)

__all__ = [
    "IMPORT_JOB",
    "OPEN_JOB",
    "DescribedEvent",
    "DescribedSystem",
    "HistoryEntry",
    "HistoryWish",
    "InboxEntry",
    "JobView",
    "StageCoverage",
    "StudyCard",
    "StudyDescription",
    "StudyHead",
    "StudyJob",
    "StudySummary",
    "Workbench",
    "World",
    "add_job",
    "cancel_job",
    "clear_cut_off",
    "history_file",
    "job_study",
    "kinds_of",
    "list_cards",
    "list_studies",
    "look_through",
    "names_here",
    "open_workbench",
    "people_of",
    "rebuild_all",
    "refuse_under_seal",
    "remember_address",
    "remembered_address",
    "reveal",
    "run_next_job",
    "sealed_names",
    "show_guidelines",
    "show_head",
    "show_item",
    "show_job",
    "show_study",
    "study_jobs",
    "tell_history",
    "under_seal",
    "view_of",
    "withdrawn_items",
]
