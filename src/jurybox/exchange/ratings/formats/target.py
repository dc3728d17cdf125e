"""Where a format writes to, what is known of the ratings as a whole, and where it counts what it could not hold."""

from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from jurybox.exchange.files import new_file, new_folder
from jurybox.exchange.ratings.formats.losses import Losses


@dataclass(frozen=True, slots=True)
class QuestionFacts:
    """What is known of a question beyond its ratings."""

    prompt: str = ""
    lowest: float | None = None
    highest: float | None = None
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DataSetFacts:
    """What a file can say of the ratings as a whole."""

    title: str = "Ratings"
    url: str = ""
    licence: str = ""
    languages: tuple[str, ...] = ()
    pair: str = ""
    """Source and target language of a translation task, such as en-de."""
    protocol: str = ""
    description: str = ""
    questions: dict[str, QuestionFacts] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Target:
    path: Path
    losses: Losses
    about: DataSetFacts

    def file(self) -> AbstractContextManager[BinaryIO]:
        return new_file(self.path)

    def folder(self) -> AbstractContextManager[Path]:
        return new_folder(self.path)
