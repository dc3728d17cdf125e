"""Studies with their protocols and events."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple, TypedDict, Unpack

from sqlalchemy import ColumnElement, bindparam, func, select, update

from jurybox.core import CONCERNS_PEOPLE, EventKind, JsonData, JsonObject, Overtaken, concerns_the_same, rfc3339
from jurybox.store import audit, organisers
from jurybox.store.columns import columns_of, insert_into, maker, select_as, values_of
from jurybox.store.schema import import_, membership, protocol, study, study_event, tally
from jurybox.store.seen import seen_version
from jurybox.store.statement import NewRow, Run, Scalar, Select, Statement

P = bindparam
S, E = study.c, study_event.c


@dataclass(frozen=True, slots=True)
class StudyRow:
    """A study as it is now: the sum of its events."""

    id: int
    uid: str
    key: str
    name: str
    state: str
    seed: str
    settings: str
    """JSON of `Settings`."""
    version: int
    epoch: int
    places: int
    pilot_seq: int
    created_at: int
    opened_at: int | None
    closed_at: int | None
    protocol_hash: str
    protocol_content: str


@dataclass(frozen=True, slots=True)
class EventRow:
    number: int
    kind: str
    data: JsonObject
    who: str
    at: int


@dataclass(frozen=True, slots=True)
class NewStudy:
    """A draft that is made."""

    uid: str
    key: str
    name: str
    protocol: int
    seed: str
    settings: str
    """JSON of `Settings`."""
    created_at: int


class StudyChanges(TypedDict, total=False):
    """What an event can change about its study."""

    state: str
    settings: str
    epoch: int
    places: int
    pilot_seq: int
    opened_at: int
    closed_at: int | None


class StudyCounts(NamedTuple):
    items: int
    outputs: int
    units: int
    raters: int
    judgements: int


_STUDY = select_as(StudyRow, study, protocol_hash=protocol.c.hash, protocol_content=protocol.c.content).join(
    protocol, protocol.c.id == S.protocol_id
)
_BY_ID = Select(StudyRow, _STUDY.where(S.id == P("id")))
_BY_KEY = Select(StudyRow, _STUDY.where(S.key == P("key")))
_ALL = Select(StudyRow, _STUDY.order_by(S.id))
_UID = Statement(select(S.id).where(S.uid == P("uid")))
_LOCK = Statement(select(S.version).where(S.id == P("id")).with_for_update(key_share=True))
"""Events come one after the other; raters, whose rows refer to the study, do not wait for them."""
_PROTOCOL_BY_HASH = Scalar(int, select(protocol.c.id).where(protocol.c.hash == P("hash")))
_ADD_PROTOCOL = NewRow(insert_into(protocol))
_values = values_of(NewStudy)
_ADD = Statement(
    insert_into(study, state="draft", version=0, epoch=0, places=0, pilot_seq=0, without=("opened_at", "closed_at"))
)
_CHANGING = tuple(StudyChanges.__annotations__)
_UPDATE = Statement(update(study).where(S.id == P("study")).values({name: P(name) for name in (*_CHANGING, "version")}))
_SET_PROTOCOL = Statement(update(study).where(S.id == P("study")).values(protocol_id=P("protocol")))
_KEY_OF = Scalar(str, select(S.key).where(S.uid == P("uid")))
_ADD_EVENT = Statement(insert_into(study_event))
_EVENTS = Select(
    maker(EventRow, data=json.loads),
    select_as(EventRow, study_event).where(E.study_id == P("study")).order_by(E.number),
)
_EVENTS_OF_KIND = Select(
    maker(EventRow, data=json.loads),
    select_as(EventRow, study_event).where(E.study_id == P("study"), E.kind == P("kind")).order_by(E.number),
)
_EVENTS_SINCE = Select(
    maker(EventRow, data=json.loads),
    select_as(EventRow, study_event).where(E.study_id == P("study"), E.number > P("seen")).order_by(E.number),
)
_LAST_OF_KIND = Select(
    maker(EventRow, data=json.loads),
    select_as(EventRow, study_event)
    .where(E.study_id == P("study"), E.kind == P("kind"))
    .order_by(E.number.desc())
    .limit(1),
)
_HAS_EVENT = Statement(select(E.number).where(E.study_id == P("study"), E.kind == P("kind")).limit(1))
_IS_NEWS = (E.kind == "guideline_revised") | (E.kind == "replied")
_NEWS = Scalar(int, select(func.coalesce(func.max(E.number), 0)).where(E.study_id == P("study"), _IS_NEWS))


def _sum_of_imports(column: str) -> ColumnElement[int]:
    total = func.coalesce(func.sum(import_.c[column]), 0)
    return select(total).where(import_.c.study_id == S.id).scalar_subquery()


_RATERS = (
    select(func.count())
    .select_from(membership)
    .where(membership.c.study_id == S.id, func.coalesce(membership.c.adjudicator, "") != "organiser")
    .where(membership.c.merged_into.is_(None))
)
_JUDGEMENTS = (
    select(func.coalesce(func.sum(tally.c.judgements), 0))
    .select_from(tally.join(membership, membership.c.id == tally.c.membership_id))
    .where(membership.c.study_id == S.id)
)


def _counts(study: int, *counts: int) -> tuple[int, StudyCounts]:
    return study, StudyCounts(*map(int, counts))


_COUNTS = Select(
    _counts,
    select(
        S.id,
        *columns_of(
            StudyCounts,
            items=_sum_of_imports("items"),
            outputs=_sum_of_imports("outputs"),
            units=S.places,
            raters=_RATERS.scalar_subquery(),
            judgements=_JUDGEMENTS.scalar_subquery(),
        ),
    ),
)


def study_by_id(run: Run, id: int) -> StudyRow | None:
    return _BY_ID.one(run, id=id)


def study_by_key(run: Run, key: str) -> StudyRow | None:
    return _BY_KEY.one(run, key=key)


def all_studies(run: Run) -> list[StudyRow]:
    return _ALL.all(run)


def is_known(run: Run, uid: str) -> bool:
    """Whether a study of that id is here already."""
    return _UID.finds(run, uid=uid)


def counts(run: Run) -> dict[int, StudyCounts]:
    """How much there is of every study, by its id."""
    return dict(_COUNTS.all(run))


def keep_protocol(run: Run, *, hash: str, name: str, version: int, content: str) -> int:
    """The id of a protocol, which is added where it is not here yet."""
    known = _PROTOCOL_BY_HASH.one(run, hash=hash)
    return known or _ADD_PROTOCOL.insert(run, hash=hash, name=name, version=version, content=content)


def set_protocol(run: Run, study: int, protocol: int) -> None:
    """Give a draft another protocol, by its id."""
    _SET_PROTOCOL.do(run, study=study, protocol=protocol)


def add(run: Run, new: NewStudy) -> None:
    _ADD.do(run, **_values(new))


def hold(run: Run, study: int) -> None:
    """No other event of a study comes in before this transaction ends."""
    _LOCK.finds(run, id=study)


def events(run: Run, study: int) -> list[EventRow]:
    return _EVENTS.all(run, study=study)


def events_of_kind(run: Run, study: int, kind: str) -> list[EventRow]:
    return _EVENTS_OF_KIND.all(run, study=study, kind=kind)


def kinds_since(run: Run, study: int, seen: int) -> set[str]:
    """What happened to a study after the event of that number."""
    return {event.kind for event in _EVENTS_SINCE.all(run, study=study, seen=seen)}


def last_of_kind(run: Run, study: int, kind: str) -> EventRow | None:
    """The last thing of a kind that happened to a study."""
    return _LAST_OF_KIND.one(run, study=study, kind=kind)


def last_news(run: Run, study: int) -> int:
    """The number of the last event that concerns raters: a guideline was revised, a reply published."""
    return _NEWS.only(run, study=study)


def has_event(run: Run, study: int, kind: str) -> bool:
    """Whether something of that kind ever happened to a study."""
    return _HAS_EVENT.finds(run, study=study, kind=kind)


def refuse_overtaken(run: Run, row: StudyRow, *, kind: EventKind, data: Mapping[str, JsonData]) -> None:
    """Refuse a change where somebody changed the same thing since its author looked; see `based_on`."""
    seen = seen_version()
    if seen is None or seen >= row.version:
        return
    since = [e for e in _EVENTS_SINCE.all(run, study=row.id, seen=seen) if _concerns(kind, data, e)]
    if since:
        last, numbers = since[-1], [event.number for event in since]
        raise Overtaken.of("study.changed_since", given=row.key, who=last.who, at=rfc3339(last.at), numbers=numbers)


def _concerns(kind: EventKind, data: Mapping[str, JsonData], earlier: EventRow) -> bool:
    return concerns_the_same(kind, data, EventKind(earlier.kind), earlier.data)


def key_of(run: Run, uid: str) -> str | None:
    return _KEY_OF.one(run, uid=uid)


def append_event(
    run: Run,
    row: StudyRow,
    *,
    kind: EventKind,
    data: Mapping[str, JsonData],
    who: str,
    now: int,
    **changes: Unpack[StudyChanges],
) -> None:
    """Append an event, and write what it changes about the study, in one transaction.

    Refused where its author has not seen what somebody else did to the same thing.
    """
    hold(run, row.id)
    current = study_by_id(run, row.id)
    assert current is not None
    refuse_overtaken(run, current, kind=kind, data=data)
    number = current.version + 1
    _ADD_EVENT.do(
        run, study=row.id, number=number, kind=kind, data=json.dumps(data, ensure_ascii=False), who=who, at=now
    )
    if kind in CONCERNS_PEOPLE:
        audit.record(run, who=_id_of(run, who), what=kind, data=_ids(run, row.key, data), now=now)
    new = replace(current, **changes)
    _UPDATE.do(run, study=row.id, version=number, **{name: getattr(new, name) for name in _CHANGING})


def _id_of(run: Run, who: str) -> str:
    """The id of an organiser; what is none, such as the command line, stays what it is."""
    return organisers.uid_of(run, who) or who


def _ids(run: Run, study: str, data: Mapping[str, JsonData]) -> dict[str, JsonData]:
    """What an event says, with ids alone: its texts and names stay in the study."""
    kept = {name: data[name] for name in ("rater", "into", "role", "frozen") if name in data}
    member = data.get("member")
    return {"study": study, **kept, **({"organiser": _id_of(run, member)} if isinstance(member, str) else {})}
