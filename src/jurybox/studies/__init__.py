"""Use cases: the only room that joins protocols, store, exchange, design and analysis."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.address import remember_address, remembered_address
    from jurybox.studies.history import HistoryEntry, HistoryWish, history_file, kinds_of, people_of, tell_history
    from jurybox.studies.item_list import (
        ItemLine,
        ItemPage,
        ItemsPage,
        ItemsWish,
        all_items,
        beside_item,
        items_file,
        list_items,
    )
    from jurybox.studies.item_notes import note_item
    from jurybox.studies.item_view import ItemView, item_media, show_item
    from jurybox.studies.jobs import (
        IMPORT_JOB,
        LOOK_JOB,
        OPEN_JOB,
        JobView,
        StudyJob,
        add_job,
        cancel_job,
        clear_cut_off,
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
    )
    from jurybox.studies.rebuild import rebuild_all
    from jurybox.studies.study import StudyView
    from jurybox.studies.upload_jobs import (
        UploadView,
        ask_import,
        ask_look,
        check_free,
        show_upload,
        stop_work,
        throw_away,
    )
    from jurybox.studies.watching import (
        Blocker,
        Parts,
        StudyMoment,
        StudyPace,
        SystemsAndInbox,
        Waiting,
        Watched,
        live_numbers,
        moment_of,
        shape_of,
        show_inbox,
        watch_study,
    )
    from jurybox.studies.workbench import Workbench, World, open_workbench, view_of
else:
    __getattr__ = door(__name__)

__all__ = [
    "IMPORT_JOB",
    "LOOK_JOB",
    "OPEN_JOB",
    "Blocker",
    "DescribedEvent",
    "DescribedSystem",
    "HistoryEntry",
    "HistoryWish",
    "InboxEntry",
    "ItemLine",
    "ItemPage",
    "ItemView",
    "ItemsPage",
    "ItemsWish",
    "JobView",
    "Parts",
    "StageCoverage",
    "StudyCard",
    "StudyDescription",
    "StudyHead",
    "StudyJob",
    "StudyMoment",
    "StudyPace",
    "StudySummary",
    "StudyView",
    "SystemsAndInbox",
    "UploadView",
    "Waiting",
    "Watched",
    "Workbench",
    "World",
    "add_job",
    "all_items",
    "ask_import",
    "ask_look",
    "beside_item",
    "cancel_job",
    "check_free",
    "clear_cut_off",
    "history_file",
    "item_media",
    "items_file",
    "kinds_of",
    "list_cards",
    "list_items",
    "list_studies",
    "live_numbers",
    "moment_of",
    "note_item",
    "open_workbench",
    "people_of",
    "rebuild_all",
    "remember_address",
    "remembered_address",
    "run_next_job",
    "shape_of",
    "show_guidelines",
    "show_head",
    "show_inbox",
    "show_item",
    "show_job",
    "show_study",
    "show_upload",
    "stop_work",
    "study_jobs",
    "tell_history",
    "throw_away",
    "view_of",
    "watch_study",
]
