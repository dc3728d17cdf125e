"""Bringing a database to the newest schema.

An empty one gets it at once. Alembic is loaded only for a database of an older release.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import text

from jurybox.core import Conflict, JuryboxError
from jurybox.store.database import Database, SqliteDatabase
from jurybox.store.schema import metadata
from jurybox.store.statement import DIALECTS, Run, Scalar, Statement
from jurybox.store.triggers import newest_triggers
from jurybox.store.writer import in_words

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection, Engine

HEAD = "0018"
"""The newest revision in migrations/versions; a test compares."""
CREATING_LOCK = 7_406_022
_REVISION = Scalar(str, text("SELECT version_num FROM alembic_version"))
_TABLES = {
    "sqlite": Statement(text("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'")),
    "postgresql": Statement(text("SELECT 1 WHERE to_regclass('alembic_version') IS NOT NULL")),
}
_STAMP = (
    "CREATE TABLE alembic_version "
    "(version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))",
    f"INSERT INTO alembic_version (version_num) VALUES ('{HEAD}')",
)
"""As Alembic makes it."""


def revision_of(database: Database) -> str | None:
    """The revision a database is at, or None when it is empty."""
    return database.read(_revision)


def _revision(run: Run) -> str | None:
    return _REVISION.one(run) if _TABLES[run._dialect].finds(run) else None


def migrate(database: Database) -> None:
    """Create or upgrade the schema; does nothing when it is current."""
    found = revision_of(database)
    if found is None:
        found = database.write(_create)
    if found == HEAD:
        return
    if found > HEAD:
        raise Conflict.of("store.newer_schema", given=found, allowed=HEAD)
    upgrade(database)


def _create(run: Run) -> str:
    """Make the newest schema at once, as all migrations would; what the database is at, should another be quicker."""
    if run._dialect == "postgresql":
        run._cursor.execute("SELECT pg_advisory_xact_lock(%s)", (CREATING_LOCK,))
    found = _revision(run)
    if found is None:
        for statement in creation(run._dialect):
            run._cursor.execute(statement)
    return found or HEAD


def creation(dialect: str) -> list[str]:
    """The statements that make the newest schema in an empty database."""
    from sqlalchemy.schema import CreateIndex, CreateTable, SetColumnComment

    made: list[CreateTable | CreateIndex | SetColumnComment] = []
    for table in metadata.sorted_tables:
        made += [CreateTable(table), *map(CreateIndex, sorted(table.indexes, key=lambda index: str(index.name)))]
        if DIALECTS[dialect].supports_comments:
            made += [SetColumnComment(column) for column in table.columns if column.comment]
    return [*(str(one.compile(dialect=DIALECTS[dialect])) for one in made), *newest_triggers(dialect), *_STAMP]


def alembic_config(connection: "Connection") -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def upgrade(database: Database) -> None:
    """Run the migrations that a database has not seen, one by one, in one transaction."""
    from alembic import command
    from sqlalchemy.exc import DBAPIError

    engine = engine_of(database)
    try:
        with engine.begin() as connection:
            if database.dialect == "sqlite":  # Python's driver would begin no transaction for a CREATE TABLE
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            command.upgrade(alembic_config(connection), "head")
    except DBAPIError as error:
        if isinstance(error.orig, Exception) and isinstance(told := in_words(error.orig), JuryboxError):
            raise told from error
        raise
    finally:
        engine.dispose()


def engine_of(database: Database) -> "Engine":
    """What Alembic works with: connections as the store opens them itself."""
    from sqlalchemy import create_engine
    from sqlalchemy.pool import NullPool

    if isinstance(database, SqliteDatabase):
        return create_engine("sqlite://", creator=database.connect, poolclass=NullPool)
    return create_engine(f"postgresql+psycopg://{database.address.partition('://')[2]}", poolclass=NullPool)
