"""`jurybox serve` and `jurybox demo` as programs of their own: what they print, that they answer, how they end."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.fixtures.command_line import Jurybox
from tests.fixtures.postgres import NewDatabase

PROGRAM = [sys.executable, "-m", "jurybox.cli.main"]


@contextmanager
def started(*arguments: str | Path, last_line: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server and what it printed up to the line that holds `last_line`."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("JURYBOX_")}
    with subprocess.Popen(
        [*PROGRAM, *map(str, arguments)],
        env={**environment, "PYTHONUNBUFFERED": "1"},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        assert process.stdout is not None
        try:
            printed = ""
            while last_line not in printed.rpartition("\n")[0].rpartition("\n")[2]:
                line = process.stdout.readline()
                assert line, f"it ended with {process.wait()}; printed: {printed}"
                printed += line
            yield process, printed
        finally:
            process.kill()


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """Press Ctrl+C; the status and what was still printed."""
    assert process.stdout is not None
    process.send_signal(signal.SIGINT)
    return process.wait(timeout=30), process.stdout.read()


def address_in(printed: str) -> str:
    found = re.search(r"http://127\.0\.0\.1:\d+", printed)
    assert found, printed
    return found.group()


def get(address: str) -> tuple[int, str]:
    with urllib.request.urlopen(address, timeout=20) as answer:
        return answer.status, answer.read().decode()


def test_the_server_says_where_it_is_answers_and_ends(tmp_path: Path):
    with started("serve", "--port", "0", "--data", tmp_path / "d", last_line="/sign-in/#") as (process, printed):
        assert get(address_in(printed) + "/healthz") == (200, "ok")
        assert ended(process) == (0, "Ended.\n")


def test_an_empty_folder_gives_a_link_that_works_once_until_there_is_a_password(tmp_path: Path, jurybox: Jurybox):
    options = ("serve", "--port", "0", "--data", tmp_path / "d")
    with started(*options, last_line="/sign-in/#") as (process, printed):
        address, token = address_in(printed), printed.rpartition("#")[2].strip()
        assert sign_in(address, token) == (303, "/studies")
        assert sign_in(address, token)[0] == 401
        link = jurybox("organiser", "link", "Organiser", "--data", tmp_path / "d").out
        assert link.startswith(f"{address}/sign-in/#")
        jurybox("organiser", "password", "Organiser", "--data", tmp_path / "d", typed="long enough for us\n")
        assert ended(process)[0] == 0
    with started(*options, last_line="Jurybox is at") as (process, printed):
        get(address_in(printed) + "/healthz")
        assert ended(process) == (0, "Ended.\n")


def sign_in(address: str, token: str) -> tuple[int, str | None]:
    """What the page of a sign-in link does: post its token."""
    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=20)
    try:
        form = {"content-type": "application/x-www-form-urlencoded"}
        connection.request("POST", "/sign-in", f"token={token}", form)
        answer = connection.getresponse()
        answer.read()
        return answer.status, answer.getheader("location")
    finally:
        connection.close()


def test_requests_are_logged_only_when_asked_for(tmp_path: Path):
    for asked in (False, True):
        options = ["--log-requests"] if asked else []
        with started("serve", "--port", "0", "--data", tmp_path / "d", *options, last_line="Jurybox is at") as (
            process,
            printed,
        ):
            get(address_in(printed) + "/healthz")
            time.sleep(0.2)
            _, rest = ended(process)
        lines = [json.loads(line) for line in rest.splitlines() if line.startswith("{")]
        assert [line["status"] for line in lines] == ([200] if asked else [])


def test_a_taken_port_is_one_sentence(jurybox: Jurybox):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for command in ("serve", "demo"):
            done = jurybox(command, "--port", str(port))
            assert (done.status, done.out) == (2, "")
            assert done.faults == [f"Port {port} on 127.0.0.1 is taken; name another with --port."]


def test_a_port_that_needs_more_rights_is_one_sentence(jurybox: Jurybox, monkeypatch: pytest.MonkeyPatch):
    class Refusing(socket.socket):
        def bind(self, address: Any) -> None:
            raise PermissionError

    monkeypatch.setattr("jurybox.cli.server.start.socket.socket", Refusing)
    assert jurybox("serve", "--port", "80").faults == [
        "Port 80 can't be used without more rights; name another with --port."
    ]


@pytest.mark.parametrize("host", ["no-such-host.invalid", "192.0.2.1"])
def test_an_address_of_another_machine_is_one_sentence(jurybox: Jurybox, host: str):
    done = jurybox("serve", "--host", host, "--port", "0")
    assert done.status == 2
    assert done.faults == [f"The address {host} is not one of this machine; name another with --host."]


def test_sqlite_takes_one_server_process(jurybox: Jurybox):
    done = jurybox("serve", "--port", "0", "--workers", "2")
    assert done.status == 2
    assert done.faults == [
        "workers: SQLite takes one server process, not 2; use PostgreSQL (JURYBOX_DATABASE) for more."
    ]


def test_postgresql_takes_several(tmp_path: Path, postgres_server: NewDatabase):
    options: list[str | Path] = ["--data", tmp_path / "d", "--database", postgres_server(), "--workers", "2"]
    with started("serve", "--port", "0", *options, last_line="Jurybox is at") as (process, printed):
        answer = retried(address_in(printed) + "/healthz")
        assert answer == (200, "ok")
        assert ended(process)[0] == 0


def retried(address: str, seconds: float = 60) -> tuple[int, str]:
    deadline = time.monotonic() + seconds
    while True:
        try:
            return get(address)
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)


def test_the_demonstration_lets_organiser_and_raters_in_and_starts_again(tmp_path: Path):
    options = ("demo", "--port", "0", "--data", tmp_path / "d")
    paths = []
    for _ in range(2):
        with started(*options, last_line="demo-translation") as (process, printed):
            links = re.findall(r"(http://127\.0\.0\.1:\d+)(/\S+)#(\S+)", printed)
            assert links[0][1] == "/sign-in/"
            assert len(links) == 8
            for address, path, token in links[1:]:
                assert get(address + path)[0] == 200
                assert enter(address, path, token)["state"] == "open"
            paths.append([(path, token) for _, path, token in links[1:]])
            assert ended(process)[0] == 0
    assert paths[0] == paths[1]


def enter(address: str, path: str, token: str) -> Any:
    """What a rater's page does first: show the token, get the study."""
    connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=20)
    try:
        body = json.dumps({"token": token})
        connection.request("POST", path + "api/session", body, {"content-type": "application/json", "origin": address})
        answer = connection.getresponse()
        text = answer.read()
        assert answer.status == 200, text
        return json.loads(text)
    finally:
        connection.close()
