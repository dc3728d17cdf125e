"""The tables. JSON is text and time is microseconds, so that a driver's row needs no conversion on the hot path."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

Key = BigInteger().with_variant(Integer, "sqlite")


def key() -> Column[int]:
    return Column("id", Key, primary_key=True)


def ref(name: str, target: str, **kw: Any) -> Column[int]:
    return Column(name, Key, ForeignKey(f"{target}.id"), nullable=kw.pop("nullable", False), **kw)


def uid() -> Column[str]:
    return Column("uid", Text, nullable=False, unique=True)


def words(name: str, **kw: Any) -> Column[str]:
    return Column(name, Text, nullable=kw.pop("nullable", False), **kw)


def whole(name: str, **kw: Any) -> Column[int]:
    return Column(name, Integer, nullable=kw.pop("nullable", False), **kw)


def big(name: str, **kw: Any) -> Column[int]:
    return Column(name, BigInteger, nullable=kw.pop("nullable", False), **kw)


protocol = Table(
    "protocol", metadata, key(), words("hash", unique=True), words("name"), whole("version"), words("content")
)
study = Table(
    "study", metadata, key(), uid(), words("key", unique=True), words("name"), ref("protocol_id", "protocol"),
    words("state"), words("seed"), words("settings"),
    whole("version", comment="number of the last study event; caches are keyed by it"),
    whole("epoch", comment="rises when slots open behind the raters' cursors, so that they look again from the start"),
    whole("places", comment="how many places of the pool are taken"),
    big("pilot_seq", comment="judgements up to this seq are pilot"),
    big("created_at"), big("opened_at", nullable=True), big("closed_at", nullable=True),
)  # fmt: skip
study_event = Table(
    "study_event", metadata, Column("seq", Key, primary_key=True), ref("study_id", "study"), whole("number"),
    words("kind"), words("data"), words("who"), big("at"), UniqueConstraint("study_id", "number"),
)  # fmt: skip
guideline = Table(
    "guideline", metadata, key(), ref("study_id", "study"), words("lang"), whole("revision"), words("hash"),
    words("prose"), big("published_at"), UniqueConstraint("study_id", "lang", "revision"),
)  # fmt: skip
example = Table(
    "example", metadata, key(), ref("study_id", "study"), whole("number", comment="its place in the protocol"),
    words("content", comment="what it shows, its media stored: {fields, segments, candidates}"),
    UniqueConstraint("study_id", "number"),
)  # fmt: skip
import_ = Table(
    "import", metadata, key(), ref("study_id", "study", index=True), words("state"), whole("items"), whole("outputs"),
    big("started_at"), big("finished_at", nullable=True),
)  # fmt: skip
item = Table(
    "item", metadata, key(), ref("study_id", "study"), words("key"), words("grp"), words("hash"), words("fields"),
    words("segments"), ref("import_id", "import", index=True), big("withdrawn_at", nullable=True),
    UniqueConstraint("study_id", "key"),
)  # fmt: skip
system = Table(
    "system", metadata, key(), ref("study_id", "study"), words("name"), words("kind"),
    big("withdrawn_at", nullable=True), UniqueConstraint("study_id", "name"),
)  # fmt: skip
output = Table(
    "output", metadata, key(), ref("item_id", "item"), ref("system_id", "system"),
    whole("segment", comment="0 for the whole item, 1… for its segments"), words("fields"),
    ref("import_id", "import", index=True), UniqueConstraint("item_id", "system_id", "segment"),
)  # fmt: skip
candidate = Table(
    "candidate", metadata, key(), ref("item_id", "item", index=True),
    ref("system_id", "system", comment="whose output is shown, where several are equal"),
)  # fmt: skip
candidate_system = Table(
    "candidate_system", metadata,
    Column("candidate_id", Key, ForeignKey("candidate.id"), primary_key=True),
    Column("system_id", Key, ForeignKey("system.id"), primary_key=True),
)  # fmt: skip
unit = Table(
    "unit", metadata, key(), ref("study_id", "study"), ref("item_id", "item", index=True), words("grp"),
    big("place"), words("candidates", comment="ids of its candidates, a JSON list"),
    UniqueConstraint("study_id", "place"),
)  # fmt: skip
slot = Table(
    "slot", metadata,
    Column("unit_id", Key, ForeignKey("unit.id"), primary_key=True),
    Column("stage", SmallInteger, primary_key=True),
    ref("study_id", "study"), ref("item_id", "item"), words("grp"), big("place"),
    whole("quorum", comment="0 where a rule makes every answer of the stage"),
    whole("open_slots"), whole("cannot", comment="how many raters could not judge the unit"),
)  # fmt: skip
Index(
    "ix_slot_pool",
    slot.c.study_id,
    slot.c.stage,
    slot.c.place,
    sqlite_where=text("open_slots > 0"),
    postgresql_where=text("open_slots > 0"),
)
Index(
    "ix_slot_pool_group",
    slot.c.study_id,
    slot.c.stage,
    slot.c.grp,
    slot.c.place,
    sqlite_where=text("open_slots > 0"),
    postgresql_where=text("open_slots > 0"),
)
Index("ix_slot_item", slot.c.item_id)
Index("ix_slot_inbox", slot.c.study_id, sqlite_where=text("cannot > quorum"), postgresql_where=text("cannot > quorum"))
returned = Table(
    "returned", metadata, key(), ref("study_id", "study"), Column("stage", SmallInteger, nullable=False),
    words("grp"), ref("unit_id", "unit"), Index("ix_returned_study_id_stage", "study_id", "stage", "id"),
)  # fmt: skip
rater = Table(
    "rater", metadata, key(), uid(), words("name"), words("platform_id", nullable=True),
    ref("alias_of", "rater", nullable=True), big("created_at"),
)  # fmt: skip
membership = Table(
    "membership", metadata, key(), uid(), ref("study_id", "study"), ref("rater_id", "rater", index=True),
    words("groups", comment="a JSON list; empty means all"),
    words("stages", comment="a JSON list of numbers; empty means all"),
    whole("token_version"), words("token_hash", unique=True), words("language", nullable=True),
    whole("done", comment="rating assignments finished"), big("created_at"), big("revoked_at", nullable=True),
    whole("ready", comment="what stands before the first task: 0 to be done, 1 done, 2 done with a flag"),
    UniqueConstraint("study_id", "rater_id"),
)  # fmt: skip
consent = Table(
    "consent", metadata, key(), ref("membership_id", "membership", index=True),
    whole("given", comment="0 when the rater declined; the newest row stands"),
    words("hash", comment="of the text that was shown"), words("lang"), big("at"),
)  # fmt: skip
questionnaire = Table(
    "questionnaire", metadata, key(), ref("membership_id", "membership", index=True), words("answers"), words("lang"),
    big("at"),
)  # fmt: skip
assignment = Table(
    "assignment", metadata, key(), uid(), ref("study_id", "study"), ref("unit_id", "unit", nullable=True),
    ref("item_id", "item", nullable=True),
    ref("membership_id", "membership"),
    words("candidates", comment="ids in the order shown, a JSON list: the first is A"),
    whole("batch"),
    whole("position", comment="counts a rater's assignments as they come; negative for a repeat to come"),
    big("cursor", comment="the pool place up to which this rater has been served"), whole("epoch"),
    words("purpose"), ref("repeat_of", "assignment", nullable=True),
    whole("due", comment="how many ratings must be finished before this comes"),
    words("stages", comment="the stages it covers, a JSON list"),
    Column("stage", SmallInteger, nullable=True, comment="the next stage to answer; null when finished"),
    Column("shown", SmallInteger, nullable=False, comment="the highest stage that was sent; -1 before the first"),
    words("state", comment="leased, planned, lapsed, done, cannot"),
    big("lease_until", nullable=True), big("created_at"),
    Column("example", SmallInteger, nullable=True, comment="the worked example, where no unit but that is rated"),
    UniqueConstraint("membership_id", "unit_id", "purpose"),
    UniqueConstraint("membership_id", "position"),
)  # fmt: skip
Index("ix_assignment_unit", assignment.c.unit_id)
Index("ix_assignment_seen", assignment.c.membership_id, assignment.c.item_id, assignment.c.shown)
Index(
    "ix_assignment_open",
    assignment.c.membership_id,
    assignment.c.position,
    sqlite_where=text("stage IS NOT NULL"),
    postgresql_where=text("stage IS NOT NULL"),
)
Index(
    "ix_assignment_lease",
    assignment.c.lease_until,
    sqlite_where=text("state = 'leased'"),
    postgresql_where=text("state = 'leased'"),
)
Index(
    "ix_assignment_repeat",
    assignment.c.membership_id,
    assignment.c.repeat_of,
    sqlite_where=text("repeat_of IS NOT NULL"),
    postgresql_where=text("repeat_of IS NOT NULL"),
)
judgement = Table(
    "judgement", metadata, Column("seq", Key, primary_key=True), words("id", unique=True), ref("study_id", "study"),
    ref("assignment_id", "assignment"), ref("membership_id", "membership"),
    Column("stage", SmallInteger, nullable=False), words("answers"), words("cannot", nullable=True),
    words("comment", nullable=True), words("supersedes", nullable=True),
    words("standing"), words("protocol_hash"), words("guideline_hash", nullable=True), words("channel"),
    big("answered_at", nullable=True), big("received_at"), big("elapsed_ms", nullable=True),
)  # fmt: skip
Index("ix_judgement_assignment", judgement.c.assignment_id, judgement.c.stage)
Index("ix_judgement_study", judgement.c.study_id, judgement.c.seq)
number = Table(
    "number", metadata,
    Column("seq", Key, ForeignKey("judgement.seq"), primary_key=True, autoincrement=False),
    Column("question", Text, primary_key=True), Column("target", Text, primary_key=True),
    Column("value", Float, nullable=False), sqlite_with_rowid=False,
)  # fmt: skip
tally = Table(
    "tally", metadata,
    Column("membership_id", Key, ForeignKey("membership.id"), primary_key=True),
    Column("stage", SmallInteger, primary_key=True), Column("standing", Text, primary_key=True), whole("judgements"),
)  # fmt: skip
draft = Table(
    "draft", metadata,
    Column("assignment_id", Key, ForeignKey("assignment.id"), primary_key=True),
    Column("stage", SmallInteger, primary_key=True), words("body"), big("saved_at"),
)  # fmt: skip
enquiry = Table(
    "enquiry", metadata, key(), uid(), ref("study_id", "study", index=True),
    ref("membership_id", "membership", index=True), ref("assignment_id", "assignment", nullable=True),
    Column("stage", SmallInteger, nullable=True), words("text"), words("lang", nullable=True), big("at"),
)  # fmt: skip
reply = Table(
    "reply", metadata, key(), ref("study_id", "study", index=True), ref("enquiry_id", "enquiry", index=True),
    words("question", comment="the enquiry as the others read it"), words("text"),
    whole("published", comment="1 to all raters, 0 to the one who asked"), words("who"), big("at"),
)  # fmt: skip
acknowledgement = Table(
    "acknowledgement", metadata, key(), ref("membership_id", "membership", index=True),
    words("kind", comment="guideline or reply"), Column("what", Key, nullable=False, comment="its id"), big("at"),
)  # fmt: skip
job = Table(
    "job", metadata, key(), uid(), words("kind"), words("args"), words("state"), whole("done"), whole("total"),
    whole("cancel"), words("result", nullable=True), words("faults", nullable=True),
    big("created_at"), big("started_at", nullable=True), big("finished_at", nullable=True),
)  # fmt: skip
finding = Table(
    "finding", metadata, key(), ref("study_id", "study"), words("settings_hash"), words("version"),
    whole("study_version", comment="of the study, when this was computed"), big("last_seq"), whole("judgements"),
    words("document"), big("computed_at"), whole("took_ms"), UniqueConstraint("study_id", "settings_hash"),
)  # fmt: skip
organiser = Table(
    "organiser",
    metadata,
    key(),
    uid(),
    words("name", unique=True),
    words("password_hash", nullable=True),
    big("created_at"),
)
session = Table(
    "session", metadata, key(), words("token_hash", unique=True), ref("organiser_id", "organiser"), big("expires_at")
)
sign_in_link = Table(
    "sign_in_link",
    metadata,
    key(),
    words("token_hash", unique=True),
    ref("organiser_id", "organiser"),
    big("expires_at"),
)
api_token = Table(
    "api_token", metadata, key(), words("token_hash", unique=True), ref("organiser_id", "organiser"), words("name"),
    big("created_at"), big("revoked_at", nullable=True),
)  # fmt: skip
audit = Table("audit", metadata, key(), words("who"), words("what"), words("data"), big("at"))

APPEND_ONLY = (
    "judgement", "study_event", "audit", "consent", "questionnaire", "enquiry", "reply", "acknowledgement",
)  # fmt: skip
"""Tables whose rows are never changed or deleted; triggers see to it."""
