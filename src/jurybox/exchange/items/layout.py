"""What the columns of one table are for: said by the organiser, named so, or guessed."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from jurybox.core import Fault, JsonObject
from jurybox.exchange.files import Place, at

Columns = tuple[str, ...]
"""Columns of the file; several are joined."""


@dataclass(slots=True)
class Layout:
    """Where the columns that we know come from in one table. `how` says of each: said, named or guessed."""

    file: str
    line: int
    """Of the header; 0 where there is none."""
    columns: Columns
    """All columns of the table; of JSON lines those of the first lines."""
    from_: dict[str, Columns] = field(default_factory=dict)
    how: dict[str, str] = field(default_factory=dict)
    wide: dict[str, str] = field(default_factory=dict)
    """The system of each column that holds outputs."""
    references: Columns = ()
    """Those whose system is a reference."""
    output: str = "output"
    """The field that they are outputs of."""
    unused: Columns = ()
    system: str = ""
    """What made every output of the table, where no column says it."""
    by_text: Columns = ()
    """The fields that tell one item from another, where there is no id."""
    numbered: bool = False
    """Outputs of no system at all: several of one item are told apart by a number."""
    split: Columns = ()
    unsaid: list[Fault] = field(default_factory=list)
    """Guesses that may be wrong without anybody noticing: they must be said before they are used."""
    notes: list[Fault] = field(default_factory=list)
    """What was guessed and is right as a rule, but is worth saying."""
    media: Callable[[str], str] | None = None
    """What a file is called below the media folder, for the fields that name files."""
    media_fields: Columns = ()
    conversations: Columns = ()
    """Fields whose columns, where they are several, are turns: each is called by who speaks (user_1, assistant_1)."""

    @property
    def place(self) -> Place:
        return self.file, max(self.line, 1)

    def called(self) -> Iterator[tuple[tuple[str, str, str], str]]:
        """What its columns are called, by table, field and, where it has one of its own, system."""
        for name, columns in self.from_.items():
            if len(columns) == 1 and columns[0] != name:
                yield (self.file, name, ""), columns[0]
        for column, system in self.wide.items():
            yield (self.file, self.output, system), column

    def take(self, name: str, columns: Iterable[str], how: str) -> None:
        self.from_[name], self.how[name] = tuple(columns), how

    def drop(self, name: str) -> None:
        """A column that the organiser does not want to be used so."""
        if columns := self.from_.pop(name, ()):
            del self.how[name]
            self.unused = (*self.unused, *columns)

    def taken(self) -> set[str]:
        """The columns that have a use, or none by choice."""
        return {*(c for columns in self.from_.values() for c in columns), *self.wide, *self.unused}

    def left(self) -> list[str]:
        """The columns nobody has said anything about."""
        taken = self.taken()
        return [column for column in self.columns if column not in taken]

    def unsure(self, code: str, given: object, allowed: object = None, **params: object) -> None:
        self.unsaid.append(Fault(code, at(self.place), given, allowed, params, *self.place))

    def note(self, code: str, given: object, **params: object) -> None:
        self.notes.append(Fault(code, at(self.place), given, None, params, *self.place))

    @property
    def is_plain(self) -> bool:
        """Whether the rows can be taken as they are."""
        same = all(columns == (name,) for name, columns in self.from_.items())
        return same and not (self.wide or self.unused or self.system or self.by_text or self.split or self.media)

    @property
    def is_as_named(self) -> bool:
        """Whether nothing had to be guessed or said: then there is nothing to show."""
        same = all(how == "named" for how in self.how.values())
        return same and not (self.wide or self.unused or self.system or self.by_text or self.split) and self.line > 0

    def as_data(self) -> JsonObject:
        """The layout in plain data: for the log of the study, and to be shown."""
        data: JsonObject = {
            "file": self.file,
            "columns": {name: "+".join(columns) for name, columns in self.from_.items()},
            "guessed": [name for name, how in self.how.items() if how == "guessed"],
        }
        if not self.line:
            data["header"] = False
        for name in ("wide", "references", "system", "by_text", "unused", "split"):
            if value := getattr(self, name):
                data[name] = list(value) if isinstance(value, tuple) else value
        return data
