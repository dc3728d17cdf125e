"""The TSV of WMT's MQM ratings: one row per error, the span between <v> and </v>; quotes are plain characters.

Columns of google/wmt-mqm-human-evaluation: system, doc, doc_id, seg_id, rater, source, target, category, severity;
from 2023 on docSegId and globalSegId, and a last column metadata. An output without an error has one row that says
No-error twice. Ours always have the column metadata, and an apostrophe before what a spreadsheet would take for a
formula.
"""

from collections.abc import Iterable, Iterator

import msgspec

from jurybox.exchange.files import CLOSE, OPEN, as_written, delimited_lines, marked, unmarked
from jurybox.exchange.ratings.formats.rating import Mark, Rating
from jurybox.exchange.ratings.formats.source import RatingsFile
from jurybox.exchange.ratings.formats.target import Target

COLUMNS = ("system", "doc", "doc_id", "seg_id", "rater", "source", "target", "category", "severity")
KEPT = "metadata"
OTHER_NAMES = {"docSegId": "doc_id", "globalSegId": "seg_id"}
NO_ERROR = "no-error"
QUESTION = "errors"
ALL = "all"
"""The document of an output that has none."""
BREAKS = str.maketrans({"\t": " ", "\n": " ", "\r": " "})
"""What ends a cell becomes a space, so that places in the text stay what they are."""
_Row = tuple[str, str, str, str, dict[str, object]]
"""Source, output, category, severity, and what goes into the metadata."""
_decode = msgspec.json.Decoder(dict[str, object]).decode


def read(source: RatingsFile) -> Iterator[Rating]:
    found: dict[tuple[str, str, str, str], tuple[Rating, list[Mark]]] = {}
    for line, row in _rows(source):
        if "item" in _metadata(row.get(KEPT, "")):
            row = {name: as_written(cell) for name, cell in row.items()}
        plain, start, end, is_plain = unmarked(row["target"])
        original, from_, to, is_one = unmarked(row["source"])
        if not (is_plain and is_one):
            source.note("formats.odd_span")
        about = _about(row, plain, original)
        first, marks = found.setdefault((about.item, about.system, about.rater, about.question), (about, []))
        began = source.began.setdefault((about.item, about.system, about.rater), line)
        for what in ("source", "output"):  # marks have their places in these very texts
            if getattr(about, what) != getattr(first, what):
                source.fault("campaign.differs", line, about.item, what=what, first=f"{source.name}:{began}")
        category, severity = row["category"].strip(), row["severity"].strip().lower()
        if category.casefold() == NO_ERROR or severity == NO_ERROR:
            continue
        kept = _metadata(row.get(KEPT, ""))
        reason, place = kept.get("reason"), kept.get("place")
        if not category:
            source.fault("formats.empty_cell", line, "category")
        elif start is None and from_ is not None:
            marks.append(Mark(from_, to, category, severity or None, field="source", reason=_text(reason)))
        else:
            at, field = (place, str(kept.get("field", "output"))) if isinstance(place, int) else (None, "output")
            start, end = (start, end) if at is None else (at, at)
            marks.append(Mark(start, end, category, severity or None, field=field, reason=_text(reason)))
    for about, marks in found.values():
        yield msgspec.structs.replace(about, marks=tuple(marks))


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _rows(source: RatingsFile) -> Iterator[tuple[int, dict[str, str]]]:
    names: list[str] = []
    for line, cells in source.rows("\t", quotes=False):
        if not names:
            names = [OTHER_NAMES.get(cell.strip(), cell.strip()) for cell in cells]
            missing = [name for name in COLUMNS if name not in names and name not in ("doc", "doc_id")]
            for name in missing:
                source.fault("formats.no_column", line, name, names)
            if missing:
                return
            source.unused(name for name in names if name not in COLUMNS and name != KEPT)
        elif len(cells) != len(names):
            code = "import.too_many_cells" if len(cells) > len(names) else "import.too_few_cells"
            source.fault(code, line, len(cells), len(names))
        else:
            row = dict(zip(names, cells, strict=True))
            empty = [name for name in ("system", "seg_id", "rater") if not row[name].strip()]
            for name in empty:
                source.fault("formats.empty_cell", line, name)
            if not empty:
                yield line, row
    if not names and not source.faults:
        source.fault("import.no_header")


def _about(row: dict[str, str], output: str, original: str) -> Rating:
    kept = _metadata(row.get(KEPT, ""))
    return Rating(
        item=str(kept.get("item", row["seg_id"].strip())),
        system=row["system"],
        rater=row["rater"],
        question=str(kept.get("question", QUESTION)),
        document="" if kept and row.get("doc") == ALL else row.get("doc", ""),
        source=original or None,
        output=output or None,
    )


def _metadata(cell: str) -> dict[str, object]:
    """What our own files say beyond the usual columns; other people's metadata is passed over."""
    try:
        return _decode(cell.encode()) if cell.startswith("{") else {}
    except msgspec.DecodeError:
        return {}


def write(target: Target, ratings: Iterable[Rating]) -> None:
    """As they come. The item's key and the question go into the column metadata: seg_id is a number elsewhere."""
    header = (*COLUMNS, KEPT)
    with target.file() as file:
        file.writelines(delimited_lines(_lines(target, ratings), header, "\t", end="\n", quotes=False))


def _lines(target: Target, ratings: Iterable[Rating]) -> Iterator[tuple[str, ...]]:
    numbers: dict[str, int] = {}
    for rating in ratings:
        number = numbers.setdefault(rating.item, len(numbers) + 1)
        kept = {"item": rating.item, "question": rating.question}
        place = rating.item if rating.item.isdecimal() and rating.item.isascii() else str(number)
        head = (_flat(rating.system), _flat(rating.document) or ALL, place, place, _flat(rating.rater))
        for *row, more in _rows_of(rating, target):
            yield (*head, *row, msgspec.json.encode(kept | more).decode())


def _flat(text: str | None) -> str:
    return (text or "").translate(BREAKS)


def _rows_of(rating: Rating, target: Target) -> list[_Row]:
    texts = (rating.source or "", rating.output or "")
    if any(sign in text for text in texts for sign in (OPEN, CLOSE)):
        target.losses.add("formats.tags_in_text_lost")
        return []
    source, output = map(_flat, texts)
    if (source, output) != texts:
        target.losses.add("formats.breaks_lost")
    if not rating.marks:
        return [(source, output, "No-error", "No-error", {})]
    return [_row(mark, source, output, target) for mark in rating.marks]


def _row(mark: Mark, source: str, output: str, target: Target) -> _Row:
    """Where something is missing, and why something was marked, no column says: the metadata do."""
    if mark.count != 1:
        target.losses.add("formats.counts_lost")
    label, severity = _flat(mark.label), (mark.weight or "").capitalize()
    more: dict[str, object] = {} if mark.reason is None else {"reason": mark.reason}
    if mark.start is None or mark.end is None:
        return source, output, label, severity, more
    if mark.field not in ("source", "output") or mark.end > len(source if mark.field == "source" else output):
        target.losses.add("formats.spans_without_text_lost")
        return source, output, label, severity, more
    if mark.is_missing:
        return source, output, label, severity, more | {"place": mark.start, "field": mark.field}
    if mark.field == "source":
        return marked(source, mark.start, mark.end), output, label, severity, more
    return source, marked(output, mark.start, mark.end), label, severity, more
