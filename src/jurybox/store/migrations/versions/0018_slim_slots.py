"""A slot is a key of its unit alone: opening a large study no longer waits for what only repeats what the unit says.

Revision ID: 0018
"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

COLUMNS = "unit_id, stage, study_id, item_id, grp, place, quorum, open_slots, cannot"
INDEXES = {
    "ix_slot_pool": (["study_id", "stage", "place"], "open_slots > 0"),
    "ix_slot_pool_group": (["study_id", "stage", "grp", "place"], "open_slots > 0"),
    "ix_slot_coverage": (["study_id", "grp", "stage", "quorum", "open_slots", "cannot"], None),
    "ix_slot_inbox": (["study_id"], "cannot > quorum"),
    "ix_slot_cannot": (["study_id", "item_id"], "cannot > 0"),
}


def upgrade() -> None:
    op.drop_index("ix_slot_item", "slot")
    if op.get_context().dialect.name == "sqlite":
        _make_again()
        return
    op.drop_constraint("fk_slot_item_id", "slot")
    op.drop_constraint("fk_slot_study_id", "slot")


def _make_again() -> None:
    """SQLite takes no key from a table. Nothing refers to slots, and they follow from units and the log."""
    for name in INDEXES:
        op.drop_index(name, "slot")
    op.rename_table("slot", "slot_before")
    op.create_table(
        "slot",
        sa.Column("unit_id", sa.Integer(), nullable=False),
        sa.Column("stage", sa.SmallInteger(), nullable=False),
        sa.Column("study_id", sa.Integer(), nullable=False),
        sa.Column("item_id", sa.Integer(), nullable=False),
        sa.Column("grp", sa.Text(), nullable=False),
        sa.Column("place", sa.BigInteger(), nullable=False),
        sa.Column("quorum", sa.Integer(), nullable=False),
        sa.Column("open_slots", sa.Integer(), nullable=False),
        sa.Column("cannot", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["unit_id"], ["unit.id"], name=op.f("fk_slot_unit_id")),
        sa.PrimaryKeyConstraint("unit_id", "stage", name=op.f("pk_slot")),
        sqlite_with_rowid=False,
    )
    op.execute(f"INSERT INTO slot ({COLUMNS}) SELECT {COLUMNS} FROM slot_before ORDER BY unit_id, stage")
    op.drop_table("slot_before")
    for name, (columns, where) in INDEXES.items():
        op.create_index(name, "slot", columns, sqlite_where=None if where is None else sa.text(where))
