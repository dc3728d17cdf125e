"""How much a rater has done, and how much can still become theirs: from what was seen on the way, never by a count."""

from bisect import bisect_right
from dataclasses import dataclass

from jurybox.core import Assignment
from jurybox.design import checks_among
from jurybox.store import Run, checks, progress
from jurybox.studies.rating.link import Visit
from jurybox.studies.rating.wire import Progress
from jurybox.studies.study import StudyView


@dataclass(slots=True)
class Outlook:
    """How a rater of a pool stands after a search in it."""

    position: int
    """The number of the rater's last unit, from 0."""
    given: int
    """How many units were given to the rater, open repeats aside."""
    stages: int
    """How many stages of the ratings in hand are still to be answered."""
    held: int = 0
    """How many units the rater has in hand, repeats aside."""
    cursor: int = -1
    """The place up to which the rater was served; what was free there is theirs or came back."""
    free: int | None = None
    """How many units beyond the cursor are free, where the search came to the last of them."""


def outlook_of(mine: list[Assignment], position: int, cursor: int = -1, free: int | None = None) -> Outlook:
    """What a rater holds, and where they stand."""
    repeats = stages = held = 0
    for a in mine:
        if a.purpose == "repeat":
            repeats += a.position >= 0
            continue
        held += a.purpose == "rating"
        if a.stage is not None and a.purpose in ("rating", "check"):
            stages += sum(stage >= a.stage for stage in a.stages)
    return Outlook(position, max(0, position + 1) - repeats, stages, held, cursor, free)


def progress_of(run: Run, visit: Visit, seen: Outlook | None) -> Progress:
    """Stages answered and left; without an outlook it is a rater's fixed list that is looked at.

    A repeat and a check count like any other unit.
    """
    view, member = visit.view, visit.member
    steps = len(member.stages or view.protocol.stages)
    done = member.done * steps
    if steps > 1:
        done += progress.stages_begun(run, member.id, first=min(member.stages, default=0))
    again = len(view.repeatable) if view.settings.repeats else 0
    repeats = progress.count_repeats(run, member.id, finished=True) if again else 0
    done += repeats * again
    checked, unfinished = checks.given_to(run, member.id) if view.check_rate else (0, 0)
    done += (checked - unfinished) * steps
    if seen is None:
        return {"done": done, "left": _of_list(run, visit, steps), "sure": True}
    given = seen.given - repeats - checked
    barred = _barred(visit, seen, given, checked)
    free = _free(visit, seen, given + barred)
    further = max(0, int((given + free) * view.settings.repeats) - repeats) * again
    further += _checks_to_come(visit, seen, free, checked) * steps if view.check_rate else 0
    is_sure = not again and (not view.check_rate or free == 0) and _is_sure(view, free)
    return {"done": done, "left": seen.stages + free * steps + further, "sure": is_sure}


def _barred(visit: Visit, seen: Outlook, given: int, checked: int) -> int:
    """How many units never come to this rater because checks were made from their items, past and future ones.

    Told from the beginning: what is left would else shrink by them after a check, and so tell that it was one.
    """
    each = visit.view.units_per_check
    if not each:
        return 0
    ahead = max(0, visit.view.expected_units(visit.member.groups) - given)

    def falls_short(further: int) -> bool:
        """Whether fewer checks come when that many bar their units."""
        return _checks_to_come(visit, seen, ahead - round(each * (checked + further)), checked) < further

    most = _checks_to_come(visit, seen, ahead, checked)
    further = bisect_right(range(most + 1), False, key=falls_short) - 1
    return min(ahead, round(each * (checked + further)))


def _checks_to_come(visit: Visit, seen: Outlook, free: int, checked: int) -> int:
    """How many checks stand among so many further units, as far as there are any."""
    view = visit.view
    found = checks_among(seen.position + 1, free, view.check_rate, view.row.seed, visit.member.uid)
    return min(found, max(0, view.checks - checked))


def _of_list(run: Run, visit: Visit, steps: int) -> int:
    """What is left of a fixed list, the repeats that stand in it included."""
    units = progress.count_open(run, visit.member.id)
    if steps == 1 or not units:
        return units
    first = min(visit.member.stages, default=0)
    repeats = progress.count_repeats(run, visit.member.id, finished=False)
    ratings = max(0, units - repeats)
    return (
        ratings * steps
        - progress.stages_begun(run, visit.member.id, first=first)
        + repeats * len(visit.view.repeatable)
    )


def _free(visit: Visit, seen: Outlook, gone: int) -> int:
    """At the most so many units can still become this rater's, where so many are theirs or never will be."""
    view, groups = visit.view, visit.member.groups
    free = max(0, view.expected_units(groups) - gone)
    if view.settings.units_per_rater is not None:
        free = min(free, max(0, view.settings.units_per_rater - visit.member.done - seen.held))
    if not view.has_even_quorum:  # a later stage may have room where the first has none
        return free
    if not groups:
        free = min(free, max(0, view.expected_units(()) - seen.cursor - 1))
    return free if seen.free is None else min(free, seen.free)


def _is_sure(view: StudyView, free: int) -> bool:
    """Whether nobody can take any of it: there is nothing to take, or room for every rater everywhere."""
    is_roomy = view.least_quorum >= view.raters and not view.hides and not view.protocol.rules
    return free == 0 or is_roomy
