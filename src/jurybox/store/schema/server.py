"""What concerns one server: jobs, findings computed and frozen, organisers and their ways in."""

from sqlalchemy import UniqueConstraint

from jurybox.store.schema.column import big, key, ref, small, table, uid, whole, words

job = table(
    "job",
    key(),
    uid(),
    words("kind"),
    words("args"),
    words("state"),
    whole("done"),
    whole("total"),
    whole("cancel"),
    words("result", nullable=True),
    words("faults", nullable=True),
    big("created_at"),
    big("started_at", nullable=True),
    big("finished_at", nullable=True),
    words("owner", nullable=True, comment="the worker process that does it"),
    big("heartbeat_at", nullable=True, comment="when its worker last said that it is alive"),
)
maintenance = table("maintenance", key(), words("what"), big("at"))
"""Has a row only inside the transaction that erases something; while it has, the log yields."""
erasure = table(
    "erasure",
    key(),
    words("kind", comment="rater, texts or study"),
    words("subject", comment="the id of what was erased, which says nothing else"),
    big("at"),
)
study_work = table(
    "study_work",
    key(),
    ref("study_id", "study", unique=True),
    words("owner"),
    big("heartbeat_at", comment="when the one who works on it was last alive"),
)
finding = table(
    "finding",
    key(),
    ref("study_id", "study"),
    words("settings_hash"),
    words("version"),
    whole("study_version", comment="of the study, when this was computed"),
    big("last_seq"),
    whole("judgements"),
    words("document"),
    big("computed_at"),
    whole("took_ms"),
    UniqueConstraint("study_id", "settings_hash"),
)
frozen = table(
    "frozen",
    key(),
    ref("study_id", "study"),
    words("name", comment="what it is cited by: the study's key, the day, a number"),
    words("settings", comment="how the results were wanted, JSON"),
    words("version", comment="of Jurybox, which computed it"),
    whole("study_version", comment="of the study, when it was computed"),
    big("last_seq"),
    whole("judgements"),
    words("protocol_hash"),
    words("signature"),
    words("document", comment="the findings, without what people wrote"),
    words("document_hash"),
    big("computed_at"),
    words("who"),
    big("at"),
    UniqueConstraint("study_id", "name"),
)
share = table(
    "share",
    key(),
    uid(),
    ref("study_id", "study", index=True),
    ref("frozen_id", "frozen", index=True),
    small("names", comment="1 with the names of systems, 0 without"),
    words("token_hash", unique=True),
    words("who"),
    big("at"),
    big("revoked_at", nullable=True),
)
organiser = table(
    "organiser",
    key(),
    uid(),
    words("name", unique=True),
    words("password_hash", nullable=True),
    big("created_at"),
    big("administrator_since", nullable=True, comment="null where an organiser is no administrator"),
    big("removed_at", nullable=True, comment="their name stays in the history, and so out of archives"),
    words("language", nullable=True, comment="of the pages, as the organiser chose"),
)
study_role = table(
    "study_role",
    key(),
    ref("study_id", "study"),
    ref("organiser_id", "organiser"),
    words("role"),
    big("since"),
    UniqueConstraint("study_id", "organiser_id"),
)
session = table("session", key(), words("token_hash", unique=True), ref("organiser_id", "organiser"), big("expires_at"))
sign_in_link = table(
    "sign_in_link",
    key(),
    words("token_hash", unique=True),
    ref("organiser_id", "organiser"),
    big("expires_at"),
)
api_token = table(
    "api_token",
    key(),
    words("token_hash", unique=True),
    ref("organiser_id", "organiser"),
    words("name"),
    big("created_at"),
    big("revoked_at", nullable=True),
    words("scope", nullable=True, comment="read, write or metrics; null is write, as before there were scopes"),
    words("study", nullable=True, comment="the uid of the only study it opens"),
    big("expires_at", nullable=True),
)
audit = table("audit", key(), words("who"), words("what"), words("data"), big("at"))
