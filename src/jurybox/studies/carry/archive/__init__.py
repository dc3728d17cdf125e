"""One study as one file: protocol, guideline, items, media, judgements and report; it opens again on any server."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.carry.archive.download import (
        ARCHIVE_JOB,
        ArchiveState,
        archive_state,
        ask_archive,
        download_archive,
        make_archive,
    )
    from jurybox.studies.carry.archive.reopen import Reopened, reopen_archive
    from jurybox.studies.carry.archive.write import Archived, write_archive
else:
    __getattr__ = door(__name__)

__all__ = [
    "ARCHIVE_JOB",
    "ArchiveState",
    "Archived",
    "Reopened",
    "archive_state",
    "ask_archive",
    "download_archive",
    "make_archive",
    "reopen_archive",
    "write_archive",
]
