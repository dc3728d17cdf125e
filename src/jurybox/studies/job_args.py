"""What jobs are asked for with, by kind; as they stand in the database."""

from typing import Literal

import msgspec

OPENING = "open"
"""The kind of job that opens a study."""


class ImportArgs(msgspec.Struct, frozen=True):
    """What an import was asked for with; paths are texts."""

    study: str
    who: str
    tables: list[str]
    media: str | None = None
    people: str | None = None
    reading: dict[str, object] | None = None
    upload: bool = False
    """Whether these are the files that wait for the study: once imported, they wait no longer."""


class LookArgs(msgspec.Struct, frozen=True):
    study: str
    reading: dict[str, object]
    language: str = ""


class ArchiveArgs(msgspec.Struct, frozen=True):
    study: str
    lang: str


class RehearsalArgs(msgspec.Struct, frozen=True):
    study: str


class OpenArgs(msgspec.Struct, frozen=True):
    study: str
    who: str


class CampaignArgs(msgspec.Struct, frozen=True):
    """Campaigns of other programs; paths are texts. Of several files each becomes a study of its own or none."""

    study: str
    who: str
    tables: list[str]
    format: str
    media: str | None = None
    name: str | None = None
    protocol: str | None = None
    opened: bool = False
    ratings: bool = True
    html: Literal["refuse", "keep"] = "refuse"
    ignore: list[str] = []


class DisputesArgs(msgspec.Struct, frozen=True):
    study: str


class PairsArgs(msgspec.Struct, frozen=True):
    """Of which groups pairs are wanted, and how many places the pool had then; see studies/rating/pairs.py."""

    study: str
    places: int
    groups: list[str]
    draw: bool = True
    seen: int = 0
    """Up to which number of the log whoever wanted strengths had seen it."""


class ResultsArgs(msgspec.Struct, frozen=True):
    """Which findings are wanted, or which bundle in which language."""

    study: str
    wish: dict[str, object]
    lang: str = ""
