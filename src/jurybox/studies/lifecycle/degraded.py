"""Making checks when a study opens: real outputs made worse by rules, and places for all checks, by the seed."""

from collections.abc import Iterator, Mapping

from jurybox.core import LETTERS, CheckKind, CheckSays, Conflict, Fields, JsonValue, Worse, telling_questions, worse_by
from jurybox.design import degrade, draw, shuffled
from jurybox.store import Content, Run, checks, items, onboarding, units
from jurybox.studies.planning import CheckSupply, supply_of
from jurybox.studies.study import StudyView

MADE = ("text", "markdown", "code")
"""Fields of these types hold words that can be dropped or swapped; tables and conversations would fall apart."""
TRIES = 4
"""For each output that is to be made worse so many units are looked at."""


def refuse_too_few(run: Run, view: StudyView) -> CheckSupply | None:
    """How many checks there will be; a study that wants more than it can give does not open."""
    if not view.settings.checks.on:
        return None
    supply = supply_of(run, view)
    if supply.there < max(1, supply.wanted):
        raise Conflict.of("checks.too_few", "checks", supply.there, supply.wanted)
    return supply


def make_checks(run: Run, view: StudyView, supply: CheckSupply, places: int) -> int:
    """Make what is made worse, once more where a run was cut off, and give every check its place; how many.

    Not every text can be made worse: where too few can, the study does not open.
    """
    checks.drop(run, view.id, CheckKind.DEGRADED)
    made = [*_degraded(run, view, supply.to_make, places)]
    if (there := supply.with_made(len(made))) < max(1, supply.wanted):
        raise Conflict.of("checks.too_few", "checks", there, supply.wanted)
    checks.add(run, view.id, made)
    mine = [one.id for one in checks.of_study(run, view.id)]
    checks.set_places(run, [(id, n) for n, id in enumerate(shuffled(mine, view.row.seed, "check"))])
    return len(mine)


def _degraded(run: Run, view: StudyView, wanted: int, places: int) -> Iterator[checks.NewCheck]:
    seen: set[int] = set()
    other = ""
    tried = list(dict.fromkeys(draw(view.row.seed, "degraded", n) % places for n in range(TRIES * wanted)))
    for place in tried:
        unit = units.at_place(run, view.id, place)
        if len(seen) == wanted or unit is None or unit.item in seen:
            continue
        content = items.content_of(run, unit.item, unit.candidates)
        made = _Made(view, content, unit.item, other)
        shown = made.unit(unit.candidates)
        other = made.text or other
        if shown is not None:
            seen.add(unit.item)
            if unit.window:
                shown["window"] = unit.window
            name = f"degraded {len(seen)}"
            yield checks.NewCheck(name, CheckKind.DEGRADED, unit.group, unit.item, shown, made.says)


class _Made:
    """A unit in which one candidate is made worse: alone, or beside the output that it was made from."""

    def __init__(self, view: StudyView, content: Content, item: int, other: str) -> None:
        self.view, self.content, self.item, self.other = view, content, item, other
        self.says, self.text = CheckSays(), ""

    def unit(self, candidates: list[int]) -> onboarding.ExampleContent | None:
        """None where no text is long enough."""
        shown = [self.content.candidates[c] for c in candidates]
        source = draw(self.view.row.seed, "source", self.item) % len(shown)
        made = onboarding.ExampleOutput(
            fields=self._fields(shown[source].fields, 0),
            segments=[self._fields(part, n + 1) for n, part in enumerate(shown[source].segments)],
        )
        if made["fields"] == shown[source].fields and made["segments"] == shown[source].segments:
            return None
        outputs = [onboarding.ExampleOutput(fields=one.fields, segments=list(one.segments)) for one in shown]
        worse = source
        if len(outputs) > 1:
            others = [n for n in range(len(outputs)) if n != source]
            worse = others[draw(self.view.row.seed, "worse", self.item) % len(others)]
        outputs[worse] = made
        self.says = CheckSays(worse=self._worse(LETTERS[worse], LETTERS[source] if len(outputs) > 1 else None))
        return {"fields": self.content.fields, "segments": self.content.segments, "candidates": outputs}

    def _worse(self, letter: str, than: str | None) -> Worse:
        protocol, wish = self.view.protocol, self.view.settings.checks.degraded
        assert wish is not None
        name = wish.question or telling_questions(protocol)[0].id
        found = worse_by(protocol, protocol.question(name), wish.most, wish.least)
        assert found is not None  # the settings were checked
        limits: Mapping[str, None] = {} if than is None else {"most": None, "least": None}
        return found.model_copy(update={"letter": letter, "than": than, **limits})

    def _fields(self, fields: Fields, part: int) -> Fields:
        known = self.view.protocol.fields
        return {
            name: self._value(name, value, part) if name in known and _is_made(known[name]) else value
            for name, value in fields.items()
        }

    def _value(self, name: str, value: JsonValue, part: int) -> JsonValue:
        wish = self.view.settings.checks.degraded
        assert wish is not None
        if not isinstance(value, str):
            return value
        self.text = value
        found = degrade(value, wish.rules, wish.amount, self.other, self.view.row.seed, self.item, name, part)
        return value if found is None else found


def _is_made(field: object) -> bool:
    """Whether a field is a text that a system made."""
    return getattr(field, "type", "") in MADE and getattr(field, "per", "") in ("system", "output")
