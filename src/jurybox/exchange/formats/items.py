"""The outputs alone, as a table that a study is filled from: id, group, system, source, output."""

from collections.abc import Iterable, Iterator
from typing import Any

from jurybox.exchange.export import long_table
from jurybox.exchange.formats.rating import Rating
from jurybox.exchange.formats.target import Target

COLUMNS = ("id", "group", "system", "source", "output")


def write(target: Target, ratings: Iterable[Rating]) -> None:
    with target.file() as file:
        file.writelines(long_table(_rows(ratings, target), "csv", COLUMNS))


def _rows(ratings: Iterable[Rating], target: Target) -> Iterator[dict[str, Any]]:
    seen: set[tuple[str, str]] = set()
    for rating in ratings:
        if rating.question:
            target.losses.add("formats.ratings_not_in_items")
        if (rating.item, rating.system) not in seen:
            seen.add((rating.item, rating.system))
            yield {
                "id": rating.item, "group": rating.group, "system": rating.system, "source": rating.source,
                "output": rating.output,
            }  # fmt: skip
