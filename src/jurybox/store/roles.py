"""Who may do what in which study."""

from dataclasses import dataclass

from sqlalchemy import bindparam, delete, select, update

from jurybox.store.columns import insert_into
from jurybox.store.schema import organiser, study, study_event, study_role
from jurybox.store.statement import Run, Scalar, Select, Statement, Tuples

P = bindparam
R, E = study_role.c, study_event.c


@dataclass(frozen=True, slots=True)
class RoleRow:
    """One organiser of a study."""

    uid: str
    name: str
    role: str
    since: int


_OF_STUDY = Select(
    RoleRow,
    select(organiser.c.uid, organiser.c.name, R.role, R.since)
    .join(study_role, R.organiser_id == organiser.c.id)
    .where(R.study_id == P("study"), organiser.c.removed_at.is_(None))
    .order_by(R.id),
)
_IS_ANYBODYS = Statement(select(R.id).where(R.study_id == P("study")).limit(1))
_ROLE = Scalar(str, select(R.role).where(R.study_id == P("study"), R.organiser_id == P("organiser")))
_OF_ONE = (R.study_id == P("study"), R.organiser_id == P("whose"))
_SET = Statement(update(study_role).where(*_OF_ONE).values(role=P("new_role")))
_ADD = Statement(insert_into(study_role))
_TAKE = Statement(delete(study_role).where(*_OF_ONE))
_KEYS = Tuples[tuple[str, str]](
    select(study.c.key, R.role).join(study_role, R.study_id == study.c.id).where(R.organiser_id == P("organiser"))
)
_NOBODYS = Scalar(str, select(study.c.key).where(~select(R.id).where(R.study_id == study.c.id).exists()))
_MOVES = Tuples[tuple[str, str]](
    select(study.c.key, E.kind)
    .join(study_event, E.study_id == study.c.id)
    .where((E.kind == "put_away") | (E.kind == "fetched_back") | (E.kind == "reopened"))
    .order_by(E.study_id, E.number)
)


def of_study(run: Run, study: int) -> list[RoleRow]:
    """In the order in which they came to it; who was removed from the server is not among them."""
    return _OF_STUDY.all(run, study=study)


def is_anybodys(run: Run, study: int) -> bool:
    """Whether anybody has a role in a study."""
    return _IS_ANYBODYS.finds(run, study=study)


def of_organiser(run: Run, study: int, organiser: int) -> str | None:
    return _ROLE.one(run, study=study, organiser=organiser)


def give(run: Run, *, study: int, organiser: int, role: str, now: int) -> None:
    """A role in place of the one there was."""
    if not _SET.do(run, study=study, whose=organiser, new_role=role):
        _ADD.do(run, study=study, organiser=organiser, role=role, since=now)


def take(run: Run, *, study: int, organiser: int) -> None:
    _TAKE.do(run, study=study, whose=organiser)


def keys_of(run: Run, organiser: int) -> dict[str, str]:
    """The studies in which an organiser has a role, by key."""
    return dict(_KEYS.all(run, organiser=organiser))


def nobodys(run: Run) -> list[str]:
    """The studies in which nobody has a role: they were made on the command line."""
    return _NOBODYS.all(run)


def put_away(run: Run) -> set[str]:
    """The studies that were put away and not fetched back since."""
    last = dict(_MOVES.all(run))
    return {key for key, kind in last.items() if kind == "put_away"}
