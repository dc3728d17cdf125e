"""Pairs drawn as a study goes: what there is to draw from, and batches as they come into the pool."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.pairing.batch import PairBatch, Wish, drawn_batch, even_batch, next_number, write_batch
    from jurybox.studies.pairing.chosen import chosen_pairs
    from jurybox.studies.pairing.material import PairMaterial, pair_material
else:
    __getattr__ = door(__name__)

__all__ = [
    "PairBatch",
    "PairMaterial",
    "Wish",
    "chosen_pairs",
    "drawn_batch",
    "even_batch",
    "next_number",
    "pair_material",
    "write_batch",
]
