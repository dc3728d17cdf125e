"""The ratings of each question: what kind it is, what may not stand in it, what is there twice, what is missing."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal, cast

import numpy as np

from jurybox.analysis import (
    Asked,
    Pairs,
    QuestionRatings,
    pairs_of_sets,
    tag_repeats,
)
from jurybox.exchange.files import BETWEEN
from jurybox.exchange.ratings.allowed import COMPARISON, MARKS, ONE, TICK, Allowed
from jurybox.exchange.ratings.allowed import TEXT as WORDS
from jurybox.exchange.ratings.codes import combined, different
from jurybox.exchange.ratings.counted_rows import CountedRows, QuestionsFound
from jurybox.exchange.ratings.duplicates import Duplicates
from jurybox.exchange.ratings.faults import RatingFaults
from jurybox.exchange.ratings.orders import orders_of
from jurybox.exchange.ratings.own_export import allowed_of, imported_rows, is_ours
from jurybox.exchange.ratings.tags import is_json, marks_of, sets_of
from jurybox.exchange.ratings.tiers import TIER, tiers_among
from jurybox.exchange.ratings.values import (
    COMMA,
    EMPTY,
    ENDLESS,
    NUMBER,
    TEXT,
    durations_of,
    kinds_of,
    level_of,
    level_on,
    moments_of,
    numbers_of,
    steps_between,
)
from jurybox.stats import Flags, Floats, Ints, Level

WRONG = {TEXT: "ratings.not_a_number", COMMA: "ratings.decimal_comma", ENDLESS: "ratings.not_finite"}
"""What may not stand among numbers."""
ORDER = "[["
"""How an order begins that our export wrote: a list of groups."""
MOST_NAMES = 1000
"""A question with more different texts than this is no choice between names."""


def questions_of(rows: CountedRows, faults: RatingFaults) -> QuestionsFound:
    """Question by question, in the order of their first appearance."""
    return _Questions(rows, faults).read()


class _Questions:
    def __init__(self, rows: CountedRows, faults: RatingFaults) -> None:
        sheet = rows.sheet
        self.rows, self.faults, self.sheet = rows, faults, sheet
        self.found = QuestionsFound()
        self.twice = Duplicates(sheet, rows.unit, rows.rater, faults)
        self.ours, self.allowed = is_ours(sheet), allowed_of(sheet)
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
        if id in self.allowed:
            self._as_allowed(id, part, kinds, self.allowed[id])
        elif self.is_tier and counts[TEXT]:
            self._tiers(id, part, kinds)
        elif counts[EMPTY] == len(part):
            self.found.left_out["comment" if self.ours else "missing"] += self.rows.ratings_in(part)
        elif counts[TEXT] and (counts[TEXT] + counts[EMPTY] == len(part) or self.rows.level == "nominal"):
            self._names(id, part, kinds)
        else:
            self._numbers(id, part, kinds)

    def _as_allowed(self, id: str, part: Ints, kinds: Ints, allowed: Allowed) -> None:
        """As the protocol asked: our export says what it was."""
        if allowed.kind == WORDS:
            self.found.left_out["comment"] += self.rows.ratings_in(part)
        elif allowed.is_number:
            self._numbers(id, part, kinds)
        elif allowed.kind == TICK:
            ticked = np.array([bool(name) for name in self.value.names], float)
            labels = {1.0: "".join(allowed.names)}
            asked = Asked(id, "number", "nominal", "protocol", labels=labels, lowest=0.0, highest=1.0)
            self._ratings(asked, part, ticked[self.value.code[part]])
        elif allowed.kind == ONE:
            self._category(Asked(id, "category", "nominal", "protocol", allowed.names, ranks=False), part, kinds)
        elif allowed.kind == COMPARISON:
            self._orders(Asked(id, "comparison", "nominal", "protocol"), part, allowed.is_open)
        else:
            asked = Asked(id, "tags", "nominal", "protocol", allowed.names, allowed.categories, ranks=False)
            (self._json if allowed.kind == MARKS else self._sets)(asked, part)

    def _filled(self, part: Ints, kinds: Ints, cause: str = "missing") -> Ints:
        """Without the empty cells, which are counted."""
        filled = kinds != EMPTY
        missing = self.rows.ratings_in(part[~filled])
        if missing:
            self.found.left_out[cause] += missing
        found: Ints = part[filled]
        return found

    def _numbers(self, id: str, part: Ints, kinds: Ints) -> None:
        for kind, code in WRONG.items():
            self._refuse(code, part[kinds == kind], question=id)
        part = self._filled(part, kinds)
        part = part[self.kinds[self.value.code[part]] == NUMBER]
        values = self._without_halves(part, self.numbers[self.value.code[part]])
        scales = self.sheet.reading.scales
        known = self.allowed.get(id)
        own = (None, None) if known is None else (known.lowest, known.highest)
        low, high = scales.get(id) or scales.get(None) or own
        if low is not None and high is not None:
            off = part[(values < low) | (values > high)]
            self._refuse("ratings.off_scale", off, (f"{low:g}", f"{high:g}"), question=id)
        self._ratings(self._asked_number(id, part, low, high), part, values)

    def _asked_number(self, id: str, part: Ints, low: float | None, high: float | None) -> Asked:
        known = self.allowed.get(id)
        lower = self.sheet.reading.lower_is_better or self.is_tier
        if known is not None:
            asked = self._asked(id, cast("Level", known.kind), "protocol", known.levels)
            lower, asked = lower or known.lower, replace(asked, severe=known.severe)
            return replace(asked, lowest=low, highest=high, higher_is_better=not lower)
        seen = np.unique(self.numbers[different(self.value.code[part])])
        found = level_of(seen) if low is None or high is None else level_on(seen, low, high)
        steps = steps_between(low, high) if found == "ordinal" else ()
        asked = self._asked(id, found, "data", steps)
        return replace(asked, lowest=low, highest=high, higher_is_better=not lower)

    def _asked(self, id: str, level: Level, source: Literal["protocol", "data"], steps: Iterable[float] = ()) -> Asked:
        """A question for numbers; what was said of the level goes before what was found."""
        labels = {value: f"{value:g}" for value in steps}
        if said := self.rows.level:
            return Asked(id, "number", said, "option", labels=labels)
        return Asked(id, "number", level, source, labels=labels)

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
        labels = {steps[name.casefold()]: name for name in tiers}
        asked = replace(self._asked(id, "ordinal", "data"), labels=labels, lowest=1.0, highest=float(len(tiers)))
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
            place, column = self.sheet.place(int(part.min())), self.value.name
            self.faults.add("ratings.too_many_names", place, len(texts), MOST_NAMES, column=column, question=id)
        else:
            self._category(replace(asked, names=tuple(sorted(texts))), part, kinds)

    def _category(self, asked: Asked, part: Ints, kinds: Ints) -> None:
        part = self._filled(part, kinds, "missing" if asked.level_from == "data" else "not_answered")
        place = {name: float(number) for number, name in enumerate(asked.names)}
        codes = np.array([place.get(name, np.nan) for name in self.value.names])[self.value.code[part]]
        self._refuse("ratings.unknown_option", part[np.isnan(codes)], list(asked.names), question=asked.id)
        self._ratings(asked, part, codes)

    def _sets(self, asked: Asked, part: Ints) -> None:
        part = self._by_people(part)
        self.found.tags += (sets_of(asked, *self._texts(asked, part)),)
        if self.rows.is_repeat[part].any():
            found = sets_of(asked, *self._texts_of(part))
            repeats = tag_repeats(found, found, *self.rows.beside(part))
            self.found.tag_repeats += (repeats,)
            self.found.repeats += (pairs_of_sets(repeats),)

    def _json(self, asked: Asked, part: Ints) -> None:
        part = self._by_people(part)
        if any(self.value.names[code].startswith(ORDER) for code in different(self.value.code[part])):
            self._orders(replace(asked, kind="comparison", names=(), ranks=True), part, is_open=False)
        elif (marks := marks_of(asked, *self._texts(asked, part))) is not None:
            self.found.tags += (marks,)
            again = self.rows.is_repeat[part]
            if again.any() and (found := marks_of(asked, *self._texts_of(part))) is not None:
                self.found.tag_repeats += (tag_repeats(found, found, *self.rows.beside(part)),)
        else:
            self._not_read(part)

    def _orders(self, asked: Asked, part: Ints, is_open: bool) -> None:
        part = self._by_people(part)
        part = part[~self.rows.is_repeat[part]]  # a rater may compare several units of an item
        code = self.value.code[part]
        orders = orders_of(asked, self.value.names, code, self.rows.item[part], self.rows.rater[part], is_open)
        if orders is not None:
            self.found.orders += (orders,)
        else:
            self._not_read(part)

    def _not_read(self, part: Ints) -> None:
        self.found.left_out["comparison"] += self.rows.ratings_in(part)
        self.found.note("comparisons_not_read")

    def _by_people(self, part: Ints) -> Ints:
        """Without what rules made, which is counted: it stands in no rate and no comparison."""
        if self.by_rule is None or not (made := self.by_rule[part]).any():
            return part
        self.found.left_out["rule_made"] += self.rows.ratings_in(part[made])
        people: Ints = part[~made]
        return people

    def _texts(self, asked: Asked, part: Ints) -> tuple[tuple[str, ...], Ints, Ints, Ints]:
        """The different texts of a question, and of each rating which of them it is, its unit and its rater."""
        return self._texts_of(self.twice.once(asked, part[~self.rows.is_repeat[part]]))

    def _texts_of(self, part: Ints) -> tuple[tuple[str, ...], Ints, Ints, Ints]:
        code = self.value.code[part]
        used = combined(code)
        texts = tuple(self.value.names[one] for one in code[used.row])
        return texts, used.code, self.rows.unit[part], self.rows.rater[part]

    def _ratings(self, asked: Asked, part: Ints, values: Floats) -> None:
        again = self.rows.is_repeat[part]
        if again.any():
            self._repeats(asked, part, values)
            part, values = part[~again], values[~again]
        if self.ours and self.by_rule is not None:
            once = self.rows.rule_made_once(part, self.by_rule)
            part, values = part[once], values[once]
        kept = self.twice.once(asked, part)
        if len(kept) < len(part):
            values = (
                self.rows.mean(part, values) if self.sheet.reading.duplicates == "mean" else values[np.isin(part, kept)]
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

    def _repeats(self, asked: Asked, part: Ints, values: Floats) -> None:
        before, later = self.rows.beside(part)
        unit, rater = self.rows.unit[part[later]], self.rows.rater[part[later]]
        self.found.repeats += (Pairs(asked, rater, unit, values[before], values[later]),)

    def _refuse(self, code: str, wrong: Ints, allowed: object = None, **params: object) -> None:
        if len(wrong):
            flags = np.zeros(len(self.sheet), bool)
            flags[wrong] = True
            self.sheet.tell(self.faults, code, flags, self.value, allowed, **params)
