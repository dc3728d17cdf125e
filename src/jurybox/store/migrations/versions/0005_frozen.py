"""Results can be frozen, and shared by a link.

Revision ID: 0005
"""

import sqlalchemy as sa
from alembic import op

from jurybox.store.triggers import refusals

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    cited = "what it is cited by: the study's key, the day, a number"
    op.create_table(
        "frozen",
        sa.Column("id", KEY, nullable=False),
        sa.Column("study_id", KEY, nullable=False),
        sa.Column("name", sa.Text(), nullable=False, comment=cited),
        sa.Column("settings", sa.Text(), nullable=False, comment="how the results were wanted, JSON"),
        sa.Column("version", sa.Text(), nullable=False, comment="of Jurybox, which computed it"),
        sa.Column("study_version", sa.Integer(), nullable=False, comment="of the study, when it was computed"),
        sa.Column("last_seq", sa.BigInteger(), nullable=False),
        sa.Column("judgements", sa.Integer(), nullable=False),
        sa.Column("protocol_hash", sa.Text(), nullable=False),
        sa.Column("signature", sa.Text(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False, comment="the findings, without what people wrote"),
        sa.Column("document_hash", sa.Text(), nullable=False),
        sa.Column("computed_at", sa.BigInteger(), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_frozen_study_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_frozen")),
        sa.UniqueConstraint("study_id", "name", name=op.f("uq_frozen_study_id_name")),
    )
    op.create_table(
        "share",
        sa.Column("id", KEY, nullable=False),
        sa.Column("uid", sa.Text(), nullable=False),
        sa.Column("study_id", KEY, nullable=False),
        sa.Column("frozen_id", KEY, nullable=False),
        sa.Column("names", sa.SmallInteger(), nullable=False, comment="1 with the names of systems, 0 without"),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_share_study_id")),
        sa.ForeignKeyConstraint(["frozen_id"], ["frozen.id"], name=op.f("fk_share_frozen_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_share")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_share_token_hash")),
        sa.UniqueConstraint("uid", name=op.f("uq_share_uid")),
    )
    for column in ("study_id", "frozen_id"):
        op.create_index(op.f(f"ix_share_{column}"), "share", [column], unique=False)
    for statement in refusals(op.get_context().dialect.name, "frozen"):
        op.execute(statement)
