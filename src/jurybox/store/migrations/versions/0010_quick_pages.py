"""How far a study is comes from one index, and how long raters worked from their tallies.

Revision ID: 0010
"""

import sqlalchemy as sa
from alembic import op

from jurybox.store.triggers import counting_with_times
from jurybox.store.working_time import tallies_again

revision = "0010"
down_revision = "0008"
branch_labels = None
depends_on = None

TIMES = {
    "elapsed_ms": "as the page measured it",
    "active_ms": "the same, of each judgement five minutes at the most",
    "answered_us": "between judgements, without pauses of over ten minutes",
    "contact_us": "the same, with when what they are about was given",
    "begun_at": "when the first of them was given",
    "first_at": "when the first of them came in",
    "last_at": "when the last of them came in",
}


def upgrade() -> None:
    op.create_index("ix_slot_coverage", "slot", ["study_id", "grp", "stage", "quorum", "open_slots", "cannot"])
    for name, comment in TIMES.items():
        op.add_column("tally", sa.Column(name, sa.BigInteger(), nullable=False, server_default="0", comment=comment))
    op.execute("DELETE FROM tally")
    op.execute(tallies_again("true"))
    for statement in counting_with_times(op.get_context().dialect.name):
        op.execute(statement)
