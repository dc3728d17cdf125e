"""Alembic's entry point; jurybox.store.migration hands it an open connection."""

from alembic import context

from jurybox.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transaction_per_migration=False)
with context.begin_transaction():
    context.run_migrations()
