"""Workbooks that raters filled in before Jurybox: columns of sources, outputs and scores, with a header or without."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from jurybox.exchange.files import Faults, Stop, careful, collector_paused
from jurybox.exchange.workbooks.cells import FoundCell, folded, is_empty, number_in, text_of
from jurybox.exchange.workbooks.open_workbook import open_sheets
from jurybox.exchange.workbooks.read import Filled, column_name

HEADER_WITHIN = 10
KNOWN = {
    "source": ("source", "src", "input", "original", "text", "article", "document", "tweet"),
    "output": ("output", "translation", "summary", "title", "interpretation", "hypothesis", "target", "prediction"),
    "score": ("score", "rating", "grade", "points", "judgement", "judgment"),
}
"""What such columns are usually called."""
LETTER_MOST = 3


@dataclass(frozen=True, slots=True)
class OldColumns:
    """What the organiser says of the columns: by heading or by letter; what is not said is guessed."""

    source: str | None = None
    output: str | None = None
    scores: Mapping[str, str | None] = field(default_factory=dict)
    """By question."""


@dataclass(frozen=True, slots=True)
class OldRow:
    line: int
    source: str
    output: str
    scores: dict[str, FoundCell]
    """The cells that are not empty, by question."""


@dataclass(slots=True)
class OldFile:
    filled: Filled
    """Where things stand, for what is said of them: the codes of the columns are source, output and the questions."""
    stem: str
    headings: dict[str, str] = field(default_factory=dict)
    """By what a column is for, how it was found: `B (Translation)`."""
    rows: list[OldRow] = field(default_factory=list)


@collector_paused()
def read_old_workbook(path: Path, name: str, columns: OldColumns, faults: Faults) -> OldFile | None:
    """The first sheet of a workbook; None where it can't be read. What is wrong with it goes to `faults`."""
    if path.suffix.lower() != ".xlsx":
        faults.add("workbook.wrong_type", (name, 1), path.suffix or path.name)
        return None
    found = list(careful(_open(path, name, columns), path, name, faults))
    return found[0][1] if found else None


def _open(path: Path, name: str, columns: OldColumns) -> Iterator[tuple[int, OldFile]]:
    with open_sheets(path) as book:
        for title in book.names:
            rows = [(n, row) for n, row in book.rows(title) if _says(row)]
            if rows:
                made = OldFile(Filled(name, title), path.stem)
                _read(made, rows, columns)
                yield 1, made
                return
    raise Stop("workbook.no_rows", 1)


def _says(row: Sequence[FoundCell]) -> bool:
    return any(not is_empty(cell) for cell in row)


def _read(made: OldFile, rows: list[tuple[int, Sequence[FoundCell]]], columns: OldColumns) -> None:
    wanted = {"source": columns.source, "output": columns.output, **columns.scores}
    first, places = _places(rows, wanted)
    made.filled.letters = {what: column_name(n) for what, n in places.items()}
    header = rows[first - 1][1] if first else []
    for what, n in places.items():
        heading = text_of(header[n]).strip() if n < len(header) else ""
        made.headings[what] = f"{column_name(n)} ({heading})" if heading else column_name(n)
    for line, row in rows[first:]:
        cells = {what: row[n] if n < len(row) else "" for what, n in places.items()}
        texts = {what: text_of(cells.pop(what, "")) for what in ("source", "output")}
        scores = {question: cell for question, cell in cells.items() if not is_empty(cell)}
        made.rows.append(OldRow(line, texts["source"], texts["output"], scores))


def _places(rows: list[tuple[int, Sequence[FoundCell]]], wanted: dict[str, str | None]) -> tuple[int, dict[str, int]]:
    """How many rows stand above the first rating, and which column is for what.

    A heading that was said, or a usual one; else a letter; else the first columns in the order source, output, scores.
    """
    names = {what: _headings(what, said) for what, said in wanted.items()}
    by_letter = {what: _letter(said) for what, said in wanted.items()}
    for first, (_, row) in enumerate(rows[:HEADER_WITHIN], start=1):
        there = {folded(text_of(cell)): n for n, cell in reversed(list(enumerate(row))) if not is_empty(cell)}
        by_name = {what: next((there[name] for name in by if name in there), None) for what, by in names.items()}
        found = {what: by_letter[what] if n is None else n for what, n in by_name.items()}
        needed = [what for what, said in wanted.items() if what != "source" or said is not None]
        if any(n is not None for n in by_name.values()) and all(found[what] is not None for what in needed):
            return first, {what: n for what, n in found.items() if n is not None}
    for what, said in wanted.items():
        if said is not None and by_letter[what] is None:
            raise Stop("workbook.no_such_column", rows[0][0], said, [text_of(c) for c in rows[0][1] if not is_empty(c)])
    places = {what: place if n is None else n for place, (what, n) in enumerate(by_letter.items())}
    last = max(n for what, n in places.items() if what not in ("source", "output"))
    first_row = rows[0][1]
    score = first_row[last] if last < len(first_row) else ""
    is_header = not is_empty(score) and number_in(score) is None
    return (1 if is_header else 0), places


def _headings(what: str, said: str | None) -> tuple[str, ...]:
    if said is not None:
        return (folded(said),)
    return tuple(map(folded, (KNOWN.get(what, (what, *KNOWN["score"])))))


def _letter(said: str | None) -> int | None:
    """
    >>> _letter("A"), _letter("AB"), _letter("score"), _letter(None)
    (0, 27, None, None)
    """
    if said is None or not said.isascii() or not said.isalpha() or not said.isupper() or len(said) > LETTER_MOST:
        return None
    number = 0
    for letter in said:
        number = number * 26 + ord(letter) - 64
    return number - 1
