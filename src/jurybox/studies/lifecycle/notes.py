"""What an organiser should know of a study before raters begin, though nothing stands against it."""

from jurybox.core import Fault, few_raters
from jurybox.studies.workbench import Workbench, view_of


def study_notes(bench: Workbench, key: str) -> list[Fault]:
    """Stages with fewer raters than the guideline asks for."""
    view = view_of(bench, key)
    return [
        Fault(
            "study.few_raters_in_group" if few.group else "study.few_raters", "", few.quorum, few.least, few._asdict()
        )
        for few in few_raters(view.protocol, view.settings)
    ]
