"""Lists of items are found by their filters, and counted, without going through all of them.

Revision ID: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_item_study", "item", ["study_id", "id"])
    gone, said = sa.text("withdrawn_at IS NOT NULL"), sa.text("cannot > 0")
    op.create_index("ix_item_withdrawn", "item", ["study_id"], sqlite_where=gone, postgresql_where=gone)
    op.create_index("ix_slot_cannot", "slot", ["study_id", "item_id"], sqlite_where=said, postgresql_where=said)
