"""People, texts and studies can be erased, in one guarded transaction to which the log yields.

Revision ID: 0016
"""

import sqlalchemy as sa
from alembic import op

from jurybox.store.triggers import YIELDING_FUNCTION, yielding_refusals

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "maintenance",
        sa.Column("id", KEY, nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "erasure",
        sa.Column("id", KEY, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False, comment="rater, texts or study"),
        sa.Column("subject", sa.Text(), nullable=False, comment="the id of what was erased, which says nothing else"),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    if op.get_context().dialect.name != "sqlite":
        op.execute(YIELDING_FUNCTION)
        return
    found = op.get_bind().execute(sa.text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars()
    guarded = [name.removesuffix("_no_update") for name in found if name.endswith("_no_update")]
    for table in guarded:
        op.execute(f"DROP TRIGGER {table}_no_update")
        op.execute(f"DROP TRIGGER {table}_no_delete")
    for statement in yielding_refusals("sqlite", *guarded):
        op.execute(statement)
