"""Units whose answers are known stand among the others, and raters who fail them are told apart.

Revision ID: 0013
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
IS_CHECK = sa.text("check_item IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "check_item",
        sa.Column("id", KEY, nullable=False),
        sa.Column("study_id", KEY, nullable=False),
        sa.Column("name", sa.Text(), nullable=False, comment="what the organiser knows it by"),
        sa.Column("kind", sa.Text(), nullable=False, comment="gold, attention, degraded"),
        sa.Column("grp", sa.Text(), nullable=False),
        sa.Column("item_id", KEY, nullable=True, comment="what it was made from"),
        sa.Column("place", sa.Integer(), nullable=False, comment="drawn when the study opens; -1 before"),
        sa.Column(
            "content",
            sa.Text(),
            nullable=False,
            comment="what it shows, as an example's: {fields, segments, candidates}",
        ),
        sa.Column("says", sa.Text(), nullable=False, comment="what a rater should say: {answers, worse}"),
        sa.Column("withdrawn_at", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_check_item_study_id")),
        sa.ForeignKeyConstraint(["item_id"], ["item.id"], name=op.f("fk_check_item_item_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_check_item")),
        sa.UniqueConstraint("study_id", "name", name=op.f("uq_check_item_study_id_name")),
    )
    op.create_index("ix_check_item_place", "check_item", ["study_id", "place"])
    what = "the check, where no unit but that is rated"
    op.add_column("assignment", sa.Column("check_item", KEY, nullable=True, comment=what))
    how = "of a check: 1 passed, 0 failed, null while nothing was said of it"
    op.add_column("assignment", sa.Column("passed", sa.SmallInteger(), nullable=True, comment=how))
    where = "what checks came to: null or 0 fine, 1 flagged, 2 paused, 3 screened out …"
    op.add_column("membership", sa.Column("checked", sa.SmallInteger(), nullable=True, comment=where))
    op.create_index(
        "ix_assignment_check",
        "assignment",
        ["membership_id", "check_item"],
        sqlite_where=IS_CHECK,
        postgresql_where=IS_CHECK,
    )
