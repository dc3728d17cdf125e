"""A file of ratings on its way in, with every fault and everything remarkable kept."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from jurybox.core import Fault, JsonObject, JsonValue
from jurybox.exchange.files import (
    FAULTY,
    Faults,
    Faulty,
    Form,
    JsonPlaces,
    OpenedTable,
    careful,
    list_in,
    open_parquet,
    open_table,
    parsed,
    read_document,
    read_lines,
    read_records,
    short,
)
from jurybox.exchange.ratings.formats.column_names import AS_NAMED, ROLES, ColumnNames


class RatingsFile:
    """What is read, with what is wrong (`faults`, refused at the end) and what should be said (`notes`)."""

    def __init__(self, path: Path, form: Form | None = None, columns: ColumnNames = AS_NAMED) -> None:
        self._columns = columns
        self.path, self.name = path, path.name
        self.faults = Faults()
        self.form = replace(form or Form(), note=self._guess)
        self._notes: Counter[str] = Counter()
        self._guessed: list[Fault] = []
        self._unused: list[str] = []
        self.began: dict[tuple[str, str, str], int] = {}
        """By item, system and rater: the line that first says something of it, where a format's reader knows it."""
        self._places = JsonPlaces("")

    def fault(self, code: str, line: int = 1, given: object = None, allowed: object = None, **params: object) -> None:
        self.faults.add(code, (self.name, line), short(given), allowed, **params)

    def note(self, code: str, count: int = 1) -> None:
        """`code` has its words in texts/faults.en.json."""
        self._notes[code] += count

    def unused(self, names: Iterable[str]) -> None:
        """Columns that nothing is known of."""
        self._unused += [name for name in names if name not in self._unused]

    def _guess(self, fault: Fault) -> None:
        self._guessed.append(fault)

    def said(self) -> list[Fault]:
        """What was noted, one sentence each."""
        noted = [Fault(code, params={"count": f"{n:,}"}, file=self.name) for code, n in self._notes.items() if n]
        unused = (
            [Fault("formats.unused", params={"names": ", ".join(self._unused)}, file=self.name)] if self._unused else []
        )
        return [*self._guessed, *unused, *noted]

    def table(self, guessed: tuple[str, ...] = ROLES) -> OpenedTable | None:
        """The file as a table, of whatever kind its ending says, with the columns called as we call them.

        `guessed` are those that may be told by other names.
        """
        table = open_table(self.path, self.name, self.faults, form=self.form)
        return None if table is None else self._columns.applied(table, guessed, self.faults)

    def again(self) -> "RatingsFile":
        """The same file from its beginning; what is wrong with it is told once."""
        return RatingsFile(self.path, self.form, self._columns)

    def parquet(self) -> OpenedTable | None:
        """The file as a Parquet table, whatever its ending."""
        table = open_parquet(self.path, self.name, self.faults, _silent)
        return None if table is None else self._columns.applied(table, ROLES, self.faults)

    def rows(self, delimiter: str, quotes: bool = True) -> Iterator[tuple[int, list[str]]]:
        """The records of a CSV or TSV file with the line where each starts; rows of empty cells are skipped."""
        form = self.form if quotes else replace(self.form, quotes=False)
        pieces = read_records(self.path, self.name, form, _silent, delimiter)
        for lines, records, _ in careful(pieces, self.path, self.name, self.faults):
            yield from ((line, record) for line, record in zip(lines, records, strict=True) if any(record))

    def lines(self, path: Path | None = None) -> Iterator[tuple[int, str]]:
        """The lines that are not blank, without their ends. Only a line feed ends a line."""
        return ((number, line) for number, line in self.all_lines(path) if line.strip())

    def all_lines(self, path: Path | None = None) -> Iterator[tuple[int, str]]:
        """Blank lines too, where lines are counted."""
        path = path or self.path
        for number, line in careful(read_lines(path, path.name, self.form, _silent), path, path.name, self.faults):
            yield number, line.removesuffix("\n").removesuffix("\r")

    def json_lines(self) -> Iterator[tuple[int, JsonObject]]:
        """The objects of a JSON lines file."""
        for number, line in self.lines():
            read = parsed(line, number, self.name, self.faults)
            if isinstance(read, dict):
                yield number, read
            elif read is not FAULTY:
                self.fault("import.not_an_object", number, line[:40])

    def list_in_document(self, name: str, format: str) -> list[JsonValue]:
        """The list under a name in a JSON document; where there is none, the file is not of the format."""
        document = self.document()
        if document is FAULTY:
            return []
        found = list_in(document, name) if isinstance(document, dict) else None
        if found is None:
            self.fault("formats.not_this_format", 1, allowed=format, what=name)
        return found or []

    def document(self) -> JsonValue | Faulty:
        """The whole of a JSON file; FAULTY where it is none."""
        for text in careful(self._text(), self.path, self.name, self.faults):
            self._places = JsonPlaces(text)
            return parsed(text, 1, self.name, self.faults)
        return FAULTY

    def _text(self) -> Iterator[str]:
        yield read_document(self.path, self.name, self.form)

    def line_of(self, *path: str | int) -> int:
        """Where a part of the document begins, by the keys and numbers that lead to it."""
        return self._places.line(*path)


def _silent(done: int) -> None:
    pass
