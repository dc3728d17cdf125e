"""The Python library over a real server: the same study, the same ratings, the same findings as over its folder."""

import json
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import jurybox
from jurybox.studies.carry.archive.reopen import reopen_archive
from jurybox.studies.people import organisers, own_tokens
from jurybox.studies.workbench import Workbench, open_workbench
from tests.fixtures.databases import Clock, new_world
from tests.paths import ROOT
from tests.web.serving import served

FIRST = ROOT / "examples" / "first-study" / "items.csv"
ARCHIVE = ROOT / "examples" / "files" / "archive" / "headlines.zip"


def token_of(bench: Workbench) -> str:
    organisers.add_organiser(bench, "Ada")
    return own_tokens.add_api_token(bench, "Ada", "notebook")


def folder_of(bench: Workbench, url: str) -> Any:
    address = bench.database.address if bench.database.dialect == "postgresql" else None
    return jurybox.open(bench.folder, database=address, url=url)


def test_a_study_goes_from_rows_to_findings_over_the_network(bench: Workbench, tmp_path: Path) -> None:
    token = token_of(bench)
    reopen_archive(bench, ARCHIVE)
    with served(bench) as server, jurybox.connect(server.url, token) as remote, folder_of(bench, server.url) as local:
        assert remote.protocols() == local.protocols()
        study = remote.create("x", "title", settings={"quorum": 2}, seed="7")
        assert study.add(FIRST) == {"items": 5, "outputs": 10, "left_out": []}
        more = [{"id": "ferry", "made by": "gamma", "output": "Ein Boot 👩‍👩‍👧"}]
        assert study.add(more, reading={"map": {"system": "made by"}})["outputs"] == 1
        assert study.open() is study
        rater = study.add_rater("Ana", language="es")
        assert [rater] == study.raters() == local.study("x").raters()
        assert study.show() == local.study("x").show()
        assert {event["who"] for event in study.show()["events"]} == {"Ada"}
        assert study.copy("y", name="Y", seed="1").show()["outputs"] == 11
        assert [study.pause().show()["state"], study.resume().show()["state"]] == ["paused", "open"]
        assert study.close().show()["state"] == "closed"
        assert study.reopen().close().show()["state"] == "closed"
        assert remote.studies() == local.studies()
        there, here = remote.study("headlines"), local.study("headlines")
        assert there.ratings().rows() == here.ratings().rows()
        assert len(there.ratings(everything=True)) == 20
        assert json.dumps(asdict(there.analyse())) == json.dumps(asdict(here.analyse()))
        assert there.analyse(pool=True, without=["R1"]).what_if == here.analyse(pool=True, without=["R1"]).what_if
        assert "report.html" in there.report(tmp_path / "report")


@pytest.fixture(scope="module")
def remote(migrated_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One server for all; each test makes studies of its own."""
    folder = tmp_path_factory.mktemp("remote")
    shutil.copy(migrated_file, folder / "jurybox.db")
    with closing(open_workbench(folder, new_world(Clock()))) as bench, served(bench) as server:
        yield jurybox.connect(server.url, token_of(bench))


def test_pictures_go_with_their_tables(remote: Any, tmp_path: Path) -> None:
    for name in ("a.png", "b.png"):
        Image.new("RGB", (40, 30), "red" if name == "a.png" else "blue").save(tmp_path / name)
    rows = [{"id": n, "system": "s", "picture": f"{n}.png", "output": f"Text {n}"} for n in "ab"]
    study = remote.create("pictures", "caption-culture", settings={"calibration": False})
    assert study.add(rows, media=tmp_path)["items"] == 2
    with pytest.raises(jurybox.NotFound, match="There is no folder"):
        study.add(rows, media=tmp_path / "nowhere")


def test_what_the_server_refuses_is_said_in_its_words(remote: Any) -> None:
    with pytest.raises(jurybox.NotFound, match="There is no study 'nope'"):
        remote.study("nope")
    with pytest.raises(jurybox.NotFound, match="There is nothing at"):
        remote.study("../../etc/passwd?x#y")
    with pytest.raises(jurybox.NotFound) as error:
        remote.create("x", "titel")
    assert "Allowed: adequacy-fluency" in str(error.value)
    study = remote.create("x", "title")
    with pytest.raises(jurybox.Conflict, match="x"):
        remote.create("x", "title")
    with pytest.raises(jurybox.Refused) as refused:
        study.add([{"id": "1", "system": "a", "source": "x", "outputt": "y"}, {"id": "2", "source": "z"}])
    assert str(refused.value).splitlines()[0].startswith("rows.jsonl:1: ")
    assert "outputt" in str(refused.value)
    assert {fault.file for fault in refused.value.faults} == {"rows.jsonl"}
    with pytest.raises(jurybox.Refused):
        study.open()
    with pytest.raises(jurybox.NotFound, match=r"none\.csv"):
        study.add("none.csv")
    stranger = jurybox.connect(remote.http.url, "jb_wrong")
    with pytest.raises(jurybox.Denied):
        stranger.studies()


Answer = Callable[[BaseHTTPRequestHandler], None]


@contextmanager
def answering(answer: Answer) -> Iterator[str]:
    """A server that is none of ours."""

    class Handler(BaseHTTPRequestHandler):
        do_GET = do_POST = lambda self: answer(self)  # noqa: N815

        def log_message(self, *args: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def saying(status: int, body: bytes, **headers: str) -> Answer:
    def answer(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name, value)
        request.send_header("content-length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)

    return answer


@pytest.mark.parametrize(
    "answer", [saying(200, b"<html>"), saying(502, b"<html>Bad gateway"), saying(500, b'{"errors": 3}')]
)
def test_what_is_no_server_of_ours_is_said(answer: Answer) -> None:
    with answering(answer) as url, pytest.raises(jurybox.Refused, match="is no server of Jurybox"):
        jurybox.connect(url, "jb_x").studies()


def test_a_token_is_not_sent_on_to_another_server() -> None:
    seen: list[str | None] = []

    def note(request: BaseHTTPRequestHandler) -> None:
        seen.append(request.headers.get("authorization"))
        saying(200, b"[]")(request)

    with answering(note) as other, answering(saying(302, b"", location=other)) as url:
        with pytest.raises(jurybox.JuryboxError):
            jurybox.connect(url, "jb_secret").studies()
        assert seen == []


def test_a_server_that_does_not_answer_is_said() -> None:
    with answering(saying(200, b"[]")) as url:
        assert jurybox.connect(url, "jb_x").studies() == []
    with pytest.raises(jurybox.Busy, match="does not answer"):
        jurybox.connect(url, "jb_x").studies()


def test_the_token_is_in_no_text() -> None:
    client = jurybox.connect("https://jury.example.org", "jb_secret")
    assert "jb_secret" not in repr(client)
    assert "jb_secret" not in repr(client.http)
