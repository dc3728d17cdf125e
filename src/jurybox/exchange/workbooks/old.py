"""Tables that raters filled in before Jurybox: sources, outputs and scores, with headings or without."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from jurybox.exchange.files import Faults, Form, collector_paused
from jurybox.exchange.workbooks.cells import FoundCell, folded, is_empty, number_in, text_of
from jurybox.exchange.workbooks.old_columns import OUTPUT, OldColumns, OldLayout, columns_in, letter_of
from jurybox.exchange.workbooks.old_rows import StandingRow, standing_rows
from jurybox.exchange.workbooks.read import Filled, column_name

HEADER_WITHIN = 10
TEXTS = ("item", "system", "rater", "source", OUTPUT, "comment")
"""What a row says beside the scores."""


@dataclass(frozen=True, slots=True)
class OldRow:
    """What one row says of one output. The texts are empty where no column has them."""

    line: int
    item: str
    system: str
    rater: str
    source: str
    output: str
    comment: str
    scores: dict[str, FoundCell]
    """The cells that are not empty, by question."""
    of: str = ""
    """The system that the columns belong to, where a row speaks of several."""

    def column(self, what: str) -> str:
        """Under which its column stands in the file's letters."""
        return f"{self.of} {what}".strip()


@dataclass(slots=True)
class OldFile:
    filled: Filled
    """Where things stand, for what is said of them: the codes of the columns are what they are for."""
    stem: str
    headings: dict[str, str] = field(default_factory=dict)
    """By what a column is for, how it was found: `B (Translation)`."""
    rows: list[OldRow] = field(default_factory=list)


@collector_paused()
def read_old_table(path: Path, name: str, form: Form, columns: OldColumns, faults: Faults) -> OldFile | None:
    """One file; None where it can't be read. What is wrong with it goes to `faults`."""
    standing = standing_rows(path, name, form, faults)
    if standing is None:
        return None
    sheet, rows = standing
    made = OldFile(Filled(name, sheet), path.stem)
    nearly = OldLayout()
    for first, (_, row) in enumerate(rows[:HEADER_WITHIN], start=1):
        layout = columns_in(row, rows[first][1] if first < len(rows) else [], columns)
        if layout.named and layout.is_enough(columns.scores):
            _read(made, rows[first:], layout, row)
            return made
        nearly = layout if layout.named > nearly.named else nearly
    if _refused(rows[0], nearly, columns, name, faults):
        return None
    layout, has_header = _in_order(rows[0][1], columns)
    _read(made, rows[has_header:], layout, rows[0][1] if has_header else [])
    return made


def _refused(row: StandingRow, nearly: OldLayout, columns: OldColumns, name: str, faults: Faults) -> bool:
    """Whether the columns can't be told; what is wrong is among the faults. `nearly` is what headings told."""
    place, headings = (name, row[0]), [text_of(cell) for cell in row[1] if not is_empty(cell)]
    there, before = {folded(heading) for heading in headings}, len(faults)
    named = [said for said in columns.said.values() if letter_of(said) is None]
    for said in named:
        if folded(said) not in there:
            faults.add("workbook.no_such_column", place, said, headings)
    asked = any(columns.scores.asks(what) for what in nearly.places)
    if len(faults) == before and (asked if nearly.named else False):
        faults.add("workbook.no_output_column", place, None, headings)
    elif len(faults) == before and not asked and (named or columns.alone is None):
        faults.add("workbook.which_question", place, headings, columns.scores.known())
    return len(faults) > before


def _in_order(first: Sequence[FoundCell], columns: OldColumns) -> tuple[OldLayout, bool]:
    """Columns by letter, else in the order source, output, score; and whether the first row is none of them."""
    asked = [what for what in columns.said if columns.scores.asks(what)] or [columns.alone or ""]
    usual = {what: place for place, what in enumerate(["source", OUTPUT, *asked])}
    layout = OldLayout({**usual, **{what: letter_of(text) or 0 for what, text in columns.said.items()}})
    last = max(layout.places[what] for what in asked)
    score = first[last] if last < len(first) else ""
    return layout, not is_empty(score) and number_in(score) is None


def _read(made: OldFile, rows: list[StandingRow], layout: OldLayout, header: Sequence[FoundCell]) -> None:
    places = dict(layout.places)
    for system, columns in layout.wide.items():
        places |= {f"{system} {what}": n for what, n in columns.items()}
    places = dict(sorted(places.items(), key=lambda place: place[1]))
    made.filled.letters = {what: column_name(n) for what, n in places.items()}
    for what, n in places.items():
        heading = text_of(header[n]).strip() if n < len(header) else ""
        made.headings[what] = f"{column_name(n)} ({heading})" if heading else column_name(n)
    for line, row in rows:
        made.rows.extend(_said_in(line, row, layout))


def _said_in(line: int, row: Sequence[FoundCell], layout: OldLayout) -> Iterator[OldRow]:
    def cell(n: int | None) -> FoundCell:
        return row[n] if n is not None and n < len(row) else ""

    texts = {what: text_of(cell(layout.places.get(what))) for what in TEXTS}
    for what in ("item", "system", "rater", "comment"):
        texts[what] = texts[what].strip()
    said = {what: cell(n) for what, n in layout.places.items() if what not in TEXTS}
    if not layout.wide:
        yield OldRow(line, **texts, scores=_filled(said))
        return
    for system, columns in layout.wide.items():
        own = {what: cell(n) for what, n in columns.items() if what != OUTPUT}
        about = {**texts, "system": system, OUTPUT: text_of(cell(columns.get(OUTPUT)))}
        yield OldRow(line, **about, scores=_filled({**said, **own}), of=system)


def _filled(cells: dict[str, FoundCell]) -> dict[str, FoundCell]:
    return {question: cell for question, cell in cells.items() if not is_empty(cell)}
