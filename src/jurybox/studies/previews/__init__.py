"""The rater's page for organisers who look: rehearsals of protocols and studies, and what one rater has before them.

Nothing here writes: what is asked for is read in read-only transactions or made in memory.
"""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.previews.as_rater import RatersPage, look_as
    from jurybox.studies.previews.page import PreviewedPage, SentFile
    from jurybox.studies.previews.rehearsal import Rehearsal
    from jurybox.studies.previews.sources import rehearse_protocol, rehearse_study
else:
    __getattr__ = door(__name__)

__all__ = [
    "PreviewedPage",
    "RatersPage",
    "Rehearsal",
    "SentFile",
    "look_as",
    "rehearse_protocol",
    "rehearse_study",
]
