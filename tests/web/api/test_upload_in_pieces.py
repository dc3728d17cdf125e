"""Files in pieces: they go on where they stopped, are bounded, stay inside their folder, and wait to be imported."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from jurybox.protocols import load_protocol
from jurybox.studies import lifecycle
from jurybox.studies.jobs import run_next_job
from jurybox.studies.lifecycle import upload
from tests.fixtures.web import Client, Site, ok, problem
from tests.web.tables import table_for

HOME = "/api/studies/study/upload"
TABLE = b"id,system,source,output\na,x,Text,Out\na,y,Text,Other\n"


@pytest.fixture
def organiser(site: Site) -> Client:
    client = site.organiser()
    ok(client.post("/api/studies", json={"key": "study", "name": "A study", "protocol": "title"}), 201)
    return client


def put(client: Client, data: bytes, name: str = "items.csv", kind: str = "tables", **query: Any) -> httpx.Response:
    return client.put(f"{HOME}/{kind}", params={"name": name, "size": len(data), **query}, content=data)


def stored(site: Site) -> list[Path]:
    return [path for path in (site.bench.folder / "uploads").rglob("*") if path.is_file()]


def waiting(site: Site) -> list[Path]:
    """Without the files of a draft whose texts are in."""
    return [path for path in stored(site) if "aside" not in path.parts]


def test_a_file_comes_in_pieces_and_goes_on_where_it_stopped(site: Site, organiser: Client) -> None:
    whole = {"name": "items.csv", "size": len(TABLE), "stamp": "1"}
    first = ok(organiser.put(f"{HOME}/tables", params={**whole, "offset": 0}, content=TABLE[:20]))
    assert first == {"kind": "tables", "name": "items.csv", "size": len(TABLE), "received": 20}
    assert ok(organiser.get(HOME))["files"] == [first]
    gap = problem(organiser.put(f"{HOME}/tables", params={**whole, "offset": 30}, content=b"x"), 409, "upload.gap")
    assert gap["error"]["allowed"] == 20
    ok(organiser.put(f"{HOME}/tables", params={**whole, "offset": 10}, content=TABLE[10:25]))
    last = ok(organiser.put(f"{HOME}/tables", params={**whole, "offset": 25}, content=TABLE[25:]))
    assert last["received"] == len(TABLE)
    kept = next(path for path in waiting(site) if path.name == "items.csv")
    assert kept.read_bytes() == TABLE


def test_another_version_of_a_file_begins_anew(organiser: Client) -> None:
    whole = {"name": "items.csv", "size": len(TABLE), "offset": 0}
    ok(organiser.put(f"{HOME}/tables", params={**whole, "stamp": "1"}, content=TABLE[:20]))
    ok(organiser.put(f"{HOME}/tables", params={**whole, "stamp": "2"}, content=b"X" * 5))
    assert ok(organiser.get(HOME))["files"][0]["received"] == 5


def test_an_upload_is_looked_at_and_then_imported(site: Site, organiser: Client) -> None:
    ok(put(organiser, TABLE))
    job = ok(organiser.post(f"{HOME}/look", json={}), 202)
    problem(organiser.post(f"{HOME}/import"), 409, "upload.not_looked_at")
    assert run_next_job(site.bench)
    assert ok(organiser.get(f"/api/jobs/{job['id']}"))["result"] == {"items": 1, "outputs": 2, "faults": 0}
    shown = ok(organiser.get(HOME))
    assert [column["use"] for column in shown["look"]["mapped"]["columns"]] == ["id", "system", "source", "output"]
    assert len(shown["look"]["units"]) == 2
    ok(organiser.post(f"{HOME}/import"), 202)
    problem(put(organiser, TABLE, "more.csv"), 409, "upload.in_use")
    problem(organiser.delete(f"{HOME}/tables", params={"name": "items.csv"}), 409, "upload.in_use")
    assert run_next_job(site.bench)
    assert ok(organiser.get("/api/studies/study"))["items"] == 1
    assert waiting(site) == []
    assert {path.name for path in stored(site)} == {"items.csv", "reading.json"}, "kept for another protocol"
    assert ok(organiser.get(HOME)) == {"files": [], "reading": {}, "job": None, "look": None}


def test_what_has_faults_is_not_imported_until_something_is_chosen(site: Site, organiser: Client) -> None:
    ok(put(organiser, TABLE + b"a,x,Text,Again\n"))
    ok(organiser.post(f"{HOME}/look", json={}), 202)
    assert run_next_job(site.bench)
    look = ok(organiser.get(HOME))["look"]
    assert [(fault["code"], fault["line"]) for fault in look["faults"]] == [("import.duplicate", 4)]
    problem(organiser.post(f"{HOME}/import"), 409, "upload.has_faults")
    problem(organiser.post(f"{HOME}/look", json={"reading": {"duplicates": "some"}}), 422, "import.bad_option")
    ok(organiser.post(f"{HOME}/look", json={"reading": {"duplicates": "first"}}), 202)
    assert run_next_job(site.bench)
    ok(organiser.post(f"{HOME}/import"), 202)
    assert run_next_job(site.bench)
    assert ok(organiser.get("/api/studies/study"))["outputs"] == 2


def test_a_file_that_is_too_large_is_refused_before_it_is_read(site: Site, organiser: Client) -> None:
    query = {"name": "items.csv", "size": site.config.largest_file + 1}
    answer = organiser.put(f"{HOME}/tables", params=query, content=b"x")
    assert "1024 MB" in problem(answer, 422, "upload.too_large")["error"]["message"]
    headers = {"content-type": "multipart/form-data; boundary=x", "content-length": str(2 << 30)}
    form = organiser.post("/api/studies/study/items", content=b"", headers=headers)
    problem(form, 413, "upload.form_too_large")
    assert waiting(site) == []


def test_a_piece_is_no_larger_than_pieces_are(organiser: Client) -> None:
    data = b"x" * (lifecycle.PIECE + 1)
    problem(put(organiser, data), 413, "request.too_large")
    problem(put(organiser, b""), 422)
    longer = organiser.put(f"{HOME}/tables", params={"name": "a.csv", "size": 1}, content=b"xx")
    problem(longer, 422, "upload.bad_piece")


@pytest.mark.parametrize(
    ("kind", "name", "code"),
    [
        ("tables", "../items.csv", "upload.bad_name"),
        ("tables", "/etc/items.csv", "upload.bad_name"),
        ("tables", "C:\\items.csv", "upload.bad_name"),
        ("tables", "a/" * 20 + "items.csv", "upload.bad_name"),
        ("tables", "x" * 300 + ".csv", "upload.bad_name"),
        ("tables", "items.docx", "upload.wrong_type"),
        ("media", "film.exe", "upload.wrong_type"),
        ("media", "drawing.svg", "upload.wrong_type"),
        ("people", "people.csv", "upload.wrong_type"),
    ],
)
def test_names_that_lead_elsewhere_and_types_that_are_not_read_are_refused(
    site: Site, organiser: Client, kind: str, name: str, code: str
) -> None:
    problem(put(organiser, b"x", name, kind), 422, code)
    assert waiting(site) == []


def test_files_of_a_folder_are_found_by_their_bare_names(site: Site) -> None:
    client = site.organiser()
    ok(client.post("/api/studies", json={"key": "study", "name": "x", "protocol": "caption-culture"}), 201)
    table = table_for(load_protocol("caption-culture").protocol, items=2, systems=1)
    ok(put(client, table.csv()))
    for name, content in table.files.items():
        ok(put(client, content, f"pictures/all/{name}", "media"))
    ok(client.post(f"{HOME}/look", json={}), 202)
    assert run_next_job(site.bench)
    assert ok(client.get(HOME))["look"]["faults"] == []


def test_files_are_taken_away_one_by_one_or_all_together(site: Site, organiser: Client) -> None:
    ok(put(organiser, TABLE))
    ok(put(organiser, TABLE, "more.csv"))
    assert organiser.delete(f"{HOME}/tables", params={"name": "more.csv"}).status_code == 204
    problem(organiser.delete(f"{HOME}/tables", params={"name": "more.csv"}), 404, "upload.no_such_file")
    assert [file["name"] for file in ok(organiser.get(HOME))["files"]] == ["items.csv"]
    assert organiser.delete(HOME).status_code == 204
    assert waiting(site) == []


def test_a_look_that_was_under_way_does_not_speak_of_files_that_came_later(site: Site, organiser: Client) -> None:
    ok(put(organiser, TABLE))
    ok(organiser.post(f"{HOME}/look", json={}), 202)
    assert run_next_job(site.bench)
    ok(put(organiser, TABLE, "more.csv"))
    assert ok(organiser.get(HOME))["look"] is None
    problem(organiser.post(f"{HOME}/import"), 409, "upload.not_looked_at")


def test_nothing_to_look_at_is_refused(organiser: Client) -> None:
    problem(organiser.post(f"{HOME}/look", json={}), 422, "upload.no_tables")


def test_what_nobody_has_touched_for_days_is_gone(
    site: Site, organiser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ok(put(organiser, TABLE))
    of_a_killed_server = site.bench.folder / "uploads" / "018bcfe5-6800-7000-8000-000000000001"
    of_a_killed_server.mkdir()
    lifecycle.forget_old_uploads(site.bench)
    assert waiting(site)
    assert of_a_killed_server.exists()
    monkeypatch.setattr(upload, "KEPT_DAYS", -20_000)
    lifecycle.forget_old_uploads(site.bench)
    assert waiting(site) == []
    assert not of_a_killed_server.exists()


def test_a_full_disk_is_said_before_a_piece_is_read(organiser: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload, "SPARE", 1 << 60)
    problem(put(organiser, TABLE), 507, "store.full")


def test_only_organisers_upload(site: Site, organiser: Client) -> None:
    problem(put(site.client(), TABLE), 401)
    problem(organiser.put("/api/studies/none/upload/tables", params={"name": "a.csv", "size": 1}, content=b"x"), 404)
