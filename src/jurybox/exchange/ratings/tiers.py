"""Tiers: named steps of a scale, the best first, as in tier lists."""

TIER = "tier"
"""What a column of tiers is called."""
TIERS = ("S", "A", "B", "C", "D", "E", "F")
"""The usual names of tiers, the best first; many lists have no E."""


def tiers_among(said: tuple[str, ...], used: list[str]) -> tuple[str, ...]:
    """The tiers that there are: as they were named, else the usual ones.

    >>> tiers_among((), ["a", "S"]), tiers_among(("top", "low"), ["low"])
    (('S', 'A', 'B', 'C', 'D', 'F'), ('top', 'low'))
    """
    has_e = any(name.casefold() == "e" for name in used)
    return said or tuple(name for name in TIERS if name != "E" or has_e)
