"""The shapes that a table of ratings can have, told by its columns: ratings, errors, preferences, rankings."""

from collections.abc import Iterable
from typing import Literal

from jurybox.exchange.ratings.options import BY_FILE, RatingsReading

Shape = Literal["ratings", "errors", "preferences", "rankings"]
ERROR_ROLES = ("category", "severity")
PREFERENCE_ROLES = ("model_a", "model_b", "winner")
NEEDED: dict[Shape, tuple[str, ...]] = {
    "ratings": ("item",),
    "errors": ("item", "rater", *ERROR_ROLES),
    "preferences": PREFERENCE_ROLES,
    "rankings": ("item", "system"),
}
"""What a table has to say. The values of ratings are asked for in words of their own."""


def has_column(role: str, found: Iterable[str], reading: RatingsReading) -> bool:
    """Whether a table has a column for something."""
    names = set(found)
    return any(name in names or name == BY_FILE for name in reading.names_of(role))


def shape_of(found: Iterable[str], reading: RatingsReading) -> Shape:
    """By the columns that are there, and those that were named: who names the values means ratings."""
    names = set(found)
    if reading.ranks or "rank" in reading.columns:
        return "rankings"
    if "value" in reading.columns:
        return "ratings"
    preferred = [role in reading.columns or has_column(role, names, reading) for role in PREFERENCE_ROLES]
    if all(preferred):
        return "preferences"
    if "value" in names:
        return "ratings"
    if any(has_column(role, names, reading) for role in ERROR_ROLES):
        return "errors"
    if has_column("value", names, reading):
        return "ratings"
    if has_column("rank", names, reading):
        return "rankings"
    return "preferences" if sum(preferred) > 1 else "ratings"


def needed_by(found: Iterable[str], reading: RatingsReading) -> tuple[str, ...]:
    """What a table has to say. Without an item there may be nothing that we understand: then the rater is told too."""
    names = list(found)
    shape = shape_of(names, reading)
    if shape == "rankings" and reading.ranks:
        return ()
    is_lost = shape == "ratings" and "item" not in reading.columns and not has_column("item", names, reading)
    return (*NEEDED[shape], "rater") if is_lost else NEEDED[shape]
