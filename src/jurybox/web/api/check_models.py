"""What the API takes and gives about checks."""

from pydantic import BaseModel, Field

from jurybox.web.api.models import Body, Words


class CheckLine(BaseModel):
    name: str
    kind: str = Field(description="gold, attention or degraded")
    group: str
    item: str | None = Field(description="The item that it was made from")
    judged: int
    passed: int
    withdrawn_at: str | None


class ChecksOfRater(BaseModel):
    judged: int
    passed: int
    low: float | None = Field(description="The lower end of the 95 % interval of the share passed")
    high: float | None
    state: str = Field(description="fine, flagged, paused, screened_out, excluded or pardoned")


class CheckedRaterLine(BaseModel):
    number: str
    name: str
    checks: ChecksOfRater


class ChecksOfStudy(BaseModel):
    checks: list[CheckLine]
    raters: list[CheckedRaterLine]


class ChecksAdded(BaseModel):
    checks: int


class CheckWithdrawal(Body):
    check: Words
    reason: Words


class CheckPardon(Body):
    rater: Words
    reason: Words = ""
