"""Guidelines: the prose that raters read, revision after revision, in each language."""

from dataclasses import dataclass

from sqlalchemy import bindparam, delete, func, select

from jurybox.store.columns import insert_into, select_as, values_of
from jurybox.store.people import OF_PERSON
from jurybox.store.schema import acknowledgement, guideline, judgement, membership, rater
from jurybox.store.statement import Run, Scalar, Select, Statement, Tuples

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


@dataclass(frozen=True, slots=True)
class ReadBy:
    """The newest revision in a language that a rater has acknowledged, and when they did."""

    rater: str
    name: str
    lang: str
    revision: int
    at: int


_REVISIONS = select_as(Revision, guideline).where(G.study_id == P("study")).order_by(G.lang, G.revision)
_OF_STUDY = Select(Revision, _REVISIONS)
_IN_LANGUAGE = Select(Revision, _REVISIONS.where(G.lang == P("lang")))
_values = values_of(NewRevision)
_ADD = Statement(insert_into(guideline))
_DROP = Statement(delete(guideline).where(G.study_id == P("study")))
_SEEN = Scalar(
    int,
    select(func.max(G.revision))
    .join(acknowledgement, acknowledgement.c.what == G.id)
    .where(acknowledgement.c.membership_id.in_(OF_PERSON), acknowledgement.c.kind == "guideline")
    .where(G.study_id == P("study"), G.lang == P("lang")),
)

_READER = membership.alias("reader")
_READERS = Select(
    ReadBy,
    select_as(
        ReadBy,
        rater,
        rater=membership.c.uid,
        lang=G.lang,
        revision=func.max(G.revision),
        at=func.max(acknowledgement.c.at),
    )
    .select_from(acknowledgement)
    .join(guideline, (acknowledgement.c.what == G.id) & (acknowledgement.c.kind == "guideline"))
    .join(_READER, _READER.c.id == acknowledgement.c.membership_id)
    .join(membership, membership.c.id == func.coalesce(_READER.c.merged_into, _READER.c.id))
    .join(rater, rater.c.id == membership.c.rater_id)
    .where(G.study_id == P("study"), membership.c.study_id == P("study"))
    .group_by(membership.c.id, membership.c.uid, rater.c.name, G.lang)
    .order_by(membership.c.id, G.lang),
)
_JUDGED = Tuples[tuple[str | None, int]](
    select(judgement.c.guideline_hash, func.count())
    .where(judgement.c.study_id == P("study"), judgement.c.standing == "counted")
    .where(judgement.c.seq > P("after"), judgement.c.seq <= P("until"))
    .group_by(judgement.c.guideline_hash)
)


def readers(run: Run, study: int) -> list[ReadBy]:
    """Who has acknowledged which revision last, language by language."""
    return _READERS.all(run, study=study)


def judged_under(run: Run, study: int, *, after: int = 0, until: int = 2**62) -> dict[str, int]:
    """How many counted judgements carry the hash of each revision. Goes through that part of the log."""
    found = _JUDGED.all(run, study=study, after=after, until=until)
    return {hash: number for hash, number in found if hash is not None}


def add(run: Run, study: int, new: NewRevision) -> None:
    _ADD.do(run, study=study, **_values(new))


def drop(run: Run, study: int) -> None:
    """Take away what nobody can have read yet: the guideline of a draft."""
    _DROP.do(run, study=study)


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
