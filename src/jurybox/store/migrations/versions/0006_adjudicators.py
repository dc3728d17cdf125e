"""Some members of a study decide what raters dispute.

Revision ID: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

IS_DECISION = sa.text("purpose = 'adjudication'")


def upgrade() -> None:
    who = "rater: appointed to decide; organiser: decisions of one, by no link"
    op.add_column("membership", sa.Column("adjudicator", sa.Text(), nullable=True, comment=who))
    op.create_index(
        "ix_assignment_adjudication",
        "assignment",
        ["study_id", "unit_id"],
        sqlite_where=IS_DECISION,
        postgresql_where=IS_DECISION,
    )
