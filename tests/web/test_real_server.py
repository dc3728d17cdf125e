"""A few things that only a real server process on a real socket can show."""

import json
import os
import shutil
import socket
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import psutil
import pytest

from jurybox.protocols import load_protocol
from jurybox.studies.people import organisers, own_tokens, raters
from jurybox.studies.workbench import Workbench, open_workbench
from tests.fixtures.databases import Clock, NewBench, new_world
from tests.fixtures.studies import lines, loaded, open_study
from tests.web.answers import answers_to
from tests.web.playing import judgement_id
from tests.web.serving import Served, served
from tests.web.tables import Table, fill, table_for


def organiser_of(bench: Workbench, server: Served) -> httpx.Client:
    organisers.add_organiser(bench, "Ada")
    token = own_tokens.add_api_token(bench, "Ada", "token")
    return httpx.Client(base_url=server.url, headers={"authorization": f"Bearer {token}"}, timeout=30)


ON_SQLITE = pytest.mark.parametrize(
    "dialect", ["sqlite", pytest.param("postgresql", marks=[pytest.mark.postgres, pytest.mark.soak])]
)
"""Each start of a server and its worker takes seconds: on PostgreSQL only in soak."""


@dataclass(frozen=True)
class Shared:
    bench: Workbench
    server: Served


@pytest.fixture(scope="module")
def shared(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    """One server, on SQLite, for the tests of what goes over its socket; each has a study of its own, or none."""
    folder = tmp_path_factory.mktemp("socket")
    shutil.copy(migrated_file, folder / "jurybox.db")
    with closing(open_workbench(folder, new_world(Clock()))) as bench, served(bench) as started:
        yield Shared(bench, started)


@pytest.fixture
def server(shared: Shared) -> Served:
    return shared.server


@contextmanager
def rater_of(server: Served, link: str) -> Iterator[httpx.Client]:
    path, _, token = link.partition("#")
    with httpx.Client(base_url=server.url + path, timeout=30) as client:
        assert client.post("api/session", json={"token": token}).status_code == 200
        yield client


def finished(organiser: httpx.Client, job: dict[str, Any]) -> dict[str, Any]:
    """A job when the worker process is done with it."""
    for _ in range(600):
        found: dict[str, Any] = organiser.get(f"/api/jobs/{job['id']}").json()
        if found["state"] in ("done", "failed"):
            return found
        time.sleep(0.05)
    raise AssertionError(f"still {found}")


def rated(client: httpx.Client) -> str:
    """One unit taken and rated; the state the server named."""
    stages = client.get("api/study").json()["protocol"]["stages"]
    asked = client.post("api/next", json={"ahead": 1}).json()
    for packet in asked["units"]:
        stage = next(s for s in stages if s["id"] == packet["stage"])
        body = {"id": judgement_id(), "assignment": packet["assignment"], "stage": stage["id"],
                "answers": answers_to(stage, packet)}  # fmt: skip
        assert client.post("api/judgements", json=body).status_code == 201
    state: str = asked["state"]
    return state


def test_a_study_is_filled_opened_and_rated_with_the_real_worker(bench: Workbench) -> None:
    protocol = load_protocol("caption-culture").protocol
    with served(bench) as server, organiser_of(bench, server) as organiser:
        wish = {"key": "study", "name": "Real", "protocol": "caption-culture", "settings": {"calibration": False}}
        assert organiser.post("/api/studies", json=wish).status_code == 201
        bad = Table([{"id": "a", "system": "s", "picture": "none.png", "output": "x"}])
        failed = finished(organiser, organiser.post("/api/studies/study/items", files=bad.upload()).json())
        assert (failed["state"], failed["errors"][0]["code"]) == ("failed", "import.missing_media")
        table = table_for(protocol, items=3, systems=2)
        jobs = [
            organiser.post("/api/studies/study/items", files=table.upload()).json(),
            organiser.post("/api/studies/study/open").json(),
        ]
        assert [finished(organiser, job)["state"] for job in jobs] == ["done", "done"]
        link = organiser.post("/api/studies/study/raters", json={"name": "Ann"}).json()["link"]
        with rater_of(server, link.removeprefix(server.url)) as client:
            states = [rated(client) for _ in range(4)]
        assert states == ["rate", "rate", "rate", "done"]
        assert link.startswith(server.url)
        assert organiser.get("/api/studies/study").json()["progress"] == 1


@ON_SQLITE
def test_a_worker_that_is_about_to_end_misses_no_job(dialect: str, new_bench: NewBench) -> None:
    """Jobs that come one after the other, each as the worker of the one before may just be ending."""
    bench = new_bench(dialect)
    with served(bench) as server, organiser_of(bench, server) as organiser:
        for n in range(3):
            wish = {"key": f"s{n}", "name": "x", "protocol": "title"}
            organiser.post("/api/studies", json=wish)
            files = Table([{"id": "a", "system": "s", "source": "x", "output": "y"}]).upload()
            job = organiser.post(f"/api/studies/s{n}/items", files=files).json()
            assert finished(organiser, job)["state"] == "done"


@ON_SQLITE
def test_the_server_ends_in_good_order_and_takes_its_worker_along(dialect: str, new_bench: NewBench) -> None:
    bench = new_bench(dialect)
    with served(bench) as server, organiser_of(bench, server) as organiser:
        organiser.post("/api/studies", json={"key": "study", "name": "x", "protocol": "title"})
        many = Table([{"id": f"i{n}", "system": "s", "source": "x", "output": f"y{n}"} for n in range(50_000)])
        organiser.post("/api/studies/study/items", files=many.upload())
        children = psutil.Process(server.process.pid).children(recursive=True)
        assert server.stop() == 0
        assert [child for child in children if child.is_running() and child.status() != psutil.STATUS_ZOMBIE] == []
        assert "Traceback" not in server.log()


def test_media_come_by_range_from_a_socket(shared: Shared) -> None:
    protocol = load_protocol("audio-description")
    fill(shared.bench, protocol, table_for(protocol.protocol, 1, 1), "clips")
    link = raters.add_rater(shared.bench, "clips", "Ann").path
    with rater_of(shared.server, link) as client:
        packet = client.post("api/next", json={}).json()["units"][0]
        clip = packet["fields"]["clip"]["url"]
        whole = client.get(clip).content
        assert len(whole) > 100_000
        part = client.get(clip, headers={"range": "bytes=1000-1999"})
        assert (part.status_code, part.content) == (206, whole[1000:2000])
        assert client.head(clip).headers["content-length"] == str(len(whole))
        assert client.get(clip, headers={"range": "bytes=999999999-"}).json()["error"]["code"] == "http.other"


def test_an_export_is_streamed(bench: Workbench) -> None:
    study = open_study(bench, lines(200, "abc"), loaded())
    rater = study.rater()
    rater.rate(600)
    with served(bench) as server, organiser_of(bench, server) as organiser:
        with organiser.stream("GET", "/api/studies/study/export?format=jsonl") as answer:
            assert "content-length" not in answer.headers
            assert answer.headers["transfer-encoding"] == "chunked"
            pieces = list(answer.iter_raw())
        assert b"".join(pieces).count(b"\n") == 600
        assert len(pieces) > 1
        with organiser.stream("GET", "/api/studies/study/export") as answer:
            next(answer.iter_raw())
        assert organiser.get("/api/studies").status_code == 200, "a reader who leaves early does no harm"


@ON_SQLITE
def test_the_log_names_routes_and_nobody(dialect: str, new_bench: NewBench) -> None:
    bench = new_bench(dialect)
    open_study(bench, lines(3), loaded(), key="secret-study")
    info = raters.add_rater(bench, "secret-study", "Secret Ann")
    token = info.path.partition("#")[2]
    with served(bench, "--log-requests") as server, rater_of(server, info.path) as client:
        while rated(client) == "rate":
            pass
        client.get("api/none")
        client.get("media/a/b/c")
        httpx.get(f"{server.url}/studies/secret-study?token={token}")
        with organiser_of(bench, server) as organiser:
            organiser.get("/api/studies/secret-study")
        server.stop()
        written = [json.loads(line) for line in server.log().splitlines() if line.startswith("{")]
    assert {"method": "POST", "route": "/rate/{study}/api/judgements", "status": 201}.items() <= written[3].items()
    assert {line["route"] for line in written} >= {
        "/rate/{study}/api/session", "/rate/{study}/api/next", "/rate/{study}/media/{assignment}/{stage}/{part}",
        "/api/studies/{study}",
    }  # fmt: skip
    assert all(set(line) == {"method", "route", "status", "ms", "id"} for line in written)
    assert not [word for word in (token, "secret", "Secret", "Ann", "127.0.0.1") if word in json.dumps(written)]


@pytest.mark.parametrize(
    "request_line",
    [b"GET /rate/x%0d%0ax-evil:%201/ HTTP/1.1", b"DELETE /rate/x%0d%0ax-evil:%201/api/session HTTP/1.1",
     b"GET /static/../../../etc/passwd HTTP/1.1", b"GET //evil.example/%2e%2e HTTP/1.1",
     b"GET /rate/study HTTP/1.1"],
)  # fmt: skip
def test_raw_bytes_on_the_socket_forge_no_header_and_leave_no_folder(server: Served, request_line: bytes) -> None:
    where = urlsplit(server.url)
    with socket.create_connection((where.hostname, where.port), timeout=10) as raw:
        raw.sendall(request_line + b"\r\nHost: x\r\nConnection: close\r\n\r\n")
        answer = b""
        while piece := raw.recv(65536):
            answer += piece
    head = answer.partition(b"\r\n\r\n")[0].lower()
    assert head.startswith(b"http/1.1 ")
    assert b"\r\nx-evil" not in head
    assert b"root:" not in answer
    assert b"\r\nlocation: //evil" not in head
    assert b"content-security-policy" in head


def test_a_body_without_end_is_cut_off(server: Served) -> None:
    sent, before = 0, psutil.Process(server.process.pid).memory_info().rss

    def endless() -> Any:
        nonlocal sent
        while sent < 100:
            sent += 1
            yield b"x" * 1_000_000

    try:
        answer = httpx.post(f"{server.url}/rate/study/api/session", content=endless(), timeout=20)
        assert answer.status_code == 413
        assert answer.json()["error"]["code"] == "request.too_large"
    except httpx.WriteError:
        pass  # the server has hung up, which is an answer too
    assert psutil.Process(server.process.pid).memory_info().rss - before < 50_000_000


@pytest.mark.postgres
def test_the_address_of_the_database_is_no_argument_of_the_worker(new_bench: NewBench) -> None:
    """That of PostgreSQL, which may hold a password; SQLite has none."""
    bench = new_bench("postgresql")
    with served(bench) as server, organiser_of(bench, server) as organiser:
        organiser.post("/api/studies", json={"key": "study", "name": "x", "protocol": "title"})
        many = Table([{"id": f"i{n}", "system": "s", "source": "x", "output": f"y{n}"} for n in range(20_000)])
        job = organiser.post("/api/studies/study/items", files=many.upload()).json()
        commands = []
        for _ in range(100):
            for child in psutil.Process(server.process.pid).children(recursive=True):
                try:
                    commands.append(" ".join(child.cmdline()))
                except psutil.NoSuchProcess:
                    continue
            if any("worker" in command for command in commands):
                break
            time.sleep(0.02)
        assert any("worker" in command for command in commands)
        assert not any("postgresql://" in command for command in commands)
        assert finished(organiser, job)["state"] == "done"
        assert os.listdir(bench.folder / "uploads") == []  # noqa: PTH208
