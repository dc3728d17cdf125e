"""One study as one file: protocol, guideline, items, media, judgements and report; it opens again on any server."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.carry.archive.reopen import Reopened, reopen_archive
    from jurybox.studies.carry.archive.write import Archived, write_archive
else:
    __getattr__ = door(__name__)

__all__ = [
    "Archived",
    "Reopened",
    "reopen_archive",
    "write_archive",
]
