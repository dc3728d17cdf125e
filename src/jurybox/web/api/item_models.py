"""What the API takes and gives about items, and about a study while it is rated."""

from typing import Literal

from pydantic import BaseModel, Field

from jurybox.web.api.models import Body, InAddress, Words


class NoteWish(Body):
    item: Words
    note: Words


class SendBackWish(Body):
    item: Words
    rater: Words = Field(description="A rater's id or name")
    system: Words | None = Field(default=None, description="Only the unit that shows it")
    note: Words = Field(default="", description="Why; kept with the event")


class ItemsQuery(InAddress):
    filter: Literal["all", "disputed", "cannot", "inbox", "noted", "withdrawn"] = "all"
    group: Words | None = None
    text: Words = Field(default="", description="Part of the key, or of a text of the item or its outputs")
    after: Words | None = Field(default=None, description="The key of the item after which to go on")
    before: Words | None = Field(default=None, description="The key of the item before which to end")
    format: Literal["json", "csv"] = "json"
    download: bool = Field(default=False, description="All of them as a file, and not a page")


class ItemInList(BaseModel):
    key: str
    group: str
    state: str = Field(description="untouched, begun, full or withdrawn")
    units: int
    answers: int = Field(description="Slots that are taken: answered, or in a rater's hands")
    needed: int
    cannot: int = Field(description="How often a rater could not judge")
    text: str = Field(description="How it begins")


class ItemListPage(BaseModel):
    items: list[ItemInList]
    earlier: str | None = Field(description="The key to end before, where there are earlier ones")
    later: str | None = Field(description="The key to go on after, where there are later ones")
    counts: dict[str, int | None] = Field(description="How many each filter finds; null where it is not known yet")
    groups: list[str]


class ItemDetail(BaseModel):
    key: str
    group: str
    withdrawn: bool
    fields: list[dict[str, object]]
    segments: list[dict[str, object]]
    candidates: list[dict[str, object]]
    said: list[dict[str, object]]
    grid: dict[str, object]
    quorums: list[dict[str, object]]
    notes: list[dict[str, object]]


class WatchedStudy(BaseModel):
    key: str
    state: str
    version: int
    last_seq: int
    judgements: int
    as_of: str
    done: int
    needed: int
    parts: list[dict[str, object]] = Field(
        description="Units of each group and stage: complete (agreed, disputed, uncompared), cannot, under_way, left"
    )
    disputes_as_of: str | None = Field(description="When disputes were computed; null where they were not yet")
    pace: dict[str, object]
    waiting: list[dict[str, object]]
    blockers: list[dict[str, object]]
