"""What a rater's browser is sent, as types: `python -m tools.wire_types` makes those of the JavaScript from them."""

from typing import Literal, NotRequired, TypedDict

from jurybox.core import FieldType, JsonObject, MadeBy, Per, StudyState, Text, Verdict, Way, WhatNow
from jurybox.core.questions import Value


class ShownFrames(TypedDict, total=False):
    """When the frames of a clip are shown: begin, end and how many, or where to fetch the steps between them."""

    start: float
    end: float
    count: int
    scale: int
    steps: list[int]
    url: str


class ShownSmaller(TypedDict):
    """A smaller copy of a large picture, for the first look."""

    url: str
    type: str
    width: int
    height: int


class ShownMedia(TypedDict):
    """A picture, sound or video under a URL that says nothing about the file."""

    url: str
    type: str
    width: NotRequired[int]
    height: NotRequired[int]
    duration: NotRequired[float]
    frames: NotRequired[ShownFrames]
    small: NotRequired[ShownSmaller]


class ShownPerson(TypedDict):
    role: str
    name: str | None
    picture: ShownMedia | None


ShownValue = str | ShownMedia | list[ShownPerson]
ShownFields = dict[str, ShownValue]


class ShownSegment(TypedDict):
    number: int
    start: float | None
    end: float | None
    fields: ShownFields


class ShownWindow(TypedDict):
    """Which of the segments are rated; the others are there to be read. `of` counts all segments of the item."""

    first: int
    last: int
    of: int


class LetteredCandidate(TypedDict):
    letter: str
    fields: ShownFields
    segments: list[ShownFields]


class ShownRule(TypedDict):
    """An answer that a rule gives, and why."""

    question: str
    target: str
    value: Value
    because: Text


class CannotGiven(TypedDict):
    cannot: str


class RemovedGiven(TypedDict):
    """A suggestion that was taken away, and nothing said instead."""

    by: Literal["removed"]


class ValueGiven(TypedDict):
    """A value with how it came about; an override has its reason."""

    value: Value
    by: MadeBy
    reason: NotRequired[str]
    from_suggested: NotRequired[list[int | None]]
    """Of marks: which of the suggested ones each came from."""
    removed: NotRequired[list[int]]
    at_once: NotRequired[int]


GivenAnswers = dict[str, dict[str, ValueGiven | CannotGiven | RemovedGiven]]
"""By question and target, so that they can be sent again as they are."""


SentAnswers = dict[str, dict[str, Value]]
"""By question and target, as the page sends them."""


class SentDraft(TypedDict):
    """What is not submitted yet: kept and sent back as it came."""

    answers: dict[str, object]
    comment: str | None
    cannot: str | None
    segment: NotRequired[int]
    """Where only what is about one segment is sent; everything else stays as it was kept."""


class SavedDraft(TypedDict):
    """What was not submitted yet."""

    answers: SentAnswers
    comment: str | None
    cannot: NotRequired[str | None]


SuggestedAnswers = dict[str, dict[str, Value]]
"""By question and target."""


class ExampleNumber(TypedDict):
    number: int
    of: int


class Packet(TypedDict):
    """One stage of one assignment, with only what the stage shows."""

    assignment: str
    stage: str
    number: int
    fields: ShownFields
    langs: dict[str, str]
    segments: list[ShownSegment]
    candidates: list[LetteredCandidate]
    rules: list[ShownRule]
    answers: GivenAnswers | None
    comment: str | None
    cannot: str | None
    draft: SavedDraft | None
    example: NotRequired[ExampleNumber]
    """Of a worked example, before the first task."""
    window: NotRequired[ShownWindow]
    """Where not all segments are rated."""
    suggested: NotRequired[SuggestedAnswers]
    """What is to be kept, changed or removed; not where from."""
    returned: NotRequired[bool]
    """It was judged before, and is to be looked at again; the draft holds what was said."""


class Progress(TypedDict):
    """Stages that are answered and left; where that is not sure, left is the most that there can be."""

    done: int
    left: int
    sure: bool


NextState = Literal["rate", "wait", "done", "closed", "before"]


Wait = Literal["draft", "paused", "more"]


class NextUnits(TypedDict):
    """What comes next, and how the rater stands."""

    membership: str
    units: list[Packet]
    progress: Progress
    state: NextState
    waits: NotRequired[Wait]
    """What there is to wait for, where it is not others: the study opens or goes on, or more tasks are being made."""
    news: NotRequired[int]
    completion_code: NotRequired[str | None]


class ShownField(TypedDict):
    type: FieldType
    label: Text | None
    lang: str | None
    per: Per
    roles: NotRequired[dict[str, Text]]
    """Who speaks in a conversation, where the protocol names them."""
    turns: NotRequired[Literal["text", "markdown"]]
    difference: NotRequired[str]
    """The field that this one is compared with, word by word."""


class ShownStage(TypedDict):
    id: str
    title: Text | None
    show: tuple[str, ...]
    ask: list[JsonObject]
    """Questions as the protocol writes them."""


class ShownUnitShape(TypedDict):
    segments: int | Literal["all"]


class ShownProtocol(TypedDict):
    title: Text
    fields: dict[str, ShownField]
    stages: list[ShownStage]
    unit: ShownUnitShape


class RatersStudy(TypedDict):
    """The study as a rater may know it."""

    membership: str
    name: str
    state: StudyState
    language: str
    """Of the study, where the rater has none and the browser's is none of `languages`."""
    rater_language: str | None
    """Set for this rater by the organiser."""
    languages: list[str]
    guideline_languages: list[str]
    protocol: ShownProtocol
    ways: list[Way]
    progress: Progress
    completion_code: str | None
    news: int
    next: NotRequired[NextUnits]
    """The first units, where they came with the study."""


OwnState = Literal["open", "done", "cannot", "withdrawn"]


class OwnAssignment(TypedDict):
    """One of the rater's own units, in the list of tasks."""

    assignment: str
    number: int
    state: OwnState
    draft: bool
    stage: str | None
    """What is to be answered next."""
    stages: list[str]
    """Those that were answered and can still be changed."""


class OwnAssignments(TypedDict):
    assignments: list[OwnAssignment]


class GlimpseScore(TypedDict):
    target: str
    value: float


class Glimpse(TypedDict):
    """What the list shows of a task that was opened; nothing of others."""

    assignment: str
    words: str | None
    lang: str | None
    picture: str | None
    scores: list[GlimpseScore]


class Glimpses(TypedDict):
    glimpses: list[Glimpse]


class OwnPace(TypedDict):
    """Of how many tasks the rater has answered something, and in what time."""

    tasks: int
    elapsed_ms: int


class OwnSummary(TypedDict):
    """All that a rater has done: tasks, those that could not be judged, and the time."""

    tasks: int
    skipped: int
    elapsed_ms: int


class FeedbackAnswer(TypedDict):
    """One answer to a worked example beside what the guideline says."""

    question: str
    target: str
    given: Value | None
    value: Value
    accept: list[Value]
    closest: Value
    """Of all that the guideline accepts."""
    pairs: list[tuple[int, int]]
    """Of marks: which of the rater's is which of the closest."""
    verdict: Verdict
    why: Text | None


class Feedback(TypedDict):
    """What a rater is told right after rating a stage of a worked example."""

    title: Text | None
    note: Text | None
    answers: list[FeedbackAnswer]


class JudgementReceipt(TypedDict):
    """What a judgement is answered with."""

    id: str
    standing: str
    state: str
    final: NotRequired[bool]
    """That it can't be changed any more, because of what comes next."""
    feedback: NotRequired[Feedback]
    next: NotRequired[NextUnits]
    """What comes next, where the page asked for it."""


class ExpectedAnswer(TypedDict):
    """What the guideline says an answer should be."""

    question: str
    target: str
    value: Value
    accept: list[Value]
    why: Text | None


class WorkedSegment(TypedDict):
    number: int
    fields: ShownFields


class WorkedExample(TypedDict):
    """A worked example with score and reason, for the panel."""

    number: int | None
    """Which one it was when the rater rated it last."""
    title: Text | None
    note: Text | None
    fields: ShownFields
    langs: dict[str, str]
    segments: list[WorkedSegment]
    candidates: list[LetteredCandidate]
    answers: list[ExpectedAnswer]


class WorkedExamples(TypedDict):
    examples: list[WorkedExample]


class News(TypedDict):
    """Replies not read, and languages in which the guideline changed."""

    news: int
    unread: int
    changed: list[str]


class ShownReply(TypedDict):
    text: str
    at: str
    published: bool


class OwnEnquiry(TypedDict):
    id: str
    text: str
    at: str
    replies: list[ShownReply]


class PublishedReply(TypedDict):
    """What was asked by somebody and answered for all."""

    question: str
    text: str
    at: str


class OwnEnquiries(TypedDict):
    enquiries: list[OwnEnquiry]
    published: list[PublishedReply]
    replies: int
    unread: int


class GuidelineChange(TypedDict):
    """A piece that was added or removed; in the page as HTML, elsewhere as written."""

    kind: Literal["added", "removed"]
    text: str


class GuidelineProse(TypedDict):
    """The guideline in one language, as written, and what changed since this rater read it."""

    lang: str
    hash: str
    prose: str
    revision: int
    changes: list[GuidelineChange]


Step = Literal["consent", "questionnaire", "calibration"]


class ConsentProse(TypedDict):
    prose: str
    hash: str


class AskedConsent(TypedDict):
    """What a rater agrees to, by language, and what they said last."""

    texts: dict[str, ConsentProse]
    said: bool | None
    checks: bool
    """Whether answers are compared with the guideline's, or tasks come twice."""
    known: bool
    """Whether some tasks have known answers."""


class AskedQuestionnaire(TypedDict):
    questions: list[JsonObject]
    answers: dict[str, str]


class QuestionResult(TypedDict):
    """How one question was answered in a round of worked examples."""

    question: str
    agrees: int
    within: int
    off: int
    near: tuple[float, float] | None
    """Of numbers: how far from the guideline's one still counts, the least and the most over its examples."""
    again: list[str | float]
    """The levels, options, tags or labels that the guideline has where the rater differs: to be read again."""


class ExampleResult(TypedDict):
    """A worked example that was rated otherwise, to be read again."""

    number: int
    off: int


class CalibrationResult(TypedDict):
    agrees: int
    within: int
    of: int
    passed: bool
    now: WhatNow
    round: int
    questions: list[QuestionResult]
    examples: list[ExampleResult]
    completion_code: str | None
    """Of who is stopped."""


class AskedCalibration(TypedDict):
    """How many worked examples there are, how often they may be rated, and how the last round went."""

    examples: int
    rounds: int | None
    share: float
    tolerance: float
    begun: bool
    result: CalibrationResult | None


class AskedOfRater(TypedDict):
    """What the study asks for before the first task, and what was said to it."""

    consent: NotRequired[AskedConsent]
    questionnaire: NotRequired[AskedQuestionnaire]
    calibration: NotRequired[AskedCalibration]


class BeforeTasks(AskedOfRater):
    """What is to be done before the first task, and the step that is next."""

    steps: list[Step]
    step: Step | None
    flagged: bool
