"""A unit can be a window of a long item.

Revision ID: 0015
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

COMMENTS = {
    "unit": "which window of a long item, from 1 on; null for all of it",
    "assignment": "which window of a long item, as its unit says",
}


def upgrade() -> None:
    for table, comment in COMMENTS.items():
        op.add_column(table, sa.Column("win", sa.SmallInteger(), nullable=True, comment=comment))
