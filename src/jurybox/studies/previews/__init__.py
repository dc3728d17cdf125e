"""The rater's page for organisers who look: trials of protocols and studies, and what one rater has before them.

Nothing here writes: what is asked for is read in read-only transactions or made in memory.
"""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.previews.as_rater import RatersPage, look_as
    from jurybox.studies.previews.drive import Drive, Past
    from jurybox.studies.previews.page import PreviewedPage, SentFile
    from jurybox.studies.previews.sources import drive_study, try_protocol, try_study, try_written
    from jurybox.studies.previews.trial import Trial
else:
    __getattr__ = door(__name__)

__all__ = [
    "Drive",
    "Past",
    "PreviewedPage",
    "RatersPage",
    "SentFile",
    "Trial",
    "drive_study",
    "look_as",
    "try_protocol",
    "try_study",
    "try_written",
]
