"""Findings that were computed, kept until the log moves on: a projection, which can be dropped at any time."""

from dataclasses import dataclass

from sqlalchemy import BindParameter, bindparam, delete, null, select
from sqlalchemy.dialects.postgresql import insert as upsert

from jurybox.store.columns import names_of, select_as, values_of
from jurybox.store.schema import finding
from jurybox.store.statement import Run, Select, Statement

P = bindparam
F = finding.c
MOST = 30
"""How many sets of options are kept for one study."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Findings as they lie in the store; `document` is None where only their age was asked for."""

    version: str
    study_version: int
    last_seq: int
    judgements: int
    computed_at: int
    took_ms: int
    document: str | None = None


_NEW: dict[str, BindParameter[str | int]] = {name: P(name) for name in names_of(Kept)}
_values = values_of(Kept)
_KEEP = Statement(
    upsert(finding)
    .values(study_id=P("study"), settings_hash=P("settings_hash"), **_NEW)
    .on_conflict_do_update(index_elements=["study_id", "settings_hash"], set_=_NEW)
)
_ASKED = (F.study_id == P("study"), F.settings_hash == P("settings_hash"))
_KEPT = Select(Kept, select_as(Kept, finding).where(*_ASKED))
_ABOUT = Select(Kept, select_as(Kept, finding, document=null()).where(*_ASKED))
_NEWEST = select(F.id).where(F.study_id == P("study")).order_by(F.computed_at.desc()).limit(P("most"))
_TRIM = Statement(delete(finding).where(F.study_id == P("study"), F.id.not_in(_NEWEST)))
_DROP = Statement(delete(finding).where(F.study_id == P("study")))


def kept(run: Run, *, study: int, settings_hash: str, with_document: bool = True) -> Kept | None:
    return (_KEPT if with_document else _ABOUT).one(run, study=study, settings_hash=settings_hash)


def keep(run: Run, found: Kept, *, study: int, settings_hash: str) -> None:
    """In place of what was kept under the same options; of the options, the newest ones stay."""
    _KEEP.do(run, study=study, settings_hash=settings_hash, **_values(found))
    _TRIM.do(run, study=study, most=MOST)


def drop(run: Run, study: int) -> None:
    _DROP.do(run, study=study)
