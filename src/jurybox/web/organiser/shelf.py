"""The shelf as pages offer it to be chosen from: own protocols first, then by kind of task."""

from jurybox.studies import Workbench, lifecycle
from jurybox.studies.lifecycle import ShelfCard


class Offered(ShelfCard):
    """A protocol with the place on the shelf where it is looked for."""

    shelf: str
    """`own`, or its task."""


def shelf_to_choose(bench: Workbench, lang: str) -> list[Offered]:
    cards = lifecycle.describe_shelf(lang, bench.protocols)
    found: list[Offered] = [{**card, "shelf": "own" if card["is_own"] else card["task"] or "other"} for card in cards]
    return sorted(found, key=lambda card: not card["is_own"])
