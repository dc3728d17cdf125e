"""Label Studio: a study filled from its files, or written as such; a labeling configuration as a draft protocol."""

from jurybox.studies.label_studio.drafting import Drafted, draft_from_config
from jurybox.studies.label_studio.exporting import Written, export_label_studio
from jurybox.studies.label_studio.importing import Outcome, import_label_studio
from jurybox.studies.label_studio.saying import Wanted, draft_wishes, options_of

__all__ = [
    "Drafted",
    "Outcome",
    "Wanted",
    "Written",
    "draft_from_config",
    "draft_wishes",
    "export_label_studio",
    "import_label_studio",
    "options_of",
]
