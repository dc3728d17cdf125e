"""A campaign as every format is read into and written from: what is rated, what is asked, and who rates what."""

from typing import Literal, NamedTuple

import msgspec

from jurybox.core import JsonObject
from jurybox.exchange.ratings.formats import Mark, Rating

Files = dict[str, str]
"""By the name of a field, a picture, sound or film that stands where a source does."""
UNREAD = "?"
"""Stands where a text could not be read, so that nobody is told besides that it is empty."""


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """One segment of a document, with what each system made of it."""

    document: str
    key: str
    """What the file calls the segment; no two of a campaign have the same."""
    group: str = ""
    source: str | None = None
    reference: str | None = None
    files: Files = {}
    outputs: dict[str, str] = {}
    suggested: dict[str, tuple[Mark, ...]] = {}
    """Marks that were filled in beforehand, by system."""
    line: int = 0
    """Where it stands in the file; 0 where that is not known."""


class CampaignCheck(msgspec.Struct, frozen=True):
    """An attention check: what is shown, and by system the score that is right and how far one may be off."""

    part: Part
    scores: dict[str, tuple[float, float]]


class Listed(NamedTuple):
    """One thing on a rater's list: a segment, and the systems whose outputs are shown at once."""

    key: str
    systems: tuple[str, ...]


class AskedNumber(msgspec.Struct, frozen=True):
    name: str
    low: float = 0
    high: float = 100
    step: float = 1

    def values(self) -> set[float]:
        """Every number that can be said; of very many only the ends, which tell the range."""
        count = int((self.high - self.low) / self.step + 1e-9)
        if count > 1000:
            return {self.low, self.high, self.low + self.step}
        found = {round(self.low + n * self.step, 9) for n in range(count + 1)}
        return {int(value) if value == int(value) else value for value in found}


class CampaignQuestions(msgspec.Struct, frozen=True, kw_only=True):
    """What raters are asked of each output, as far as the file says it."""

    shelf: tuple[str, ...] = ()
    """Protocols that ask just this, by the ids that they may have on a shelf."""
    numbers: tuple[AskedNumber, ...] = ()
    marks: str = ""
    """The name of the question that is answered with marks; empty where there is none."""
    labels: tuple[str, ...] = ()
    weights: tuple[str, ...] = ()
    text: str = ""
    """The name of a question that is answered in words."""


class Campaign(msgspec.Struct, kw_only=True):
    id: str
    asked: CampaignQuestions = CampaignQuestions()
    parts: list[Part] = []
    together: bool = False
    """Whether several outputs are seen side by side."""
    raters: list[str] = []
    lists: dict[str, list[Listed]] = {}
    """By rater, where each has a list of their own; empty where all draw from one pool."""
    references: tuple[str, ...] = ()
    """Systems that are human."""
    units_per_rater: int | None = None
    completion_code: str | None = None
    ratings: list[Rating] = []
    checks: list[CampaignCheck] = []
    kept: JsonObject = {}
    """What the file says besides, and what is written back as it was."""

    @property
    def assign(self) -> Literal["pool", "fixed"]:
        return "fixed" if self.lists else "pool"

    @property
    def in_documents(self) -> bool:
        """Whether any document has several segments."""
        return len({part.document for part in self.parts}) < len(self.parts)

    def documents(self) -> dict[str, list[Part]]:
        """The segments of each document, in order."""
        found: dict[str, list[Part]] = {}
        for part in self.parts:
            found.setdefault(part.document, []).append(part)
        return found

    @property
    def is_complete(self) -> bool:
        """Whether every system made all segments of the documents that it made any of."""
        return all(len({frozenset(part.outputs) for part in parts}) == 1 for parts in self.documents().values())

    @property
    def systems(self) -> list[str]:
        return list(dict.fromkeys(name for part in self.parts for name in part.outputs))
