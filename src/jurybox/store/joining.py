"""Links by which raters join a study themselves, and who came from a platform."""

import json
from dataclasses import dataclass

from sqlalchemy import bindparam, func, select, update

from jurybox.store.columns import insert_into, maker, select_as
from jurybox.store.schema import join_link, membership, rater
from jurybox.store.statement import Run, Scalar, Select, Statement, Tuples

P = bindparam
L = join_link.c


@dataclass(frozen=True, slots=True)
class JoinLinkRow:
    version: int
    most: int | None
    """How many may join by it; none where there is no limit."""
    until: int | None
    groups: tuple[str, ...]
    joined: int
    closed_at: int | None


def _groups(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))


_make = maker(JoinLinkRow, groups=_groups)
_LINK = select_as(JoinLinkRow, join_link).where(L.study_id == P("study"))
_OF_STUDY = Select(_make, _LINK)
_HELD = Select(_make, _LINK.with_for_update())
_ADD = Statement(insert_into(join_link, joined=0, without=("closed_at",)))
_CHANGE = Statement(
    update(join_link)
    .where(L.study_id == P("study"))
    .values(
        version=P("new_version"),
        most=P("new_most"),
        until=P("new_until"),
        groups=P("new_groups"),
        closed_at=P("new_closed_at"),
    )
)
_COUNT = Statement(update(join_link).where(L.study_id == P("study")).values(joined=L.joined + 1))
_JOINED = membership.alias("joined")
_OF_PERSON = Scalar(
    str,
    select(membership.c.uid)
    .join(_JOINED, membership.c.id == func.coalesce(_JOINED.c.merged_into, _JOINED.c.id))
    .join(rater, rater.c.id == _JOINED.c.rater_id)
    .where(_JOINED.c.study_id == P("study"), rater.c.platform_id == P("platform_id"))
    .order_by(membership.c.id),
)
_PLATFORM_IDS = Tuples[tuple[int, str]](
    select(membership.c.id, rater.c.platform_id)
    .join(rater, rater.c.id == membership.c.rater_id)
    .where(membership.c.study_id == P("study"), rater.c.platform_id.is_not(None))
)


def link_of(run: Run, study: int, *, joining: bool = False) -> JoinLinkRow | None:
    """A study's link; who joins holds it, so that the last place is given once."""
    return (_HELD if joining else _OF_STUDY).one(run, study=study)


def set_link(run: Run, study: int, new: JoinLinkRow) -> None:
    """Write what holds from now on; how many came stays."""
    groups = json.dumps(new.groups, ensure_ascii=False)
    if link_of(run, study, joining=True) is None:
        _ADD.do(run, study=study, version=new.version, most=new.most, until=new.until, groups=groups)
        return
    _CHANGE.do(
        run,
        study=study,
        new_version=new.version,
        new_most=new.most,
        new_until=new.until,
        new_groups=groups,
        new_closed_at=new.closed_at,
    )


def count_one(run: Run, study: int) -> None:
    _COUNT.do(run, study=study)


def membership_of(run: Run, study: int, platform_id: str) -> str | None:
    """The membership of who has this id on a platform."""
    return _OF_PERSON.one(run, study=study, platform_id=platform_id)


def platform_ids(run: Run, study: int) -> dict[int, str]:
    """By membership, of those who have one: for who pays them, and nobody else."""
    return dict(_PLATFORM_IDS.all(run, study=study))
