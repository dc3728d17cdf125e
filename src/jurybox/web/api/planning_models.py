"""What the API takes and gives about a draft: its settings, what it would cost and find, its plan."""

from pydantic import BaseModel, Field

from jurybox.web.api.models import Body


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


class PlanDetail(BaseModel):
    document: dict[str, object]
    hash: str = Field(description="Of the canonical bytes of the document")
    sealed_at: str | None
    changes: list[int] = Field(description="The events that departed from it since")
