"""What the API takes and gives about suggestions."""

from pydantic import BaseModel, Field

from jurybox.web.api.models import Body, InAddress, Words

RATER = "Only what this rater or system said"
HOLD_OUT = "The share of a rater's units without suggestions; as it is by default, at first 0.2"
REPLACE = "Whether earlier suggestions are dropped"


class SuggestionLine(BaseModel):
    origin: str = Field(description="Where they come from; raters never learn it")
    question: str
    count: int


class SuggestionSource(Body):
    study: Words = Field(description="The key of the study whose judgements are suggested", examples=["captions"])
    rater: Words | None = Field(default=None, description=RATER)
    hold_out: float | None = Field(default=None, ge=0, le=1, description=HOLD_OUT)
    replace: bool = Field(default=False, description=REPLACE)


class SuggestionQuery(InAddress):
    format: Words = Field(description="What the file is: csv, jsonl, wmt-mqm, pearmut and others", examples=["csv"])
    rater: Words | None = Field(default=None, description=RATER)
    hold_out: float | None = Field(default=None, ge=0, le=1, description=HOLD_OUT)
    replace: bool = Field(default=False, description=REPLACE)


class SuggestionsDropped(BaseModel):
    dropped: int
