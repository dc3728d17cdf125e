"""What the organiser's API takes and gives, for the OpenAPI document."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from jurybox.web.limits import NO_NULLS

Words = Annotated[str, Field(pattern=NO_NULLS)]


class Body(BaseModel):
    """What is sent; a key that is not known is refused."""

    model_config = ConfigDict(extra="forbid")


class StudyWish(Body):
    key: Words = Field(examples=["captions-2026"])
    name: Words = Field(examples=["Captions 2026"])
    protocol: Words = Field(description="A protocol of the shelf: `id` or `id@version`", examples=["caption-culture"])
    settings: dict[str, object] = Field(default={}, description="What differs from the protocol's defaults")
    seed: Words | None = None


class EstimateWish(Body):
    settings: dict[str, object] = Field(default={}, description="What differs from the settings of the study")
    intent: dict[str, object] = Field(
        default={}, description="What is expected: raters, seconds of a judgement, pay of an hour, spread, decides"
    )


class SettingsWish(EstimateWish):
    seen: int | None = Field(
        default=None, description="The last event that was known; refused if settings changed since"
    )


class EstimateLine(BaseModel):
    items: int
    units: int
    judgements: int
    repeats: int
    raters: int
    units_per_rater: int
    seconds: float = Field(description="Of a judgement, on average")
    pace: str = Field(description="Where that comes from: said, past or usual")
    past_judgements: int
    minutes_per_rater: float
    hours: float
    pay: float | None
    cost: float | None
    difference: dict[str, object] | None = Field(description="The smallest that would be found, by what decides")


class RemarkLine(BaseModel):
    code: str
    words: str
    step: str = Field(description="Where it is mended: texts, design or raters")
    stops: bool = Field(description="Whether the study can't be opened so")
    params: dict[str, object]


class PlanDetail(BaseModel):
    document: dict[str, object]
    hash: str = Field(description="Of the canonical bytes of the document")
    sealed_at: str | None
    changes: list[int] = Field(description="The events that departed from it since")


class CopyWish(Body):
    key: Words = Field(examples=["captions-2027"])
    name: Words | None = Field(default=None, description="That of the copied study by default")
    seed: Words | None = None


class RaterWish(Body):
    name: Words
    groups: list[Words] = []
    stages: list[Words] = []
    language: Words | None = None


class WithdrawWish(Body):
    item: Words | None = None
    system: Words | None = None
    reason: Words


class RestoreWish(Body):
    item: Words | None = None
    system: Words | None = None
    reason: Words = ""


class QuorumWish(Body):
    to: int = Field(ge=1, le=1000)
    stage: Words | None = None
    group: Words | None = None
    item: Words | None = Field(default=None, description="Only for the units of this item; without a group")
    system: Words | None = Field(default=None, description="With an item: only for the unit that shows it")


class ReplyWish(Body):
    text: Words
    publish: bool = Field(default=False, description="To all raters of the study, and not only to the one who asked")
    question: Words | None = Field(default=None, description="The enquiry as the others are to read it")


class GuidelineWish(Body):
    lang: Words
    prose: Words = Field(description="Markdown")
    note: Words = ""


class DecisionWish(Body):
    unit: int = Field(ge=0, description="Its number in the list of disputes")
    stage: Words
    answers: dict[str, dict[str, JsonValue]] = Field(description="By question and target, under its letters")
    reason: Words
    known: str | None = Field(
        default=None,
        description="When the decision was made that you know of, empty for none; refused if it is another",
    )


class DisputesWish(Body):
    thresholds: dict[str, float] | None = Field(default=None, description="From where on answers are disputed")
    tell_raters: bool | None = Field(default=None, description="Whether raters see decisions after closing")


class AdjudicatorWish(Body):
    rater: Words = Field(description="By name or id")


class AgainWish(Body):
    lang: Words
    revision: int = Field(ge=1)
    reason: Words


class ChangedPlace(BaseModel):
    """One system by one score, without decisions and with them."""

    score: str
    system: str
    before: float | None
    after: float | None
    rank_before: float | None
    rank_after: float | None


class DecisionChanges(BaseModel):
    is_computed: bool = Field(description="Whether both rankings were computed")
    lines: list[ChangedPlace]


class InvitationWish(Body):
    name: Words = Field(examples=["Ben"])


class RoleWish(Body):
    administrator: bool


class OwnPassword(Body):
    new: Words
    current: Words = Field(default="", description="Needed where there is a password already")


class OwnLanguage(Body):
    language: Words = Field(examples=["de"])


class OrganiserLine(BaseModel):
    id: str
    name: str
    is_administrator: bool
    has_password: bool
    invited_until: str | None = Field(description="Until when the link of an invitation works that was not used yet")


class InvitationLine(OrganiserLine):
    link: str


class HappeningLine(BaseModel):
    who: str
    what: str
    organiser: str
    at: str


class EnquiryLine(BaseModel):
    id: str
    rater: str
    name: str
    item: str | None
    example: str | None
    stage: str | None
    text: str
    at: str
    replies: list[dict[str, object]]


class ProtocolLine(BaseModel):
    id: str
    versions: list[int]
    title: str


class ProtocolWish(BaseModel):
    model_config = ConfigDict(extra="forbid")
    files: dict[str, str] = Field(
        description="By name: protocol.yaml, and guideline.LANG.md for each language; pictures come by upload only."
    )


class ProtocolDetail(ProtocolLine):
    version: int
    is_own: bool
    description: str
    credit: str
    languages: list[str]
    stages: int
    questions: int
    quorum: int
    examples: int
    asks: list[dict[str, object]]
    columns: list[dict[str, object]]
    guidelines: dict[str, str]


class StudyLine(BaseModel):
    key: str
    name: str
    state: str
    protocol: str
    items: int
    outputs: int
    units: int
    raters: int
    judgements: int
    done: int = Field(description="Slots that are answered")
    needed: int = Field(description="Slots that the quorum asks for, of what was not withdrawn")
    progress: float | None


class StudyDetail(StudyLine):
    seed: str
    protocol_hash: str
    settings: dict[str, object]
    few_raters: list[dict[str, object]] = Field(
        description="Stages with fewer raters than the guideline asks for: stage, group, quorum, least"
    )
    systems: list[dict[str, object]]
    groups: list[str]
    coverage: list[dict[str, object]]
    standings: dict[str, int]
    inbox: list[dict[str, object]]
    created_at: str
    opened_at: str | None
    closed_at: str | None
    events: list[dict[str, object]]


class RaterLine(BaseModel):
    id: str
    name: str
    groups: list[str]
    stages: list[str]
    language: str | None
    done: int
    revoked: bool
    link: str
    ready: str = Field(description="Before the first task: waiting, ready, flagged, stopped; empty where nothing is")
    number: str = Field(description="R1, R2 …: the name that results call the rater by")


class TokenLine(BaseModel):
    name: str
    created_at: str


class TokenWish(Body):
    name: Words = Field(description="What the token is for")


class NewToken(BaseModel):
    name: str
    token: str = Field(description="Shown once")


class MemberLine(BaseModel):
    id: str
    name: str
    role: str = Field(description="viewer, organiser or owner")
    since: str


class StudyRoleWish(Body):
    role: Words = Field(description="viewer, organiser or owner")


class HandOverWish(Body):
    to: Words = Field(description="The organiser who is to own the study")


class Job(BaseModel):
    id: str
    kind: str
    state: str = Field(description="waiting, running, done or failed")
    done: int
    total: int
    result: object
    errors: list[dict[str, object]]


class HistoryQuery(Body):
    kind: list[Words] = Field(default=[], max_length=100, description="Only events of these kinds")
    person: Words | None = Field(default=None, description="Who did it, or the rater whom it concerns")
    since: Words | None = Field(default=None, description="A day or a time with its zone")
    until: Words | None = Field(default=None, description="A day, which is included, or a time with its zone")
    lang: Words = Field(default="en", description="The language of the words")
    format: Literal["json", "csv"] = "json"
    download: bool = Field(default=False, description="As a file")


class HistoryLine(BaseModel):
    number: int
    at: str
    who: str
    kind: str
    words: str
    about: str | None = Field(description="The rater whom it concerns")


class StudyJobLine(BaseModel):
    kind: str = Field(description="import, open, findings or report")
    state: str = Field(description="waiting, running or failed")
    done: int
    total: int
    at: str = Field(description="When it came to an end, or was asked for")
    errors: list[dict[str, object]]


class ResultsWish(Body):
    """How results are wanted; the defaults are those of `jurybox analyse`."""

    level: Literal["nominal", "ordinal", "interval", "ratio"] | None = None
    by: Literal["group"] | None = Field(default=None, description="Results of each group of items too")
    cluster_rule: Literal["permutation", "wmt22", "wmt24", "wmt25", "mtme"] = "permutation"
    resample: Literal["item", "document", "group"] | None = Field(
        default=None, description="What is taken as drawn by chance; documents where there are any, else items"
    )
    raters: Literal["fixed", "random"] = Field(
        default="fixed", description="These raters, or a sample of all like them"
    )
    position: bool = Field(default=False, description="Strengths as if it did not matter which was shown first")
    pool: bool = Field(default=False, description="All questions as one")
    full: bool = Field(default=False, description="The slow models too")
    half_is_zero: bool = Field(default=False, description="Counts of exactly 0.5 are read as 0")
    decisions: bool = Field(default=False, description="What was decided stands in place of disputed answers")
    without: list[Words] = Field(default=[], max_length=1000, description="Raters to leave out in a what-if: R1, R2 …")


class FindingsQuery(ResultsWish):
    document: bool = Field(default=True, description="Whether the findings themselves are wanted")


class FindingsState(BaseModel):
    state: str = Field(description="fresh, stale, working or failed")
    as_of: str | None = Field(description="When they were computed; null where none were yet")
    judgements: int | None = Field(description="How many judgements there were then")
    last_seq: int | None
    newer: int = Field(description="Judgements that came in since")
    job: str | None
    findings: dict[str, object] | None


class Problem(BaseModel):
    code: str
    message: str
    where: str | None
    given: object
    allowed: object
    hint: str | None


class Problems(BaseModel):
    """Every error has this shape."""

    error: Problem
    errors: list[Problem]
    request_id: str


class PieceQuery(Body):
    name: Words = Field(description="The file's name, with folders where it has some", examples=["pictures/1.jpg"])
    size: int = Field(ge=1, description="Bytes of the whole file")
    offset: int = Field(default=0, ge=0, description="Where the piece begins; at most what was received")
    stamp: Words = Field(default="", max_length=100, description="Tells versions of a file apart: when it was changed")


class LookWish(Body):
    reading: dict[str, object] | None = Field(
        default=None,
        description="How the tables are to be read where that can't be guessed: map, ignore, wide, system_from, split, "
        "header, encoding, duplicates, empty. Without it as was said before.",
    )


class UploadLine(BaseModel):
    kind: str = Field(description="tables, media or people")
    name: str
    size: int
    received: int = Field(description="How many bytes are there; the offset of the next piece")


class Upload(BaseModel):
    files: list[UploadLine]
    reading: dict[str, object]
    job: Job | None
    look: dict[str, object] | None = Field(
        description="What was seen in the files as they are now: mapped columns, faults, counts, the first units"
    )


class Frozen(BaseModel):
    id: str = Field(description="To cite it by", examples=["captions-2026-11-18-1"])
    frozen_at: str
    frozen_by: str
    as_of: str = Field(description="When it was computed")
    judgements: int
    last_number: int = Field(description="Of the last judgement that was in")
    signature: str
    hash: str = Field(description="SHA-256 of the findings")
    protocol_hash: str
    settings: dict[str, object]
    version: str = Field(description="Of Jurybox, which computed it")


class FrozenFindings(Frozen):
    findings: dict[str, object]


class MovedNumber(BaseModel):
    question: str
    what: Literal["mean", "rank", "agreement"]
    system: str | None
    then: str
    now: str


class FrozenDifference(BaseModel):
    judgements: int = Field(description="How many came in since")
    happened: list[dict[str, object]] = Field(description="What was done to the study since that may move numbers")
    version: str | None = Field(description="Of Jurybox, which computed it, where it is not today's")
    as_of: str | None = Field(description="When today's results were computed; null where they are not yet")
    is_current: bool = Field(description="Whether today's results have all that came in")
    moved: list[MovedNumber]
    compared: int


class ShareWish(Body):
    names: bool = Field(default=False, description="With the names of systems; sharing them is told by the history")


class FrozenLink(BaseModel):
    id: str
    result: str
    names: bool
    url: str
    shared_at: str
    shared_by: str
