"""The long table: one row per answer and system, as csv, tsv, JSON lines or XLSX."""

from collections.abc import Collection, Iterable, Iterator

from jurybox.exchange.files import BETWEEN, OpenedTable, as_written, cell_text, table_lines, write_sheet
from jurybox.exchange.ratings.export_columns import COLUMNS, DRAWN, TEXT_COLUMNS, cells_of, names_of, with_drawn
from jurybox.exchange.ratings.formats.rating import Rating
from jurybox.exchange.ratings.formats.source import RatingsFile
from jurybox.exchange.ratings.formats.target import Target
from jurybox.exchange.ratings.formats.values import number, said_in

OURS = {"judgement", "standing", "by"}
"""A table with these columns was written here; then an apostrophe before a formula is ours."""
NEEDED = ("item", "rater", "value")
OTHER_NAMES = {"time": "answered_at"}
NOT_WORDS = {"item", "rater", "target", "value", "text", "by", "pilot", "seq", "elapsed_ms", "source", "output"}
WORDS = tuple(name for name in names_of((*COLUMNS, *TEXT_COLUMNS, DRAWN)) if name not in NOT_WORDS)
"""The columns that are taken as they stand."""
CANNOT = "cannot"
QUESTION = "rating"
"""What a question is called in a table that has one and does not name it."""


def read(source: RatingsFile) -> Iterator[Rating]:
    """A table that was written here has an apostrophe before what would be a formula; where it has types, none."""
    table = source.table()
    if table is None:
        return
    ours = table.columns is not None and set(table.columns) >= OURS
    typed = table.columns is None or source.path.suffix.lower() == ".parquet"
    named = ours or typed
    sets = frozenset() if named else _questions_with_sets(source)
    yield from ratings_of(table, source, guarded=ours and not typed, named=named, sets=sets)


def _questions_with_sets(source: RatingsFile) -> frozenset[str]:
    """The questions of which some cell holds several names: there an empty cell is a set, of none."""
    table = source.again().table()
    rows = () if table is None else table.rows
    asked = (row.values.get("question", "") for row in rows if BETWEEN in str(row.values.get("value", "")))
    return frozenset(map(str, asked))


def _has_columns(columns: Iterable[str], line: int, source: RatingsFile) -> bool:
    names = {OTHER_NAMES.get(name, name) for name in columns}
    missing = [name for name in NEEDED if name not in names]
    for name in missing:
        source.fault("formats.no_column", line, name, sorted(names), name=name)
    return not missing


def ratings_of(
    table: OpenedTable, source: RatingsFile, guarded: bool, named: bool, sets: Collection[str] = ()
) -> Iterator[Rating]:
    """Without `named` an empty text says that there is none, unless the question is one of `sets`."""
    if table.columns is not None and not _has_columns(table.columns, table.header, source):
        return
    for file, line, cells in table.rows:
        values = {OTHER_NAMES.get(name, name): cell_text(c, (file, line), source.faults) for name, c in cells.items()}
        if table.columns is None and not _has_columns(values, line, source):
            continue
        if guarded:
            values = {name: as_written(cell) for name, cell in values.items()}
        if not values["item"]:
            source.fault("formats.empty_cell", line, "item")
            continue
        yield rating_of(values, named or values.get("question", "") in sets)


def rating_of(values: dict[str, str], named: bool = True) -> Rating:
    """A rating from the cells of a row. Without `named` an empty text says that there is none."""
    by, text = values.get("by") or "rater", values.get("text") or None
    if by == CANNOT and text is None:
        text = ""  # it was said, if not why
    if not values["value"] and text is None and not named:
        by = CANNOT
    target = values.get("target", "")
    return Rating(
        item=values["item"],
        rater=values["rater"],
        text=text,
        by=by,
        target="" if target == "unit" else target,
        pilot=values.get("pilot", "").casefold() in ("true", "1"),
        seq=_whole(values.get("seq", "")),
        elapsed_ms=_whole(values.get("elapsed_ms", "")),
        source=values.get("source") or None,
        output=values.get("output") or None,
        **(said_in(values["value"], by, text) if values["value"] or values.get("question") != "" else {}),
        **{name: values[name] for name in WORDS if values.get(name)},
        **({} if "question" in values else {"question": QUESTION}),
    )


def _whole(text: str) -> int | None:
    found = number(text)
    return found if isinstance(found, int) else None


def write(target: Target, ratings: Iterable[Rating], kind: str) -> None:
    columns, ratings = with_drawn((*COLUMNS, *TEXT_COLUMNS), ratings)
    names, rows = names_of(columns), map(cells_of(columns), ratings)
    with target.file() as file:
        if kind == "xlsx":
            write_sheet(file, "Ratings", names, rows, lambda: target.losses.add("formats.cells_cut"))
        else:
            file.writelines(table_lines(kind, names, rows))
