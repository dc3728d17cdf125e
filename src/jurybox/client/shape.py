"""What a folder and a server have in common: the same names, so that a program for one works with the other."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypedDict, Unpack

from jurybox.client.options import StudyOptions
from jurybox.client.table import Ratings

if TYPE_CHECKING:
    from jurybox.studies import StudyDescription, StudySummary
    from jurybox.studies.lifecycle import ShelfLine
    from jurybox.studies.results import Findings


class DataFrame(Protocol):
    """What the tables of pandas, polars, Arrow and others have in common."""

    @property
    def columns(self) -> object: ...


Outputs = str | Path | Sequence[str | Path] | Iterable[Mapping[str, object]] | DataFrame
"""A table's path, several, rows by the names of their columns, or a data frame."""


class Added(TypedDict):
    """How much came in."""

    items: int
    outputs: int
    left_out: list[str]
    """Empty outputs that are not there, and where they stood."""


@dataclass(frozen=True, slots=True)
class Rater:
    """A rater of a study. The link is all that they need."""

    id: str
    name: str
    link: str | None
    """None where it was revoked."""
    groups: tuple[str, ...] = ()
    stages: tuple[str, ...] = ()
    language: str | None = None
    done: int = 0
    """How many units they have finished."""


class Study(Protocol):
    """One study."""

    @property
    def key(self) -> str: ...

    def show(self) -> "StudyDescription":
        """State, settings, systems, how far each stage is, what waits, and every event."""

    def add(
        self,
        outputs: Outputs,
        *,
        media: str | Path | None = None,
        people: str | Path | None = None,
        reading: Mapping[str, object] | None = None,
    ) -> Added:
        """Add items and outputs, all or nothing; how many there were. `media` is the folder of the files they name."""

    def open(self) -> "Study":
        """Freeze protocol, items and outputs, and let raters in."""

    def pause(self) -> "Study":
        """Hand out nothing new; all that arrives counts."""

    def resume(self) -> "Study":
        """Go on after a pause."""

    def close(self) -> "Study":
        """End the rating."""

    def reopen(self) -> "Study":
        """Open it again after it was closed; what came meanwhile goes back to its raters as drafts."""

    def add_rater(
        self, name: str, *, groups: Sequence[str] = (), stages: Sequence[str] = (), language: str | None = None
    ) -> Rater:
        """A new rater with a link of their own. No groups means all, no stages means all."""

    def raters(self) -> list[Rater]:
        """Every rater with their link."""

    def ratings(self, *, everything: bool = False) -> Ratings:
        """What counts, a row for each answer and system; `everything` gives the whole log."""

    def analyse(self, **options: Unpack[StudyOptions]) -> "Findings":
        """Agreement, ranking and rater quality. The options are those of `jurybox analyse`."""

    def report(self, to: str | Path, *, language: str = "en", force: bool = False) -> list[str]:
        """Analyse, and write the report into a folder; the files it wrote."""

    def copy(self, key: str, *, name: str | None = None, seed: str | None = None) -> "Study":
        """A new draft of the same protocol, settings, items and outputs, without raters and judgements."""


class Client(Protocol):
    """All studies of a folder or a server."""

    def protocols(self) -> "list[ShelfLine]":
        """The protocols on the shelf."""

    def studies(self) -> "list[StudySummary]":
        """Every study in a line: key, state, counts, progress."""

    def study(self, key: str) -> Study:
        """A study that is there."""

    def create(
        self,
        key: str,
        protocol: str,
        *,
        name: str | None = None,
        settings: Mapping[str, object] | None = None,
        seed: str | None = None,
    ) -> Study:
        """A new draft."""

    def close(self) -> None: ...
    def __enter__(self) -> "Client": ...
    def __exit__(self, *error: object) -> None: ...
