"""Tables with a row for each segment of a document: which columns name the document and the segment.

Where the protocol has segments, the document is the item. Where it has none, both together are the item's key, and the
document is said beside it where there is a field for that.
"""

from collections.abc import Mapping, Sequence

from jurybox.core import Protocol
from jurybox.exchange.items.layout import Layout
from jurybox.exchange.items.synonyms import DOCUMENT, SEGMENT, needed_of_item, plain, plain_words

Sample = Sequence[Mapping[str, object]]
FIELD = "document"
"""What protocols call the field that says to which document an item belongs."""
LONGEST_NAME = 100
"""Characters of the longest name of a document: in summaries, `document` is often the text itself."""


def take_documents(layout: Layout, protocol: Protocol, sample: Sample) -> None:
    """Guess both columns, where there are two and nobody said what they are."""
    if layout.how.get("id") != "said":
        segments = _segments(layout, protocol)
        documents = _documents(layout, protocol, sample)
        if protocol.unit.segments and len(documents) == len(segments) == 1:
            _pass_over_row_ids(layout, (documents[0], segments[0]), sample)
        documents = list(layout.from_.get("id", documents))
        if len(documents) == len(segments) == 1:
            _take(layout, protocol, (documents[0], segments[0]), sample)
    joined = layout.from_.get("id", ())
    parts = joined if len(joined) > 1 else layout.left() if joined else ()
    named = [column for column in parts if plain(column) in plain_words(DOCUMENT) and _are_names(column, sample)]
    if len(named) == 1 and FIELD in protocol.fields and FIELD not in layout.from_:
        layout.take(FIELD, named, "guessed")


def take_numbered(layout: Layout, protocol: Protocol, sample: Sample) -> None:
    """Where names do not say it: the one column that counts from 1 in each document that another one names."""
    if not protocol.unit.has_documents or {"id", "segment"} <= layout.from_.keys():
        return
    numbers, names = (layout.from_.get(name) or layout.left() for name in ("segment", "id"))
    names = [column for column in names if _are_names(column, sample)]
    system = layout.from_.get("system", ())
    both = [(d, s) for d in names for s in numbers if d != s and _counts(d, s, system, sample)]
    if len(both) == 1:
        for name, column in zip(("id", "segment"), both[0], strict=True):
            if name not in layout.from_:
                layout.take(name, (column,), "guessed")


def _counts(document: str, segment: str, system: Sequence[str], sample: Sample) -> bool:
    """Whether segments have the numbers from 1 on in every document, each once of a system."""
    found: dict[str, list[str]] = {}
    rows = [tuple(str(row.get(column) or "").strip() for column in (document, segment, *system)) for row in sample]
    for name, number, *_ in rows:
        found.setdefault(name, []).append(number)
    if len(set(rows)) < len(rows) or not all(number.isascii() and number.isdigit() for _, number, *_ in rows):
        return False
    counted = [sorted({int(number) for number in numbers}) for numbers in found.values()]
    return any(len(numbers) > 1 for numbers in counted) and all(n == [*range(1, len(n) + 1)] for n in counted)


def _pass_over_row_ids(layout: Layout, both: tuple[str, str], sample: Sample) -> None:
    """An `id` that each segment has of its own counts rows, where another column names the document."""
    ids = layout.from_.get("id", ())
    document, segment = both
    if len(ids) == 1 and not _tells_apart((ids[0], segment), sample) and _tells_apart((document, ids[0]), sample):
        layout.drop("id")


def _documents(layout: Layout, protocol: Protocol, sample: Sample) -> list[str]:
    free = [*layout.left(), *layout.from_.get(FIELD, ())]
    texts = set(needed_of_item(protocol)) - {FIELD}
    found = [c for c in free if plain(c) in plain_words(DOCUMENT) and c not in texts and _are_names(c, sample)]
    return [c for c in found if c != FIELD] or found


def _segments(layout: Layout, protocol: Protocol) -> list[str]:
    known = layout.from_.get("segment", ())
    return list(known) or [c for c in layout.left() if plain(c) in plain_words(SEGMENT) and c not in protocol.fields]


def _take(layout: Layout, protocol: Protocol, both: tuple[str, str], sample: Sample) -> None:
    document, segment = both
    if protocol.unit.segments:
        if "id" not in layout.from_:
            layout.take("id", (document,), "guessed")
        if "segment" not in layout.from_:
            layout.take("segment", (segment,), "guessed")
        return
    if layout.how.get("segment") == "said" or ("id" in layout.from_ and not _tells_apart(both, sample)):
        return
    layout.from_.pop("segment", None)
    layout.how.pop("segment", None)
    columns = [column for column in layout.columns if column in both]
    layout.take("id", columns, "guessed")
    layout.note("import.joined_segments", ", ".join(columns))


def _tells_apart(both: tuple[str, str], sample: Sample) -> bool:
    """Whether rows that have one id differ by their segments."""
    pairs = {tuple(str(row.get(column)) for column in both) for row in sample}
    return len(pairs) > len({document for document, _ in pairs})


def _are_names(column: str, sample: Sample) -> bool:
    texts = [str(row.get(column) or "").strip() for row in sample]
    return any(texts) and all(len(text) <= LONGEST_NAME for text in texts)
