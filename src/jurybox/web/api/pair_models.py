"""What the API takes and gives about pairs that are drawn as a study goes."""

from typing import Literal

from pydantic import BaseModel, Field

from jurybox.web.api.models import Body


class PairsWish(Body):
    draw: bool = Field(default=False, description="Whether the next batch of pairs is drawn, too")


class SystemStrength(BaseModel):
    system: str
    strength: float | None = Field(description="On the log scale of Bradley and Terry, mean 0")
    low: float | None = Field(description="Of the 95 % interval")
    high: float | None
    comparisons: int
    points: float | None = Field(description="The share of comparisons won, a tie as a half")


class Live(BaseModel):
    question: str
    until: int = Field(description="The number of the log up to which judgements are in it")
    comparisons: int
    items: int
    raters: int
    sure_by: Literal["items_and_raters", "items"] = Field(description="What intervals take as a sample")
    reason: str | None = Field(description="Why there are no strengths yet")
    systems: list[SystemStrength] = Field(description="Strongest first")


class PairToCome(BaseModel):
    first: str
    second: str
    units: int = Field(description="On so many items they are about to be compared")
    answers: int = Field(description="Answers that are still wanted for them")


class Batch(BaseModel):
    batch: int
    pairs: int
    even: int = Field(description="How many were drawn evenly")
    uncertain: int = Field(description="How many were chosen because they teach most")
    until: int | None = Field(description="The number of the log they were chosen by; null where all is even")
    of_groups: list[str]


class PairsDrawn(BaseModel):
    choose: Literal["all", "even", "uncertain"]
    batch: int
    most: int | None
    drawn: int
    batches: int
    left: int = Field(description="How many can still be drawn")
    last: Batch | None
    next: list[PairToCome]
    strengths: Live | None
    as_of: str | None
    newer: int = Field(description="Judgements that came in since")
    state: Literal["fresh", "stale", "working"]
