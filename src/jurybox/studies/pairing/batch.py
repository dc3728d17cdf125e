"""Batches of pairs: drawn, and written into the pool with an event that says how."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from jurybox.core import EventKind, JsonObject, JsonValue
from jurybox.design import DrawnPair, SystemPair, Undrawn, draw_evenly, draw_wished, even_number, mixed
from jurybox.store import Run, studies, units
from jurybox.studies.pairing.material import PairMaterial, pair_material
from jurybox.studies.study import StudyView, find_study

Wish = Callable[[Undrawn, int], Sequence[SystemPair]]
"""So many pairs of systems, of those that are not drawn yet, by what is known of strengths."""


@dataclass(frozen=True, slots=True)
class PairBatch:
    """A batch that was drawn, in the order of the pool, and all that it takes to draw it again."""

    number: int
    """From 0 on, the one that a study opens with."""
    pairs: list[DrawnPair]
    evenly: tuple[int, ...]
    """The places within the batch of those that were drawn evenly."""
    until: int | None
    """The number of the log up to which judgements were looked at; None where none were."""
    groups: tuple[str, ...]
    """Of which items; none means all."""
    material: PairMaterial

    @property
    def even(self) -> int:
        return len(self.evenly)

    def event(self, most: int | None) -> JsonObject:
        """What the study's event says; `most` pairs are drawn in all."""
        still: dict[str, JsonValue] = {**self.material.left(most, self.pairs)}
        return {
            "batch": self.number,
            "pairs": len(self.pairs),
            "even": self.even,
            "uncertain": len(self.pairs) - self.even,
            "until": self.until,
            "first": self.material.places,
            "last_candidate": self.material.last_candidate,
            "of_groups": list[JsonValue](self.groups),
            "left": still,
            **({"evenly": list[JsonValue](self.evenly)} if self.even < len(self.pairs) else {}),
        }


def drawn_batch(
    view: StudyView,
    material: PairMaterial,
    number: int,
    groups: tuple[str, ...] = (),
    wish: Wish | None = None,
    until: int | None = None,
) -> PairBatch:
    """A batch; without a wish all of it is drawn evenly. The same material and wish give the same batch."""
    chosen, seed = view.settings.pairs, view.row.seed
    size = chosen.batch if chosen.most is None else max(0, min(chosen.batch, chosen.most - material.drawn))
    undrawn = Undrawn(material.of_groups(groups), seed, number)
    evenly = draw_evenly(undrawn, size if wish is None else even_number(size))
    rest = size - len(evenly)
    wished = draw_wished(undrawn, wish(undrawn, rest)) if wish is not None and rest else []
    pairs = mixed([*evenly, *wished], seed, number)
    drawn = frozenset(evenly)
    return PairBatch(number, pairs, tuple(n for n, pair in enumerate(pairs) if pair in drawn), until, groups, material)


def even_batch(run: Run, view: StudyView) -> PairBatch:
    """The next batch, drawn evenly: what a study opens with, and what is drawn when items or systems are added."""
    return drawn_batch(view, pair_material(run, view), next_number(run, view.id))


def next_number(run: Run, study: int) -> int:
    last = studies.last_of_kind(run, study, EventKind.PAIRS_DRAWN)
    number = last.data["batch"] if last is not None else -1
    return number + 1 if isinstance(number, int) else 0


def write_batch(run: Run, view: StudyView, batch: PairBatch, who: str, now: int) -> None:
    """The units of a batch and the event that tells of it, in one transaction: there are never some without others."""
    material, protocol, settings = batch.material, view.protocol, view.settings
    new = []
    for place, pair in enumerate(batch.pairs, material.places):
        group = material.group_of[pair.item]
        quorums = tuple(settings.quorum_of(stage.id, group) for stage in protocol.stages)
        new.append(units.UnitToAdd(pair.item, group, place, list(pair.candidates), quorums))
    units.add_units(run, view.id, new)
    row, places, data = (
        find_study(run, view.row.key),
        material.places + len(batch.pairs),
        batch.event(settings.pairs.most),
    )
    studies.append_event(run, row, kind=EventKind.PAIRS_DRAWN, data=data, who=who, now=now, places=places)
