"""A/B tables: two systems a row, and which of them is better; of Chatbot Arena, and of everybody who compares two."""

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from jurybox.analysis import Asked, Comparisons, Note
from jurybox.exchange.ratings.codes import combined
from jurybox.exchange.ratings.columns import CodedColumn, CodedTable
from jurybox.exchange.ratings.duplicates import Duplicates
from jurybox.exchange.ratings.faults import RatingFaults
from jurybox.stats import Flags, Ints

FIRST, SECOND, TIE, BOTH_BAD, MISSING, UNKNOWN, AMBIGUOUS, SAME = range(8)
"""What a row says; only the first four are an answer."""
OUTCOME = np.array([1, -1, 0, 0], np.int8)
WORDS = {
    "model_a": FIRST,
    "model_b": SECOND,
    "tie": TIE,
    "both_bad": BOTH_BAD,
    "bothbad": BOTH_BAD,
    "tie_(bothbad)": BOTH_BAD,
    "tie_(both_bad)": BOTH_BAD,
}
"""What `winner` can say beside the name of a system; a blank and a hyphen are as good as an underscore."""
FAULTS = {
    UNKNOWN: "ratings.unknown_winner",
    AMBIGUOUS: "ratings.ambiguous_winner",
    SAME: "ratings.same_system",
}
ALLOWED = ("model_a", "model_b", "tie", "both_bad")


@dataclass(frozen=True, slots=True)
class ComparisonsFound:
    """What the rows came to; systems are numbered as `systems` names them."""

    systems: tuple[str, ...]
    comparisons: tuple[Comparisons, ...]
    left_out: dict[str, int]
    notes: tuple[Note, ...]


def preferences_of(sheet: CodedTable, item: Ints, rater: Ints, faults: RatingFaults) -> ComparisonsFound:
    """`item` and `rater` are the codes of each row. The first system is that of `model_a`: shown first, or left."""
    winner = sheet.need("winner").without_placeholders()
    sheet = replace(sheet, columns={**sheet.columns, winner.name: winner})
    said = _said(sheet, faults)
    systems, one, other = _systems(sheet.need("model_a"), sheet.need("model_b"))
    pair = combined(item, np.minimum(one, other), np.maximum(one, other)).code
    twice = Duplicates(sheet, pair, rater, faults)
    found = []
    for id, part in sheet.by_question(winner.name, np.flatnonzero(said <= BOTH_BAD)):
        asked = Asked(id, "comparison", "nominal", "data")
        kept = twice.once(asked, part)
        bad: Flags = said[kept] == BOTH_BAD
        columns = (item[kept], rater[kept], one[kept], other[kept], OUTCOME[said[kept]])
        found.append(Comparisons(asked, *columns, bad if bad.any() else None, by_position=True))
    left_out = Counter(missing=int((said == MISSING).sum()), duplicate=twice.left_out)
    return ComparisonsFound(systems, tuple(found), dict(+left_out), tuple(twice.notes))


def said_of(first: str, second: str, winner: str) -> int:
    """Who is better, by a word or by the name of a system.

    >>> [said_of("north", "south", winner) for winner in ("North", "model_b", "tie (bothbad)", "", "west")]
    [0, 1, 3, 4, 5]
    >>> said_of("north", "tie", "tie") == AMBIGUOUS, said_of("north", "north", "tie") == SAME
    (True, True)
    """
    if first == second:
        return SAME
    if not winner:
        return MISSING
    by_word = WORDS.get("_".join(winner.casefold().replace("-", " ").replace("_", " ").split()))
    by_name = {second: SECOND, first: FIRST}.get(winner)
    if by_name is None and first.casefold() != second.casefold():
        by_name = {second.casefold(): SECOND, first.casefold(): FIRST}.get(winner.casefold())
    if None not in (by_name, by_word) and by_name != by_word:
        return AMBIGUOUS
    return next((said for said in (by_name, by_word) if said is not None), UNKNOWN)


def _said(sheet: CodedTable, faults: RatingFaults) -> Ints:
    """What each row says; every wrong one is told. Asked once for each two systems and answer."""
    first, second, winner = columns = [sheet.need(role) for role in ("model_a", "model_b", "winner")]
    kinds = combined(*(column.code for column in columns))
    cells = zip(*([column.names[code] for code in column.code[kinds.row]] for column in columns), strict=True)
    said = np.fromiter((said_of(*row) for row in cells), np.int8, len(kinds))[kinds.code]
    for kind, code in FAULTS.items():
        shown = first if kind == SAME else winner
        sheet.tell(faults, code, said == kind, shown, ALLOWED, other=second.name)
    return said


def _systems(first: CodedColumn, second: CodedColumn) -> tuple[tuple[str, ...], Ints, Ints]:
    """The systems of both columns by name, and each row's code among them."""
    used = {column.names[code] for column in (first, second) for code in np.unique(column.code)}
    names = tuple(sorted(used))
    place = {name: number for number, name in enumerate(names)}

    def coded(column: CodedColumn) -> Ints:
        return np.array([place.get(name, 0) for name in column.names], np.int32)[column.code]

    return names, coded(first), coded(second)
