"""A judgement: one rater's answers to one stage of one assignment. Appended, never changed."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

import msgspec

from jurybox.core.answer import Answers
from jurybox.core.json_value import Unchecked

FORMAT = 1
LONGEST_COMMENT = 10_000
Channel = Literal["browser", "xlsx", "api", "import", "label-studio", "demo"]


class Standing(StrEnum):
    """Whether a judgement counts. All but `counted` are kept, left out of analysis, and counted as left out."""

    COUNTED = "counted"
    SURPLUS = "surplus"
    """It came late and every slot of the unit was taken."""
    FINAL = "final"
    """It would change a stage that is final."""
    CLOSED = "closed"
    """The study was closed, or the membership revoked, when it arrived."""
    WITHDRAWN = "withdrawn"
    """Its item had been withdrawn when it arrived."""


class JudgementDraft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a rater's browser sends. The id is made there, so sending it again is harmless."""

    id: str
    assignment: str
    stage: str
    answers: Mapping[str, Unchecked] = {}
    cannot: str | None = None
    """Why the whole unit cannot be judged; answers are then empty."""
    comment: str | None = None
    answered_at: str | None = None
    elapsed_ms: int | None = None
    lang: str | None = None
    """The language in which the guideline and the labels were shown."""
    format: int = FORMAT
    first: bool = False
    """Whether the sender knows of no judgement of this stage: one that is there is then not replaced."""


@dataclass(frozen=True, slots=True)
class Judgement:
    id: str
    assignment: int
    stage: int
    answers: Answers
    cannot: str | None
    comment: str | None
    supersedes: str | None
    standing: Standing
    protocol_hash: str
    guideline_hash: str | None
    channel: str
    answered_at: int | None
    received_at: int
    elapsed_ms: int | None
    seq: int | None = None
