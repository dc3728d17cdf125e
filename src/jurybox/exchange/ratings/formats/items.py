"""The outputs alone, as a table that a study is filled from: id, group, system, source, output.

JSON lines where the file ends in .jsonl, else csv; there what a spreadsheet would take for a formula has an apostrophe
in front, which a study would show.
"""

from collections.abc import Iterable, Iterator

from jurybox.exchange.files import harmless, table_lines
from jurybox.exchange.ratings.formats.rating import Rating
from jurybox.exchange.ratings.formats.target import Target

COLUMNS = ("id", "group", "system", "source", "output")


def write(target: Target, ratings: Iterable[Rating]) -> None:
    kind = "jsonl" if target.path.suffix == ".jsonl" else "csv"
    with target.file() as file:
        file.writelines(table_lines(kind, COLUMNS, _rows(ratings, target, kind)))


def _rows(ratings: Iterable[Rating], target: Target, kind: str) -> Iterator[tuple[str | None, ...]]:
    seen: set[tuple[str, str]] = set()
    for rating in ratings:
        if rating.question:
            target.losses.add("formats.ratings_not_in_items")
        if (rating.item, rating.system) not in seen:
            seen.add((rating.item, rating.system))
            if kind == "csv" and any(harmless(text) != text for text in (rating.source, rating.output)):
                target.losses.add("formats.apostrophes_added")
            yield rating.item, rating.group, rating.system, rating.source, rating.output
