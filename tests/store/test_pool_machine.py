"""Property: whatever raters and organisers do, slots, groups, blindness and the log hold."""

import itertools
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from jurybox.design import repeats
from jurybox.studies.rating import taker
from jurybox.studies.workbench import Workbench, open_workbench
from tests.fixtures.databases import Clock, copied_database, drop_database, new_world
from tests.store.kinds import make_studies
from tests.store.machine import PlayMany

OpenCopy = Callable[[], Workbench]
CALM = settings(deadline=None, suppress_health_check=list(HealthCheck), stateful_step_count=40)
LONG = settings(CALM, stateful_step_count=100)
"""Longer plays than in make test, and other ones each time: what fails is kept by hypothesis and played first."""


@pytest.fixture
def small_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Repeats come after two units, and a handful of units is plenty, so that forty steps see everything."""
    monkeypatch.setattr(repeats, "LEAST_GAP", 2)
    monkeypatch.setattr(taker, "SCARCE", 2)


@pytest.fixture
def sqlite_copies(small_numbers: None, migrated_file: Path, tmp_path: Path) -> OpenCopy:
    folder = tmp_path / "prepared"
    folder.mkdir()
    shutil.copy(migrated_file, folder / "jurybox.db")
    prepared = open_workbench(folder, new_world(Clock(), "prepared"))
    make_studies(prepared)
    prepared.close()
    numbers = itertools.count(1)

    def copy() -> Workbench:
        target = tmp_path / f"copy-{next(numbers)}"
        shutil.copytree(folder, target)
        return open_workbench(target, new_world(Clock(), "copy"))

    return copy


@pytest.fixture
def postgres_copies(small_numbers: None, migrated_database: str, tmp_path: Path) -> OpenCopy:
    folder = tmp_path / "prepared"
    address = copied_database(migrated_database, "prepared")
    prepared = open_workbench(folder, new_world(Clock(), "prepared"), address)
    make_studies(prepared)
    prepared.close()
    numbers = itertools.count(1)
    played: list[str] = []

    def copy() -> Workbench:
        while played:
            drop_database(played.pop())
        played.append(copied_database(address, f"played_{next(numbers)}"))
        return open_workbench(folder, new_world(Clock(), "copy"), played[-1])

    return copy


def test_many_raters_keep_to_the_rules_on_sqlite(sqlite_copies: OpenCopy) -> None:
    class Play(PlayMany):
        open_copy = staticmethod(sqlite_copies)

    run_state_machine_as_test(Play, settings=settings(CALM, max_examples=40))


@pytest.mark.postgres
def test_many_raters_keep_to_the_rules_on_postgresql(postgres_copies: OpenCopy) -> None:
    class Play(PlayMany):
        open_copy = staticmethod(postgres_copies)

    run_state_machine_as_test(Play, settings=settings(CALM, max_examples=8))


@pytest.mark.soak
@pytest.mark.parametrize("_", range(5))
def test_many_raters_keep_to_the_rules_on_sqlite_for_long(sqlite_copies: OpenCopy, _: int) -> None:
    class Play(PlayMany):
        open_copy = staticmethod(sqlite_copies)

    run_state_machine_as_test(Play, settings=settings(LONG, max_examples=15))


@pytest.mark.soak
@pytest.mark.postgres
@pytest.mark.parametrize("_", range(5))
def test_many_raters_keep_to_the_rules_on_postgresql_for_long(postgres_copies: OpenCopy, _: int) -> None:
    class Play(PlayMany):
        open_copy = staticmethod(postgres_copies)

    run_state_machine_as_test(Play, settings=settings(LONG, max_examples=4))


def test_what_others_began_waits_on_a_fixed_list_for_the_rest_of_its_batch(sqlite_copies: OpenCopy) -> None:
    """Found by the play above: who takes over a second stage still has first stages to do."""

    class Play(PlayMany):
        open_copy = staticmethod(sqlite_copies)

    play = Play()
    play.choose_a_study("lists")
    play.others_take_over(pick=0, times=7)
    play.a_rater_is_revoked(pick=0)
    play.more_is_added(late_system=False)
    play.ask_for_units(pick=3, ahead=3)
    assert {sent.stage for sent in play.open if sent.rater is play._rater(3)} == {0}
    play.teardown()
