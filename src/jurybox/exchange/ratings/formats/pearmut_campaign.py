"""A Pearmut campaign: the items and outputs to rate, before anybody has. It holds no ratings.

info {assignment, protocol}, campaign_id, data: lists of documents, each a list of items {item_id, src, tgt}; in
task-based campaigns one such list per user.
"""

from collections.abc import Iterable, Iterator

import msgspec

from jurybox.core import JsonObject, JsonValue
from jurybox.exchange.ratings.formats.pearmut import item_of
from jurybox.exchange.ratings.formats.rating import Rating
from jurybox.exchange.ratings.formats.source import RatingsFile
from jurybox.exchange.ratings.formats.target import Target


def read(source: RatingsFile) -> Iterator[Rating]:
    seen: set[tuple[str, str]] = set()
    for path, item in _items(source.list_in_document("data", "Pearmut")):
        place = "".join(f"[{number}]" for number in path)
        texts = item.get("tgt")
        if not isinstance(texts, dict):
            source.fault("formats.bad_entry", source.line_of("data", *path), None, where=f"data{place}.tgt")
            continue
        if item.get("error_spans"):
            source.note("formats.prefilled_not_read")
        key = str(item.get("item_id", item.get("src", place)))
        shown = item.get("src")
        about = Rating(item=key, source=shown if isinstance(shown, str) else None, group=str(item.get("group", "")))
        for model, text in texts.items():
            if (key, model) not in seen:  # several users may be given the same output
                seen.add((key, model))
                yield msgspec.structs.replace(about, system=model, output=str(text))


def _items(data: list[JsonValue], path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], JsonObject]]:
    """The items of all documents, however deep the lists are that they lie in: two, or three with one per user."""
    for number, entry in enumerate(data):
        if isinstance(entry, dict):
            yield (*path, number), entry
        elif isinstance(entry, list) and len(path) < 3:
            yield from _items(entry, (*path, number))


def write(target: Target, ratings: Iterable[Rating]) -> None:
    items: dict[str, dict[str, Rating]] = {}
    marks = False
    for rating in ratings:
        items.setdefault(rating.item, {}).setdefault(rating.system, rating)
        marks = marks or rating.marks is not None
        if rating.question:
            target.losses.add("formats.ratings_not_in_campaign")
    document = {
        "info": {"assignment": "single-stream", "protocol": "ESA" if marks else "DA", "users": 1},
        "campaign_id": target.about.title,
        "data": [[item_of(list(outputs.values()))] for outputs in items.values()],
    }
    with target.file() as file:
        file.write(msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n")
