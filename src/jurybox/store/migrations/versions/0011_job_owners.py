"""A job knows which worker does it, and when that worker was last alive.

Revision ID: 0011
"""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("job", sa.Column("owner", sa.Text(), nullable=True, comment="the worker process that does it"))
    alive = "when its worker last said that it is alive"
    op.add_column("job", sa.Column("heartbeat_at", sa.BigInteger(), nullable=True, comment=alive))
