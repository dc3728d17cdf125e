"""The schema that migrations make is the schema the code speaks of."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.exc import OperationalError, ProgrammingError

from jurybox.core.errors import Conflict
from jurybox.store import migration as migrations
from jurybox.store import triggers
from jurybox.store.database import Database, open_database
from jurybox.store.migration import HEAD, engine_of, migrate, revision_of, upgrade
from jurybox.store.schema import metadata
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import BOTH, NewBench, sql
from tests.fixtures.schemas import schema_of


def test_the_migrated_schema_is_that_of_the_tables_in_the_code(bench: Workbench) -> None:
    engine = engine_of(bench.database)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences: list[Any] = compare_metadata(context, metadata)
    engine.dispose()
    assert differences == []


def test_the_head_named_in_the_code_is_the_newest_migration() -> None:
    versions = Path(migrations.__file__).parent / "migrations" / "versions"
    assert sorted(path.name.partition("_")[0] for path in versions.glob("*.py"))[-1] == HEAD


def test_migrating_twice_changes_nothing(bench: Workbench) -> None:
    assert revision_of(bench.database) == HEAD
    migrate(bench.database)
    assert revision_of(bench.database) == HEAD


def test_a_database_of_a_newer_jurybox_is_refused_in_words(bench: Workbench) -> None:
    sql(bench, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Conflict) as refused:
        migrate(bench.database)
    assert [fault.code for fault in refused.value.faults] == ["store.newer_schema"]


def test_the_pool_is_found_by_partial_indexes(bench: Workbench) -> None:
    if bench.database.dialect == "sqlite":
        found = dict(sql(bench, "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"))
    else:
        found = dict(sql(bench, "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"))
    for name in ("ix_slot_pool", "ix_slot_pool_group"):
        assert "open_slots > 0" in found[name]
    assert "stage IS NOT NULL" in found["ix_assignment_open"]
    assert "leased" in found["ix_assignment_lease"]


@pytest.fixture(params=BOTH)
def untouched(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database without any table, in a folder with an odd name."""
    if request.param == "sqlite":
        (tmp_path / "what? 100%").mkdir()
        return str(tmp_path / "what? 100%" / "jurybox.db")
    return str(request.getfixturevalue("postgres_server")())


@pytest.mark.parametrize("way", [migrate, upgrade])
def test_a_schema_that_was_cut_off_leaves_nothing_and_can_be_made_again(
    untouched: str, monkeypatch: pytest.MonkeyPatch, way: Callable[[Database], None]
) -> None:
    database = open_database(untouched)
    with monkeypatch.context() as patch:
        patch.setattr(triggers, "APPEND_ONLY", ("judgement", "no_such_table"))
        with pytest.raises((OperationalError, ProgrammingError, sqlite3.OperationalError, psycopg.ProgrammingError)):
            way(database)
    assert revision_of(database) is None
    way(database)
    assert revision_of(database) == HEAD
    database.close()


def test_the_schema_made_at_once_is_what_all_migrations_make_one_by_one(untouched: str, new_bench: NewBench) -> None:
    migrated = open_database(untouched)
    upgrade(migrated)
    made = schema_of(new_bench(migrated.dialect).database)
    assert made == schema_of(migrated)
    migrated.close()


def test_servers_that_start_at_once_on_an_empty_database_make_one_schema(untouched: str) -> None:
    several = [open_database(untouched) for _ in range(4)]
    with ThreadPoolExecutor(len(several)) as threads:
        list(threads.map(migrate, several))
    assert [revision_of(database) for database in several] == [HEAD] * len(several)
    for database in several:
        database.close()
