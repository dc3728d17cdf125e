"""Options that several commands share, and how examples are written into their help."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, get_type_hints

import typer

from jurybox.cli.config import Config, settle

# readable=False: what can't be read is told in our words, with every other fault, and not by typer.
Data = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="DIR", help="The data folder (JURYBOX_DATA; ./jurybox-data by default).", readable=False
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        "--database", metavar="ADDRESS", help="postgresql://… instead of SQLite in the data folder (JURYBOX_DATABASE)."
    ),
]
Url = Annotated[
    str | None, typer.Option("--url", metavar="URL", help="The address that links begin with (JURYBOX_URL).")
]
Host = Annotated[
    str | None, typer.Option("--host", metavar="HOST", help="Where to listen (JURYBOX_HOST; 127.0.0.1 by default).")
]
Encoding = Annotated[
    str | None, typer.Option("--encoding", metavar="NAME", help="The encoding of text files, such as latin-1.")
]
NoQuotes = Annotated[bool, typer.Option("--no-quotes", help="Quotes are plain characters, as in the TSV files of WMT.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Study = Annotated[str, typer.Argument(metavar="STUDY", help="The key of the study.")]
Media = Annotated[
    Path | None,
    typer.Option(
        "--media",
        metavar="DIR",
        help="The folder of the pictures, sounds and clips that the tables name.",
        readable=False,
    ),
]
People = Annotated[
    Path | None,
    typer.Option(
        "--people",
        metavar="FILE",
        help="A JSON file with the people of each film that the tables name.",
        readable=False,
    ),
]


@dataclass(frozen=True, slots=True)
class MediaOptions:
    """What tables name beside their texts."""

    media: Media = None
    people: People = None


@dataclass(frozen=True, slots=True)
class TextOptions:
    """How text files are read."""

    encoding: Encoding = None
    no_quotes: NoQuotes = False


@dataclass(frozen=True, slots=True)
class Where:
    """Where the data are."""

    data: Data = None
    database: Database = None

    def config(self) -> Config:
        return settle(data=self.data, database=self.database)


@dataclass(frozen=True, slots=True)
class WhereWithLinks:
    """Where the data are, of commands that print links."""

    url: Url = None
    data: Data = None
    database: Database = None

    def config(self) -> Config:
        return settle(data=self.data, database=self.database, url=self.url)


def stacked(command: Callable[..., None]) -> Callable[..., None]:
    """A command that takes options together, as data classes; the command line sees each of them by itself."""
    hints = get_type_hints(command, include_extras=True)
    groups = {name: hint for name, hint in hints.items() if isinstance(hint, type) and is_dataclass(hint)}

    @wraps(command)
    def unstacked(**given: object) -> None:
        for name, group in groups.items():
            given[name] = group(**{field.name: given.pop(field.name) for field in fields(group)})
        command(**given)

    options = list(_options(command, hints))
    unstacked.__signature__ = inspect.Signature(options)  # type: ignore[attr-defined]
    unstacked.__annotations__ = {option.name: option.annotation for option in options}
    return unstacked


def _options(command: Callable[..., None], hints: Mapping[str, object]) -> Iterator[inspect.Parameter]:
    for name, parameter in inspect.signature(command).parameters.items():
        hint = hints[name]
        if not is_dataclass(hint):
            yield parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hint)
            continue
        for field in fields(hint):
            default = inspect.Parameter.empty if field.default is MISSING else field.default
            yield inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=field.type)


def examples(*commands: str) -> str:
    """The end of a command's help."""
    return "\n".join(["\b", "Examples:", *(f"  {command}" for command in commands)])
