"""Litestream copies the database while people rate: a machine that is lost comes back from its copy and the secret."""

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.faults.crowd import Crowd
from tests.faults.looking import check_folder
from tests.faults.serving import server_of_study
from tests.paths import ROOT

LITESTREAM = Path(sys.executable).with_name("litestream")
DOCUMENTED = "/var/lib/jurybox/jurybox.db"
PLACE = "/mnt/backup/jurybox"
LONGEST_S = 60


def configuration(folder: Path, data: Path) -> Path:
    """What docs/reliability.md shows, with the places of this test."""
    page = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
    shown = page.partition("# /etc/litestream.yml\n")[2].partition("```")[0]
    assert DOCUMENTED in shown
    assert PLACE in shown
    written = folder / "litestream.yml"
    written.write_text(shown.replace(DOCUMENTED, str(data / "jurybox.db")).replace(PLACE, str(folder / "copy")))
    return written


@contextmanager
def copying(settings: Path) -> Iterator[None]:
    """Beside the server, as a service of the machine would run it; it is killed in the end, as the machine is."""
    with (settings.parent / "litestream.log").open("wb") as log:
        command: list[str | Path] = [LITESTREAM, "replicate", "-config", settings]
        with subprocess.Popen(command, stdout=log, stderr=log) as process:
            try:
                yield
                assert process.poll() is None, (settings.parent / "litestream.log").read_text()
            finally:
                process.kill()


def lose_the_machine(data: Path, settings: Path) -> None:
    """All is gone but the copy and the secret, which is kept by other means."""
    secret = (data / "secret").read_bytes()
    shutil.rmtree(data)
    data.mkdir(mode=0o700)
    (data / "secret").write_bytes(secret)
    database = YAML(typ="safe").load(settings)["dbs"][0]["path"]
    subprocess.run([LITESTREAM, "restore", "-config", settings, database], check=True, timeout=LONGEST_S)


async def work(crowd: Crowd, judgements: int) -> None:
    async with crowd.working():
        await crowd.until_acknowledged(judgements)


def play(folder: Path, judgements: int, pause_s: float) -> tuple[list[str], set[str]]:
    """What was acknowledged, and what the restored database holds."""
    data = folder / "data"
    data.mkdir()
    with server_of_study(data, judgements + 500, raters=8) as (server, tokens):
        settings = configuration(folder, data)
        crowd = Crowd(server.port, tokens)
        with copying(settings):
            asyncio.run(work(crowd, judgements))
            asyncio.run(asyncio.sleep(pause_s))
            server.kill()
        acknowledged = crowd.acknowledged
        lose_the_machine(data, settings)
        stored = check_folder(data, acknowledged if pause_s else [])
        server.start()
        after = Crowd(server.port, tokens)
        asyncio.run(work(after, 50))
        server.end()
        assert set(after.statuses) <= {200, 201}
        check_folder(data, after.acknowledged)
    return acknowledged, stored


def test_what_was_copied_comes_back_whole(tmp_path: Path) -> None:
    """With a pause after the last judgement, longer than the documented second between two copies."""
    acknowledged, stored = play(tmp_path, 300, pause_s=4)
    assert len(stored) == len(acknowledged) >= 300


@pytest.mark.soak
def test_a_machine_that_is_lost_while_people_rate_lacks_the_last_moment_only(tmp_path: Path) -> None:
    acknowledged, stored = play(tmp_path, 5_000, pause_s=0)
    missing = [n for n, id in enumerate(acknowledged) if id not in stored]
    print(f"{len(acknowledged)} acknowledged, {len(missing)} of them after the last copy")
    assert len(missing) < len(acknowledged) // 2
