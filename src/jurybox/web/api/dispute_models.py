"""What the API takes and gives about disputes, and about rating again."""

from pydantic import BaseModel, Field, JsonValue

from jurybox.web.api.models import Body, Place, Words


class DecisionWish(Body):
    unit: Place = Field(description="Its number in the list of disputes")
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
    revision: int = Field(ge=1, lt=2**31)
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
