"""What the API takes and gives about a draft: its settings, what it would cost and find, its plan."""

from typing import Annotated

from fastapi import Query
from pydantic import BaseModel, Field

from jurybox.web.api.models import Body

ShelfName = Annotated[str, Query(description="`id` or `id@version` of a protocol on the shelf", examples=["esa"])]


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
    merged: int = Field(description="Outputs equal to another one of their item, rated with it")
    judgements: int
    repeats: int
    checks: int = Field(description="How many of the judgements are of tasks whose answers are known")
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


class ProtocolChoice(Body):
    protocol: str = Field(description="`id` or `id@version` of a protocol on the shelf", examples=["esa"])
    anyway: bool = Field(default=False, description="Let go what does not fit it")


class LossLine(BaseModel):
    code: str = Field(description="texts_again, texts_gone, settings, checks, suggestions, guideline, decides")
    words: str
    params: dict[str, object]


class PlanDetail(BaseModel):
    document: dict[str, object]
    hash: str = Field(description="Of the canonical bytes of the document")
    sealed_at: str | None
    changes: list[int] = Field(description="The events that departed from it since")
