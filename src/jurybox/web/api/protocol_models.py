"""What the API takes and gives about protocols."""

from pydantic import BaseModel, ConfigDict, Field

from jurybox.web.api.models import Body


class ProtocolLine(BaseModel):
    id: str
    versions: list[int]
    title: str
    task: str | None = Field(description="What kind of text it is for; the list is sorted by it")


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


class ProtocolTextWish(Body):
    text: str = Field(max_length=1_000_000, description="What stands in protocol.yaml")


class ProtocolFault(BaseModel):
    code: str
    line: int | None
    message: str
    hint: str | None
