"""A token of the API can be for reading alone, for one study, and for a time.

Revision ID: 0017
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    scope = "read, write or metrics; null is write, as before there were scopes"
    op.add_column("api_token", sa.Column("scope", sa.Text(), nullable=True, comment=scope))
    op.add_column(
        "api_token", sa.Column("study", sa.Text(), nullable=True, comment="the uid of the only study it opens")
    )
    op.add_column("api_token", sa.Column("expires_at", sa.BigInteger(), nullable=True))
