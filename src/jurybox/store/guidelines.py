"""Guidelines: the prose that raters read, revision after revision, in each language."""

from dataclasses import dataclass

from sqlalchemy import bindparam, func, select

from jurybox.store.columns import insert_into, select_as, values_of
from jurybox.store.schema import acknowledgement, guideline
from jurybox.store.statement import Run, Scalar, Select, Statement

P = bindparam
G = guideline.c


@dataclass(frozen=True, slots=True)
class NewRevision:
    """One version of a guideline's prose."""

    lang: str
    revision: int
    hash: str
    prose: str
    published_at: int


@dataclass(frozen=True, slots=True)
class Revision(NewRevision):
    """One that was published."""

    id: int


_REVISIONS = select_as(Revision, guideline).where(G.study_id == P("study")).order_by(G.lang, G.revision)
_OF_STUDY = Select(Revision, _REVISIONS)
_IN_LANGUAGE = Select(Revision, _REVISIONS.where(G.lang == P("lang")))
_values = values_of(NewRevision)
_ADD = Statement(insert_into(guideline))
_SEEN = Scalar(
    int,
    select(func.max(G.revision))
    .join(acknowledgement, acknowledgement.c.what == G.id)
    .where(acknowledgement.c.membership_id == P("member"), acknowledgement.c.kind == "guideline")
    .where(G.study_id == P("study"), G.lang == P("lang")),
)


def add(run: Run, study: int, new: NewRevision) -> None:
    _ADD.do(run, study=study, **_values(new))


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
    return _SEEN.one(run, study=study, member=member, lang=lang)
