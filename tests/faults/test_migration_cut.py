"""An upgrade that is killed at any of its writes can be done again, and gives what it gives undisturbed."""

import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command

from jurybox.store.database import open_database
from jurybox.store.migration import HEAD, alembic_config, engine_of
from tests.faults.actions import migrate
from tests.faults.step_by_step import FILES, KILL, TALK, Stepper, Try, some
from tests.fixtures.databases import copied_database, drop_database
from tests.fixtures.postgres import NewDatabase
from tests.upgrade.record import HERE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="strace is for Linux")
OLDEST, OLDEST_SCHEMA = HERE / "0.1.0" / "folder.zip", "0001"
SHORT, LONG = 3, pytest.param(10_000, marks=pytest.mark.soak)
AT_ONCE = 40
"""Tries whose folders are there at the same time."""


def in_portions(items: list[Any]) -> Iterator[list[Any]]:
    for start in range(0, len(items), AT_ONCE):
        yield items[start : start + AT_ONCE]


@pytest.fixture
def old_folder(tmp_path: Path) -> Path:
    """The data of 0.1.0."""
    shutil.unpack_archive(OLDEST, tmp_path / "old")
    return tmp_path / "old"


def contents(engine: sa.Engine) -> dict[str, list[str]]:
    """Every row of every table, whatever their order."""
    found = sa.MetaData()
    found.reflect(engine)
    with engine.connect() as connection:
        return {
            table.name: sorted(repr(tuple(row)) for row in connection.execute(sa.select(table)))
            for table in found.sorted_tables
        }


def contents_of(address: str) -> dict[str, list[str]]:
    with closing(open_database(address)) as database:
        engine = engine_of(database)
        try:
            return contents(engine)
        finally:
            engine.dispose()


@pytest.mark.parametrize("times", [SHORT, LONG])
def test_an_upgrade_of_sqlite_that_was_killed_can_be_done_again(
    tmp_path: Path, strace: Path, old_folder: Path, times: int
) -> None:
    stepper = Stepper(strace, tmp_path / "trace", migrate, FILES)
    whole = shutil.copytree(old_folder, tmp_path / "whole")
    steps = some(stepper.steps([str(whole)], "done"), times)
    wanted = contents_of(str(whole / "jurybox.db"))
    assert wanted["alembic_version"] == [f"('{HEAD}',)"]
    for portion in in_portions(steps):
        tries = [Try([str(shutil.copytree(old_folder, tmp_path / f"cut-{n}"))], step) for n, step in enumerate(portion)]
        for one, tried in zip(tries, stepper.run(KILL, tries), strict=True):
            assert tried.is_killed
            folder = Path(one.given[0])
            migrate(str(folder))
            assert contents_of(str(folder / "jurybox.db")) == wanted
            with closing(sqlite3.connect(folder / "jurybox.db")) as database:
                assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            shutil.rmtree(folder)
    print(f"killed at {len(steps)} system calls")


def old_postgres(address: str, folder: Path) -> None:
    """The same data in PostgreSQL, as a server of 0.1.0 would have left them."""
    with closing(open_database(address)) as database:
        engine = engine_of(database)
        with engine.begin() as connection:
            command.upgrade(alembic_config(connection), OLDEST_SCHEMA)
        metadata = sa.MetaData()
        metadata.reflect(engine)
        old = sa.create_engine(f"sqlite:///{folder / 'jurybox.db'}")
        with old.connect() as source, engine.begin() as target:
            target.exec_driver_sql("SET session_replication_role = replica")  # keys point both ways
            for table in metadata.sorted_tables:
                if table.name != "alembic_version" and (rows := source.execute(sa.select(table)).mappings().all()):
                    target.execute(table.insert(), [dict(row) for row in rows])
        old.dispose()
        engine.dispose()


@pytest.mark.parametrize("times", [SHORT, LONG])
def test_an_upgrade_of_postgresql_that_was_killed_can_be_done_again(
    tmp_path: Path, strace: Path, old_folder: Path, postgres_server: NewDatabase, times: int
) -> None:
    template, stepper = postgres_server(), Stepper(strace, tmp_path / "trace", migrate, TALK)
    old_postgres(template, old_folder)
    whole = copied_database(template, "cut_whole")
    steps = some(stepper.steps([str(old_folder), whole], "done"), times)
    wanted = contents_of(whole)
    assert wanted["alembic_version"] == [f"('{HEAD}',)"]
    for portion in in_portions(steps):
        tries = [Try([str(old_folder), copied_database(template, f"cut_{n}")], step) for n, step in enumerate(portion)]
        for one, tried in zip(tries, stepper.run(KILL, tries), strict=True):
            assert tried.is_killed
            migrate(*one.given)
            assert contents_of(one.given[1]) == wanted
            drop_database(one.given[1])
    drop_database(whole)
    print(f"killed at {len(steps)} system calls")
