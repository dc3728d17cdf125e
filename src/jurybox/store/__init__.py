"""Where everything is kept: SQLite or PostgreSQL, by the same SQLAlchemy Core statements."""
