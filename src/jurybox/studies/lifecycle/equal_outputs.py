"""Outputs of one item that are equal and therefore rated once: how many, where, and how many units that leaves."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from jurybox.core import Output, UnitShape
from jurybox.design import merge, units_of_item

SHOWN = 12


class EqualSystems(TypedDict):
    """Systems that made the same of one item."""

    item: str
    systems: list[str]


class EqualOutputs(TypedDict):
    """What is rated once instead of several times."""

    outputs: int
    """How many outputs are rated with another one."""
    items: int
    units_before: int
    """Units if each output were rated for itself."""
    units: int
    first: list[EqualSystems]


def equal_outputs(by_item: Mapping[str, Sequence[Output]], rule: str, shape: UnitShape) -> EqualOutputs:
    """`by_item` are all outputs of each item, `rule` says which count as equal (the setting `merge`)."""
    found: EqualOutputs = {"outputs": 0, "items": 0, "units_before": 0, "units": 0, "first": []}
    units = {0: 0}
    for key, outputs in by_item.items():
        groups = merge([(n, (one.fields, one.segments)) for n, one in enumerate(outputs)], rule)
        for many in {len(outputs), len(groups)} - units.keys():
            units[many] = len(units_of_item(range(many), shape, "", 0))
        found["units_before"] += units[len(outputs)]
        found["units"] += units[len(groups)]
        if len(groups) < len(outputs):
            found["outputs"] += len(outputs) - len(groups)
            found["items"] += 1
            same = [group for group in groups if len(group) > 1]
            told: list[EqualSystems] = [{"item": key, "systems": [outputs[n].system for n in g]} for g in same]
            found["first"] += told[: SHOWN - len(found["first"])]
    return found
