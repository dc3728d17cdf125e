"""`jurybox workbook withdraw`: a workbook that will not come back gives its slots to others."""

from jurybox.core import AssignmentState
from jurybox.store import Run, assignments, people
from jurybox.studies.people import rater_named
from jurybox.studies.rating import let_checks_go, release
from jurybox.studies.workbench import Workbench


def withdraw_workbooks(bench: Workbench, key: str, rater: str) -> int:
    """Give back every unit that is reserved for a rater and not judged; how many there were.

    What comes back all the same is kept, and counts where a slot is still free.
    """

    def write(run: Run) -> int:
        member = people.member_to_write(run, rater_named(run, bench, key, rater).id)
        assert member is not None
        planned = [a for a in assignments.held_by(run, member.id) if a.state == AssignmentState.PLANNED]
        for a in planned:
            release(run, a)
        let_checks_go(run, member.id)
        return len(planned)

    return bench.database.write(write)
