"""Who rates what, in which order, under which letters: pure functions of a seed."""

from jurybox.design.blinding import candidate_order
from jurybox.design.checks import FIRST_FREE, MOST_SHARE, checks_among, checks_before, is_check_place, with_checks
from jurybox.design.degrading import RULES, degrade
from jurybox.design.hold_out import is_held_out
from jurybox.design.merging import merge
from jurybox.design.order import draw, places, shuffled
from jurybox.design.overlap import Work, fixed_lists
from jurybox.design.pairs import (
    DrawnPair,
    PairItem,
    SystemPair,
    Undrawn,
    draw_evenly,
    draw_wished,
    even_number,
    mixed,
    still_to_draw,
)
from jurybox.design.repeats import chosen_of_list, gap, one_of, planned
from jurybox.design.units import units_of_item

__all__ = [
    "FIRST_FREE",
    "MOST_SHARE",
    "RULES",
    "DrawnPair",
    "PairItem",
    "SystemPair",
    "Undrawn",
    "Work",
    "candidate_order",
    "checks_among",
    "checks_before",
    "chosen_of_list",
    "degrade",
    "draw",
    "draw_evenly",
    "draw_wished",
    "even_number",
    "fixed_lists",
    "gap",
    "is_check_place",
    "is_held_out",
    "merge",
    "mixed",
    "one_of",
    "places",
    "planned",
    "shuffled",
    "still_to_draw",
    "units_of_item",
    "with_checks",
]
