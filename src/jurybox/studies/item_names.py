"""What an organiser calls an item: its id, else the name of its file, else how its text begins. No rater is told."""

import json
from collections.abc import Iterator
from typing import NamedTuple, TypedDict, cast
from urllib.parse import quote

from jurybox.core import Fields, JsonValue, is_made_key
from jurybox.store import Run, item_list
from jurybox.studies.rating import on_the_wire
from jurybox.studies.study import StudyView

LONGEST_NAME = 60
LONGEST_GLIMPSE = 120


class NamedItem(TypedDict):
    """`picture` is the address of a picture of it, the smaller one where there are two, `film` of its first film, and
    `begins` how its first text begins; "" where there is none."""

    name: str
    picture: str
    film: str
    begins: str


class _Shown(NamedTuple):
    """A value of an item that raters are shown, and what its address ends in."""

    name: str
    part: str
    value: JsonValue


def named_item(view: StudyView, key: str, fields: Fields, segments: list[dict[str, JsonValue]]) -> NamedItem:
    """From what is stored of an item."""
    shown = list(_shown(view, fields, segments))
    return {
        "name": _name(view, key, shown),
        "picture": _medium(view, key, shown, "image"),
        "film": _medium(view, key, shown, "video"),
        "begins": _begins(view, shown, LONGEST_GLIMPSE),
    }


def item_by_key(run: Run, view: StudyView, key: str) -> NamedItem:
    found = item_list.by_key(run, view.id, key)
    if found is None:
        return {"name": key, "picture": "", "film": "", "begins": ""}
    return named_item(view, key, *stored_texts(found))


def stored_texts(row: item_list.ListedItem) -> tuple[Fields, list[dict[str, JsonValue]]]:
    """The fields and the segments of an item in a list."""
    return json.loads(row.fields), cast(list[dict[str, JsonValue]], json.loads(row.segments))


def _shown(view: StudyView, fields: Fields, segments: list[dict[str, JsonValue]]) -> Iterator[_Shown]:
    """Field by field, of the whole and of the first segment."""
    first = [(cast(Fields, one.get("fields") or {}), f".{n}") for n, one in enumerate(segments[:1], start=1)]
    for name in dict.fromkeys(name for shown in view.shows for name in shown):
        for holder, suffix in ((fields, ""), *first):
            if holder.get(name):
                yield _Shown(name, name + suffix, holder[name])


def _name(view: StudyView, key: str, shown: list[_Shown]) -> str:
    if not is_made_key(key):
        return key
    files = [one.value.get("name") for one in shown if isinstance(one.value, dict)]
    file = next((str(name).replace("\\", "/").rsplit("/", 1)[-1] for name in files if name), "")
    return file or _begins(view, shown, LONGEST_NAME) or key


def _begins(view: StudyView, shown: list[_Shown], longest: int) -> str:
    specs = view.protocol.fields
    languages = {spec.lang_field for spec in specs.values()}
    for name, _, value in shown:
        if name not in (*languages, "language") and specs[name].is_text and isinstance(value, str) and value.strip():
            line = " ".join(value[: 4 * longest].split())
            return line if len(line) <= longest else line[:longest].rsplit(" ", 1)[0] + "…"
    return ""


def _medium(view: StudyView, key: str, shown: list[_Shown], kind: str) -> str:
    base = f"/studies/{view.row.key}/media?item={quote(key, safe='')}&part="
    for name, part, value in shown:
        spec = view.protocol.fields[name]
        if spec.type == kind:
            seen = cast(dict[str, dict[str, str]], on_the_wire(spec, value, base + part))
            return str(seen["small"]["url"] if "small" in seen else seen["url"])
    return ""
