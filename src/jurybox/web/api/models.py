"""What the organiser's API takes and gives, for the OpenAPI document."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from jurybox.web.limits import NO_NULLS

Words = Annotated[str, Field(pattern=NO_NULLS)]

Place = Annotated[int, Field(ge=0, lt=2**31)]
"""A number in a list."""
Page = Annotated[int, Field(ge=1, lt=2**31)]


class Body(BaseModel):
    """What is sent; a key that is not known is refused, and so is a number or a yes in the shape of a text."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @field_validator("*", mode="before")
    @classmethod
    def whole(cls, given: object) -> object:
        """JSON has one kind of number: 4.0 is 4."""
        return int(given) if isinstance(given, float) and given.is_integer() else given


class InAddress(BaseModel):
    """What stands in an address, where everything is a text."""

    model_config = ConfigDict(extra="forbid")


class StudyWish(Body):
    key: Words = Field(examples=["captions-2026"])
    name: Words = Field(examples=["Captions 2026"])
    protocol: Words = Field(description="A protocol of the shelf: `id` or `id@version`", examples=["caption-culture"])
    settings: dict[str, object] = Field(default={}, description="What differs from the protocol's defaults")
    seed: Words | None = None


class CampaignQuery(InAddress):
    key: Words = Field(description="The key of the study, or of several its beginning", examples=["wmt"])
    format: Words = Field(description="pearmut, wmt-mqm, appraise or arena", examples=["pearmut"])
    name: Words | None = Field(default=None, description="What raters read; the file says it by default")
    protocol: Words | None = Field(
        default=None, description="Of the shelf; by default it is found there, or made to fit"
    )
    opened: bool = Field(default=False, description="Open the study at once")
    ratings: bool = Field(default=True, description="Whether what was rated already comes in too")
    html: Literal["refuse", "keep"] = Field(default="refuse", description="What becomes of HTML in texts")
    ignore: list[Words] = Field(default=[], description="Names in the file that are passed over")


class CopyWish(Body):
    key: Words = Field(examples=["captions-2027"])
    name: Words | None = Field(default=None, description="That of the copied study by default")
    seed: Words | None = None
    items: list[Words] | None = Field(default=None, description="Keys of the items to take; all by default")
    systems: list[Words] | None = Field(default=None, description="The systems to take; all by default")


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


class EnquiryLine(BaseModel):
    id: str
    rater: str
    name: str
    item: str | None
    item_name: str | None = Field(description="What organisers know it by: its id, its file, or its first words")
    example: str | None
    stage: str | None
    text: str
    at: str
    replies: list[dict[str, object]]


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


class Job(BaseModel):
    id: str
    kind: str
    state: str = Field(description="waiting, running, done or failed")
    done: int
    total: int
    result: object
    errors: list[dict[str, object]]


class HistoryQuery(InAddress):
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


class ArchiveLine(BaseModel):
    state: str = Field(description="none, working, failed or ready")
    job: str | None
    done: int
    total: int
    made_at: str | None = Field(description="When the one that can be downloaded was made")
    bytes: int | None


class StudyJobLine(BaseModel):
    kind: str = Field(description="import, open, findings, report, disputes, rehearsal or archive")
    state: str = Field(description="waiting, running or failed")
    done: int
    total: int
    at: str = Field(description="When it came to an end, or was asked for")
    errors: list[dict[str, object]]


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
