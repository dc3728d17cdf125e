"""Who rates what, in which order, under which letters: pure functions of a seed."""

from jurybox.design.blinding import candidate_order
from jurybox.design.merging import merge
from jurybox.design.order import draw, places, shuffled
from jurybox.design.overlap import Work, fixed_lists
from jurybox.design.repeats import chosen_of_list, gap, one_of, planned
from jurybox.design.units import units_of_item

__all__ = [
    "Work",
    "candidate_order",
    "chosen_of_list",
    "draw",
    "fixed_lists",
    "gap",
    "merge",
    "one_of",
    "places",
    "planned",
    "shuffled",
    "units_of_item",
]
