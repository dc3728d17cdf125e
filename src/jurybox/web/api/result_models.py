"""What the API takes and gives about findings, frozen results and their links."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from jurybox.web.api.models import Body, Words


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


class ResultsQuery(ResultsWish):
    """The same in an address, where everything is a text."""

    model_config = ConfigDict(strict=False)


class FindingsQuery(ResultsQuery):
    document: bool = Field(default=True, description="Whether the findings themselves are wanted")


class FindingsState(BaseModel):
    state: str = Field(description="fresh, stale, working or failed")
    as_of: str | None = Field(description="When they were computed; null where none were yet")
    judgements: int | None = Field(description="How many judgements there were then")
    last_seq: int | None
    newer: int = Field(description="Judgements that came in since")
    job: str | None
    findings: dict[str, object] | None


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
