"""Whether a rater passes checks, and what follows for who surely passes too few of them."""

from jurybox.core import (
    Answers,
    Assignment,
    CheckStanding,
    EventKind,
    JsonObject,
    Member,
    Standing,
    is_surely_below,
    passes,
    translate_targets,
)
from jurybox.store import Run, assignments, checks, log, slots, studies
from jurybox.studies.rating.assign import release
from jurybox.studies.rating.packet import written_letter
from jurybox.studies.study import StudyView

CONSEQUENCES = {"flag": CheckStanding.FLAGGED, "pause": CheckStanding.PAUSED, "screen_out": CheckStanding.SCREENED_OUT}


def judge_check(run: Run, view: StudyView, member: Member, a: Assignment, now: int) -> CheckStanding | None:
    """Whether a rater passed a check, kept beside it; what they have become by it, where that is new."""
    assert a.check_item is not None
    checks.set_passed(run, a.id, has_passed(run, view, a.id, a.check_item, a.stages))
    return settle_checks(run, view, member.id, member.uid, CheckStanding(member.checked or 0), now)


def has_passed(run: Run, view: StudyView, assignment: int, check: int, stages: list[int]) -> bool | None:
    """By the answers that stand; None where a rater could not judge it, or said nothing of what is known."""
    said: dict[int, Answers] = {}
    for number in stages:
        entry = log.latest(run, assignment=assignment, stage=number)
        if entry is not None and entry.cannot is None:
            said[number] = translate_targets(view.stage(number), entry.answers, written_letter)
    return passes(view.protocol, checks.says(run, check), said, view.settings.checks.tolerance)


def settle_checks(
    run: Run, view: StudyView, member: int, uid: str, before: CheckStanding, now: int
) -> CheckStanding | None:
    """What follows for a rater who surely passes too few; nothing for who was looked at already."""
    wish = view.settings.checks
    if before not in (CheckStanding.FINE, CheckStanding.FLAGGED):
        return None
    judged, passed = checks.of_member(run, member)
    if not is_surely_below(passed, judged, wish.pass_share, wish.certainty):
        return None
    after = CONSEQUENCES[wish.on_fail]
    if after == CheckStanding.SCREENED_OUT and wish.exclude:
        after = CheckStanding.EXCLUDED
    if after == before:
        return None
    checks.set_checked(run, member=member, checked=after)
    if after in (CheckStanding.SCREENED_OUT, CheckStanding.EXCLUDED):
        _give_to_others(run, view, member, after == CheckStanding.EXCLUDED)
    row = studies.study_by_id(run, view.id)
    assert row is not None
    data: JsonObject = {"rater": uid, "checks": judged, "passed": passed, "now": after.name.lower()}
    studies.append_event(run, row, kind=EventKind.CHECKS_FAILED, data=data, who="checks", now=now)
    return after


def _give_to_others(run: Run, view: StudyView, member: int, all_of_it: bool) -> None:
    """Open the slots of what a rater will not do; where nothing of theirs counts, of what they have done as well."""
    for a in assignments.held_by(run, member):
        if a.shown < 0 or all_of_it:
            release(run, a)
    for a in assignments.all_of(run, member) if all_of_it else ():
        for number in a.stages if a.purpose == "rating" else ():
            entry = log.latest(run, assignment=a.id, stage=number)
            if entry is not None and entry.standing == Standing.COUNTED and (entry.seq or 0) > view.row.pilot_seq:
                _open_again(run, a, number, entry.cannot is not None)


def _open_again(run: Run, a: Assignment, stage: int, could_not: bool) -> None:
    """A slot that a judgement took; one of who could not judge was given back already."""
    if could_not:
        slots.count_cannot(run, unit=a.unit, stage=stage, by=-1)
    else:
        slots.give_back(run, unit=a.unit, stage=stage)
