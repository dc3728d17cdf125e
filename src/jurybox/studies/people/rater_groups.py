"""Which groups a rater rates: what there is to choose from, and changing it afterwards."""

from collections.abc import Sequence
from dataclasses import dataclass

from jurybox.core import Conflict, EventKind, JsonData, refuse
from jurybox.store import Run, people, studies
from jurybox.studies.people.known_groups import named_groups, unknown_groups
from jurybox.studies.people.raters import RaterInfo, deal_to_all, list_raters, rater_named
from jurybox.studies.study import find_study, load_view
from jurybox.studies.workbench import Workbench, view_in


@dataclass(frozen=True, slots=True)
class RaterChoices:
    """What a rater can be limited to, and where raters and groups do not fit."""

    groups: list[str]
    stages: list[str]
    unrated: list[str]
    """Groups that nobody rates, once there are raters."""
    by_language: dict[str, str]
    """Raters who rate all groups although one is called as their language: their ids, and that group."""


def rater_choices(bench: Workbench, study: str) -> RaterChoices:
    def read(run: Run) -> RaterChoices:
        view = view_in(bench, run, study)
        groups = named_groups(run, view)
        raters = [m for m in people.memberships(run, view.id) if m.revoked_at is None and m.merged_into is None]
        rated = {group for m in raters for group in m.groups or groups}
        spoken = {m.uid: m.language for m in raters if m.language in groups and not m.groups}
        by_language = {uid: language for uid, language in spoken.items() if language} if len(groups) > 1 else {}
        unrated = [group for group in groups if group not in rated] if raters else []
        return RaterChoices(groups, [stage.id for stage in view.protocol.stages], unrated, by_language)

    return bench.database.read(read)


def set_groups(bench: Workbench, study: str, rater: str, groups: Sequence[str], who: str = "command line") -> RaterInfo:
    """Which groups a rater is given from now on; none means all. What they have in hand stays theirs to finish.

    With fixed lists in an open study what nobody has begun is dealt out anew.
    """

    def write(run: Run) -> RaterInfo:
        row = find_study(run, study)
        found = rater_named(run, bench, study, rater)
        if found.revoked:
            raise Conflict.of("rater.revoked_already", given=rater)
        refuse(unknown_groups(run, load_view(run, row.id), groups))
        chosen = tuple(dict.fromkeys(groups))
        if chosen != found.groups:
            people.set_groups(run, member=people.membership_id(run, found.id), groups=chosen)
            data: dict[str, JsonData] = {"rater": found.id, "groups": list(chosen)}
            studies.append_event(run, row, kind=EventKind.RATER_GROUPS, data=data, who=who, now=bench.now())
            deal_to_all(bench, run, row.id)
        return rater_named(run, bench, study, found.id)

    return bench.database.write(write)


def groups_by_language(bench: Workbench, study: str, who: str = "command line") -> list[RaterInfo]:
    """Every rater of all groups gets the one that is called as their language, where there is such a one."""
    wanted = rater_choices(bench, study).by_language
    for rater, group in wanted.items():
        set_groups(bench, study, rater, [group], who)
    return [info for info in list_raters(bench, study) if info.id in wanted]
