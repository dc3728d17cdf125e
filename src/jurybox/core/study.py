"""A study: its settings, its states, and the events that change it once it is open."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from jurybox.core.model import Model, Name
from jurybox.core.protocol import Protocol
from jurybox.core.questionnaire import Questionnaire
from jurybox.core.text import Language, Text

StudyKey = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,62}$")]


class StudyState(StrEnum):
    DRAFT = "draft"
    OPEN = "open"
    CLOSED = "closed"


class EventKind(StrEnum):
    """What can happen to a study; each is appended, none is taken back."""

    CREATED = "created"
    SETTINGS = "settings"
    IMPORTED = "imported"
    OPENED = "opened"
    CLOSED = "closed"
    ITEMS_ADDED = "items_added"
    RATER_ADDED = "rater_added"
    RATER_REVOKED = "rater_revoked"
    LINK_RENEWED = "link_renewed"
    ITEM_WITHDRAWN = "item_withdrawn"
    SYSTEM_WITHDRAWN = "system_withdrawn"
    QUORUM_RAISED = "quorum_raised"
    PILOT_MARKED = "pilot_marked"
    GUIDELINE_REVISED = "guideline_revised"
    REPLIED = "replied"
    REOPENED = "reopened"


Quorum = dict[Name, Annotated[int, Field(ge=1, le=1000)]]
"""How many raters each stage needs."""


class Calibration(Model):
    """Worked examples that a rater rates before the first task, and what happens when they are rated otherwise."""

    on: bool = False
    tolerance: Annotated[float, Field(ge=0)] = 1
    """How many steps (levels of a scale, steps of a stepper) an answer may be away from what the guideline says."""
    share: Annotated[float, Field(ge=0, le=1)] = 0.7
    """How much of the answers must agree or be within the tolerance."""
    on_fail: Literal["again", "flag"] = "flag"
    """Whether who falls short tries again, or is let through with a flag."""


class Settings(Model):
    """How a study runs. Protocol, items, outputs, merging and seed are frozen when it opens."""

    quorum: Quorum = {}
    group_quorum: dict[str, Quorum] = {}
    assign: Literal["pool", "fixed"] = "pool"
    order: Literal["random", "sequential"] = "random"
    ways: Literal["both", "list", "stream"] = "both"
    """How raters of a fixed list go through it: in order, in an order drawn for each, or as they please."""
    batch: Annotated[int, Field(ge=1, le=1000)] = 20
    """How many units a rater takes through one stage before a stage with `opens: batch` opens."""
    repeats: Annotated[float, Field(ge=0, le=1)] = 0
    merge: Literal["exact", "same-words", "none"] = "exact"
    empty: Literal["refuse", "leave-out", "rule"] = "refuse"
    """What happens to empty outputs: refused at import, left out and counted, or answered by the protocol's rule."""
    guides: bool = False
    """Whether guide fields (a reference to look at) are shown; never where the reference is itself a system."""
    language: Language = "en"
    completion_code: str | None = None
    consent: Text | None = None
    """What a rater must agree to before anything else: Markdown, per language."""
    questionnaire: Questionnaire = ()
    """What a rater is asked about themself before the first task."""
    calibration: Calibration = Calibration()

    def quorum_of(self, stage: str, group: str) -> int:
        return self.group_quorum.get(group, {}).get(stage) or self.quorum.get(stage, 1)


def default_settings(protocol: Protocol) -> Settings:
    """What a protocol asks for, before the organiser changes anything."""
    return Settings(
        quorum={stage.id: protocol.quorum_of(stage) for stage in protocol.stages},
        order=protocol.order,
        repeats=protocol.repeats,
        merge=protocol.merge,
        language=protocol.languages[0],
        calibration=Calibration(on=protocol.calibration and any(e.calibration for e in protocol.examples)),
    )
