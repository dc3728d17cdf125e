"""Two accounts of one person become one: their work is one rater's, and no unit counts twice.

Judgements stay as they were sent. Of a unit that both accounts rated the earlier judgement counts, and the slot of the
other one opens again.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from jurybox.core import Conflict, EventKind, JsonObject, NotFound, Ready, Refused, StudyState
from jurybox.store import HeldUnit, MembershipRow, Run, StudyRow, merged_raters, people, projections, studies
from jurybox.studies.people.raters import RaterInfo, deal_to_all, find_member, rater_info
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench

HOLDING = ("leased", "planned")
THROUGH = (Ready.DONE, Ready.FLAGGED)


@dataclass(frozen=True, slots=True)
class Merging:
    """What merging two accounts does, or did."""

    kept: RaterInfo
    merged: RaterInfo
    """The account that is given up; its link opens the other one."""
    judgements: int
    """How many of its judgements go over."""
    shared: int
    """How many units both were given."""
    reopened: int
    """How many of these both have judged: so many slots open again."""


class _Pair(NamedTuple):
    kept: MembershipRow
    merged: MembershipRow


class _Split(NamedTuple):
    """What the two accounts hold, as it is when they are one."""

    stays: list[HeldUnit]
    moves: list[HeldUnit]
    given_up: list[HeldUnit]
    """Of units that both have: what does not count, and its repeats."""
    shared: int
    reopened: int


def look_at_merging(bench: Workbench, study: str, rater: str, into: str) -> Merging:
    """What merging an account into another would do; nothing is written."""

    def read(run: Run) -> Merging:
        row = find_study(run, study)
        pair = _pair(run, row, rater, into)
        return _told(bench, run, load_view(run, row.id), pair, _split(run, pair))

    return bench.database.read(read)


def merge_raters(bench: Workbench, study: str, rater: str, into: str, who: str = "command line") -> Merging:
    """Make an account's work another one's. Its link opens the other account from now on."""

    def write(run: Run) -> Merging:
        row, now = find_study(run, study), bench.now()
        projections.hold_still(run, row.id)
        pair = _pair(run, row, rater, into)
        split, view = _split(run, pair), load_view(run, row.id)
        told = _told(bench, run, view, pair, split)
        _move(run, pair, split)
        _take_on(run, pair)
        merged_raters.merge(run, member=pair.merged.id, into=pair.kept.id, now=now)
        if row.state != StudyState.DRAFT:
            projections.rebuild_slots(run, study=row.id, pilot_seq=row.pilot_seq, withdrawn=view.withdrawn)
        data: JsonObject = {
            "rater": pair.kept.uid,
            "merged": pair.merged.uid,
            "judgements": told.judgements,
            "shared": told.shared,
        }
        studies.append_event(run, row, kind=EventKind.RATERS_MERGED, data=data, who=who, now=now, epoch=row.epoch + 1)
        deal_to_all(bench, run, row.id)
        return told

    return bench.database.write(write)


def _pair(run: Run, row: StudyRow, rater: str, into: str) -> _Pair:
    """The two accounts, if they can be merged."""
    if not into.strip():
        raise Refused.of("merge.no_target", "into")
    members = people.memberships(run, row.id)
    merged, kept = (_found(run, row, members, name) for name in (rater, into))
    for name, member in ((rater, merged), (into, kept)):
        if member.merged_into is not None:
            raise Conflict.of("merge.merged_already", given=name)
        if member.adjudicator is not None or merged_raters.has_decided(run, member.id):
            raise Conflict.of("merge.adjudicator", given=name)
    if merged.id == kept.id:
        raise Conflict.of("merge.same", given=rater)
    if kept.revoked_at is not None and merged.revoked_at is None:
        raise Conflict.of("merge.into_revoked", given=into)
    return _Pair(kept, merged)


def _found(run: Run, row: StudyRow, members: Sequence[MembershipRow], name: str) -> MembershipRow:
    try:
        return find_member(members, name)
    except NotFound:
        if merged_raters.study_of(run, name) is not None:
            raise Conflict.of("merge.other_study", given=name, study=row.key) from None
        raise


def _told(bench: Workbench, run: Run, view: StudyView, pair: _Pair, split: _Split) -> Merging:
    stages = [stage.id for stage in view.protocol.stages]
    numbers = {member.id: n for n, member in enumerate(people.memberships(run, view.id), start=1)}
    kept, merged = (rater_info(bench, view, member, numbers[member.id], stages) for member in pair)
    sent = merged_raters.count_judgements(run, study=view.id, member=pair.merged.id)
    return Merging(kept, merged, sent, split.shared, split.reopened)


def _split(run: Run, pair: _Pair) -> _Split:
    """Of every unit that both were given, what counts and what is given up."""
    ours, theirs = (merged_raters.held_by(run, member.id) for member in pair)
    mine, other = ({held.unit: held for held in all if held.purpose == "rating"} for all in (ours, theirs))
    shared = mine.keys() & other.keys()
    lost = {max(mine[unit], other[unit], key=_precedence).id for unit in shared}
    given_up = [held for held in (*ours, *theirs) if held.id in lost or held.repeat_of in lost]
    gone = {held.id for held in given_up}
    both = sum(mine[unit].counted is not None and other[unit].counted is not None for unit in shared)
    stays, moves = ([held for held in all if held.id not in gone] for all in (ours, theirs))
    return _Split(stays, moves, given_up, len(shared), both)


def _precedence(held: HeldUnit) -> tuple[int, int]:
    """The lower one counts: the earlier judgement, else what was begun last, else what holds a slot."""
    if held.counted is not None:
        return 0, held.counted
    if held.judged is not None:
        return 1, held.judged
    if held.saved_at is not None:
        return 2, -held.saved_at
    return (3 if held.state in HOLDING else 4), held.id


def _move(run: Run, pair: _Pair, split: _Split) -> None:
    kept, merged = pair.kept.id, pair.merged.id
    done = sum(held.purpose == "rating" and held.state == "done" for held in (*split.stays, *split.moves))
    after = merged_raters.last_position(run, merged) + 1
    for n, held in enumerate(split.given_up):
        if held.purpose == "rating":
            merged_raters.give_up(run, held, to=merged, position=after + n)
        else:
            merged_raters.set_aside(run, held)
    merged_raters.put_off_repeats(run, kept, done - pair.kept.done)
    first, batch = merged_raters.last_position(run, kept) + 1, merged_raters.last_batch(run, kept) + 1
    merged_raters.move(run, split.moves, to=kept, first=first, later_batch=batch, later=done - pair.merged.done)
    for n, held in enumerate(split.given_up):
        if held.purpose == "repeat":
            merged_raters.keep_aside(run, held, to=merged, position=after + n)


def _take_on(run: Run, pair: _Pair) -> None:
    """The person may rate what either account might, and has done before the first task what either has."""
    kept, merged = pair
    ready = kept.ready
    if ready not in THROUGH and merged.ready in THROUGH:
        ready = merged.ready
        merged_raters.exchange_examples(run, kept.id, merged.id)
    groups = sorted({*kept.groups, *merged.groups}) if kept.groups and merged.groups else []
    stages = sorted({*kept.stages, *merged.stages}) if kept.stages and merged.stages else []
    merged_raters.take_on(
        run, member=kept.id, groups=json.dumps(groups, ensure_ascii=False), stages=json.dumps(stages), ready=ready
    )
