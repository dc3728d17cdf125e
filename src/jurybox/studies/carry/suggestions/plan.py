"""Ratings as suggestions: each checked by its question on the text that will be shown, all faults at once."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from jurybox.core import Fault, Fields, is_same, takes_suggestions
from jurybox.core.questions import Frame, QuestionBase, Value
from jurybox.design import merge
from jurybox.exchange.files import Faults
from jurybox.exchange.items import holds_no_ratings
from jurybox.exchange.ratings.formats import Rating
from jurybox.store import NewSuggestion, Run, items, suggestions, systems
from jurybox.studies.carry.ratings import Answering
from jurybox.studies.study import StudyView

OF_SEGMENTS = ("segment", "output")


class SuggestedTo(NamedTuple):
    """What a suggestion is about; no system where it is about several candidates."""

    item: str
    system: str
    segment: int
    question: str

    def __str__(self) -> str:
        about = f"{self.item} ({self.system})" if self.system else self.item
        return f"{about}, {self.question}" + (f" of segment {self.segment}" if self.segment else "")


@dataclass(slots=True)
class Shown:
    """What a system made of an item: fields of the whole, and of each segment."""

    fields: Fields = field(default_factory=dict)
    segments: list[Fields] = field(default_factory=list)


class DraftMaterial:
    """The items and outputs of a draft."""

    def __init__(self, run: Run, view: StudyView) -> None:
        self.ids = items.ids_by_key(run, view.id)
        self.systems = {one.name: one.id for one in systems.systems_of(run, view.id)}
        self.item_fields = {one.key: one.fields for one in items.items_of(run, view.id)}
        self.made: dict[str, dict[str, Shown]] = {}
        for part in items.outputs_of(run, view.id):
            shown = self.made.setdefault(part.item, {}).setdefault(part.system, Shown())
            if part.segment:
                shown.segments.append(part.fields)
            else:
                shown.fields = part.fields
        self.there = suggestions.places(run, view.id)


class SuggestionPlan:
    """`rater` takes only what one rater said; `replace` that earlier suggestions are dropped."""

    def __init__(self, view: StudyView, material: DraftMaterial, origin: str, rater: str | None, replace: bool) -> None:
        self.view, self.material, self.origin, self.rater, self.replace = view, material, origin, rater, replace
        self.answering = Answering(view.protocol)
        self.faults = Faults()
        self.left_out: Counter[str] = Counter()
        self.unused: dict[str, None] = {}
        self.found: dict[SuggestedTo, tuple[Value, str]] = {}
        """With who said it."""
        self._told: set[tuple[str, str]] = set()

    def add(self, ratings: Iterable[Rating]) -> None:
        for rating in ratings:
            if rating.question and self._is_taken(rating):
                self._add(rating)
        self._check_merged()

    def rows(self) -> list[NewSuggestion]:
        known = self.material
        return [
            NewSuggestion(
                known.ids[place.item],
                known.systems[place.system] if place.system else None,
                place.segment,
                place.question,
                value,
                self.origin,
            )
            for place, (value, _) in self.found.items()
        ]

    def _is_taken(self, rating: Rating) -> bool:
        if self.rater is not None and rating.rater != self.rater:
            return False
        why = (
            "cannot"
            if rating.by == "cannot"
            else "by_rule"
            if rating.by == "rule"
            else rating.purpose
            if rating.purpose != "rating"
            else "uncounted"
            if rating.standing != "counted" or rating.pilot
            else ""
        )
        self.left_out[why] += bool(why)
        return not why

    def _add(self, rating: Rating) -> None:
        asked = self.answering.question(rating)
        if asked is None or not takes_suggestions(asked):
            self._tell_question(rating, asked)
            return
        system = self._system(rating, asked)
        if system is None:
            return
        answers, faults = self.answering.answers(rating, lambda name: None)
        for fault in faults:
            self._put(fault, SuggestedTo(rating.item, system, 0, asked.id))
        for question, value in answers:
            if isinstance(value, dict) and "by" in value:  # a number against the sum of its marks is one like others
                value = value["value"]
            segment = _segment_of(rating) if question.about in OF_SEGMENTS else 0
            place = SuggestedTo(rating.item, system, segment, question.id)
            if self._is_sound(place, question, value, rating):
                self._keep(place, value, rating)

    def _tell_question(self, rating: Rating, asked: QuestionBase | None) -> None:
        """Once, however many rows answer it."""
        code = "imported.unknown_question" if asked is None else "suggest.not_suggestable"
        if asked is None and holds_no_ratings(rating.question):
            self.unused[rating.question] = None
        elif (code, rating.question) not in self._told:
            self._told.add((code, rating.question))
            able = [q.id for _, q in self.view.protocol.questions() if takes_suggestions(q)]
            self.faults.put(Fault(code, "", rating.question, able))

    def _system(self, rating: Rating, question: QuestionBase) -> str | None:
        """The system that it is about, or "" where it is about the unit of several; None after a fault."""
        made = self.material.made.get(rating.item)
        if made is None:
            self._once(Fault("imported.unknown_item", self._where(rating), rating.item))
            return None
        if rating.system in made:
            return rating.system
        if not rating.system and (len(made) == 1 or question.about == "unit"):
            return next(iter(made)) if len(made) == 1 else ""
        params = {"systems": [rating.system] if rating.system else []}
        self._once(Fault("suggest.unknown_output", self._where(rating), rating.item, sorted(made), params))
        return None

    def _once(self, fault: Fault) -> None:
        key = fault.code, f"{fault.given} {fault.params}"
        if key not in self._told:
            self._told.add(key)
            self.faults.put(fault)

    def _where(self, rating: Rating) -> str:
        about = f"{rating.item} ({rating.system})" if rating.system else rating.item
        return f"{rating.rater} on {about}" if rating.rater else about

    def _put(self, fault: Fault, place: SuggestedTo) -> None:
        self.faults.put(Fault(fault.code, f"{place}{fault.where}", fault.given, fault.allowed, fault.params))

    def _is_sound(self, place: SuggestedTo, question: QuestionBase, value: object, rating: Rating) -> bool:
        """By the same code that checks what a rater says."""
        if question.about in OF_SEGMENTS and not place.segment:
            self._put(Fault("suggest.no_segment", given=rating.target), place)
            return False
        texts = _Texts(self.material, place)
        target = str(place.segment) if place.segment else "unit" if question.about == "unit" else "A"
        faults = list(question.faults(value, target, Frame(("A",), (target,), lambda name, _: texts.length(name))))
        for fault in faults:
            named = {**fault.params, "question": question.id}
            self._put(Fault(fault.code, fault.where, fault.given, fault.allowed, named), place)
        shown = texts.of(question.marked_field or "")
        if value and question.marked_field == "output" and rating.output and shown not in (None, rating.output):
            self._put(Fault("imported.other_text", given=rating.output, allowed=shown), place)
            return False
        return not faults

    def _keep(self, place: SuggestedTo, value: Value, rating: Rating) -> None:
        known = self.found.get(place)
        if known is not None and not is_same(known[0], value):
            named = {"first": known[1] or "–", "second": rating.rater or "–"}
            self.faults.put(Fault("suggest.overlap", str(place), value, known[0], named))
        elif known is None and not self.replace and self._is_there(place):
            self.faults.put(Fault("suggest.already_there", str(place), value))
        else:
            self.found[place] = value, rating.rater

    def _is_there(self, place: SuggestedTo) -> bool:
        known = self.material
        system = known.systems[place.system] if place.system else None
        return (known.ids[place.item], system, place.segment, place.question) in known.there

    def _check_merged(self) -> None:
        """Equal outputs are one candidate, of which one thing is suggested."""
        by_item: dict[str, list[SuggestedTo]] = {}
        for place in self.found:
            by_item.setdefault(place.item, []).append(place)
        for item, places in by_item.items():
            if len({place.system for place in places}) > 1:
                for fault in self._differing(item, places):
                    self.faults.put(fault)

    def _differing(self, item: str, places: list[SuggestedTo]) -> Iterator[Fault]:
        made = self.material.made[item]
        numbered = dict(enumerate(made))
        outputs = [(n, (made[name].fields, made[name].segments)) for n, name in numbered.items()]
        group_of = {numbered[n]: k for k, group in enumerate(merge(outputs, self.view.settings.merge)) for n in group}
        first: dict[tuple[object, ...], SuggestedTo] = {}
        for place in places:
            known = first.setdefault((group_of.get(place.system), *place[2:]), place)
            if known is not place and not is_same(self.found[known][0], self.found[place][0]):
                named = {"systems": f"{known.system}, {place.system}", "question": place.question}
                yield Fault("suggest.merged_differ", str(place), item, None, named)


def _segment_of(rating: Rating) -> int:
    """The number of the segment that a rating is about, be it of all candidates or (after a dot) of one; 0: none."""
    number = rating.target.rpartition(".")[2]
    return int(number) if number.isdecimal() else 0


class _Texts:
    """What one suggestion lies on."""

    def __init__(self, material: DraftMaterial, place: SuggestedTo) -> None:
        self._material, self._place = material, place

    @cached_property
    def _fields(self) -> Fields:
        place, material = self._place, self._material
        made = material.made[place.item].get(place.system)
        parts = made.segments[place.segment - 1] if made and 0 < place.segment <= len(made.segments) else {}
        return {**material.item_fields.get(place.item, {}), **(made.fields if made else {}), **parts}

    def of(self, name: str) -> str | None:
        found = self._fields.get(name)
        return found if isinstance(found, str) else None

    def length(self, name: str) -> int | None:
        text = self.of(name)
        return None if text is None else len(text)
