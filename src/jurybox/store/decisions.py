"""Decisions of disputes: judgements of a purpose of their own, and who makes them. The newest of a stage stands."""

import json
from typing import NamedTuple

import msgspec
from sqlalchemy import bindparam, literal_column, select, text, update

from jurybox.core import Answers
from jurybox.store.columns import maker, select_as
from jurybox.store.schema import assignment, item, judgement, membership, rater, slot, unit
from jurybox.store.statement import Run, Scalar, Select, Statement, Tuples

P = bindparam
A, J, U = assignment.c, judgement.c, unit.c


class Decision(NamedTuple):
    """What was decided about one stage of a unit, by whom and why."""

    seq: int
    unit: int
    stage: int
    membership: int
    answers: Answers
    reason: str
    received_at: int


class PlacedUnit(NamedTuple):
    """A unit with its item."""

    id: int
    place: int
    group: str
    item: int
    key: str
    candidates: list[int]
    window: int | None


class SaidOfStage(NamedTuple):
    """What one rater says of one stage of a unit."""

    membership: int
    answers: Answers
    cannot: str | None
    comment: str | None
    seq: int


class Adjudicator(NamedTuple):
    """Somebody who decides in a study."""

    id: int
    uid: str
    name: str
    kind: str


_from_json = msgspec.json.Decoder(Answers).decode
_IS_DECISION = text("assignment.purpose = 'adjudication'")
_DECISION = (
    select_as(Decision, judgement, assignment, reason=J.comment)
    .select_from(assignment.join(judgement, A.id == J.assignment_id))
    .where(_IS_DECISION, J.standing == "counted")
    .order_by(J.seq)
)
_decision = maker(Decision, answers=_from_json)
_OF_STUDY = Select(_decision, _DECISION.where(A.study_id == P("study")))
_OF_UNIT = Select(_decision, _DECISION.where(A.study_id == P("study"), A.unit_id == P("unit")))
_DECIDED = Tuples[tuple[int, int]](
    select(A.unit_id, J.stage)
    .select_from(assignment.join(judgement, A.id == J.assignment_id))
    .where(A.study_id == P("study"), _IS_DECISION, J.standing == "counted")
    .group_by(A.unit_id, J.stage)
)
_placed = maker(PlacedUnit, candidates=json.loads)
_PLACED = select_as(PlacedUnit, unit, item).join(item, item.c.id == U.item_id)
_BY_UNIT = Select(_placed, _PLACED.where(U.id == P("unit")))
_AT_PLACE = Select(_placed, _PLACED.where(U.study_id == P("study"), U.place == P("place")))
_SAID = Select(
    maker(SaidOfStage, answers=_from_json),
    select_as(SaidOfStage, judgement, membership=A.membership_id)
    .select_from(judgement.join(assignment, A.id == J.assignment_id))
    .where(A.unit_id == P("unit"), J.stage == P("stage"), J.standing == "counted", J.seq > P("after"))
    .where(text("assignment.purpose = 'rating'"))
    .order_by(J.seq),
)
_GIVEN_TO = Tuples[tuple[int]](
    select(A.membership_id).where(A.unit_id == P("unit"), text("purpose <> 'adjudication'")).group_by(A.membership_id)
)
_UNITS_GIVEN = Scalar(
    int,
    select(A.unit_id).where(A.membership_id == P("member"), A.unit_id.is_not(None), text("purpose <> 'adjudication'")),
)
_ADJUDICATORS = Select(
    Adjudicator,
    select_as(Adjudicator, membership, rater, kind=membership.c.adjudicator)
    .join(rater, rater.c.id == membership.c.rater_id)
    .where(membership.c.study_id == P("study"), membership.c.adjudicator.is_not(None))
    .order_by(membership.c.id),
)
_APPOINT = Statement(update(membership).where(membership.c.id == P("member")).values(adjudicator=P("kind")))
_RETIRE = Statement(
    update(membership)
    .where(membership.c.id == P("member"))
    .values(adjudicator=literal_column("'organiser'"), revoked_at=P("now"))
)
_QUORUM = Scalar(int, select(slot.c.quorum).where(slot.c.unit_id == P("unit"), slot.c.stage == P("stage")))
_IS_APPOINTED = Statement(select(membership.c.id).where(membership.c.id == P("member"), text("adjudicator = 'rater'")))


def of_study(run: Run, study: int) -> list[Decision]:
    """Every decision of a study, in the order of the log."""
    return _OF_STUDY.all(run, study=study)


def of_unit(run: Run, *, study: int, unit: int) -> list[Decision]:
    return _OF_UNIT.all(run, study=study, unit=unit)


def decided(run: Run, study: int) -> set[tuple[int, int]]:
    """The stages of units that are decided, as (unit, stage)."""
    return set(_DECIDED.all(run, study=study))


def unit_of(run: Run, unit: int) -> PlacedUnit | None:
    return _BY_UNIT.one(run, unit=unit)


def unit_at(run: Run, *, study: int, place: int) -> PlacedUnit | None:
    return _AT_PLACE.one(run, study=study, place=place)


def said_of(run: Run, *, unit: int, stage: int, after: int) -> list[SaidOfStage]:
    """What each rater says of a stage now, by the order in which they first said something; repeats aside."""
    return list({said.membership: said for said in _SAID.all(run, unit=unit, stage=stage, after=after)}.values())


def given_to(run: Run, unit: int) -> set[int]:
    """Whoever was given a unit to rate: they never decide it."""
    return {member for (member,) in _GIVEN_TO.all(run, unit=unit)}


def units_given(run: Run, member: int) -> set[int]:
    """The units that a rater was given to rate."""
    return set(_UNITS_GIVEN.all(run, member=member))


def adjudicators(run: Run, study: int) -> list[Adjudicator]:
    return _ADJUDICATORS.all(run, study=study)


def is_appointed(run: Run, member: int) -> bool:
    """Whether a rater was appointed to decide."""
    return _IS_APPOINTED.finds(run, member=member)


def appoint(run: Run, *, member: int, kind: str | None) -> None:
    """Let a rater decide, or no longer."""
    _APPOINT.do(run, member=member, kind=kind)


def make_organisers(run: Run, *, member: int, now: int) -> None:
    """A membership for the decisions of an organiser alone: nobody rates by it, and no link opens it."""
    _RETIRE.do(run, member=member, now=now)


def quorum_of(run: Run, *, unit: int, stage: int) -> int:
    """How many raters a stage of a unit needs."""
    return _QUORUM.one(run, unit=unit, stage=stage) or 0
