"""An arena: strengths while the study goes, and the pairs that are drawn by them."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.arena.draw import draw_pairs, wished_pairs
    from jurybox.studies.arena.live import live_strengths
    from jurybox.studies.arena.watch import PairsShown, ask_pairs, show_pairs
else:
    __getattr__ = door(__name__)

__all__ = [
    "PairsShown",
    "ask_pairs",
    "draw_pairs",
    "live_strengths",
    "show_pairs",
    "wished_pairs",
]
