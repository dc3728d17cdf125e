"""Erasing: the one path on which rows of the log are changed or deleted, and only inside a guarded transaction."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import NamedTuple

from sqlalchemy import ColumnElement, Table, bindparam, delete, exists, insert, null, select, update

from jurybox.store import schema as s
from jurybox.store.columns import select_as
from jurybox.store.statement import Run, Scalar, Select, Statement

P = bindparam
MEDIA = re.compile(r"\b[0-9a-f]{64}\b")
_BEGIN = Statement(insert(s.maintenance).values(what=P("what"), at=P("now")))
_END = Statement(delete(s.maintenance))
_NOTE = Statement(insert(s.erasure).values(kind=P("kind"), subject=P("subject"), at=P("now")))

M = s.membership.c
NAMELESS = "–"


class FreeText(NamedTuple):
    """What may hold free text of a judgement."""

    seq: int
    stage: int
    answers: str
    cannot: str | None
    comment: str | None


@contextmanager
def maintenance(run: Run, what: str, now: int) -> Iterator[None]:
    """While this lasts, and in this transaction only, the triggers of the log yield."""
    _BEGIN.do(run, what=what, now=now)
    yield
    _END.do(run)


def note(run: Run, *, kind: str, subject: str, now: int) -> None:
    """Keep that something was erased, by an id that says nothing else: a restored backup is to forget it again."""
    _NOTE.do(run, kind=kind, subject=subject, now=now)


_RATER = Scalar(int, select(s.rater.c.id).where(s.rater.c.uid == P("uid")))
_BLANK_RATER = Statement(
    update(s.rater).where(s.rater.c.id == P("rater")).values(name=NAMELESS, platform_id=null(), platform=null())
)
_END_LINKS = Statement(
    update(s.membership)
    .where(M.rater_id == P("rater"))
    .values(token_hash="erased " + M.uid, token_version=M.token_version + 1, revoked_at=P("now"))
)
_STUDIES_OF = Scalar(int, select(M.study_id).where(M.rater_id == P("rater")))
_DRAFTS_OF = Statement(
    delete(s.draft).where(
        s.draft.c.assignment_id.in_(
            select(s.assignment.c.id)
            .join(s.membership, M.id == s.assignment.c.membership_id)
            .where(M.rater_id == P("rater"))
        )
    )
)
_FORGET_FINDINGS = Statement(delete(s.finding).where(s.finding.c.study_id == P("study")))


def rater_of(run: Run, uid: str) -> int | None:
    return _RATER.one(run, uid=uid)


def erase_rater(run: Run, rater: int, now: int) -> None:
    """Name and platform are gone, the links are void; judgements stay, by nobody in particular."""
    _BLANK_RATER.do(run, rater=rater)
    _END_LINKS.do(run, rater=rater, now=now)
    _DRAFTS_OF.do(run, rater=rater)
    for study in _STUDIES_OF.all(run, rater=rater):
        _FORGET_FINDINGS.do(run, study=study)


def _of_whom(table: Table) -> ColumnElement[bool]:
    """The rows of one study, or of one member of it where one is named."""
    members = select(M.id).where(M.study_id == P("study"), (P("member") == 0) | (M.id == P("member")))
    return table.c.membership_id.in_(members)


_J = s.judgement
_TEXTS = Select(FreeText, select_as(FreeText, _J).where(_of_whom(_J)).order_by(_J.c.seq))
_SET_TEXTS = Statement(
    update(_J)
    .where(_J.c.seq == P("row"))
    .values(answers=P("new_answers"), cannot=P("new_cannot"), comment=P("new_comment"))
)
_MARK = (
    Statement(
        update(s.reply)
        .where(s.reply.c.enquiry_id.in_(select(s.enquiry.c.id).where(_of_whom(s.enquiry))))
        .values(question=P("marker"), text=P("marker"))
    ),
    Statement(update(s.enquiry).where(_of_whom(s.enquiry)).values(text=P("marker"))),
)
_BLANK = (
    Statement(update(s.questionnaire).where(_of_whom(s.questionnaire)).values(answers="{}")),
    Statement(
        delete(s.draft).where(s.draft.c.assignment_id.in_(select(s.assignment.c.id).where(_of_whom(s.assignment))))
    ),
)


def free_texts(run: Run, *, study: int, member: int) -> list[FreeText]:
    """What was written by the raters of a study, or by one of them (0: all)."""
    return _TEXTS.all(run, study=study, member=member)


def set_free_text(run: Run, new: FreeText) -> None:
    _SET_TEXTS.do(run, row=new.seq, new_answers=new.answers, new_cannot=new.cannot, new_comment=new.comment)


def blank_other_texts(run: Run, *, study: int, member: int, marker: str) -> None:
    """Questionnaires, enquiries and what was replied; drafts go."""
    for statement in _BLANK:
        statement.do(run, study=study, member=member)
    for statement in _MARK:
        statement.do(run, study=study, member=member, marker=marker)
    _FORGET_FINDINGS.do(run, study=study)


@cache
def _belongs(table: Table) -> ColumnElement[bool] | None:
    """Which rows of a table are a study's; None for tables that belong to no study."""
    if table.name == "study":
        return table.c.id == P("study")
    if "study_id" in table.c:
        return table.c.study_id == P("study")
    for column in table.columns:
        for key in column.foreign_keys:
            above = key.column.table
            if above.name not in ("rater", "organiser", "protocol") and above is not table:
                inner = _belongs(above)
                if inner is not None:
                    return column.in_(select(key.column).where(inner))
    return None


@cache
def _deletions() -> list[Statement]:
    """Every table after those that refer to it."""
    found = [(table, _belongs(table)) for table in reversed(s.metadata.sorted_tables)]
    return [Statement(delete(table).where(own)) for table, own in found if own is not None]


_ORPHANS = (
    Statement(delete(s.rater).where(~exists().where(M.rater_id == s.rater.c.id))),
    Statement(delete(s.protocol).where(~exists().where(s.study.c.protocol_id == s.protocol.c.id))),
)
_JOBS = Statement(delete(s.job).where(s.job.c.args.startswith(P("about"))))
_WITH_MEDIA = (s.item.c.fields, s.item.c.segments, s.output.c.fields, s.example.c.content)


def delete_study(run: Run, study: int, key: str) -> None:
    """Every row of a study, its raters who are in no other, and its protocol where no other uses it."""
    for statement in _deletions():
        statement.do(run, study=study)
    for statement in _ORPHANS:
        statement.do(run)
    _JOBS.do(run, about=f'{{"study": "{key}"')


def media_of(run: Run, study: int | None) -> set[str]:
    """The hashes of files that a study shows; of all that are left, where none is named."""
    found: set[str] = set()
    for column in _WITH_MEDIA:
        own = _belongs(column.table)
        wanted = select(column) if study is None or own is None else select(column).where(own)
        for text in Scalar(str, wanted).all(run, **({} if study is None else {"study": study})):
            found.update(MEDIA.findall(text or ""))
    return found
