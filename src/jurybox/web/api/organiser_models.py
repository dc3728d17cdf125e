"""What the API takes and gives about organisers: their roles, links, passwords and tokens."""

from typing import Literal

from pydantic import BaseModel, Field

from jurybox.web.api.models import Body, InAddress, Words


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


class RecordsQuery(InAddress):
    most: int = Field(default=1_000, ge=1, le=100_000)
    before: int = Field(default=2**62, ge=1, le=2**62, description="Only what has a smaller number")
    since: Words | None = Field(default=None, description="A day or a time with its zone")
    study: Words | None = None
    lang: Words = Field(default="en", description="The language of the words")
    format: Literal["json", "csv"] = "json"


class RecordLine(BaseModel):
    number: int
    at: str
    who: str
    what: str
    words: str
    organiser: str
    rater: str = Field(description="The id of a rater")
    study: str


class TokenLine(BaseModel):
    name: str
    created_at: str
    scope: str = Field(description="read, write or metrics")
    study: str | None = Field(description="The only study that it opens")
    expires_at: str | None


class NewTokenWish(Body):
    name: Words = Field(description="What the token is for")
    scope: Literal["read", "write", "metrics"] = "write"
    study: Words | None = Field(default=None, description="The only study that it opens")
    days: int | None = Field(default=None, ge=1, le=3_660, description="How long it works")


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
