"""Organisers have a role in each study; those there are own all studies there are.

Revision ID: 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "study_role",
        sa.Column("id", KEY, nullable=False),
        sa.Column("study_id", KEY, nullable=False),
        sa.Column("organiser_id", KEY, nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name=op.f("fk_study_role_study_id")),
        sa.ForeignKeyConstraint(["organiser_id"], ["organiser.id"], name=op.f("fk_study_role_organiser_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_study_role")),
        sa.UniqueConstraint("study_id", "organiser_id", name=op.f("uq_study_role_study_id_organiser_id")),
    )
    op.execute(
        "INSERT INTO study_role (study_id, organiser_id, role, since)"
        " SELECT study.id, organiser.id, 'owner', study.created_at FROM study CROSS JOIN organiser"
        " WHERE organiser.removed_at IS NULL ORDER BY study.id, organiser.id"
    )
