"""One at a time fills or opens a study, whichever process they are in.

Revision ID: 0014
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    alive = "when the one who works on it was last alive"
    op.create_table(
        "study_work",
        sa.Column("id", KEY, nullable=False),
        sa.Column("study_id", KEY, nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("heartbeat_at", sa.BigInteger(), nullable=False, comment=alive),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("study_id"),
    )
