"""What a study's ratings are about: which systems made which candidate, and what rules answer."""

from array import array
from collections.abc import Iterator, Sequence
from itertools import groupby

from jurybox.core import SystemKind, rule_answers
from jurybox.core.questions import Value
from jurybox.store import Run, analysis_rows, items, systems
from jurybox.studies.study import StudyView


class Material:
    """Candidates by number: their item, and the systems that made them and were not withdrawn."""

    def __init__(self, run: Run, view: StudyView) -> None:
        standing = [s for s in systems.systems_of(run, view.id) if s.withdrawn_at is None and s.kind != SystemKind.NONE]
        self.systems = tuple(system.name for system in standing)
        self._gone = view.withdrawn
        code = {system.id: n for n, system in enumerate(standing)}
        ids = analysis_rows.candidate_range(run, view.id)
        self.low = ids.first or 1
        size = (ids.last or 0) - self.low + 1
        self.item, self.combo = array("q", bytes(8 * size)), array("i", bytes(4 * size))
        self.combos: list[tuple[int, ...]] = [()]
        """Sets of systems that made the same; most candidates share a few of them."""
        known: dict[tuple[int, ...], int] = {(): 0}
        rows_of = groupby(analysis_rows.candidates(run, view.id), key=lambda row: (row.candidate, row.item))
        for (candidate, item), parts in rows_of:
            made = tuple(code[part.system] for part in parts if part.system in code)
            if made not in known:
                known[made] = len(self.combos)
                self.combos.append(made)
            self.item[candidate - self.low], self.combo[candidate - self.low] = item, known[made]
        self.withdrawn_items = analysis_rows.withdrawn_items(run, view.id)
        self._shape = view.protocol.unit
        self._segments = items.segment_counts(run, view.id) if self._shape.has_documents else {}
        self.item_of_unit: dict[int, int] = {}
        self.candidates_of_unit: dict[int, tuple[int, ...]] = {}
        """Of the units with several candidates that were judged: their item, and what stood beside each other."""

    def see(self, unit: int, item: int, candidates: Sequence[int]) -> None:
        """Remember what a unit of several candidates is made of."""
        if len(candidates) > 1 and unit not in self.item_of_unit:
            self.item_of_unit[unit] = item
            self.candidates_of_unit[unit] = tuple(sorted(candidates))

    def rated_segments(self, item: int, window: int) -> range:
        """The segments of an item that are rated in a window of it; all in window 0."""
        return self._shape.span(window, self._segments.get(item, 0)).rated

    def made(self, candidate: int) -> tuple[int, ...]:
        """The systems that made a candidate."""
        return self.combos[self.combo[candidate - self.low]]

    def gone(self, candidate: int) -> bool:
        """Whether every system that made a candidate was withdrawn."""
        return candidate in self._gone


Ruled = dict[str, dict[int, Value]]
"""By question: the candidates that a rule answers, with the answer."""


def ruled_answers(run: Run, view: StudyView) -> Ruled:
    """What the protocol's rules answer, whether anybody looked or not."""
    found: Ruled = {}
    if not view.protocol.rules:
        return found
    for whole in (row for row in analysis_rows.texts(run, view.id) if row.segment == 0):
        texts = whole.fields()
        for stage in view.protocol.stages:
            for made in rule_answers(view.protocol, stage, {"A": texts}):
                found.setdefault(made.question, {})[whole.candidate] = made.value
    return found


def text_lengths(run: Run, view: StudyView, field: str) -> Iterator[tuple[int, int, int]]:
    """(candidate, segment, length in code points) of a field, wherever it stands."""
    for row in analysis_rows.texts(run, view.id):
        shown = {**row.segment_fields(), **row.fields()}
        text = shown.get(field)
        if isinstance(text, str):
            yield row.candidate, row.segment, len(text)
