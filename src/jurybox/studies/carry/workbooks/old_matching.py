"""What a row of a table from before is about: an output of the study, found by item and system, or by its texts."""

from dataclasses import dataclass, field

from jurybox.core import Protocol
from jurybox.exchange.items import COMMENT, RATER, ScoreNames, labels_of, names_of, plain_words
from jurybox.exchange.workbooks import OldColumns, OldRow, bare
from jurybox.store import Run, items, systems, units
from jurybox.studies.study import StudyView

Place = tuple[int, int, int]
"""Unit, item and candidate."""


def source_field(protocol: Protocol) -> str | None:
    fields = protocol.fields
    sources = [n for n, spec in fields.items() if spec.is_text and not spec.guide and spec.per == "item"]
    return "source" if "source" in sources else next(iter(sources), None)


def output_field(protocol: Protocol) -> str:
    made = [n for n, spec in protocol.fields.items() if spec.is_text and spec.per in ("output", "system")]
    return next(iter(made), "output")


@dataclass(frozen=True, slots=True)
class _Made:
    """An output as it was imported, and where it is rated: equal ones may be one candidate."""

    item: str
    system: str
    source: str
    output: str
    places: tuple[Place, ...]


@dataclass(slots=True)
class Matcher:
    """The outputs of a study by what a row may say of them."""

    systems: tuple[str, ...] = ()
    keys: frozenset[str] = frozenset()
    _by_item: dict[str, list[_Made]] = field(default_factory=dict)
    _by_output: dict[str, list[_Made]] = field(default_factory=dict)

    @classmethod
    def of_study(cls, run: Run, view: StudyView) -> "Matcher":
        source, output = source_field(view.protocol), output_field(view.protocol)
        keys, contents = items.keys_by_id(run, view.id), items.study_contents(run, view.id)
        makers = systems.makers_of(run, view.id)
        places: dict[tuple[str, str], list[Place]] = {}
        for unit in units.units_of(run, view.id):
            for candidate in unit.candidates if unit.item in contents else ():
                for maker in makers[candidate]:
                    places.setdefault((keys[unit.item], maker.name), []).append((unit.id, unit.item, candidate))
        ids = {key: id for id, key in keys.items()}
        matcher = cls(tuple(row.name for row in systems.systems_of(run, view.id)), frozenset(ids))
        for one in items.outputs_of(run, view.id):
            if one.segment or (one.item, one.system) not in places:
                continue
            shown = contents[ids[one.item]].fields
            texts = bare(str(shown.get(source or "", ""))), bare(str(one.fields.get(output, "")))
            matcher._learn(_Made(one.item, one.system, *texts, tuple(places[one.item, one.system])))
        return matcher

    def _learn(self, made: _Made) -> None:
        self._by_item.setdefault(made.item, []).append(made)
        self._by_output.setdefault(made.output, []).append(made)

    def find(self, row: OldRow, has_source: bool) -> list[Place]:
        """Every place where what the row names is rated; equal outputs that are one candidate are one place."""
        output = bare(row.output)
        by_key = row.item in self.keys
        found = self._by_item.get(row.item, []) if by_key else self._by_output.get(output, [])
        if output:
            found = [made for made in found if made.output == output]
        if has_source and not by_key:
            found = [made for made in found if made.source == bare(row.source)]
        if row.system and row.system in self.systems:
            found = [made for made in found if made.system == row.system]
        return list(dict.fromkeys(place for made in found for place in made.places))


def columns_known(view: StudyView, said: dict[str, str], matcher: Matcher) -> OldColumns:
    """What the columns of such a table may be called, by the protocol and the study."""
    names, labels, scores = names_of(view.protocol), labels_of(view.protocol), ScoreNames(view.protocol)
    usual = {"item": names["id"], "rater": {*plain_words(RATER), "rater"}, "comment": plain_words(COMMENT)}
    if any(matcher.systems):
        usual["system"] = names["system"]
    for what, field_name in (("source", source_field(view.protocol)), ("output", output_field(view.protocol))):
        if field_name in names:
            usual[what] = names[field_name] | labels.get(field_name, set())
    return OldColumns(scores, said, usual, scores.only, [name for name in matcher.systems if name], matcher.keys)
