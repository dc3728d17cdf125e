"""The life of a study: created, filled with items, previewed, opened, changed, closed, copied."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.lifecycle.change import (
        LANGUAGE,
        mark_pilot,
        raise_quorum,
        revise_guideline,
        withdraw_item,
        withdraw_system,
    )
    from jurybox.studies.lifecycle.copy import StudyCopy, copy_study
    from jurybox.studies.lifecycle.create import (
        ItemFiles,
        StudyDraft,
        add_units,
        clear_unfinished_import,
        close_study,
        create_filled,
        create_study,
        import_items,
        open_study,
        write_import,
    )
    from jurybox.studies.lifecycle.existing import existing_of
    from jurybox.studies.lifecycle.preview import (
        Preview,
        PreviewedStage,
        Reading,
        preview_more,
        preview_new,
        reading_of,
    )
    from jurybox.studies.lifecycle.protocols import ShelfLine, check_protocol, find_protocol, from_shelf, list_shelf
    from jurybox.studies.lifecycle.settings_input import KEY, read_wishes
else:
    __getattr__ = door(__name__)

__all__ = [
    "KEY",
    "LANGUAGE",
    "ItemFiles",
    "Preview",
    "PreviewedStage",
    "Reading",
    "ShelfLine",
    "StudyCopy",
    "StudyDraft",
    "add_units",
    "check_protocol",
    "clear_unfinished_import",
    "close_study",
    "copy_study",
    "create_filled",
    "create_study",
    "existing_of",
    "find_protocol",
    "from_shelf",
    "import_items",
    "list_shelf",
    "mark_pilot",
    "open_study",
    "preview_more",
    "preview_new",
    "raise_quorum",
    "read_wishes",
    "reading_of",
    "revise_guideline",
    "withdraw_item",
    "withdraw_system",
    "write_import",
]
