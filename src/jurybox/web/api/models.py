"""What the organiser's API takes and gives, for the OpenAPI document."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

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


class ProtocolDetail(ProtocolLine):
    version: int
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
