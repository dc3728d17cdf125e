"""Label Studio: a study filled from its files, or written as such; a labeling configuration as a draft protocol."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.carry.label_studio.draft import Drafted, draft_from_config
    from jurybox.studies.carry.label_studio.export import WrittenTasks, export_label_studio
    from jurybox.studies.carry.label_studio.options import WrittenOptions, draft_wishes, options_of
    from jurybox.studies.carry.label_studio.read import ImportOutcome, TaskPreview, import_label_studio
else:
    __getattr__ = door(__name__)

__all__ = [
    "Drafted",
    "ImportOutcome",
    "TaskPreview",
    "WrittenOptions",
    "WrittenTasks",
    "draft_from_config",
    "draft_wishes",
    "export_label_studio",
    "import_label_studio",
    "options_of",
]
