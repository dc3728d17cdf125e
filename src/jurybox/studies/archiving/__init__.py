"""One study as one file: protocol, guideline, items, media, judgements and report; it opens again on any server."""

from jurybox.studies.archiving.opening import Reopened, reopen_archive
from jurybox.studies.archiving.writing import Archived, write_archive

__all__ = ["Archived", "Reopened", "reopen_archive", "write_archive"]
