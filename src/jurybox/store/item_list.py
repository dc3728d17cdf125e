"""Items a page at a time: those that are asked for, by the key they have inside, and how many there are."""

import json
from typing import Any, NamedTuple

from sqlalchemy import BindParameter, Boolean, ColumnElement, bindparam, exists, func, literal_column, or_, select, text
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

from jurybox.store.columns import maker, select_as
from jurybox.store.schema import assignment, import_, item, judgement, output, slot, unit
from jurybox.store.statement import Run, Scalar, Select, Tuples

P = bindparam
FILTERS = ("all", "cannot", "inbox", "withdrawn")
"""What the store can tell by itself; `disputed` and `noted` are lists of items that are given."""
MOST_GIVEN = 500
"""How many items can be given at once; all databases take so many parameters."""


class ListedItem(NamedTuple):
    """An item in a list; JSON stays text."""

    id: int
    key: str
    group: str
    fields: str
    segments: str
    withdrawn_at: int | None


class ItemSlots(NamedTuple):
    """What an item needs and has: its units, their slots, those that are free or held, and who could not judge."""

    item: int
    units: int
    slots: int
    open: int
    cannot: int
    held: int = 0
    """Neither free nor answered: in a rater's hands, on a list, or in a workbook."""


class Wanted(NamedTuple):
    """Which items: of a filter, of a group if it is named, with a text if there is one."""

    filter: str = "all"
    group: str | None = None
    text: str = ""


_VISIBLE = (item.c.study_id == P("study"), import_.c.state == literal_column("'done'"))
_CANNOT = select(slot.c.item_id).where(slot.c.study_id == P("study"), text("cannot > 0"))
_INBOX = select(slot.c.item_id).where(slot.c.study_id == P("study"), text("cannot > quorum"), text("quorum > 0"))
_IS_THERE = text("item.withdrawn_at IS NULL")
_CONDITIONS: dict[str, tuple[ColumnElement[bool], ...]] = {
    "all": (),
    "cannot": (item.c.id.in_(_CANNOT), _IS_THERE),  # type: ignore[dict-item]
    "inbox": (item.c.id.in_(_INBOX), _IS_THERE),  # type: ignore[dict-item]
    "withdrawn": (text("item.withdrawn_at IS NOT NULL"),),  # type: ignore[dict-item]
}
_IN_GROUP = item.c.grp == P("in_group")
_LIKE: BindParameter[str] = P("like")


class _Holds(FunctionElement[bool]):
    """Whether a text holds another, whatever the case; SQLite's LIKE asks for none, and is quicker than lower()."""

    type = Boolean()
    inherit_cache = True


@compiles(_Holds)
def _like(element: _Holds, compiler: SQLCompiler, **more: Any) -> str:
    column, pattern = (compiler.process(clause, **more) for clause in element.clauses)
    like = "ILIKE" if compiler.dialect.name == "postgresql" else "LIKE"
    return f"{column} {like} {pattern} ESCAPE '!'"


_MADE = exists().where(output.c.item_id == item.c.id, _Holds(output.c.fields, _LIKE))
_HAS_TEXT = or_(*(_Holds(column, _LIKE) for column in (item.c.key, item.c.fields, item.c.segments)), _MADE)
_ITEMS = select_as(ListedItem, item).join(import_, import_.c.id == item.c.import_id).where(*_VISIBLE)


def _pages(filter: str, *more: ColumnElement[bool]) -> tuple[Select[ListedItem], Select[ListedItem]]:
    found = _ITEMS.where(*_CONDITIONS[filter], *more)
    after = found.where(item.c.id > P("after"), item.c.id <= P("until")).order_by(item.c.id).limit(P("most"))
    before = found.where(item.c.id < P("before")).order_by(item.c.id.desc()).limit(P("most"))
    return Select(ListedItem, after), Select(ListedItem, before)


_KINDS = {"": (), "group": (_IN_GROUP,), "text": (_HAS_TEXT,), "group text": (_IN_GROUP, _HAS_TEXT)}
_PAGES = {(filter, kind): _pages(filter, *more) for filter in FILTERS for kind, more in _KINDS.items()}
_COUNT_OF = select(func.count()).select_from(item).join(import_, import_.c.id == item.c.import_id).where(*_VISIBLE)
_COUNTS = {filter: Scalar(int, _COUNT_OF.where(*_CONDITIONS[filter])) for filter in FILTERS if filter != "all"}
_ALL = Scalar(
    int,
    select(func.coalesce(func.sum(import_.c["items"]), 0)).where(
        import_.c.study_id == P("study"), import_.c.state == literal_column("'done'")
    ),
)
_SLOTS = Select(
    maker(ItemSlots, slots=int, open=int, cannot=int),
    select_as(
        ItemSlots,
        slot,
        held=literal_column("0"),
        units=func.count(slot.c.unit_id.distinct()),
        slots=func.sum(slot.c.quorum),
        open=func.sum(slot.c.open_slots),
        cannot=func.sum(slot.c.cannot),
    )
    .where(slot.c.unit_id.in_(select(unit.c.id).where(unit.c.item_id == P("item"))))
    .group_by(slot.c.item_id),
)
_HELD = Tuples[tuple[int, str]](
    select(assignment.c.stage, assignment.c.stages)
    .select_from(unit)
    .join(assignment, assignment.c.unit_id == unit.c.id)
    .where(unit.c.item_id == P("item"), assignment.c.purpose == literal_column("'rating'"))
    .where(text("assignment.state IN ('leased', 'planned')"), assignment.c.stage.is_not(None))
)
_BY_KEY = Select(ListedItem, _ITEMS.where(item.c.key == P("item_key")))
_ANSWERS = Scalar(
    int,
    select(func.count())
    .select_from(unit)
    .join(assignment, assignment.c.unit_id == unit.c.id)
    .join(judgement, judgement.c.assignment_id == assignment.c.id)
    .where(unit.c.item_id == P("item"), judgement.c.standing == literal_column("'counted'"))
    .where(judgement.c.supersedes.is_(None), assignment.c.purpose == literal_column("'rating'")),
)
_GROUPS = Tuples[tuple[str]](select(item.c.grp).where(item.c.study_id == P("study")).group_by(item.c.grp))


def _params(wanted: Wanted, study: int) -> tuple[str, dict[str, str | int]]:
    params: dict[str, str | int] = {"study": study}
    kind = []
    if wanted.group is not None:
        kind.append("group")
        params["in_group"] = wanted.group
    if wanted.text:
        kind.append("text")
        params["like"] = like_of(wanted.text)
    return " ".join(kind), params


def like_of(words: str) -> str:
    r"""What finds a text anywhere, in the way that it lies in JSON.

    >>> like_of('100% "A"!')
    '%100!% \\"A\\"!!%'
    """
    escaped = json.dumps(words, ensure_ascii=False)[1:-1].replace("!", "!!")
    return "%" + escaped.replace("%", "!%").replace("_", "!_") + "%"


def page_after(run: Run, study: int, wanted: Wanted, *, after: int, most: int, until: int = 2**62) -> list[ListedItem]:
    """The items that come next, in the order in which they were imported."""
    kind, params = _params(wanted, study)
    return _PAGES[wanted.filter, kind][0].all(run, after=after, until=until, most=most, **params)


def page_before(run: Run, study: int, wanted: Wanted, *, before: int, most: int) -> list[ListedItem]:
    """The items that come just before one, in their order."""
    kind, params = _params(wanted, study)
    return _PAGES[wanted.filter, kind][1].all(run, before=before, most=most, **params)[::-1]


def by_key(run: Run, study: int, key: str) -> ListedItem | None:
    return _BY_KEY.one(run, study=study, item_key=key)


def counts(run: Run, study: int) -> dict[str, int]:
    """How many items each filter finds."""
    return {
        "all": _ALL.only(run, study=study),
        **{name: found.only(run, study=study) for name, found in _COUNTS.items()},
    }


def slots_of(run: Run, items: list[int]) -> dict[int, ItemSlots]:
    """What some items need and have."""
    found = (_SLOTS.one(run, item=item) for item in items)
    return {entry.item: entry._replace(held=_held(run, entry)) for entry in found if entry is not None}


def _held(run: Run, entry: ItemSlots) -> int:
    """Slots that raters hold: of each assignment that is open, the stages that are still to come."""
    taken = entry.slots - entry.open
    if not taken:
        return 0
    held: int = sum(stage >= first for first, of in _HELD.all(run, item=entry.item) for stage in json.loads(of))
    return min(taken, held)


def answers_of(run: Run, item: int) -> int:
    """How many judgements of an item count, corrections aside."""
    return _ANSWERS.only(run, item=item)


def groups_of(run: Run, study: int) -> list[str]:
    return sorted(group for (group,) in _GROUPS.all(run, study=study) if group)
