"""Where everything is kept: SQLite or PostgreSQL by the same SQLAlchemy Core statements. Hands out core types, never rows."""
