"""A link by which raters join a study themselves, and what a platform says of who comes from there.

Revision ID: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    said = "which platform, and what else it said of their coming; a JSON object"
    op.add_column("rater", sa.Column("platform", sa.Text(), nullable=True, comment=said))
    op.create_table(
        "join_link",
        sa.Column("study_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False, comment="the next one makes the old link void"),
        sa.Column("most", sa.Integer(), nullable=True, comment="how many may join by it; null where there is no limit"),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("groups", sa.Text(), nullable=False, comment="a JSON list; empty means all"),
        sa.Column("joined", sa.Integer(), nullable=False, comment="how many came by it, earlier versions included"),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_join_link_study_id")),
        sa.PrimaryKeyConstraint("study_id", name=op.f("pk_join_link")),
    )
