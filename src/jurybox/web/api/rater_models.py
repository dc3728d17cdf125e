"""What the API takes and gives about raters, their links and the link to join."""

from pydantic import BaseModel, Field

from jurybox.web.api.models import Body, Words
from jurybox.web.limits import NO_NULLS


class RaterList(Body):
    list: str = Field(max_length=1_000_000, pattern=NO_NULLS, description="One rater per line: name; groups; language")


class GroupsWish(Body):
    groups: list[Words] = Field(default=[], description="None means all")


class JoinLinkWish(Body):
    most: int | None = Field(default=None, description="How many may join; no limit by default")
    until: Words | None = Field(default=None, description="A day, which counts whole, or a time with its zone")
    groups: list[Words] = []


class JoinLink(BaseModel):
    link: str
    state: str = Field(description="open, full, ended, closed, or waiting while the study is not open")
    most: int | None
    joined: int
    until: str | None
    groups: list[str]


class RaterActivity(BaseModel):
    id: str
    number: str
    name: str
    done: int
    judgements: int
    active_ms: int = Field(description="As the page measured it, without idle minutes")
    last_seen: str | None


class PayLine(BaseModel):
    number: str
    name: str
    platform_id: str | None
    ended: str = Field(description="not_begun, under_way, done, screened_out or revoked")
    units: int
    judgements: int = Field(description="Worked examples included")
    page_minutes: float
    server_minutes: float
    pay: float | None
    per_hour: float | None
    review: str = Field(description="under_rate, checks, both or neither: what is to be looked at")


class RaterWish(Body):
    name: Words
    groups: list[Words] = []
    stages: list[Words] = []
    language: Words | None = None
    same_name: bool = Field(default=False, description="Another person of a name that is there already")


class RaterLine(BaseModel):
    id: str
    name: str
    groups: list[str]
    stages: list[str]
    language: str | None
    done: int
    revoked: bool
    link: str
    ready: str = Field(description="Before the first task: waiting, ready, flagged, stopped; empty where nothing is")
    number: str = Field(description="R1, R2 …: the name that results call the rater by")


class MergeWish(Body):
    into: str = Field(
        max_length=200, pattern=NO_NULLS, description="The account that remains: an id, a name or a number such as R2"
    )


class MergedAccounts(BaseModel):
    kept: RaterLine = Field(description="As it was before")
    merged: str = Field(description="The id of the account that is given up; its link opens the other one")
    judgements: int = Field(description="How many of its judgements go over")
    shared: int = Field(description="How many units both were given")
    reopened: int = Field(description="How many of these both have judged: so many slots open again")
