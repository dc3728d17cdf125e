"""What concerns one server: jobs, findings that were computed, organisers and their ways in."""

from sqlalchemy import UniqueConstraint

from jurybox.store.schema.column import big, key, ref, table, uid, whole, words

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
)
audit = table("audit", key(), words("who"), words("what"), words("data"), big("at"))
