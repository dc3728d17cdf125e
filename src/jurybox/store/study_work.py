"""Who fills or opens a study: one at a time, whichever process they are in."""

from sqlalchemy import bindparam, delete, insert, select, update

from jurybox.store.schema import study, study_work
from jurybox.store.statement import Run, Scalar, Statement

P = bindparam
W = study_work.c
_DROP_SILENT = Statement(delete(study_work).where(W.study_id == P("study"), W.heartbeat_at < P("alive_since")))
_HOLDER = Scalar(str, select(W.owner).where(W.study_id == P("study")))
_HOLD = Statement(insert(study_work).values(study_id=P("study"), owner=P("worker"), heartbeat_at=P("now")))
_BEAT = Statement(update(study_work).where(W.owner == P("worker")).values(heartbeat_at=P("now")))
_DROP = Statement(delete(study_work).where(W.study_id.in_(select(study.c.id).where(study.c.key == P("key")))))
_LET_GO = Statement(delete(study_work).where(W.owner == P("worker")))


def hold(run: Run, *, study: int, worker: str, now: int, alive_since: int) -> bool:
    """Take a study in hand; False while another has it, who has been heard of since then."""
    _DROP_SILENT.do(run, study=study, alive_since=alive_since)
    if holder(run, study) is not None:
        return False
    _HOLD.do(run, study=study, worker=worker, now=now)
    return True


def holder(run: Run, study: int) -> str | None:
    """Who has a study in hand."""
    return _HOLDER.one(run, study=study)


def drop(run: Run, key: str) -> None:
    """Whoever had this study in hand is known to be dead."""
    _DROP.do(run, key=key)


def beat(run: Run, *, worker: str, now: int) -> None:
    _BEAT.do(run, worker=worker, now=now)


def let_go(run: Run, *, worker: str) -> None:
    _LET_GO.do(run, worker=worker)
