"""Studies with their protocols and events."""

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import bindparam, func, insert, select, update

from jurybox.store.schema import import_, membership, protocol, study, study_event, tally
from jurybox.store.statement import Run, Select, Statement, fields_of

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
    data: dict[str, Any]
    who: str
    at: int


class StudyCounts(NamedTuple):
    items: int
    outputs: int
    units: int
    raters: int
    judgements: int


def _event(number: int, kind: str, data: str, who: str, at: int) -> EventRow:
    return EventRow(number=number, kind=kind, data=json.loads(data), who=who, at=at)


_STUDY = select(
    *fields_of(
        StudyRow, id=S.id, uid=S.uid, key=S.key, name=S.name, state=S.state, seed=S.seed, settings=S.settings,
        version=S.version, epoch=S.epoch, places=S.places, pilot_seq=S.pilot_seq, created_at=S.created_at,
        opened_at=S.opened_at, closed_at=S.closed_at, protocol_hash=protocol.c.hash,
        protocol_content=protocol.c.content,
    )
).join(protocol, protocol.c.id == S.protocol_id)  # fmt: skip
_BY_ID = Select(StudyRow, _STUDY.where(S.id == P("id")))
_BY_KEY = Select(StudyRow, _STUDY.where(S.key == P("key")))
_ALL = Select(StudyRow, _STUDY.order_by(S.id))
_UID = Statement(select(S.id).where(S.uid == P("uid")))
_LOCK = Statement(select(S.version).where(S.id == P("id")).with_for_update(key_share=True))
"""Events come one after the other; raters, whose rows refer to the study, do not wait for them."""
_PROTOCOL_BY_HASH = Statement(select(protocol.c.id).where(protocol.c.hash == P("hash")))
_ADD_PROTOCOL = Statement(
    insert(protocol)
    .values(hash=P("hash"), name=P("name"), version=P("version"), content=P("content"))
    .returning(protocol.c.id)
)
_ADD = Statement(
    insert(study).values(
        uid=P("uid"), key=P("key"), name=P("name"), protocol_id=P("protocol"), state="draft", seed=P("seed"),
        settings=P("settings"), version=0, epoch=0, places=0, pilot_seq=0, created_at=P("now"),
    )
)  # fmt: skip
_CHANGING = ("state", "settings", "epoch", "places", "pilot_seq", "opened_at", "closed_at")
_UPDATE = Statement(update(study).where(S.id == P("study")).values({name: P(name) for name in (*_CHANGING, "version")}))
_ADD_EVENT = Statement(
    insert(study_event).values(
        study_id=P("study"), number=P("number"), kind=P("kind"), data=P("data"), who=P("who"), at=P("at")
    )
)
_EVENTS = Select(
    _event,
    select(*fields_of(EventRow, number=E.number, kind=E.kind, data=E.data, who=E.who, at=E.at))
    .where(E.study_id == P("study")).order_by(E.number),
)  # fmt: skip
_IS_NEWS = (E.kind == "guideline_revised") | (E.kind == "replied")
_NEWS = Statement(select(func.coalesce(func.max(E.number), 0)).where(E.study_id == P("study"), _IS_NEWS))


def _sum_of_imports(column: Any) -> Any:
    return select(func.coalesce(func.sum(column), 0)).where(import_.c.study_id == S.id).scalar_subquery()


_COUNTS = Statement(
    select(
        S.id,
        *fields_of(
            StudyCounts,
            items=_sum_of_imports(import_.c["items"]), outputs=_sum_of_imports(import_.c.outputs), units=S.places,
            raters=select(func.count()).select_from(membership).where(membership.c.study_id == S.id).scalar_subquery(),
            judgements=select(func.coalesce(func.sum(tally.c.judgements), 0)).select_from(tally)
            .join(membership, membership.c.id == tally.c.membership_id).where(membership.c.study_id == S.id)
            .scalar_subquery(),
        ),
    )
)  # fmt: skip


def study_by_id(run: Run, id: int) -> StudyRow | None:
    return _BY_ID.one(run, id=id)


def study_by_key(run: Run, key: str) -> StudyRow | None:
    return _BY_KEY.one(run, key=key)


def all_studies(run: Run) -> list[StudyRow]:
    return _ALL.all(run)


def is_known(run: Run, uid: str) -> bool:
    """Whether a study of that id is here already."""
    return _UID.value(run, uid=uid) is not None


def counts(run: Run) -> dict[int, StudyCounts]:
    """How much there is of every study, by its id."""
    return {id: StudyCounts(*map(int, found)) for id, *found in _COUNTS.rows(run)}


def keep_protocol(run: Run, *, hash: str, name: str, version: int, content: str) -> int:
    """The id of a protocol, which is added where it is not here yet."""
    known: int | None = _PROTOCOL_BY_HASH.value(run, hash=hash)
    return known or int(_ADD_PROTOCOL.value(run, hash=hash, name=name, version=version, content=content))


def add(run: Run, *, uid: str, key: str, name: str, protocol: int, seed: str, settings: str, now: int) -> None:
    """A new draft. `settings` are JSON."""
    _ADD.do(run, uid=uid, key=key, name=name, protocol=protocol, seed=seed, settings=settings, now=now)


def hold(run: Run, study: int) -> None:
    """No other event of a study comes in before this transaction ends."""
    _LOCK.value(run, id=study)


def events(run: Run, study: int) -> list[EventRow]:
    return _EVENTS.all(run, study=study)


def last_news(run: Run, study: int) -> int:
    """The number of the last event that concerns raters: a guideline was revised, a reply published."""
    found: int = _NEWS.value(run, study=study)
    return found


def append_event(
    run: Run, row: StudyRow, *, kind: str, data: dict[str, Any], who: str, now: int, **changes: Any
) -> None:
    """Append an event, and write what it changes about the study, in one transaction."""
    hold(run, row.id)
    current = study_by_id(run, row.id)
    assert current is not None
    number = current.version + 1
    _ADD_EVENT.do(
        run, study=row.id, number=number, kind=kind, data=json.dumps(data, ensure_ascii=False), who=who, at=now
    )
    new = {name: changes.get(name, getattr(current, name)) for name in _CHANGING}
    _UPDATE.do(run, study=row.id, version=number, **new)
