"""Two accounts of one person become one.

Revision ID: 0008
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
IS_MERGED = sa.text("merged_into IS NOT NULL")


def upgrade() -> None:
    where = "the membership that this one's work belongs to, where both are one person"
    op.add_column("membership", sa.Column("merged_into", KEY, nullable=True, comment=where))
    op.create_index(
        "ix_membership_merged", "membership", ["merged_into"], sqlite_where=IS_MERGED, postgresql_where=IS_MERGED
    )
