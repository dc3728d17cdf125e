"""Which columns of a table from before hold what: said by the organiser, or told by their headings.

A row speaks of one output, with a column for each score; or of all outputs of an item, with columns for each system.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from jurybox.exchange.items import ScoreNames, plain
from jurybox.exchange.workbooks.cells import FoundCell, folded, is_empty, text_of

LETTER_MOST = 3
OUTPUT = "output"
_AGAIN = re.compile(r"\.\d+$")
"""What pandas adds to a heading that stands there already."""


@dataclass(frozen=True, slots=True)
class OldColumns:
    """What is known of the columns: what is not said is told by its heading."""

    scores: ScoreNames
    said: Mapping[str, str] = field(default_factory=dict)
    """A heading or a letter, by what the column is for: item, system, rater, source, output, comment, or a question."""
    usual: Mapping[str, Collection[str]] = field(default_factory=dict)
    """By what a column is for that is no question: its usual headings, in plain letters."""
    alone: str | None = None
    """The question that the score of a table without headings answers."""
    systems: Collection[str] = ()
    keys: Collection[str] = ()
    """Of the items that are known: a column is that of items where it holds such."""


@dataclass(slots=True)
class OldLayout:
    places: dict[str, int] = field(default_factory=dict)
    """By what it is for, the number of a column."""
    wide: dict[str, dict[str, int]] = field(default_factory=dict)
    """By system: the columns of its output and of its scores."""
    named: int = 0
    """How many columns were found by a heading."""

    def is_enough(self, scores: ScoreNames) -> bool:
        """Whether scores and what they are about were found."""
        if any(what != OUTPUT for columns in self.wide.values() for what in columns):
            return True
        about = OUTPUT in self.places or {"item", "system"} <= self.places.keys()
        return about and any(scores.asks(what) for what in self.places)


def columns_in(header: Sequence[FoundCell], first: Sequence[FoundCell], wanted: OldColumns) -> OldLayout:
    """What a row of headings names, which is nothing where it is none. `first` is the row below it."""
    names = {n: text_of(cell).strip() for n, cell in enumerate(header) if not is_empty(cell)}
    layout = OldLayout()
    if not _take_said(names, wanted, layout):
        return OldLayout()
    _take_scores(names, wanted, layout)
    taken = {*layout.places.values(), *(n for columns in layout.wide.values() for n in columns.values())}
    free = {n: name for n, name in names.items() if n not in taken}
    for what, usual in wanted.usual.items():
        fitting = [n for n, name in free.items() if plain(name) in usual]
        if what == "item":
            fitting = [n for n in fitting if n < len(first) and text_of(first[n]).strip() in wanted.keys]
        if fitting and what not in layout.places and not (what == OUTPUT and layout.wide):
            layout.places[what] = fitting[0]
            layout.named += 1
            del free[fitting[0]]
    return layout


def _take_said(names: Mapping[int, str], wanted: OldColumns, layout: OldLayout) -> bool:
    """By heading, else by letter; whether everything that was said can be meant here."""
    by_heading = {folded(name): n for n, name in reversed(list(names.items()))}
    for what, said in wanted.said.items():
        place = by_heading.get(folded(said))
        layout.named += place is not None
        place = letter_of(said) if place is None else place
        if place is None:
            return False
        layout.places[what] = place
    return True


def _take_scores(names: Mapping[int, str], wanted: OldColumns, layout: OldLayout) -> None:
    """Scores by their question, or by system and question; after the column of a system they are that system's."""
    current = ""
    for n, name in names.items():
        if n in layout.places.values():
            continue
        if name in wanted.systems:
            current = name
            layout.wide.setdefault(name, {})[OUTPUT] = n
            layout.named += 1
            continue
        question = wanted.scores.question(_AGAIN.sub("", name))
        made = wanted.scores.of_system(name, wanted.systems)
        if question is not None and question not in layout.places:
            into = layout.wide[current] if current else layout.places
            if question not in into:
                into[question] = n
                layout.named += 1
        elif question is None and made is not None and made[0] in wanted.systems:
            layout.wide.setdefault(made[0], {}).setdefault(made[1], n)
            layout.named += 1


def letter_of(said: str) -> int | None:
    """
    >>> letter_of("A"), letter_of("AB"), letter_of("score")
    (0, 27, None)
    """
    if not said.isascii() or not said.isalpha() or not said.isupper() or len(said) > LETTER_MOST:
        return None
    number = 0
    for letter in said:
        number = number * 26 + ord(letter) - 64
    return number - 1
