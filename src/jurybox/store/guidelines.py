"""Guidelines: the prose that raters read, revision after revision, in each language."""

from dataclasses import dataclass

from sqlalchemy import bindparam, func, insert, select

from jurybox.store.schema import acknowledgement, guideline
from jurybox.store.statement import Run, Select, Statement, fields_of

P = bindparam
G = guideline.c


@dataclass(frozen=True, slots=True)
class Revision:
    """One version of a guideline's prose."""

    id: int
    lang: str
    revision: int
    hash: str
    prose: str
    published_at: int


_REVISIONS = select(
    *fields_of(
        Revision, id=G.id, lang=G.lang, revision=G.revision, hash=G.hash, prose=G.prose, published_at=G.published_at
    )
).where(G.study_id == P("study")).order_by(G.lang, G.revision)  # fmt: skip
_OF_STUDY = Select(Revision, _REVISIONS)
_IN_LANGUAGE = Select(Revision, _REVISIONS.where(G.lang == P("lang")))
_ADD = Statement(
    insert(guideline).values(
        study_id=P("study"), lang=P("lang"), revision=P("revision"), hash=P("hash"), prose=P("prose"),
        published_at=P("now"),
    )
)  # fmt: skip
_SEEN = Statement(
    select(func.max(G.revision)).join(acknowledgement, acknowledgement.c.what == G.id)
    .where(
        acknowledgement.c.membership_id == P("member"), acknowledgement.c.kind == "guideline",
        G.study_id == P("study"), G.lang == P("lang"),
    )
)  # fmt: skip


def add(run: Run, *, study: int, lang: str, revision: int, hash: str, prose: str, now: int) -> None:
    _ADD.do(run, study=study, lang=lang, revision=revision, hash=hash, prose=prose, now=now)


def newest(run: Run, study: int) -> dict[str, Revision]:
    """The newest revision in each language."""
    return {found.lang: found for found in _OF_STUDY.all(run, study=study)}


def by_hash(run: Run, study: int) -> dict[str, Revision]:
    """Every revision that was ever published, by the hash that judgements carry."""
    return {found.hash: found for found in _OF_STUDY.all(run, study=study)}


def revisions(run: Run, *, study: int, lang: str) -> list[Revision]:
    """All revisions in one language, in their order."""
    return _IN_LANGUAGE.all(run, study=study, lang=lang)


def last_read(run: Run, *, study: int, member: int, lang: str) -> int | None:
    """The number of the newest revision that a rater has acknowledged."""
    found: int | None = _SEEN.value(run, study=study, member=member, lang=lang)
    return found
