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
        check_openable,
        clear_unfinished_import,
        create_filled,
        create_study,
        free_key,
        import_items,
        open_study,
        write_import,
    )
    from jurybox.studies.lifecycle.existing import existing_of
    from jurybox.studies.lifecycle.notes import study_notes
    from jurybox.studies.lifecycle.preview import (
        Preview,
        PreviewedStage,
        Reading,
        preview_more,
        preview_new,
        read_pairs,
        reading_of,
    )
    from jurybox.studies.lifecycle.protocols import (
        NeededColumn,
        ProtocolDescription,
        ShelfCard,
        ShelfLine,
        check_protocol,
        columns_of,
        describe_protocol,
        describe_shelf,
        find_protocol,
        from_shelf,
        list_shelf,
    )
    from jurybox.studies.lifecycle.restore import restore_item, restore_system
    from jurybox.studies.lifecycle.settings_input import KEY, read_wishes
    from jurybox.studies.lifecycle.settings_told import ToldSetting, tell_settings
    from jurybox.studies.lifecycle.states import close_study, pause_study, reopen_study, resume_study
    from jurybox.studies.lifecycle.unit_quorum import UnitQuorum, raise_unit_quorum
else:
    __getattr__ = door(__name__)

__all__ = [
    "KEY",
    "LANGUAGE",
    "ItemFiles",
    "NeededColumn",
    "Preview",
    "PreviewedStage",
    "ProtocolDescription",
    "Reading",
    "ShelfCard",
    "ShelfLine",
    "StudyCopy",
    "StudyDraft",
    "ToldSetting",
    "UnitQuorum",
    "add_units",
    "check_openable",
    "check_protocol",
    "clear_unfinished_import",
    "close_study",
    "columns_of",
    "copy_study",
    "create_filled",
    "create_study",
    "describe_protocol",
    "describe_shelf",
    "existing_of",
    "find_protocol",
    "free_key",
    "from_shelf",
    "import_items",
    "list_shelf",
    "mark_pilot",
    "open_study",
    "pause_study",
    "preview_more",
    "preview_new",
    "raise_quorum",
    "raise_unit_quorum",
    "read_pairs",
    "read_wishes",
    "reading_of",
    "reopen_study",
    "restore_item",
    "restore_system",
    "resume_study",
    "revise_guideline",
    "study_notes",
    "tell_settings",
    "withdraw_item",
    "withdraw_system",
    "write_import",
]
