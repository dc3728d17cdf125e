"""What the API takes and gives about organisers: their roles, links, passwords and tokens."""

from pydantic import BaseModel, Field

from jurybox.web.api.models import Body, Words


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


class TokenLine(BaseModel):
    name: str
    created_at: str


class TokenWish(Body):
    name: Words = Field(description="What the token is for")


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
