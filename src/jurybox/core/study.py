"""A study: its settings, its states, and the events that change it once it is open."""

from enum import StrEnum
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from jurybox.core.model import Model, Name
from jurybox.core.protocol import Protocol
from jurybox.core.questionnaire import Questionnaire
from jurybox.core.text import Language, LanguagePair, Text

StudyKey = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,62}$")]


class StudyState(StrEnum):
    DRAFT = "draft"
    OPEN = "open"
    PAUSED = "paused"
    """Nothing new is handed out, and all that arrives counts."""
    CLOSED = "closed"


RUNNING = frozenset({StudyState.OPEN, StudyState.PAUSED})
"""The states in which judgements count."""


class StudyRole(StrEnum):
    """What an organiser may do in one study, from the least to the most."""

    VIEWER = "viewer"
    """Sees how it goes; no name of a rater, none of a system before it is revealed, and changes nothing."""
    ORGANISER = "organiser"
    OWNER = "owner"
    """Also gives roles, hands the study over and puts it away."""

    def includes(self, least: "StudyRole") -> bool:
        ranks = list(StudyRole)
        return ranks.index(self) >= ranks.index(least)


class EventKind(StrEnum):
    """What can happen to a study; each is appended, none is taken back."""

    CREATED = "created"
    SETTINGS = "settings"
    PROTOCOL_CHANGED = "protocol_changed"
    """Of a draft."""
    IMPORTED = "imported"
    OPENED = "opened"
    PAUSED = "paused"
    RESUMED = "resumed"
    CLOSED = "closed"
    OPENED_AGAIN = "opened_again"
    """It was closed."""
    SUGGESTED = "suggested"
    """Answers were brought that raters are to correct."""
    ITEMS_ADDED = "items_added"
    TEXTS_REMOVED = "texts_removed"
    """From a draft, all of them."""
    PAIRS_DRAWN = "pairs_drawn"
    """A batch of pairs to be compared came into the pool."""
    RATER_ADDED = "rater_added"
    RATER_GROUPS = "rater_groups"
    """Which groups a rater is given from then on."""
    RATER_REVOKED = "rater_revoked"
    LINK_RENEWED = "link_renewed"
    RATERS_MERGED = "raters_merged"
    """Two accounts of one person."""
    ITEM_WITHDRAWN = "item_withdrawn"
    ITEM_RESTORED = "item_restored"
    SYSTEM_WITHDRAWN = "system_withdrawn"
    SYSTEM_RESTORED = "system_restored"
    ITEM_NOTED = "item_noted"
    ITEM_SENT_BACK = "item_sent_back"
    """To a rater, to be corrected."""
    SENT_BACK = "sent_back"
    """Units of many raters, to be rated again."""
    CHECKS_ADDED = "checks_added"
    """Units whose answers are known."""
    CHECKS_REMOVED = "checks_removed"
    """Before it opened."""
    CHECK_WITHDRAWN = "check_withdrawn"
    """Its answer was wrong: it counts for nobody."""
    CHECKS_FAILED = "checks_failed"
    """By a rater, who is flagged, paused or screened out."""
    CHECKS_PARDONED = "checks_pardoned"
    """The organiser lets a rater go on."""
    QUORUM_RAISED = "quorum_raised"
    PILOT_MARKED = "pilot_marked"
    GUIDELINE_REVISED = "guideline_revised"
    REPLIED = "replied"
    DISPUTES_SET = "disputes_set"
    """What counts as disputed, or whether raters see decisions."""
    ADJUDICATOR_APPOINTED = "adjudicator_appointed"
    ADJUDICATOR_DISMISSED = "adjudicator_dismissed"
    JOIN_LINK_SET = "join_link_set"
    JOIN_LINK_CLOSED = "join_link_closed"
    REVEALED = "revealed"
    """The names of its systems may be seen."""
    ROLE_GIVEN = "role_given"
    ROLE_TAKEN = "role_taken"
    HANDED_OVER = "handed_over"
    PUT_AWAY = "put_away"
    FETCHED_BACK = "fetched_back"
    REDACTED = "redacted"
    """What raters wrote was taken out."""
    REOPENED = "reopened"
    """It came from an archive."""
    FROZEN = "frozen"
    """Its results were."""
    ARCHIVE_DOWNLOADED = "archive_downloaded"
    SHARED = "shared"
    UNSHARED = "unshared"


BESIDE_RESULTS = frozenset({EventKind.FROZEN, EventKind.SHARED, EventKind.UNSHARED, EventKind.ARCHIVE_DOWNLOADED})
"""What happens to results and changes none of them."""

CONCERNS_PEOPLE = frozenset({
    EventKind.RATER_ADDED, EventKind.RATER_GROUPS, EventKind.RATER_REVOKED, EventKind.LINK_RENEWED,
    EventKind.RATERS_MERGED,
    EventKind.ADJUDICATOR_APPOINTED, EventKind.ADJUDICATOR_DISMISSED,
    EventKind.JOIN_LINK_SET, EventKind.JOIN_LINK_CLOSED,
    EventKind.REVEALED, EventKind.ROLE_GIVEN, EventKind.ROLE_TAKEN, EventKind.HANDED_OVER,
    EventKind.ARCHIVE_DOWNLOADED, EventKind.SHARED, EventKind.UNSHARED,
})  # fmt: skip
"""What is written down for the server too: people, links, roles, names that were revealed, what was taken away."""

Quorum = dict[Name, Annotated[int, Field(ge=1, le=1000)]]
"""How many raters each stage needs."""


USUAL_ROUNDS = 3
"""How often raters of a new study may go through the worked examples."""


class WhatNow(StrEnum):
    """What happens after a round of worked examples."""

    PASS = "pass"
    AGAIN = "again"
    FLAG = "flag"
    """On to the tasks, with a flag for the organiser."""
    STOP = "stop"
    """No tasks for this rater."""


class Calibration(Model):
    """Worked examples that a rater rates before the first task, and what happens when they are rated otherwise."""

    on: bool = False
    tolerance: Annotated[float, Field(ge=0)] = 1
    """How many steps (levels of a scale, steps of a stepper) an answer may be away from what the guideline says."""
    share: Annotated[float, Field(ge=0, le=1)] = 0.7
    """How much of the answers must agree or be within the tolerance."""
    rounds: Annotated[int, Field(ge=1, le=100)] = 1
    """How often a rater may go through the examples. Studies of 0.1.0 say nothing of it: they had one round."""
    on_fail: Literal["again", "flag", "stop"] = "flag"
    """Who falls short in the last round is let through with a flag, or stopped; with `again` no round is the last."""
    examples: Annotated[int, Field(ge=1)] | None = None
    """How many examples are drawn for a round; all where none is said."""
    completion_code: str | None = None
    """What who is stopped is told, for the platform that they came from."""
    review_code: str | None = None
    """What who was let through with a flag is told at the end instead of the study's code: their work is looked at."""
    chosen: tuple[Name, ...] | None = None
    """The examples that raters may get, by their ids; where none are said, those that fit what is rated."""

    def what_now(self, passed: bool, rounds: int) -> WhatNow:
        """What follows for a rater who has gone through so many rounds."""
        if passed:
            return WhatNow.PASS
        if self.on_fail == "again" or rounds < self.rounds:
            return WhatNow.AGAIN
        return WhatNow.FLAG if self.on_fail == "flag" else WhatNow.STOP


class Degraded(Model):
    """Outputs that are made worse by rules, to see who notices."""

    rules: Annotated[tuple[Literal["drop", "swap", "repeat", "replace"], ...], Field(min_length=1)] = (
        "drop",
        "swap",
        "repeat",
        "replace",
    )
    amount: Annotated[float, Field(ge=0.1, le=1)] = 0.5
    """The share of words that a rule changes."""
    question: Name | None = None
    """The question that tells who noticed; the one that decides where none is said."""
    most: float | None = None
    """What a worse output may score at the most; the lower half of the range where nothing is said."""
    least: float | None = None
    """Or at the least, where less is better."""


class Checks(Model):
    """Units among all others whose answers are known, and what happens to raters who fail them."""

    share: Annotated[float, Field(ge=0, le=0.25)] = 0
    """The share of a rater's tasks that are checks."""
    every: Annotated[int, Field(ge=4)] | None = None
    """Or one in so many."""
    degraded: Degraded | None = None
    tolerance: Annotated[float, Field(ge=0)] = 1
    """How many steps an answer may be away from the known one."""
    pass_share: Annotated[float, Field(gt=0, le=1)] = 0.7
    """The share of checks that a rater is to pass."""
    certainty: Annotated[float, Field(ge=0.5, lt=1)] = 0.95
    """How sure it must be that a rater's true share is lower before anything happens."""
    on_fail: Literal["flag", "pause", "screen_out"] = "flag"
    """A flag for the organiser alone; no new tasks until the organiser looked; or none any more."""
    completion_code: str | None = None
    """What who is screened out is told, for the platform that they came from."""
    exclude: bool = False
    """Whether what who is screened out has judged counts no more, and goes to others."""

    @property
    def on(self) -> bool:
        return self.rate > 0

    @property
    def rate(self) -> float:
        """The share of a rater's tasks that are checks, however it was said."""
        return self.share if self.every is None else 1 / self.every


class Disputes(Model):
    """From which difference between two answers a unit is disputed, and who sees what was decided."""

    thresholds: dict[Name, Annotated[float, Field(ge=0)]] = {}
    """By question: levels or steps, a share of the range, or how much two sets must overlap; the rest is as usual."""
    tell_raters: bool = False
    """Whether raters see decisions and their reasons once the study is closed."""


class Prefill(Model):
    """Whether raters are shown suggestions to correct, and how much of their work is held out without any."""

    on: bool = False
    hold_out: Annotated[float, Field(ge=0, le=1)] = 0.2
    """The share of a rater's units that come without suggestions: what these did is measured against them."""


MOST_PAIRS = 500
"""In one batch."""


class PairChoice(Model):
    """Which pairs of systems are compared on which items, where raters compare two at a time."""

    choose: Literal["all", "even", "uncertain"] = "all"
    """All pairs of each item; or batch by batch as the study goes, all equally often or those that teach most."""
    batch: Annotated[int, Field(ge=10, le=MOST_PAIRS)] = 100
    """How many pairs are drawn at a time."""
    most: Annotated[int, Field(ge=1)] | None = None
    """How many pairs are drawn in all; without it there are more until every pair of every item was drawn."""

    @property
    def on(self) -> bool:
        """Whether pairs are drawn as the study goes."""
        return self.choose != "all"


EmptyOutputs = Literal["refuse", "leave-out", "leave-segment", "show", "rule"]
"""Refused; left out and counted; left out with their segment alone, of all systems; shown and rated as empty;
or answered by the protocol's rule."""


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
    empty: EmptyOutputs = "refuse"
    """What happens to empty outputs at the import."""
    guides: bool = False
    """Whether guide fields (a reference to look at) are shown; never where the reference is itself a system."""
    texts_languages: tuple[LanguagePair, ...] = ()
    """What outputs are in, and what they were made of: raters get worked examples in these languages."""
    language: Language = "en"
    completion_code: str | None = None
    units_per_rater: Annotated[int, Field(ge=1)] | None = None
    """After so many units of the pool a rater is done, and gets the code; lists are dealt as they are."""
    consent: Text | None = None
    """What a rater must agree to before anything else: Markdown, per language."""
    questionnaire: Questionnaire = ()
    """What a rater is asked about themself before the first task."""
    calibration: Calibration = Calibration()
    checks: Checks = Checks()
    disputes: Disputes = Disputes()
    prefill: Prefill = Prefill()
    pairs: PairChoice = PairChoice()
    sealed: bool = False
    """Whether systems are called "System 1 …" everywhere until an organiser reveals their names."""

    def quorum_of(self, stage: str, group: str) -> int:
        return self.group_quorum.get(group, {}).get(stage) or self.quorum.get(stage, 1)


class FewRaters(NamedTuple):
    """A stage with fewer raters than the guideline asks for; `group` is empty where it is so for all groups."""

    stage: str
    group: str
    quorum: int
    least: int


def few_raters(protocol: Protocol, settings: Settings) -> list[FewRaters]:
    """Where a study stays below its guideline's own minimum."""
    least = protocol.least_raters
    everywhere = [FewRaters(s.id, "", n, least) for s in protocol.stages if (n := settings.quorum.get(s.id, 1)) < least]
    in_groups = [
        FewRaters(stage, group, n, least)
        for group, quorum in settings.group_quorum.items()
        for stage, n in quorum.items()
        if n < least
    ]
    return everywhere + in_groups


def default_settings(protocol: Protocol) -> Settings:
    """What a protocol asks for, before the organiser changes anything."""
    return Settings(
        quorum={stage.id: protocol.quorum_of(stage) for stage in protocol.stages},
        assign=protocol.assign,
        order=protocol.order,
        repeats=protocol.repeats,
        merge=protocol.merge,
        language=protocol.languages[0],
        calibration=Calibration(
            on=protocol.calibration and any(e.calibration for e in protocol.examples), rounds=USUAL_ROUNDS
        ),
    )
