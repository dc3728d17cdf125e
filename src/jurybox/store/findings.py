"""Findings that were computed, kept until the log moves on: a projection, which can be dropped at any time."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects.postgresql import insert as upsert

from jurybox.store.schema import finding, job
from jurybox.store.statement import Run, Statement

P = bindparam
F = finding.c
MOST = 30
"""How many sets of options are kept for one study."""
_NEW: dict[str, Any] = {
    "version": P("version"), "study_version": P("study_version"), "last_seq": P("last_seq"),
    "judgements": P("judgements"), "document": P("document"), "computed_at": P("now"), "took_ms": P("took_ms"),
}  # fmt: skip
KEEP = Statement(
    upsert(finding)
    .values(study_id=P("study"), settings_hash=P("settings_hash"), **_NEW)
    .on_conflict_do_update(index_elements=["study_id", "settings_hash"], set_=_NEW)
)
KEPT = Statement(
    select(F.version, F.study_version, F.last_seq, F.judgements, F.computed_at, F.took_ms, F.document)
    .where(F.study_id == P("study"), F.settings_hash == P("settings_hash"))
)  # fmt: skip
ABOUT = Statement(
    select(F.version, F.study_version, F.last_seq, F.judgements, F.computed_at, F.took_ms)
    .where(F.study_id == P("study"), F.settings_hash == P("settings_hash"))
)  # fmt: skip
_NEWEST = select(F.id).where(F.study_id == P("study")).order_by(F.computed_at.desc()).limit(P("most"))
TRIM = Statement(delete(finding).where(F.study_id == P("study"), F.id.not_in(_NEWEST)))
DROP = Statement(delete(finding).where(F.study_id == P("study")))
JOB = Statement(
    select(job.c.uid, job.c.state, job.c.created_at)
    .where(job.c.kind == P("kind"), job.c.args == P("args")).order_by(job.c.id.desc()).limit(P("most"))
)  # fmt: skip
FORGET_JOBS = Statement(delete(job).where(job.c.kind == P("kind"), job.c.finished_at < P("before")))


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


def kept(run: Run, study: int, settings_hash: str, with_document: bool = True) -> Kept | None:
    row = run.one(KEPT if with_document else ABOUT, study=study, settings_hash=settings_hash)
    return Kept(*row) if row else None


def keep(run: Run, study: int, settings_hash: str, found: Kept) -> None:
    """In place of what was kept under the same options; of the options, the newest ones stay."""
    run.do(
        KEEP, study=study, settings_hash=settings_hash, version=found.version, study_version=found.study_version,
        last_seq=found.last_seq, judgements=found.judgements, document=found.document, now=found.computed_at,
        took_ms=found.took_ms,
    )  # fmt: skip
    run.do(TRIM, study=study, most=MOST)


def last_job(run: Run, kind: str, args: str) -> tuple[str, str, int] | None:
    """Id, state and time of the last job that was asked to do exactly this."""
    row = run.one(JOB, kind=kind, args=args, most=1)
    return (row[0], row[1], row[2]) if row else None
