"""Ratings of a file brought together to the judgements they are: checked, all faults at once, nothing written."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from jurybox.core import LETTERS, Fault, JudgementDraft, Protocol, check_answers, rule_answers
from jurybox.core.questions import Frame, parts_of
from jurybox.exchange.files import Faults
from jurybox.exchange.items import holds_no_ratings
from jurybox.exchange.ratings.formats import Rating
from jurybox.studies import rating as rater_session
from jurybox.studies.carry.outside_judgements import add_unticked, is_old_zero
from jurybox.studies.carry.ratings.answers import Answering
from jurybox.studies.carry.ratings.units import KnownUnits, Unit

Twice = Literal["refuse", "first", "repeat"]
TAKEN = ("rating", "repeat")
"""Purposes that become judgements; worked examples and checks of elsewhere are left out, and counted."""

NO_ID = "00000000-0000-0000-0000-000000000000"
"""In place of an id that is not given yet."""


@dataclass(slots=True)
class PlannedJudgement:
    """One judgement to be."""

    rater: str
    unit: Unit
    stage: int
    purpose: str
    first: Rating
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By question and target; candidates by their letter in the unit's own order."""
    cannot: str | None = None
    occasion: str = ""
    """What tells one time from another, where the file says it."""
    corrects: bool = False
    said_of: dict[tuple[str, str], str] = field(default_factory=dict)
    """By question and target, the system of which it was said: several may have made the same."""

    @property
    def key(self) -> tuple[str, int, tuple[tuple[str, ...], ...], str, int, str]:
        return self.rater, self.unit.id, self.unit.makers, self.unit.item, self.stage, self.purpose

    def draft(self, id: str, assignment: str, stage: str, answers: dict[str, dict[str, Any]]) -> JudgementDraft:
        """As a rater's browser would send it."""
        return JudgementDraft(
            id=id,
            assignment=assignment,
            stage=stage,
            cannot=self.cannot,
            answers=answers,
            comment=self.first.comment or None,
            answered_at=self.first.answered_at or None,
            elapsed_ms=self.first.elapsed_ms,
        )

    def where(self) -> str:
        systems = ", ".join(name for names in self.unit.makers for name in names if name)
        return f"{self.rater} on {self.unit.item}" + (f" ({systems})" if systems else "")


class ImportPlan:
    def __init__(self, protocol: Protocol, units: KnownUnits, twice: Twice, half_is_zero: bool = False) -> None:
        self.protocol, self.units, self.twice, self.half_is_zero = protocol, units, twice, half_is_zero
        self.halves = 0
        """Halves that were taken as zeros."""
        self.answering = Answering(protocol)
        self.faults = Faults()
        self.left_out: Counter[str] = Counter()
        self._by_key: dict[Any, list[PlannedJudgement]] = {}
        self._needs_texts = protocol.needs_texts
        self._unknown: set[object] = set()
        self.unused: dict[str, None] = {}
        """Columns that were taken for questions, and say something besides."""

    def add(self, ratings: Iterable[Rating]) -> None:
        for group in self._groups(ratings):
            self._add_group(group)
        self._by_key = {key: planned for key, planned in self._by_key.items() if planned}
        for key, planned in self._by_key.items():
            self._settle(key, planned)
            for one in planned:
                self._check(one)

    def judgements(self) -> list[PlannedJudgement]:
        """Stage by stage, as the stages were gone through."""
        found = [one for planned in self._by_key.values() for one in planned]
        return sorted(found, key=lambda one: one.stage)

    def _groups(self, ratings: Iterable[Rating]) -> Iterator[list[Rating]]:
        """What was said together: of one output, or in one judgement where several outputs are shown at once."""
        alone = self.protocol.unit.candidates == 1
        groups: dict[Any, list[Rating]] = {}
        for rating in ratings:
            if not rating.question and rating.by != "cannot":
                continue
            if rating.by == "rule":
                self.left_out["by_rule"] += 1
            elif rating.purpose not in TAKEN:
                self.left_out[rating.purpose] += 1
            elif rating.standing != "counted" or rating.pilot:
                self.left_out["uncounted"] += 1
            else:
                window = self.units.window_of(rating.item, _segment(rating))
                made = rating.system if alone else ""
                key = (rating.rater, rating.item, made, rating.purpose, _occasion(rating), window)
                groups.setdefault(key, []).append(rating)
        yield from groups.values()

    def _add_group(self, group: list[Rating]) -> None:
        first = group[0]
        systems = {rating.system for rating in group}
        systems |= {name for rating in group for names in rating.order or () for name in names}
        unit = self.units.find(first.item, systems, self.units.window_of(first.item, _segment(first)))
        if not first.rater:
            self._fault("imported.no_rater", first.item)
        elif unit is None:
            known = self.units.has_item(first.item)
            code = "imported.unknown_output" if known else "imported.unknown_item"
            self._fault(code, first.item, systems=sorted(systems - {""}))
        else:
            for rating in group:
                self._add_rating(rating, unit)

    def _fault(self, code: str, given: Any, allowed: Any = None, where: str = "", **params: Any) -> None:
        self.faults.put(Fault(code, where, given, allowed, params))

    def _add_rating(self, rating: Rating, unit: Unit) -> None:
        stage, occasion = self.answering.stage(rating), _occasion(rating)
        base = PlannedJudgement(rating.rater, unit, stage, rating.purpose, rating, occasion=occasion)
        planned = self._by_key.setdefault(base.key, [])
        if not rating.question:
            found = self._free(planned, rating, base, None)
            if found is not None:
                found.cannot = rating.text or "no reason given"
            return
        answers, faults = self.answering.answers(rating, unit.letter)
        for fault in faults:
            self._tell(fault, base)
        for question, value in answers:
            if self.half_is_zero and is_old_zero(question, value):
                self.halves, value = self.halves + 1, 0
            target = "unit"
            if question.about == "candidate":
                target = unit.letter(rating.system) or ""
            elif question.about == "segment":
                target = str(_segment(rating)) if _segment(rating) else rating.target
            elif question.about == "output":
                target = f"{unit.letter(rating.system) or ''}.{_segment(rating)}"
            found = self._free(planned, rating, base, (question.id, target, value))
            if found is not None:
                found.answers.setdefault(question.id, {})[target] = value
                found.said_of[question.id, target] = rating.system

    def _free(
        self, planned: list[PlannedJudgement], rating: Rating, base: PlannedJudgement, said: tuple[str, str, Any] | None
    ) -> PlannedJudgement | None:
        """The judgement that this belongs to; a new one where it was said already. None: it was said before for another
        system that made the same output, in the same words or, which is a fault, in others."""
        for one in planned:
            if one.occasion != base.occasion:
                continue
            if said is None or said[1] not in one.answers.get(said[0], {}):
                return one
            other = one.said_of.get(said[:2], rating.system)
            if other != rating.system:
                if one.answers[said[0]][said[1]] != said[2]:
                    self._differ(rating, said[0], other)
                return None
        corrected = rating.supersedes.partition(":")[0]
        base.corrects = bool(corrected) and any(one.occasion == corrected for one in planned)
        planned.append(base)
        return base

    def _differ(self, rating: Rating, question: str, other: str) -> None:
        """Equal outputs are one candidate: one rater says one thing of it."""
        named = {"systems": f"{other}, {rating.system}", "rater": rating.rater, "question": question}
        self._fault("imported.merged_differ", rating.item, **named)

    def _tell(self, fault: Fault, one: PlannedJudgement) -> None:
        """What does not fit; a question that nobody asks is told once, however many rows answer it."""
        if fault.code == "imported.unknown_question":
            if holds_no_ratings(str(fault.given)):
                self.unused[str(fault.given)] = None
                return
            if fault.given in self._unknown:
                return
            self._unknown.add(fault.given)
        self.faults.put(Fault(fault.code, one.where(), fault.given, fault.allowed, fault.params))

    def _settle(self, key: Any, planned: list[PlannedJudgement]) -> None:
        """A rater's second judgement of the same: a correction stands; otherwise as was chosen."""
        first = planned[0]
        if first.purpose == "repeat":
            self._leave(planned[1:])
            del planned[1:]
            if (*key[:-1], "rating") not in self._by_key:
                first.purpose = "rating"  # there was no first time
            return
        again = [one for one in planned[1:] if not one.corrects]
        if again and self.twice == "refuse":
            self._fault("imported.twice", first.rater, where=first.where(), item=first.unit.item)
        elif again:
            kept = again[:1] if self.twice == "repeat" and (*key[:-1], "repeat") not in self._by_key else []
            for one in kept:
                one.purpose = "repeat"
            dropped = again[len(kept) :]
            self._leave(dropped)
            planned[:] = [one for one in planned if not any(one is other for other in dropped)]

    def _leave(self, seconds: list[PlannedJudgement]) -> None:
        if seconds:
            self.left_out["second"] += len(seconds)

    def _check(self, one: PlannedJudgement) -> None:
        """By the same code that checks what a browser sends."""
        stage = self.protocol.stages[one.stage]
        for fault in rater_session.envelope_faults(one.draft(NO_ID, NO_ID, stage.id, one.answers)):
            self._fault(fault.code, fault.given, fault.allowed, where=one.where(), **fault.params)
        if one.cannot is not None:
            return
        texts = self._texts(one.unit)
        rated = {target for cells in one.answers.values() for target in cells}
        add_unticked(stage, one.answers, [letter for letter in texts if letter in rated])

        def text(field: str, target: str) -> str | None:
            letter, segment = parts_of(target)
            shown = texts.get(letter) or texts["A"]
            if segment:
                shown = shown.get("segments", ())[segment - 1 :][:1]
                shown = shown[0] if shown else {}
            value = shown.get(field)
            return value if isinstance(value, str) else None

        frame = Frame.of_texts(tuple(texts), tuple(map(str, one.unit.segments)), text)
        _, faults = check_answers(stage, one.answers, frame, rule_answers(self.protocol, stage, texts))
        for fault in faults:
            where = f"{one.where()}, {fault.where.removeprefix('answers.')}"
            question = fault.where.split(".")[1].split("[")[0] if "." in fault.where else ""
            params = {"question": question, **fault.params}
            self.faults.put(Fault(fault.code, where, fault.given, fault.allowed, params))
        self._check_text(one, texts)

    def _texts(self, unit: Unit) -> dict[str, dict[str, Any]]:
        """By letter; looked up only where marks lie inside texts, or rules follow from them."""
        if not self._needs_texts:
            return {letter: {} for letter in LETTERS[: len(unit.candidates)]}
        item, candidates = self.units.texts(unit)
        return {letter: {**item, **shown} for letter, shown in zip(LETTERS, candidates, strict=False)}

    def _check_text(self, one: PlannedJudgement, texts: dict[str, dict[str, Any]]) -> None:
        """Marks mean nothing on another text than they were made on."""
        letter = one.unit.letter(one.first.system) or ""
        shown = texts.get(letter, {}).get("output")
        marked = any(isinstance(cells.get(letter), list) and cells[letter] for cells in one.answers.values())
        if marked and one.first.output and isinstance(shown, str) and shown != one.first.output:
            self._fault("imported.other_text", one.first.output, shown, where=one.where())


def _segment(rating: Rating) -> int:
    """The segment that a rating is about: `3`, or `c17.3` of a candidate of ours; 0 where it is about none."""
    number = rating.target.rpartition(".")[2]
    return int(number) if number.isascii() and number.isdigit() and len(number) < 6 else 0


def _occasion(rating: Rating) -> str:
    """What tells one time from another: the judgement, without what it says of the output."""
    return rating.judgement.partition(":")[0]
