"""The groups that raters can be limited to."""

from collections.abc import Sequence

from jurybox.core import Fault
from jurybox.store import Run, item_list
from jurybox.studies.study import StudyView


def named_groups(run: Run, view: StudyView) -> list[str]:
    """The groups that items are in, also of a draft, which has no units yet."""
    return sorted(group for group in view.units_per_group if group) or item_list.groups_of(run, view.id)


def unknown_groups(run: Run, view: StudyView, groups: Sequence[str]) -> list[Fault]:
    known = sorted({*view.units_per_group, *named_groups(run, view)})
    return [Fault("rater.unknown_group", "groups", group, known) for group in groups if known and group not in known]
