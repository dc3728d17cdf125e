"""The items of a study in lists: by filter, group and text, a page at a time, and as files."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypedDict

from jurybox.core import Fault, NotFound, refuse
from jurybox.exchange.files import table_lines
from jurybox.store import Run, StudyRow, item_list
from jurybox.studies.item_names import NamedItem, item_by_key, named_item, stored_texts
from jurybox.studies.item_notes import noted_items
from jurybox.studies.known_disputes import known_disputes
from jurybox.studies.study import StudyView, find_study
from jurybox.studies.workbench import Workbench

FILTERS = ("all", "disputed", "cannot", "inbox", "noted", "withdrawn")
GIVEN = ("disputed", "noted")
"""Filters whose items are found elsewhere than in the store."""
PAGE = 50
COLUMNS = ("key", "group", "state", "units", "answers", "needed", "cannot", "text", "name")


class ItemLine(TypedDict):
    """An item in a list: what to call it, the addresses of its picture and film, and how its text begins."""

    key: str
    name: str
    picture: str
    film: str
    group: str
    state: str
    units: int
    answers: int
    """Slots that are answered; what is only in a rater's hands is none."""
    needed: int
    cannot: int
    text: str


@dataclass(frozen=True, slots=True)
class ItemsWish:
    """Which items are wanted. They come after one, or before one, by its key; from the first where none is named."""

    filter: str = "all"
    group: str | None = None
    text: str = ""
    after: str | None = None
    before: str | None = None
    most: int = PAGE

    def as_wanted(self) -> item_list.Wanted:
        return item_list.Wanted("all" if self.filter in GIVEN else self.filter, self.group, self.text.strip())


class ItemPage(TypedDict):
    """A part of a list. `earlier` and `later` are the keys to go on from, where there is more."""

    items: list[ItemLine]
    earlier: str | None
    later: str | None


class ItemsPage(ItemPage):
    """With how many items each filter finds; null where that is not known yet."""

    counts: dict[str, int | None]
    groups: list[str]


class _Stretch(NamedTuple):
    """A part of a list by the numbers of its items: the first ones after one, or the last ones before one."""

    after: int | None
    before: int | None
    most: int


def list_items(bench: Workbench, study: str, wish: ItemsWish = ItemsWish()) -> ItemsPage:  # noqa: B008
    """One page of the items that are wanted."""
    _check(wish)

    def read(run: Run) -> ItemsPage:
        row = find_study(run, study)
        view = bench.views.of(run, row.id, row.version)
        groups = sorted(view.units_per_group) if row.places else item_list.groups_of(run, row.id)
        return {
            **_page(bench, run, view, wish),
            "counts": _counts(bench, run, row),
            "groups": [group for group in groups if group],
        }

    return bench.database.read(read)


def all_items(bench: Workbench, study: str, wish: ItemsWish) -> Iterator[ItemLine]:
    """Every item that is wanted, page by page."""
    _check(wish)
    after: str | None = None
    while True:
        part = ItemsWish(wish.filter, wish.group, wish.text, after, most=1_000)

        def read(run: Run, part: ItemsWish = part) -> ItemPage:
            row = find_study(run, study)
            return _page(bench, run, bench.views.of(run, row.id, row.version), part)

        page = bench.database.read(read)
        yield from page["items"]
        after = page["later"]
        if after is None:
            return


def beside_item(bench: Workbench, study: str, key: str, wish: ItemsWish) -> tuple[str | None, str | None]:
    """The keys of the items before and after one in the list that is wanted."""
    _check(wish)

    def read(run: Run) -> tuple[str | None, str | None]:
        row, wanted = find_study(run, study), wish.as_wanted()
        here = item_list.by_key(run, row.id, key)
        if here is None:
            return None, None
        given = _given(bench, run, row, wish.filter)
        before = _rows(run, row.id, wanted, given, _Stretch(None, here.id, 1))
        after = _rows(run, row.id, wanted, given, _Stretch(here.id, None, 1))
        return (before[0].key if before else None), (after[0].key if after else None)

    return bench.database.read(read)


def items_file(lines: Iterable[ItemLine], kind: str) -> Iterator[bytes]:
    """The bytes of a csv or json file."""
    if kind == "json":
        return iter([json.dumps(list(lines), ensure_ascii=False, indent=2).encode() + b"\n"])
    return table_lines(kind, COLUMNS, ([line[name] for name in COLUMNS] for line in lines))  # type: ignore[literal-required]


def _check(wish: ItemsWish) -> None:
    refuse([Fault("items.unknown_filter", "filter", wish.filter, list(FILTERS))] if wish.filter not in FILTERS else [])


def _page(bench: Workbench, run: Run, view: StudyView, wish: ItemsWish) -> ItemPage:
    study, wanted, given = view.id, wish.as_wanted(), _given(bench, run, view.row, wish.filter)
    after, before = (_id_of(run, study, key) for key in (wish.after, wish.before))
    found = _rows(run, study, wanted, given, _Stretch(after, before, wish.most + 1))
    is_cut, is_backward = len(found) > wish.most, before is not None
    if is_cut:
        found = found[1:] if is_backward else found[:-1]
    has_earlier = is_cut if is_backward else after is not None
    has_later = is_cut if not is_backward else True
    slots = item_list.slots_of(run, [row.id for row in found])
    return {
        "items": [_line(view, row, slots.get(row.id)) for row in found],
        "earlier": found[0].key if found and has_earlier else None,
        "later": found[-1].key if found and has_later else None,
    }


def _id_of(run: Run, study: int, key: str | None) -> int | None:
    if key is None:
        return None
    found = item_list.by_key(run, study, key)
    if found is None:
        raise NotFound.of("item.not_there", given=key)
    return found.id


def _given(bench: Workbench, run: Run, row: StudyRow, filter: str) -> list[int] | None:
    """The items of a filter that the store can't tell by itself, rising; None where it can."""
    if filter == "disputed":
        found = known_disputes(bench, run, row)
        return list(found.items) if found else []
    if filter == "noted":
        rows = (item_list.by_key(run, row.id, key) for key in noted_items(run, row.id))
        return sorted(found.id for found in rows if found is not None)
    return None


def _rows(
    run: Run, study: int, wanted: item_list.Wanted, given: list[int] | None, part: _Stretch
) -> list[item_list.ListedItem]:
    if given is not None:
        return _of_given(run, study, wanted, given, part)
    if part.before is not None:
        return item_list.page_before(run, study, wanted, before=part.before, most=part.most)
    return item_list.page_after(run, study, wanted, after=part.after or 0, most=part.most)


def _of_given(
    run: Run, study: int, wanted: item_list.Wanted, given: list[int], part: _Stretch
) -> list[item_list.ListedItem]:
    """One by one: the first after, or the last before."""
    after, before, most = part
    ids = [id for id in given if id < before][::-1] if before is not None else [id for id in given if id > (after or 0)]
    found: list[item_list.ListedItem] = []
    for id in ids:
        found += item_list.page_after(run, study, wanted, after=id - 1, most=1, until=id)
        if len(found) >= most:
            break
    return found[::-1] if before is not None else found


def _counts(bench: Workbench, run: Run, row: StudyRow) -> dict[str, int | None]:
    disputes = known_disputes(bench, run, row)
    known: dict[str, int | None] = {
        **item_list.counts(run, row.id),
        "disputed": len(disputes.items) if disputes else None,
        "noted": len(noted_items(run, row.id)),
    }
    return {name: known[name] for name in FILTERS}


def names_of_items(bench: Workbench, study: str, keys: Iterable[str]) -> dict[str, NamedItem]:
    """What these items are called and look like, by key; for lists that know no more than keys."""

    def read(run: Run) -> dict[str, NamedItem]:
        row = find_study(run, study)
        view = bench.views.of(run, row.id, row.version)
        return {key: item_by_key(run, view, key) for key in keys}

    return bench.database.read(read)


def _line(view: StudyView, row: item_list.ListedItem, slots: item_list.ItemSlots | None) -> ItemLine:
    needed, free, held = (slots.slots, slots.open, slots.held) if slots else (0, 0, 0)
    state = "withdrawn" if row.withdrawn_at is not None else "full" if needed and not free + held else "begun"
    fields, segments = stored_texts(row)
    named = named_item(view, row.key, fields, segments)
    return {
        "key": row.key,
        "name": named["name"],
        "picture": named["picture"],
        "film": named["film"],
        "group": row.group,
        "state": state if needed != free or state == "withdrawn" else "untouched",
        "units": slots.units if slots else 0,
        "answers": needed - free - held if row.withdrawn_at is None else 0,
        "needed": needed,
        "cannot": slots.cannot if slots else 0,
        "text": named["begins"],
    }
