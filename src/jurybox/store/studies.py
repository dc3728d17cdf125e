"""Studies with their events, protocols, guidelines, items, systems, outputs and units."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, func, insert, select, update

from jurybox.store.schema import guideline, item, protocol, study, study_event, system, unit
from jurybox.store.statement import Run, Statement

P = bindparam

_STUDY = (
    study.c.id, study.c.uid, study.c.key, study.c.name, study.c.state, study.c.seed, study.c.settings, study.c.version,
    study.c.epoch, study.c.places, study.c.pilot_seq, study.c.created_at, study.c.opened_at, study.c.closed_at,
    protocol.c.hash, protocol.c.content,
)  # fmt: skip
STUDY_BY_ID = Statement(
    select(*_STUDY).join(protocol, protocol.c.id == study.c.protocol_id).where(study.c.id == P("id"))
)
STUDY_BY_KEY = Statement(
    select(*_STUDY).join(protocol, protocol.c.id == study.c.protocol_id).where(study.c.key == P("key"))
)
STUDIES = Statement(select(*_STUDY).join(protocol, protocol.c.id == study.c.protocol_id).order_by(study.c.id))
LOCK_STUDY = Statement(select(study.c.version).where(study.c.id == P("id")).with_for_update(key_share=True))
"""Events come one after the other; raters, whose rows refer to the study, do not wait for them."""
PROTOCOL_BY_HASH = Statement(select(protocol.c.id).where(protocol.c.hash == P("hash")))
ADD_PROTOCOL = Statement(
    insert(protocol)
    .values(hash=P("hash"), name=P("name"), version=P("version"), content=P("content"))
    .returning(protocol.c.id)
)
ADD_STUDY = Statement(
    insert(study).values(
        uid=P("uid"), key=P("key"), name=P("name"), protocol_id=P("protocol"), state="draft", seed=P("seed"),
        settings=P("settings"), version=0, epoch=0, places=0, pilot_seq=0, created_at=P("now"),
    ).returning(study.c.id)
)  # fmt: skip
UPDATE_STUDY = Statement(
    update(study).where(study.c.id == P("study")).values(
        state=P("state"), settings=P("settings"), version=P("version"), epoch=P("epoch"), places=P("places"),
        pilot_seq=P("pilot_seq"), opened_at=P("opened_at"), closed_at=P("closed_at"),
    )
)  # fmt: skip
ADD_EVENT = Statement(
    insert(study_event).values(
        study_id=P("study"), number=P("number"), kind=P("kind"), data=P("data"), who=P("who"), at=P("at")
    )
)
EVENTS = Statement(
    select(study_event.c.number, study_event.c.kind, study_event.c.data, study_event.c.who, study_event.c.at)
    .where(study_event.c.study_id == P("study")).order_by(study_event.c.number)
)  # fmt: skip
ADD_GUIDELINE = Statement(
    insert(guideline).values(
        study_id=P("study"),
        lang=P("lang"),
        revision=P("revision"),
        hash=P("hash"),
        prose=P("prose"),
        published_at=P("now"),
    )
)
GUIDELINES = Statement(
    select(guideline.c.lang, guideline.c.revision, guideline.c.hash, guideline.c.prose)
    .where(guideline.c.study_id == P("study")).order_by(guideline.c.lang, guideline.c.revision)
)  # fmt: skip
SYSTEMS = Statement(
    select(system.c.id, system.c.name, system.c.kind, system.c.withdrawn_at)
    .where(system.c.study_id == P("study"))
    .order_by(system.c.id)
)
WITHDRAW_ITEM = Statement(
    update(item).where(item.c.study_id == P("study"), item.c.key == P("item_key"), item.c.withdrawn_at.is_(None))
    .values(withdrawn_at=P("now")).returning(item.c.id)
)  # fmt: skip
WITHDRAW_SYSTEM = Statement(
    update(system)
    .where(system.c.study_id == P("study"), system.c.name == P("system_name"), system.c.withdrawn_at.is_(None))
    .values(withdrawn_at=P("now")).returning(system.c.id)
)  # fmt: skip
UNITS_PER_GROUP = Statement(select(unit.c.grp, func.count()).where(unit.c.study_id == P("study")).group_by(unit.c.grp))


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
class SystemRow:
    id: int
    name: str
    kind: str
    withdrawn_at: int | None


@dataclass(frozen=True, slots=True)
class EventRow:
    number: int
    kind: str
    data: dict[str, Any]
    who: str
    at: int


@dataclass(frozen=True, slots=True)
class GuidelineRow:
    lang: str
    revision: int
    hash: str
    prose: str


def study_by_id(run: Run, id: int) -> StudyRow | None:
    row = run.one(STUDY_BY_ID, id=id)
    return StudyRow(*row) if row else None


def study_by_key(run: Run, key: str) -> StudyRow | None:
    row = run.one(STUDY_BY_KEY, key=key)
    return StudyRow(*row) if row else None


def all_studies(run: Run) -> list[StudyRow]:
    return [StudyRow(*row) for row in run.all(STUDIES)]


def systems(run: Run, study: int) -> list[SystemRow]:
    return [SystemRow(*row) for row in run.all(SYSTEMS, study=study)]


def events(run: Run, study: int) -> list[EventRow]:
    return [EventRow(n, kind, json.loads(data), who, at) for n, kind, data, who, at in run.all(EVENTS, study=study)]


def guidelines(run: Run, study: int) -> dict[str, GuidelineRow]:
    """The newest revision in each language."""
    rows: Iterable[GuidelineRow] = (GuidelineRow(*row) for row in run.all(GUIDELINES, study=study))
    return {row.lang: row for row in rows}


def append_event(run: Run, row: StudyRow, kind: str, data: dict[str, Any], who: str, now: int, **changes: Any) -> None:
    """Append an event, and write what it changes about the study, in one transaction."""
    run.one(LOCK_STUDY, id=row.id)
    current = study_by_id(run, row.id)
    assert current is not None
    number = current.version + 1
    run.do(
        ADD_EVENT, study=row.id, number=number, kind=kind, data=json.dumps(data, ensure_ascii=False), who=who, at=now
    )
    new = {
        name: changes.get(name, getattr(current, name))
        for name in ("state", "settings", "epoch", "places", "pilot_seq", "opened_at", "closed_at")
    }
    run.do(UPDATE_STUDY, study=row.id, version=number, **new)
