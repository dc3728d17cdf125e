"""Organisers have a role and a language; who was the first is administrator.

Revision ID: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    since = "null where an organiser is no administrator"
    op.add_column("organiser", sa.Column("administrator_since", sa.BigInteger(), nullable=True, comment=since))
    removed = "their name stays in the history, and so out of archives"
    op.add_column("organiser", sa.Column("removed_at", sa.BigInteger(), nullable=True, comment=removed))
    chosen = "of the pages, as the organiser chose"
    op.add_column("organiser", sa.Column("language", sa.Text(), nullable=True, comment=chosen))
    op.execute(
        "UPDATE organiser SET administrator_since = created_at WHERE id = (SELECT min(first.id) FROM organiser AS first)"
    )
