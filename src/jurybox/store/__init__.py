"""The database: schema, migrations, the writer and the append-only log. Hands out core types, never rows."""
