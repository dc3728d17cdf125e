"""Which of the pairs of a study were chosen by strengths, and not drawn evenly: what its events say."""

from collections.abc import Iterator, Mapping

from jurybox.core import EventKind, JsonValue
from jurybox.store import Run, studies, units
from jurybox.studies.study import StudyView

Shown = frozenset[int]
"""The candidates of a pair, in whatever order."""


def chosen_pairs(run: Run, view: StudyView) -> set[Shown]:
    """None of a study in which all pairs are compared, or that drew all of them evenly."""
    told = [event.data for event in studies.events_of_kind(run, view.id, EventKind.PAIRS_DRAWN)]
    places = {place for data in told for place in _chosen(data)}
    if not places:
        return set()
    return {frozenset(unit.candidates) for place, unit in enumerate(units.units_of(run, view.id)) if place in places}


def _chosen(data: Mapping[str, JsonValue]) -> Iterator[int]:
    """The places in the pool of what a batch chose."""
    first, pairs, evenly = data["first"], data["pairs"], data.get("evenly")
    if not data["uncertain"] or not isinstance(first, int) or not isinstance(pairs, int):
        return
    even = evenly if isinstance(evenly, list) else ()
    yield from (first + n for n in range(pairs) if n not in {*even})
