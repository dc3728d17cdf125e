"""Findings that were computed, kept until the log moves on: a projection, which can be dropped at any time."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert as upsert

from jurybox.store.schema import finding
from jurybox.store.statement import Run, Select, Statement, fields_of

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


_NEW: dict[str, Any] = {
    "version": P("version"), "study_version": P("study_version"), "last_seq": P("last_seq"),
    "judgements": P("judgements"), "document": P("document"), "computed_at": P("now"), "took_ms": P("took_ms"),
}  # fmt: skip
_KEEP = Statement(
    upsert(finding)
    .values(study_id=P("study"), settings_hash=P("settings_hash"), **_NEW)
    .on_conflict_do_update(index_elements=["study_id", "settings_hash"], set_=_NEW)
)
_AGE: dict[str, Any] = {
    "version": F.version, "study_version": F.study_version, "last_seq": F.last_seq, "judgements": F.judgements,
    "computed_at": F.computed_at, "took_ms": F.took_ms,
}  # fmt: skip
_ASKED = (F.study_id == P("study"), F.settings_hash == P("settings_hash"))
_KEPT = Select(Kept, select(*fields_of(Kept, **_AGE, document=F.document)).where(*_ASKED))
_ABOUT = Select(Kept, select(*fields_of(Kept, **_AGE)).where(*_ASKED))
_NEWEST = select(F.id).where(F.study_id == P("study")).order_by(F.computed_at.desc()).limit(P("most"))
_TRIM = Statement(delete(finding).where(F.study_id == P("study"), F.id.not_in(_NEWEST)))
_DROP = Statement(delete(finding).where(F.study_id == P("study")))


def kept(run: Run, *, study: int, settings_hash: str, with_document: bool = True) -> Kept | None:
    return (_KEPT if with_document else _ABOUT).one(run, study=study, settings_hash=settings_hash)


def keep(run: Run, found: Kept, *, study: int, settings_hash: str) -> None:
    """In place of what was kept under the same options; of the options, the newest ones stay."""
    _KEEP.do(
        run, study=study, settings_hash=settings_hash, version=found.version, study_version=found.study_version,
        last_seq=found.last_seq, judgements=found.judgements, document=found.document, now=found.computed_at,
        took_ms=found.took_ms,
    )  # fmt: skip
    _TRIM.do(run, study=study, most=MOST)


def drop(run: Run, study: int) -> None:
    _DROP.do(run, study=study)
