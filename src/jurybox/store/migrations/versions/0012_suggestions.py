"""Answers from elsewhere can be shown to raters, to be corrected.

Revision ID: 0012
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
REFERENCES = {"study_id": "study", "item_id": "item", "system_id": "system", "import_id": "import"}


def upgrade() -> None:
    op.create_table(
        "suggestion",
        sa.Column("id", KEY, nullable=False),
        sa.Column("study_id", KEY, nullable=False),
        sa.Column("item_id", KEY, nullable=False),
        sa.Column("system_id", KEY, nullable=True, comment="null where it is about several candidates"),
        sa.Column("segment", sa.Integer(), nullable=False, comment="0 for the whole item, 1… for its segments"),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False, comment="the answer as a rater would give it, JSON"),
        sa.Column("origin", sa.Text(), nullable=False, comment="where it comes from; never shown to raters"),
        sa.Column("import_id", KEY, nullable=False),
        *(
            sa.ForeignKeyConstraint([column], [f"{table}.id"], name=op.f(f"fk_suggestion_{column}"))
            for column, table in REFERENCES.items()
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_suggestion")),
    )
    for column in ("study_id", "import_id"):
        op.create_index(op.f(f"ix_suggestion_{column}"), "suggestion", [column], unique=False)
    op.create_index("ix_suggestion_item", "suggestion", ["item_id", "id"], unique=False)
