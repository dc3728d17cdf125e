"""Bringing a database to the newest schema. Alembic is loaded only when there is something to do."""

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import text

from jurybox.core import Conflict
from jurybox.store.database import Database, SqliteDatabase
from jurybox.store.statement import Run, Scalar, Statement

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection, Engine

HEAD = "0018"
"""The newest revision in migrations/versions; a test compares."""
_REVISION = Scalar(str, text("SELECT version_num FROM alembic_version"))


def revision_of(database: Database) -> str | None:
    """The revision a database is at, or None when it is empty."""
    tables = (
        "SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'"
        if database.dialect == "sqlite"
        else "SELECT 1 WHERE to_regclass('alembic_version') IS NOT NULL"
    )

    def look(run: Run) -> str | None:
        return _REVISION.one(run) if Statement(text(tables)).finds(run) else None

    return database.read(look)


def migrate(database: Database) -> None:
    """Create or upgrade the schema; does nothing when it is current."""
    found = revision_of(database)
    if found == HEAD:
        return
    if found is not None and found > HEAD:
        raise Conflict.of("store.newer_schema", given=found, allowed=HEAD)
    _upgrade(database)


def alembic_config(connection: "Connection") -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _upgrade(database: Database) -> None:
    from alembic import command

    engine = engine_of(database)
    with engine.begin() as connection:
        if database.dialect == "sqlite":  # Python's driver would begin no transaction for a CREATE TABLE
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        command.upgrade(alembic_config(connection), "head")
    engine.dispose()


def engine_of(database: Database) -> "Engine":
    """What Alembic works with: connections as the store opens them itself."""
    from sqlalchemy import create_engine
    from sqlalchemy.pool import NullPool

    if isinstance(database, SqliteDatabase):
        return create_engine("sqlite://", creator=database.connect, poolclass=NullPool)
    return create_engine(f"postgresql+psycopg://{database.address.partition('://')[2]}", poolclass=NullPool)
