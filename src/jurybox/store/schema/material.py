"""What is rated: a study and its protocol, items, outputs, candidates, units, and room for raters on them."""

from sqlalchemy import Index, UniqueConstraint

from jurybox.store.schema.column import big, key, partial_index, ref, repeated, small, table, uid, whole, words

protocol = table("protocol", key(), words("hash", unique=True), words("name"), whole("version"), words("content"))
study = table(
    "study",
    key(),
    uid(),
    words("key", unique=True),
    words("name"),
    ref("protocol_id", "protocol"),
    words("state"),
    words("seed"),
    words("settings"),
    whole("version", comment="number of the last study event; caches are keyed by it"),
    whole("epoch", comment="rises when slots open behind the raters' cursors, so that they look again from the start"),
    whole("places", comment="how many places of the pool are taken"),
    big("pilot_seq", comment="judgements up to this seq are pilot"),
    big("created_at"),
    big("opened_at", nullable=True),
    big("closed_at", nullable=True),
)
study_event = table(
    "study_event",
    key("seq"),
    ref("study_id", "study"),
    whole("number"),
    words("kind"),
    words("data"),
    words("who"),
    big("at"),
    UniqueConstraint("study_id", "number"),
)
guideline = table(
    "guideline",
    key(),
    ref("study_id", "study"),
    words("lang"),
    whole("revision"),
    words("hash"),
    words("prose"),
    big("published_at"),
    UniqueConstraint("study_id", "lang", "revision"),
)
example = table(
    "example",
    key(),
    ref("study_id", "study"),
    whole("number", comment="its place in the protocol"),
    words("content", comment="what it shows, its media stored: {fields, segments, candidates}"),
    UniqueConstraint("study_id", "number"),
)
import_ = table(
    "import",
    key(),
    ref("study_id", "study", index=True),
    words("state"),
    whole("items"),
    whole("outputs"),
    big("started_at"),
    big("finished_at", nullable=True),
)
item = table(
    "item",
    key(),
    ref("study_id", "study"),
    words("key"),
    words("grp"),
    words("hash"),
    words("fields"),
    words("segments"),
    ref("import_id", "import", index=True),
    big("withdrawn_at", nullable=True),
    UniqueConstraint("study_id", "key"),
)
Index("ix_item_study", item.c.study_id, item.c.id)
partial_index("ix_item_withdrawn", item.c.study_id, where="withdrawn_at IS NOT NULL")
system = table(
    "system",
    key(),
    ref("study_id", "study"),
    words("name"),
    words("kind"),
    big("withdrawn_at", nullable=True),
    UniqueConstraint("study_id", "name"),
)
output = table(
    "output",
    key(),
    ref("item_id", "item"),
    ref("system_id", "system"),
    whole("segment", comment="0 for the whole item, 1… for its segments"),
    words("fields"),
    ref("import_id", "import", index=True),
    UniqueConstraint("item_id", "system_id", "segment"),
)
suggestion = table(
    "suggestion",
    key(),
    ref("study_id", "study", index=True),
    ref("item_id", "item"),
    ref("system_id", "system", nullable=True, comment="null where it is about several candidates"),
    whole("segment", comment="0 for the whole item, 1… for its segments"),
    words("question"),
    words("value", comment="the answer as a rater would give it, JSON"),
    words("origin", comment="where it comes from; never shown to raters"),
    ref("import_id", "import", index=True),
)
Index("ix_suggestion_item", suggestion.c.item_id, suggestion.c.id)
candidate = table(
    "candidate",
    key(),
    ref("item_id", "item", index=True),
    ref("system_id", "system", comment="whose output is shown, where several are equal"),
)
candidate_system = table(
    "candidate_system",
    ref("candidate_id", "candidate", primary_key=True),
    ref("system_id", "system", primary_key=True),
)
unit = table(
    "unit",
    key(),
    ref("study_id", "study"),
    ref("item_id", "item", index=True),
    words("grp"),
    big("place"),
    words("candidates", comment="ids of its candidates, a JSON list"),
    small("win", nullable=True, comment="which window of a long item, from 1 on; null for all of it"),
    UniqueConstraint("study_id", "place"),
)
slot = table(
    "slot",
    ref("unit_id", "unit", primary_key=True),
    small("stage", primary_key=True),
    repeated("study_id", "study"),
    repeated("item_id", "item"),
    words("grp"),
    big("place"),
    whole("quorum", comment="0 where a rule makes every answer of the stage"),
    whole("open_slots"),
    whole("cannot", comment="how many raters could not judge the unit"),
    sqlite_with_rowid=False,
)
"""Study, item, group and place are what its unit says, repeated for the indexes; so only the unit is a key of another
table, and the slots of an item are found by its units: a million units are opened in half the time."""
partial_index("ix_slot_pool", slot.c.study_id, slot.c.stage, slot.c.place, where="open_slots > 0")
partial_index("ix_slot_pool_group", slot.c.study_id, slot.c.stage, slot.c.grp, slot.c.place, where="open_slots > 0")
Index("ix_slot_coverage", slot.c.study_id, slot.c.grp, slot.c.stage, slot.c.quorum, slot.c.open_slots, slot.c.cannot)
partial_index("ix_slot_inbox", slot.c.study_id, where="cannot > quorum")
partial_index("ix_slot_cannot", slot.c.study_id, slot.c.item_id, where="cannot > 0")
check_item = table(
    "check_item",
    key(),
    ref("study_id", "study"),
    words("name", comment="what the organiser knows it by"),
    words("kind", comment="gold, attention, degraded"),
    words("grp"),
    ref("item_id", "item", nullable=True, comment="what it was made from"),
    whole("place", comment="drawn when the study opens; -1 before"),
    words("content", comment="what it shows, as an example's: {fields, segments, candidates}"),
    words("says", comment="what a rater should say: {answers, worse}"),
    big("withdrawn_at", nullable=True),
    UniqueConstraint("study_id", "name"),
)
Index("ix_check_item_place", check_item.c.study_id, check_item.c.place)
returned = table(
    "returned",
    key(),
    ref("study_id", "study"),
    small("stage"),
    words("grp"),
    ref("unit_id", "unit"),
    Index("ix_returned_study_id_stage", "study_id", "stage", "id"),
)
