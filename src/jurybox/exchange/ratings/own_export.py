"""What our own export says of a row beyond the rating: what does not count is left out, and counted."""

from dataclasses import dataclass

import numpy as np

from jurybox.exchange.files import as_written
from jurybox.exchange.ratings.allowed import Allowed, read_allowed
from jurybox.exchange.ratings.codes import combined
from jurybox.exchange.ratings.columns import CodedColumn, CodedTable, moved
from jurybox.exchange.ratings.faults import RatingFaults
from jurybox.stats import Flags

OURS = frozenset({"study", "protocol", "judgement", "target", "standing", "purpose"})
# As core.unit.Purpose and core.judgement.Standing have them; those modules load pydantic, a quarter of a second.
RATING, REPEAT, COUNTED = "rating", "repeat", "counted"
PURPOSES = (RATING, REPEAT, "calibration", "check", "adjudication", "merged")
STANDINGS = (COUNTED, "surplus", "final", "closed", "withdrawn")
CHANNELS = ("browser", "xlsx", "api", "import", "label-studio", "demo")
IMPORTED = ("import", "label-studio")
"""The channels of ratings that were made elsewhere, before."""
CAUSES = {"withdrawn": "item_withdrawn"}
"""Where the cause has another name than the standing."""
YES, NO = ("true", "1", "yes"), ("false", "0", "no", "")


@dataclass(frozen=True, slots=True)
class Counting:
    """Which rows count, and why the others don't."""

    rating: Flags
    repeat: Flags
    left_out: dict[str, int]


def imported_rows(sheet: CodedTable) -> Flags:
    """Which rows were rated elsewhere, before: all, unless a column says how they came in. Not what software made."""
    found = np.ones(len(sheet), bool)
    if (channel := sheet.of("channel")) is not None and set(channel.names) & set(CHANNELS):
        found = channel.is_text(*IMPORTED)
    by = sheet.of("by")
    return found if by is None else found & ~by.is_text("rule", "marks")


def allowed_of(sheet: CodedTable) -> dict[str, Allowed]:
    """By question what could be answered, where our export says it, and all its rows the same."""
    column, question = sheet.of("allowed"), sheet.of("question")
    if column is None or question is None or not is_ours(sheet):
        return {}
    both = combined(question.code, column.code)
    said: dict[str, set[str]] = {}
    for row in both.row:
        said.setdefault(question.names[question.code[row]], set()).add(column.names[column.code[row]])
    read = {id: read_allowed(next(iter(texts))) for id, texts in said.items() if len(texts) == 1}
    return {id: allowed for id, allowed in read.items() if allowed is not None}


def were_pairs_chosen(sheet: CodedTable) -> bool:
    """Whether our export says that pairs were compared because of what had been said before."""
    drawn = sheet.of("drawn")
    return drawn is not None and is_ours(sheet) and bool(drawn.is_text("chosen").any())


def is_ours(sheet: CodedTable) -> bool:
    return set(sheet.found) >= OURS


def counting_of(sheet: CodedTable, faults: RatingFaults) -> Counting:
    """Every row has one cause at most: its purpose, its standing, a later judgement, the pilot, no answer."""
    tally = _Tally(np.ones(len(sheet), bool))
    standing = _known(sheet, "standing", STANDINGS, faults)
    if standing is not None:
        for cause in STANDINGS:
            if cause != COUNTED:
                tally.leave(CAUSES.get(cause, cause), standing.is_text(cause))
    tally.leave("superseded", _superseded(sheet, tally.rest))
    pilot = sheet.of("pilot")
    if pilot is not None and all(name.casefold() in YES + NO for name in pilot.names):
        tally.leave("pilot", pilot.where(lambda name: name.casefold() in YES))
    by, question = sheet.of("by"), sheet.of("question")
    if by is not None:
        cannot = by.is_text("cannot")
        whole = question.is_text("") if question is not None else np.zeros(len(sheet), bool)
        tally.leave("cannot_unit", cannot & whole)
        tally.leave("cannot", cannot)
    purpose = _known(sheet, "purpose", PURPOSES, faults)
    repeat = np.zeros(len(sheet), bool)
    if purpose is not None:
        repeat = tally.rest & purpose.is_text(REPEAT)
        for cause in PURPOSES:
            if cause != RATING:
                tally.move(cause, purpose.is_text(cause))
    return Counting(tally.rest, repeat, tally.left_out())


class _Tally:
    """Which rows are left, and what keeps out the others."""

    def __init__(self, rest: Flags) -> None:
        self.rest = rest
        self._rows: dict[str, Flags] = {}

    def leave(self, cause: str, rows: Flags) -> None:
        self._rows[cause] = rows & self.rest
        self.rest = self.rest & ~rows

    def move(self, cause: str, rows: Flags) -> None:
        """All these rows are out for this cause, whatever was said of them before."""
        self._rows = {before: gone & ~rows for before, gone in self._rows.items()}
        self._rows[cause] = rows
        self.rest = self.rest & ~rows

    def left_out(self) -> dict[str, int]:
        return {cause: count for cause, rows in self._rows.items() if (count := int(rows.sum()))}


def _known(sheet: CodedTable, role: str, known: tuple[str, ...], faults: RatingFaults) -> CodedColumn | None:
    """The column, if it is ours. One that holds none of our words is something else that is called alike."""
    column = sheet.of(role)
    if column is None or not set(column.names) & set(known):
        return None
    sheet.tell(
        faults, "ratings.unknown_word", column.where(lambda name: bool(name) and name not in known), column, known
    )
    return column


def _superseded(sheet: CodedTable, counts: Flags) -> Flags:
    judgement, supersedes = sheet.of("judgement"), sheet.of("supersedes")
    if judgement is None or supersedes is None:
        return np.zeros(len(sheet), bool)
    later = {supersedes.names[code] for code in np.unique(supersedes.code[counts])} - {""}
    return judgement.where(later.__contains__) if later else np.zeros(len(sheet), bool)


def unguarded(column: CodedColumn) -> CodedColumn:
    """Our export puts an apostrophe before what a spreadsheet would take for a formula; here it goes again."""
    names = tuple(as_written(name) for name in column.names)
    return column if names == column.names else moved(column, names)
