"""A rehearsal: pretend raters rate a copy of a draft, and the real analysis says whether it can end in an answer."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.rehearsal.on_copy import REHEARSAL_JOB, last_rehearsal, rehearsal_args, rehearse
    from jurybox.studies.rehearsal.told import OUTCOMES, Outcome, tell_rehearsal
else:
    __getattr__ = door(__name__)

__all__ = [
    "OUTCOMES",
    "REHEARSAL_JOB",
    "Outcome",
    "last_rehearsal",
    "rehearsal_args",
    "rehearse",
    "tell_rehearsal",
]
