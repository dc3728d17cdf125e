"""A full disk: told in words, nothing acknowledged is lost, reading goes on, and with room again so does rating."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from benchmarks.material import STUDY
from jurybox.store.statement import Run, number
from tests.faults.looking import check_folder
from tests.faults.serving import server_of_study
from tests.fixtures.databases import NewBench, sql
from tests.fixtures.studies import judgement_id, lines, open_study
from tests.fixtures.web import Site, make_site, ok, problem

MOST = 400
"""Judgements after which a limit of a few pages must have been met."""
COMMENT = "A comment of some length. " * 100
Post = Callable[..., httpx.Response]


def judge_until(status: int, post: Post, question: str) -> tuple[list[str], httpx.Response]:
    """Rate until an answer has that status: the ids that were acknowledged, and the answer."""
    taken: list[str] = []
    for _ in range(MOST):
        answer = post("api/next", json={})
        if answer.status_code == 200:
            body = judgement(answer.json()["units"][0], question)
            answer = post("api/judgements", json=body)
            taken += [body["id"]] if answer.status_code == 201 else []
        if answer.status_code == status:
            return taken, answer
    raise AssertionError(f"no {status} in {MOST} judgements")


def judgement(unit: dict[str, Any], question: str) -> dict[str, Any]:
    told = {"assignment": unit["assignment"], "stage": unit["stage"], "answers": {question: {"A": 3}}}
    return {"id": judgement_id(), "comment": COMMENT, **told}


def limit_pages(site: Site, more: int) -> None:
    """Let the database grow by that many pages at the most, as the connection that the server writes with sees it."""

    def write(run: Run) -> None:
        pages = number(run, "PRAGMA page_count")
        run._cursor.execute(f"PRAGMA max_page_count={pages + more}").fetchone()

    async def on_the_writer() -> None:
        await site.bench.database.write_async(write)

    site.runner.run(on_the_writer())


def test_a_full_database_is_told_and_takes_judgements_again_when_there_is_room(new_bench: NewBench) -> None:
    bench = new_bench("sqlite")
    study = open_study(bench, lines(200), quorum=1)
    site = make_site(bench)
    rater = site.rater(f"/rate/{study.key}/#{study.rater().token}")
    limit_pages(site, 5)
    taken, answer = judge_until(507, rater.post, "quality")
    problem(answer, 507, "store.full")
    assert taken
    assert ok(rater.get("api/study"))["progress"]["done"] == len(taken)
    limit_pages(site, 10_000)
    more, _ = judge_until(201, rater.post, "quality")
    assert {id for (id,) in sql(bench, "SELECT id FROM judgement")} == {*taken, *more}
    before = study.projections()
    study.rebuild()
    assert study.projections() == before
    site.close()


@contextmanager
def limited_files(pid: int, size: int) -> Iterator[None]:
    """No file of this process grows beyond `size` bytes: to SQLite a disk that is full."""
    process = psutil.Process(pid)
    _, hard = process.rlimit(psutil.RLIMIT_FSIZE)
    process.rlimit(psutil.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        process.rlimit(psutil.RLIMIT_FSIZE, (hard, hard))


@pytest.mark.skipif(sys.platform != "linux", reason="limits of another process are for Linux")
def test_a_full_disk_is_told_and_takes_judgements_again_when_there_is_room(tmp_path: Path) -> None:
    with server_of_study(tmp_path, 1_000, 1) as (server, (token,)):
        cookies = {"jurybox_rater": token}
        with httpx.Client(base_url=f"http://127.0.0.1:{server.port}/rate/{STUDY}/", cookies=cookies) as rater:
            taken, _ = judge_until(201, rater.post, "score")
            with limited_files(server.pid, (tmp_path / "jurybox.db-wal").stat().st_size + 50_000):
                more, answer = judge_until(507, rater.post, "score")
                problem(answer, 507, "store.full")
                assert ok(rater.get("api/study"))["progress"]["done"] == len(taken + more)
            last, _ = judge_until(201, rater.post, "score")
        server.kill()
    acknowledged = [*taken, *more, *last]
    assert check_folder(tmp_path, acknowledged) == set(acknowledged)
