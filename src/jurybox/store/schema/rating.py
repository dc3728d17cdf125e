"""Who rates, what they were given, and what they said."""

from sqlalchemy import Column, Float, ForeignKey, Index, UniqueConstraint

from jurybox.store.schema.column import Key, big, key, partial_index, ref, small, table, uid, whole, words

rater = table(
    "rater",
    key(),
    uid(),
    words("name"),
    words("platform_id", nullable=True),
    ref("alias_of", "rater", nullable=True),
    big("created_at"),
    words("platform", nullable=True, comment="which platform, and what else it said of their coming; a JSON object"),
)
membership = table(
    "membership",
    key(),
    uid(),
    ref("study_id", "study"),
    ref("rater_id", "rater", index=True),
    words("groups", comment="a JSON list; empty means all"),
    words("stages", comment="a JSON list of numbers; empty means all"),
    whole("token_version"),
    words("token_hash", unique=True),
    words("language", nullable=True),
    whole("done", comment="rating assignments finished"),
    big("created_at"),
    big("revoked_at", nullable=True),
    whole("ready", comment="what stands before the first task: 0 to be done, 1 done, 2 done with a flag"),
    words(
        "adjudicator",
        nullable=True,
        comment="rater: appointed to decide; organiser: decisions of one, by no link",
    ),
    Column(
        "merged_into",
        Key,
        nullable=True,
        comment="the membership that this one's work belongs to, where both are one person",
    ),
    small(
        "checked", nullable=True, comment="what checks came to: null or 0 fine, 1 flagged, 2 paused, 3 screened out …"
    ),
    UniqueConstraint("study_id", "rater_id"),
)
partial_index("ix_membership_merged", membership.c.merged_into, where="merged_into IS NOT NULL")
join_link = table(
    "join_link",
    ref("study_id", "study", primary_key=True),
    whole("version", comment="the next one makes the old link void"),
    whole("most", nullable=True, comment="how many may join by it; null where there is no limit"),
    big("until", nullable=True),
    words("groups", comment="a JSON list; empty means all"),
    whole("joined", comment="how many came by it, earlier versions included"),
    big("closed_at", nullable=True),
)
consent = table(
    "consent",
    key(),
    ref("membership_id", "membership", index=True),
    whole("given", comment="0 when the rater declined; the newest row stands"),
    words("hash", comment="of the text that was shown"),
    words("lang"),
    big("at"),
)
questionnaire = table(
    "questionnaire",
    key(),
    ref("membership_id", "membership", index=True),
    words("answers"),
    words("lang"),
    big("at"),
)
assignment = table(
    "assignment",
    key(),
    uid(),
    ref("study_id", "study"),
    ref("unit_id", "unit", nullable=True),
    ref("item_id", "item", nullable=True),
    ref("membership_id", "membership"),
    words("candidates", comment="ids in the order shown, a JSON list: the first is A"),
    whole("batch"),
    whole("position", comment="counts a rater's assignments as they come; negative for a repeat to come"),
    big("cursor", comment="the pool place up to which this rater has been served"),
    whole("epoch"),
    words("purpose"),
    ref("repeat_of", "assignment", nullable=True),
    whole("due", comment="how many ratings must be finished before this comes"),
    words("stages", comment="the stages it covers, a JSON list"),
    small("stage", nullable=True, comment="the next stage to answer; null when finished"),
    small("shown", comment="the highest stage that was sent; -1 before the first"),
    words("state", comment="leased, planned, lapsed, done, cannot"),
    big("lease_until", nullable=True),
    big("created_at"),
    small("example", nullable=True, comment="the worked example, where no unit but that is rated"),
    Column("check_item", Key, nullable=True, comment="the check, where no unit but that is rated"),
    small("passed", nullable=True, comment="of a check: 1 passed, 0 failed, null while nothing was said of it"),
    small("win", nullable=True, comment="which window of a long item, as its unit says"),
    UniqueConstraint("membership_id", "unit_id", "purpose"),
    UniqueConstraint("membership_id", "position"),
)
Index("ix_assignment_unit", assignment.c.unit_id)
Index("ix_assignment_seen", assignment.c.membership_id, assignment.c.item_id, assignment.c.shown)
partial_index("ix_assignment_open", assignment.c.membership_id, assignment.c.position, where="stage IS NOT NULL")
partial_index("ix_assignment_lease", assignment.c.lease_until, where="state = 'leased'")
partial_index(
    "ix_assignment_adjudication", assignment.c.study_id, assignment.c.unit_id, where="purpose = 'adjudication'"
)
partial_index(
    "ix_assignment_check", assignment.c.membership_id, assignment.c.check_item, where="check_item IS NOT NULL"
)
partial_index("ix_assignment_repeat", assignment.c.membership_id, assignment.c.repeat_of, where="repeat_of IS NOT NULL")
judgement = table(
    "judgement",
    key("seq"),
    words("id", unique=True),
    ref("study_id", "study"),
    ref("assignment_id", "assignment"),
    ref("membership_id", "membership"),
    small("stage"),
    words("answers"),
    words("cannot", nullable=True),
    words("comment", nullable=True),
    words("supersedes", nullable=True),
    words("standing"),
    words("protocol_hash"),
    words("guideline_hash", nullable=True),
    words("channel"),
    big("answered_at", nullable=True),
    big("received_at"),
    big("elapsed_ms", nullable=True),
)
Index("ix_judgement_assignment", judgement.c.assignment_id, judgement.c.stage)
Index("ix_judgement_study", judgement.c.study_id, judgement.c.seq)
number = table(
    "number",
    Column("seq", Key, ForeignKey("judgement.seq"), primary_key=True, autoincrement=False),
    words("question", primary_key=True),
    words("target", primary_key=True),
    Column("value", Float, nullable=False),
    sqlite_with_rowid=False,
)
tally = table(
    "tally",
    ref("membership_id", "membership", primary_key=True),
    small("stage", primary_key=True),
    words("standing", primary_key=True),
    whole("judgements"),
    big("elapsed_ms", server_default="0", comment="as the page measured it"),
    big("active_ms", server_default="0", comment="the same, of each judgement five minutes at the most"),
    big("answered_us", server_default="0", comment="between judgements, without pauses of over ten minutes"),
    big("contact_us", server_default="0", comment="the same, with when what they are about was given"),
    big("begun_at", server_default="0", comment="when the first of them was given"),
    big("first_at", server_default="0", comment="when the first of them came in"),
    big("last_at", server_default="0", comment="when the last of them came in"),
)
draft = table(
    "draft",
    ref("assignment_id", "assignment", primary_key=True),
    small("stage", primary_key=True),
    words("body"),
    big("saved_at"),
)
enquiry = table(
    "enquiry",
    key(),
    uid(),
    ref("study_id", "study", index=True),
    ref("membership_id", "membership", index=True),
    ref("assignment_id", "assignment", nullable=True),
    small("stage", nullable=True),
    words("text"),
    words("lang", nullable=True),
    big("at"),
)
reply = table(
    "reply",
    key(),
    ref("study_id", "study", index=True),
    ref("enquiry_id", "enquiry", index=True),
    words("question", comment="the enquiry as the others read it"),
    words("text"),
    whole("published", comment="1 to all raters, 0 to the one who asked"),
    words("who"),
    big("at"),
)
acknowledgement = table(
    "acknowledgement",
    key(),
    ref("membership_id", "membership", index=True),
    words("kind", comment="guideline or reply"),
    Column("what", Key, nullable=False, comment="its id"),
    big("at"),
)
APPEND_ONLY = (
    "judgement",
    "study_event",
    "audit",
    "consent",
    "questionnaire",
    "enquiry",
    "reply",
    "acknowledgement",
    "frozen",
)
"""Tables whose rows are never changed or deleted; triggers see to it."""
