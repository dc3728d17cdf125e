"""The ratings of each question: what kind it is, what may not stand in it, what is there twice, what is missing."""

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from jurybox.analysis import Asked, Note, Pairs, QuestionRatings, TagRatings
from jurybox.exchange.files import BETWEEN
from jurybox.exchange.ratings.codes import combined, different
from jurybox.exchange.ratings.columns import CodedTable
from jurybox.exchange.ratings.duplicates import Duplicates
from jurybox.exchange.ratings.faults import RatingFaults
from jurybox.exchange.ratings.own_export import is_ours
from jurybox.exchange.ratings.tags import is_json, marks_of, sets_of
from jurybox.exchange.ratings.values import (
    COMMA,
    EMPTY,
    ENDLESS,
    NUMBER,
    TEXT,
    durations_of,
    kinds_of,
    level_of,
    moments_of,
    numbers_of,
)
from jurybox.stats import Flags, Floats, Ints, Level

WRONG = {TEXT: "ratings.not_a_number", COMMA: "ratings.decimal_comma", ENDLESS: "ratings.not_finite"}
"""What may not stand among numbers."""
MOST_NAMES = 1000
"""A question with more different texts than this is no choice between names."""

CHANNELS = ("browser", "xlsx", "api", "import", "label-studio", "demo")
IMPORTED = ("import", "label-studio")
"""The channels of ratings that were made elsewhere, before."""
TIER = "tier"
TIERS = ("S", "A", "B", "C", "D", "E", "F")
"""The usual names of tiers, the best first; many lists have no E."""


def tiers_among(said: tuple[str, ...], used: list[str]) -> tuple[str, ...]:
    """The tiers that there are: as they were named, else the usual ones.

    >>> tiers_among((), ["a", "S"]), tiers_among(("top", "low"), ["low"])
    (('S', 'A', 'B', 'C', 'D', 'F'), ('top', 'low'))
    """
    has_e = any(name.casefold() == "e" for name in used)
    return said or tuple(name for name in TIERS if name != "E" or has_e)


@dataclass(frozen=True, slots=True)
class CountedRows:
    """The rows that count, or are repeats; `unit` and `rater` are their codes."""

    sheet: CodedTable
    unit: Ints
    rater: Ints
    is_repeat: Flags
    level: Level | None


@dataclass(slots=True)
class QuestionsFound:
    """What the questions came to."""

    ratings: tuple[QuestionRatings, ...] = ()
    tags: tuple[TagRatings, ...] = ()
    repeats: tuple[Pairs, ...] = ()
    left_out: Counter[str] = field(default_factory=Counter)
    notes: tuple[Note, ...] = ()

    def note(self, code: Note) -> None:
        if code not in self.notes:
            self.notes += (code,)


def imported_rows(sheet: CodedTable) -> Flags:
    """Which rows were rated elsewhere, before: all, unless a column says how they came in. Not what software made."""
    found = np.ones(len(sheet), bool)
    if (channel := sheet.of("channel")) is not None and set(channel.names) & set(CHANNELS):
        found = channel.is_text(*IMPORTED)
    by = sheet.of("by")
    return found if by is None else found & ~by.is_text("rule", "marks")


def questions_of(rows: CountedRows, faults: RatingFaults) -> QuestionsFound:
    """Question by question, in the order of their first appearance."""
    return _Questions(rows, faults).read()


class _Questions:
    def __init__(self, rows: CountedRows, faults: RatingFaults) -> None:
        sheet = rows.sheet
        self.rows, self.faults, self.sheet = rows, faults, sheet
        self.found = QuestionsFound()
        self.twice = Duplicates(sheet, rows.unit, rows.rater, faults)
        self.ours = is_ours(sheet)
        self.value = sheet.need("value").without_placeholders()
        self.kinds, self.numbers = kinds_of(self.value.names), numbers_of(self.value.names)
        self.at = moments_of(sheet, sheet.of("time"), faults)
        self.seconds = durations_of(sheet, faults)
        self.may_be_zero = imported_rows(sheet)
        self.is_tier = self.value.name == TIER or bool(sheet.reading.tiers)
        by = sheet.of("by")
        self.by_rule = by.is_text("rule") if by is not None and "rule" in by.names else None

    def read(self) -> QuestionsFound:
        for id, part in self.sheet.by_question(self.value.name, np.arange(len(self.sheet))):
            self._question(id, self._in_time(part))
        if self.twice.left_out:
            self.found.left_out["duplicate"] += self.twice.left_out
        for note in self.twice.notes:
            self.found.note(note)
        return self.found

    def _in_time(self, part: Ints) -> Ints:
        """As the ratings were given: by their time where all have one, else as they stand."""
        if self.at is None or np.isnan(self.at[part]).any():
            return part
        return part[np.argsort(self.at[part], kind="stable")]

    def _question(self, id: str, part: Ints) -> None:
        kinds = self.kinds[self.value.code[part]]
        counts = np.bincount(kinds, minlength=TEXT + 1)
        if self.is_tier and counts[TEXT]:
            self._tiers(id, part, kinds)
        elif counts[EMPTY] == len(part):
            self.found.left_out["comment" if self.ours else "missing"] += self._ratings_in(part)
        elif counts[TEXT] and (counts[TEXT] + counts[EMPTY] == len(part) or self.rows.level == "nominal"):
            self._names(id, part, kinds)
        else:
            self._numbers(id, part, kinds)

    def _ratings_in(self, part: Ints) -> int:
        return int((~self.rows.is_repeat[part]).sum())

    def _filled(self, part: Ints, kinds: Ints) -> Ints:
        """Without the empty cells, which are counted."""
        filled = kinds != EMPTY
        missing = self._ratings_in(part[~filled])
        if missing:
            self.found.left_out["missing"] += missing
        found: Ints = part[filled]
        return found

    def _numbers(self, id: str, part: Ints, kinds: Ints) -> None:
        for kind, code in WRONG.items():
            self._refuse(code, part[kinds == kind], question=id)
        part = self._filled(part, kinds)
        part = part[self.kinds[self.value.code[part]] == NUMBER]
        values = self._without_halves(part, self.numbers[self.value.code[part]])
        scales = self.sheet.reading.scales
        low, high = scales.get(id) or scales.get(None) or (None, None)
        if low is not None and high is not None:
            off = part[(values < low) | (values > high)]
            self._refuse("ratings.off_scale", off, (f"{low:g}", f"{high:g}"), question=id)
        level = self.rows.level or level_of(np.unique(self.numbers[different(self.value.code[part])]))
        asked = Asked(
            id, "number", level, "option" if self.rows.level else "data", lowest=low, highest=high,
            higher_is_better=not (self.sheet.reading.lower_is_better or self.is_tier),
        )  # fmt: skip
        self._ratings(asked, part, values)

    def _without_halves(self, part: Ints, values: Floats) -> Floats:
        """Of counts in halves: 0 where a half was imported that did not add up from marks, if that is asked for."""
        if not self.sheet.reading.half_is_zero or (values < 0).any() or (values * 2 % 1).any():
            return values
        halves = (values == 0.5) & self.may_be_zero[part]
        if halves.any():
            self.found.note("half_is_zero")
        return np.where(halves, 0.0, values)

    def _tiers(self, id: str, part: Ints, kinds: Ints) -> None:
        """Tiers by name are steps of a scale, the best highest; by number, the first is the best."""
        part = self._filled(part, kinds)
        tiers = tiers_among(
            self.sheet.reading.tiers, [self.value.names[code] for code in different(self.value.code[part])]
        )
        steps = {name.casefold(): float(len(tiers) - place) for place, name in enumerate(tiers)}
        values = np.array([steps.get(name.casefold(), np.nan) for name in self.value.names])[self.value.code[part]]
        self._refuse("ratings.unknown_tier", part[np.isnan(values)], list(tiers), question=id)
        asked = Asked(
            id, "number", self.rows.level or "ordinal", "option" if self.rows.level else "data",
            labels={steps[name.casefold()]: name for name in tiers}, lowest=1.0, highest=float(len(tiers)),
        )  # fmt: skip
        self._ratings(asked, part, values)

    def _names(self, id: str, part: Ints, kinds: Ints) -> None:
        said = [self.value.names[code] for code in different(self.value.code[part])]
        texts = [text for text in said if text]
        asked = Asked(id, "category", "nominal", "data", ranks=False)
        if self.ours and all(map(is_json, texts)):
            self._json(asked, part)
        elif any(BETWEEN in text for text in texts) or (self.ours and "" in said):
            self._sets(asked, part)
        elif len(texts) > MOST_NAMES:
            self.faults.add(
                "ratings.too_many_names", self.sheet.place(int(part.min())), len(texts), MOST_NAMES,
                column=self.value.name, question=id,
            )  # fmt: skip
        else:
            part = self._filled(part, kinds)
            names = tuple(sorted(texts))
            place = {name: float(number) for number, name in enumerate(names)}
            codes = np.array([place.get(name, np.nan) for name in self.value.names])
            asked = Asked(id, "category", "nominal", "data", names, ranks=False)
            self._ratings(asked, part, codes[self.value.code[part]])

    def _sets(self, asked: Asked, part: Ints) -> None:
        self.found.tags += (sets_of(asked, *self._texts(asked, part)),)

    def _json(self, asked: Asked, part: Ints) -> None:
        texts = self._texts(asked, part)
        marks = marks_of(asked, *texts)
        if marks is not None:
            self.found.tags += (marks,)
        else:
            self.found.left_out["comparison"] += len(texts[1])
            self.found.note("comparisons_not_read")

    def _texts(self, asked: Asked, part: Ints) -> tuple[tuple[str, ...], Ints, Ints, Ints]:
        """The different texts of a question, and of each rating which of them it is, its unit and its rater."""
        part = self.twice.once(asked, part[~self.rows.is_repeat[part]])
        code = self.value.code[part]
        used = combined(code)
        texts = tuple(self.value.names[one] for one in code[used.row])
        return texts, used.code, self.rows.unit[part], self.rows.rater[part]

    def _ratings(self, asked: Asked, part: Ints, values: Floats) -> None:
        again = self.rows.is_repeat[part]
        if again.any():
            self._repeats(asked, part, values, again)
            part, values = part[~again], values[~again]
        kept = self.twice.once(asked, part)
        if len(kept) < len(part):
            values = (
                self._mean(part, values) if self.sheet.reading.duplicates == "mean" else values[np.isin(part, kept)]
            )
        self.found.ratings += (
            QuestionRatings(
                asked,
                self.rows.unit[kept],
                self.rows.rater[kept],
                values,
                self._of(self.by_rule, kept),
                self._of(self.at, kept),
                self._of(self.seconds, kept),
            ),
        )

    def _of(self, column: Floats | Flags | None, part: Ints) -> "np.ndarray | None":
        return None if column is None else column[part]

    def _repeats(self, asked: Asked, part: Ints, values: Floats, again: Flags) -> None:
        """Each repeat beside the first time. A repeat of what was never counted has nothing beside it."""
        both = combined(self.rows.unit[part], self.rows.rater[part])
        first = np.full(len(both), -1, np.int64)
        rated = np.flatnonzero(~again)[::-1]
        first[both.code[rated]] = rated
        before = first[both.code[again]]
        known = before >= 0
        later = np.flatnonzero(again)[known]
        unit, rater = self.rows.unit[part[later]], self.rows.rater[part[later]]
        self.found.repeats += (Pairs(asked, rater, unit, values[before[known]], values[later]),)

    def _mean(self, part: Ints, values: Floats) -> Floats:
        """Of each rater's ratings of a unit, in the order of their first."""
        both = combined(self.rows.unit[part], self.rows.rater[part])
        means = np.bincount(both.code, values) / np.bincount(both.code)
        found: Floats = means[both.code[np.sort(both.row)]]
        return found

    def _refuse(self, code: str, wrong: Ints, allowed: object = None, **params: object) -> None:
        if len(wrong):
            flags = np.zeros(len(self.sheet), bool)
            flags[wrong] = True
            self.sheet.tell(self.faults, code, flags, self.value, allowed, **params)
