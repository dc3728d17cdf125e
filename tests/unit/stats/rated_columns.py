"""Ratings from columns one after the other, as many tests have them."""

from jurybox.stats.estimate import Floats, Ints
from jurybox.stats.rated import Rated


def rated_of(
    item: Ints, system: Ints, rater: Ints, value: Floats, blocks: Ints, n_items: int, n_systems: int, n_raters: int
) -> tuple[Rated, Ints]:
    """The ratings and their blocks, from columns one after the other."""
    return Rated(item, system, rater, value, n_items, n_systems, n_raters), blocks
