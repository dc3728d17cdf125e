"""The power goes at any moment: whatever the disk forgot that it was not told to keep, nothing acknowledged is lost.

A server is run under strace; its writes are replayed up to a moment, what was not synced is kept, dropped, torn or
reordered by chance, and the product opens what is left.
"""

import asyncio
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from benchmarks.material import STUDY, build_study, open_bench
from jurybox.store.database import open_database
from jurybox.store.migration import HEAD, revision_of
from jurybox.studies.rating import Link, session
from tests.faults.actions import migrate
from tests.faults.crowd import Crowd
from tests.faults.disk import Disk
from tests.faults.looking import check_folder
from tests.faults.serving import Server
from tests.faults.test_migration_cut import OLDEST, contents_of
from tests.faults.traced import Call, Trace, traced
from tests.fixtures.databases import BOTH

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="strace is for Linux")

SAYING = ("write", "writev", "sendmsg", "sendto")


@dataclass(frozen=True, slots=True)
class Recorded:
    """What a server did to a folder that was `before`, and what raters got acknowledged."""

    folder: Path
    before: Path
    log: Path
    acknowledged: frozenset[str]

    def replay(self, forgets_syncs: bool = False) -> tuple[Trace, Iterator[Call]]:
        trace = Trace(Disk.of(self.before), self.folder, self.log, forgets_syncs)
        return trace, trace.steps()


def rated(tmp_path: Path, strace: Path, judgements: int, raters: int) -> Recorded:
    """A server from its start to its end, while raters work."""
    folder, before, log = tmp_path / "data", tmp_path / "before", tmp_path / "trace"
    tokens = build_study(folder, judgements + 50, raters).tokens
    shutil.copytree(folder, before)
    server = Server(folder, before=traced(strace, log))
    server.start()
    crowd = Crowd(server.port, tokens)

    async def work() -> None:
        async with crowd.working():
            await crowd.until_acknowledged(judgements)

    try:
        asyncio.run(work())
        asyncio.run(crowd.deliver_rest())
    finally:
        server.end()
    return Recorded(folder, before, log, frozenset(crowd.acknowledged))


def told(call: Call, known: frozenset[str]) -> set[str]:
    """What is acknowledged by this call: the body of an answer names the judgement, a command prints the link."""
    descriptor, path = call.place
    is_said = call.is_begun and call.name in SAYING and (path.startswith("socket:") or descriptor == 1)
    said = b"".join(call.texts) if is_said else b""
    return {id for id in known if id.encode() in said}


@contextmanager
def fresh(folder: Path) -> Iterator[Path]:
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "media").mkdir(parents=True, mode=0o700)
    yield folder
    shutil.rmtree(folder)


def cut_again_and_again(
    recorded: Recorded, times: int, look: Callable[[Path, set[str]], None], forgets_syncs: bool = False
) -> int:
    """Look at what is left after cuts: every second one just after something was acknowledged."""
    chance = random.Random(times)
    tells = [bool(told(call, recorded.acknowledged)) for call in recorded.replay()[1]]
    telling = [n for n, is_telling in enumerate(tells) if is_telling]
    moments = sorted(chance.choices(range(len(tells)), k=times - times // 2) + chance.choices(telling, k=times // 2))
    acknowledged: set[str] = set()
    trace, replay = recorded.replay(forgets_syncs)
    for n, call in enumerate(replay):
        acknowledged |= told(call, recorded.acknowledged)
        for _ in range(moments.count(n)):
            with fresh(recorded.folder.with_name("left")) as folder:
                trace.disk.after_power_cut(folder, chance)
                look(folder, acknowledged)
    assert acknowledged == recorded.acknowledged, "the trace does not tell what was acknowledged"
    assert trace.syncs > 0
    return len(moments)


def nothing_is_lost(folder: Path, acknowledged: set[str]) -> None:
    check_folder(folder, sorted(acknowledged))


def test_nothing_acknowledged_is_lost_when_the_power_goes(tmp_path: Path, strace: Path) -> None:
    recorded = rated(tmp_path, strace, judgements=60, raters=3)
    assert cut_again_and_again(recorded, 25, nothing_is_lost) == 25


@pytest.mark.soak
def test_nothing_acknowledged_is_lost_in_two_thousand_power_cuts(tmp_path: Path, strace: Path) -> None:
    """The log is folded into the database several times meanwhile."""
    recorded = rated(tmp_path, strace, judgements=600, raters=8)
    assert cut_again_and_again(recorded, 2_000, nothing_is_lost) == 2_000


def test_a_disk_that_forgets_what_was_synced_is_found_out(tmp_path: Path, strace: Path) -> None:
    """So that the tests above are known to see what they look for."""
    recorded = rated(tmp_path, strace, judgements=20, raters=2)
    with pytest.raises((AssertionError, sqlite3.DatabaseError)):
        cut_again_and_again(recorded, 25, nothing_is_lost, forgets_syncs=True)


FIRST_STEPS = """
import sys
from pathlib import Path
from benchmarks.material import STUDY, add_rater, build_study, open_bench
folder, database = Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None
build_study(folder, 10, 0, database)
bench = open_bench(folder, database)
print(f"LINK {add_rater(bench, 'Ann')}", flush=True)
bench.close()
"""


def begun(tmp_path: Path, strace: Path, database: str | None) -> Recorded:
    """A data folder from nothing to the first link."""
    folder, before, log = tmp_path / "data", tmp_path / "before", tmp_path / "trace"
    before.mkdir()
    folder.mkdir()
    more = [database] if database else []
    command = [*traced(strace, log), sys.executable, "-c", FIRST_STEPS, folder, *more]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return Recorded(folder, before, log, frozenset({done.stdout.split()[1]}))


@pytest.mark.parametrize("times", [40, pytest.param(1_000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("database", BOTH)
def test_a_first_start_that_lost_its_power_can_be_done_again(
    tmp_path: Path, strace: Path, request: pytest.FixtureRequest, database: str, times: int
) -> None:
    """And a link that was told works from then on."""
    where = str(request.getfixturevalue("postgres_server")()) if database == "postgresql" else None
    recorded = begun(tmp_path, strace, where)
    (link,) = recorded.acknowledged

    def look(folder: Path, acknowledged: set[str]) -> None:
        if where and not acknowledged:
            return  # the PostgreSQL that is looked at knows the link already
        bench = open_bench(folder, where)
        try:
            if acknowledged:
                assert bench.database.read(lambda run: session.about_study(bench, run, Link(STUDY, link)))
        finally:
            bench.close()

    assert cut_again_and_again(recorded, times, look) == times


UPGRADE = """
import sys
from tests.faults.actions import migrate
migrate(sys.argv[1])
print("UPGRADED", flush=True)
"""


@pytest.mark.parametrize("times", [8, pytest.param(150, marks=pytest.mark.soak)])
def test_an_upgrade_that_lost_its_power_can_be_done_again(tmp_path: Path, strace: Path, times: int) -> None:
    """The data of 0.1.0: every row of every table is there, whatever the disk forgot."""
    folder, before, log = tmp_path / "data", tmp_path / "before", tmp_path / "trace"
    shutil.unpack_archive(OLDEST, before)
    shutil.copytree(before, folder)
    subprocess.run([*traced(strace, log), sys.executable, "-c", UPGRADE, folder], check=True, stdout=subprocess.PIPE)
    recorded = Recorded(folder, before, log, frozenset({"UPGRADED"}))
    wanted = contents_of(str(folder / "jurybox.db"))

    def look(left: Path, acknowledged: set[str]) -> None:
        if acknowledged:
            with closing(open_database(str(left / "jurybox.db"))) as database:
                assert revision_of(database) == HEAD
        migrate(str(left))
        assert contents_of(str(left / "jurybox.db")) == wanted

    assert cut_again_and_again(recorded, times, look) == times
