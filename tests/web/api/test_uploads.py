"""Items by upload: kept under their own names and nowhere else, read by a job, all or nothing."""

from typing import Any

import pytest

from jurybox.protocols import load_protocol
from jurybox.studies.jobs import run_next_job
from tests.fixtures.databases import sql
from tests.fixtures.web import Client, Site, ok, problem
from tests.web.tables import Table, picture, table_for

ITEMS = "/api/studies/study/items"


@pytest.fixture
def organiser(site: Site) -> Client:
    client = site.organiser()
    wish = {"key": "study", "name": "A study", "protocol": "caption-culture"}
    ok(client.post("/api/studies", json=wish), 201)
    return client


def done(site: Site, client: Client, job: dict[str, Any]) -> dict[str, Any]:
    """The job after the worker did it."""
    assert job["state"] == "waiting"
    assert run_next_job(site.bench)
    finished: dict[str, Any] = ok(client.get(f"/api/jobs/{job['id']}"))
    return finished


def test_a_table_with_its_pictures_becomes_items(site: Site, organiser: Client) -> None:
    table = table_for(load_protocol("caption-culture").protocol, items=3, systems=2)
    job = ok(organiser.post(ITEMS, files=table.upload()), 202)
    assert site.inner.state.worker.woken == 1
    finished = done(site, organiser, job)
    assert (finished["state"], finished["errors"]) == ("done", [])
    assert finished["result"] == {"items": 3, "outputs": 6, "left_out": []}
    shown = ok(organiser.get("/api/studies/study"))
    assert (shown["items"], shown["outputs"], shown["state"]) == (3, 6, "draft")
    assert len(list(site.bench.media.folder.rglob("*"))) >= 3
    assert_uploads_are_gone(site)


def assert_uploads_are_gone(site: Site) -> None:
    assert [path for path in (site.bench.folder / "uploads").rglob("*") if path.is_file()] == []


def test_several_tables_and_people_come_in_together(site: Site) -> None:
    client = site.organiser()
    ok(client.post("/api/studies", json={"key": "study", "name": "x", "protocol": "audio-description"}), 201)
    table = table_for(load_protocol("audio-description").protocol, items=2, systems=1)
    first, second = Table(table.lines[:3]), Table(table.lines[3:])
    files = [*first.upload("first.csv"), *Table(second.lines, table.files, table.people).upload("second.csv")]
    finished = done(site, client, ok(client.post(ITEMS, files=files), 202))
    assert (finished["result"], finished["errors"]) == ({"items": 2, "outputs": 2, "left_out": []}, [])


def test_every_fault_of_a_bad_file_is_in_the_job_with_file_and_line(site: Site, organiser: Client) -> None:
    bad = Table([
        {"id": "a", "system": "s", "picture": "missing.png", "output": "One", "colour": "red"},
        {"id": "a", "system": "s", "picture": "", "output": "One again", "colour": ""},
        {"id": "b", "system": "s", "picture": "broken.png", "output": "", "colour": ""},
    ], {"broken.png": b"no picture"})  # fmt: skip
    finished = done(site, organiser, ok(organiser.post(ITEMS, files=bad.upload("bad.csv")), 202))
    assert finished["state"] == "failed"
    assert finished["result"] is None
    found = {(fault["code"], fault["file"], fault["line"]) for fault in finished["errors"]}
    assert {
        ("import.unknown_column", "bad.csv", 1), ("import.missing_media", "bad.csv", 2),
        ("import.duplicate", "bad.csv", 3), ("import.empty_output", "bad.csv", 4),
    } <= found  # fmt: skip
    assert all(fault["message"] for fault in finished["errors"])
    assert sql(site.bench, "SELECT count(*) FROM item") == [(0,)]
    assert_uploads_are_gone(site)


def test_half_an_import_is_never_seen(site: Site, organiser: Client) -> None:
    table = table_for(load_protocol("caption-culture").protocol, items=2, systems=1)
    table.lines[-1]["picture"] = "missing.png"
    finished = done(site, organiser, ok(organiser.post(ITEMS, files=table.upload()), 202))
    assert finished["state"] == "failed"
    assert ok(organiser.get("/api/studies/study"))["items"] == 0


def test_two_files_of_one_name_are_refused_instead_of_losing_one(site: Site, organiser: Client) -> None:
    table = Table([{"id": "a", "system": "s", "picture": "a.png", "output": "x"}])
    twice = [*table.upload(), *table.upload()]
    problem(organiser.post(ITEMS, files=twice), 422, "request.bad_body")
    pictures = [("media", ("one/a.png", picture(1))), ("media", ("two/a.png", picture(2)))]
    problem(organiser.post(ITEMS, files=[*table.upload(), *pictures]), 422, "request.bad_body")
    assert_uploads_are_gone(site)
    assert sql(site.bench, "SELECT count(*) FROM job") == [(0,)]


@pytest.mark.parametrize("name", ["..", ".", "/", "a/..", "..\\..\\x", "\0", "media", "x" * 300, "../../jurybox.db"])
def test_a_strange_file_name_does_no_harm(site: Site, organiser: Client, name: str) -> None:
    before = sorted(path.name for path in site.bench.folder.iterdir())
    for field in ("tables", "media", "people"):
        parts = [(field, (name, b"id\n")), *([] if field == "tables" else [("tables", ("items.csv", b"id\n"))])]
        answer = organiser.post(ITEMS, files=parts)
        assert answer.status_code in (202, 422), answer.text
        while run_next_job(site.bench):
            pass
    after = sorted(path.name for path in site.bench.folder.iterdir())
    assert set(after) - set(before) <= {"uploads"}
    assert_uploads_are_gone(site)


def test_an_upload_without_a_table_is_refused(organiser: Client) -> None:
    found = problem(organiser.post(ITEMS, files=[("media", ("a.png", picture(1)))]), 422, "request.bad_body")
    assert found["error"]["where"] == "body.tables"
    problem(organiser.post(ITEMS, data={"tables": "id,output"}), 422)
    problem(organiser.post(ITEMS, files=[("tables", ("a.csv", b"id\n")), ("other", ("b.csv", b""))]), 422)
    problem(organiser.post(ITEMS), 422)
    problem(organiser.post(ITEMS, content=b"x", headers={"content-type": "multipart/form-data"}), 422)


def test_an_upload_to_an_unknown_study_is_not_kept(site: Site, organiser: Client) -> None:
    problem(organiser.post("/api/studies/other/items", files=[("tables", ("a.csv", b"id\n"))]), 404, "study.unknown")
    assert not (site.bench.folder / "uploads").exists()


def test_whoever_is_not_signed_in_uploads_nothing(site: Site, organiser: Client) -> None:
    sent = 0

    async def body() -> Any:
        nonlocal sent
        yield b'--x\r\nContent-Disposition: form-data; name="tables"; filename="a.csv"\r\n\r\n'
        while sent < 1000:
            sent += 1
            yield b"x" * 100_000

    headers = {"content-type": "multipart/form-data; boundary=x"}
    problem(site.client().post(ITEMS, content=body(), headers=headers), 401)
    assert sent < 5


def test_more_than_a_thousand_pictures_come_in_one_upload(site: Site, organiser: Client) -> None:
    one = picture(1)
    lines = [{"id": f"i{n}", "system": "s", "picture": f"{n}.png", "output": f"Text {n}"} for n in range(1100)]
    table = Table(lines, {f"{n}.png": one for n in range(1100)})
    finished = done(site, organiser, ok(organiser.post(ITEMS, files=table.upload()), 202))
    assert (finished["state"], finished["errors"]) == ("done", [])


def test_items_can_be_added_while_the_study_is_open(site: Site, organiser: Client) -> None:
    protocol = load_protocol("caption-culture").protocol
    table = table_for(protocol, items=3, systems=1)
    done(site, organiser, ok(organiser.post(ITEMS, files=Table(table.lines[:2], table.files).upload()), 202))
    done(site, organiser, ok(organiser.post("/api/studies/study/open"), 202))
    assert ok(organiser.get("/api/studies/study"))["units"] == 2
    done(site, organiser, ok(organiser.post(ITEMS, files=Table(table.lines[2:], table.files).upload()), 202))
    assert ok(organiser.get("/api/studies/study"))["units"] == 3


def test_a_waiting_job_can_be_cancelled(site: Site, organiser: Client) -> None:
    table = table_for(load_protocol("caption-culture").protocol, items=2, systems=1)
    job = ok(organiser.post(ITEMS, files=table.upload()), 202)
    assert organiser.delete(f"/api/jobs/{job['id']}").status_code == 204
    finished = done(site, organiser, job)
    assert (finished["state"], finished["errors"][0]["code"]) == ("failed", "job.cancelled")
    assert ok(organiser.get("/api/studies/study"))["items"] == 0
    problem(organiser.delete("/api/jobs/none"), 404, "job.unknown")


def test_a_job_that_can_not_be_done_says_why(site: Site, organiser: Client) -> None:
    finished = done(site, organiser, ok(organiser.post("/api/studies/study/open"), 202))
    assert (finished["state"], finished["errors"][0]["code"]) == ("failed", "study.no_items")
