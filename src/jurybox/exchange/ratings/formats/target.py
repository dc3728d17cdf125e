"""A file or folder on its way out: beside its final name first, so that a half-written one never has it."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from jurybox.core import Refused
from jurybox.exchange.ratings.formats.losses import Losses

_encode = msgspec.json.Encoder().encode


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
    extra: dict[str, Any] = field(default_factory=dict)


class Target:
    """Where a format writes to, and where it counts what it could not hold."""

    def __init__(self, path: Path, losses: Losses, about: DataSetFacts) -> None:
        self.path, self.losses, self.about = path, losses, about

    @contextmanager
    def file(self) -> Iterator[BinaryIO]:
        part = self.path.with_name(self.path.name + ".part")
        try:
            with part.open("wb") as file:
                yield file
            part.replace(self.path)
        except OSError as error:
            raise _not_written(self.path, error) from error
        finally:
            part.unlink(missing_ok=True)

    @contextmanager
    def folder(self) -> Iterator[Path]:
        part = self.path.with_name(self.path.name + ".part")
        try:
            shutil.rmtree(part, ignore_errors=True)
            part.mkdir(parents=True)
            yield part
            if self.path.is_dir():
                shutil.rmtree(self.path)
            part.replace(self.path)
        except OSError as error:
            raise _not_written(self.path, error) from error
        finally:
            shutil.rmtree(part, ignore_errors=True)


def _not_written(path: Path, error: OSError) -> Refused:
    return Refused.of("export.not_written", given=str(path), reason=error.strerror or str(error))  # type: ignore[return-value]


def json_line(value: Any) -> bytes:
    return _encode(value) + b"\n"
