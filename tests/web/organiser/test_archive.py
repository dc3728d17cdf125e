"""The archive of a study in the browser: made by the worker, downloaded, written down; never under seal."""

import io
import zipfile
from pathlib import Path

from jurybox.studies import people
from jurybox.studies.carry import archive
from jurybox.studies.carry.archive import reopen_archive
from jurybox.studies.jobs import run_next_job
from jurybox.studies.people import organisers
from tests.fixtures.databases import NewBench, sql
from tests.fixtures.studies import lines, open_study
from tests.fixtures.web import PASSWORD, Site, ok, problem
from tests.web.conftest import Small
from tests.web.organiser.test_pages import signed_in

PAGE = "/studies/study/archive"


def test_an_archive_is_asked_for_made_and_downloaded(small: Small, new_bench: NewBench, tmp_path: Path) -> None:
    client = signed_in(small.site)
    assert PAGE in client.get("/studies/study/settings").text
    assert PAGE in client.get("/studies/study/results/download").text
    assert "Make the archive" in client.get(PAGE).text
    assert client.get(f"{PAGE}/file").status_code == 409
    assert client.post(PAGE).headers["location"] == PAGE
    assert client.post(PAGE).status_code == 303
    working = client.get(PAGE).text
    assert "<progress" in working
    assert 'http-equiv="refresh"' in working
    while run_next_job(small.bench):
        pass
    made = sql(small.bench, "SELECT count(*) FROM job WHERE kind = 'archive'")
    assert made[0][0] == 1, "asking twice makes it once"
    assert "Download the archive" in client.get(PAGE).text
    answer = client.get(f"{PAGE}/file")
    assert answer.headers["content-disposition"] == 'attachment; filename="study.zip"'
    assert answer.headers["cache-control"] == "no-store"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        everything = b"".join(packed.read(name) for name in packed.namelist())
    assert b"Ann" not in everything
    (tmp_path / "study.zip").write_bytes(answer.content)
    assert reopen_archive(new_bench("sqlite"), tmp_path / "study.zip").key == "study"
    assert "The archive of the study was downloaded." in client.get("/studies/study/settings?lang=en").text


def test_an_archive_that_could_not_be_made_says_why(small: Small) -> None:
    client = signed_in(small.site)
    client.post(PAGE)
    (small.bench.folder / "archives").write_text("in the way", encoding="utf-8")
    assert run_next_job(small.bench)
    page = client.get(PAGE).text
    assert "The archive could not be made." in page
    assert "Make the archive" in page
    (small.bench.folder / "archives").unlink()
    client.post(PAGE)
    assert run_next_job(small.bench)
    assert "The archive could not be made." not in client.get(PAGE).text


def test_a_sealed_study_has_no_archive_until_it_is_revealed(site: Site) -> None:
    open_study(site.bench, lines(2), sealed=True)
    client = signed_in(site)
    assert "once they are revealed" in client.get(PAGE).text
    assert client.post(PAGE).status_code == 409
    archive.ask_archive(site.bench, "study")
    assert run_next_job(site.bench)
    assert client.get(f"{PAGE}/file").status_code == 409
    client.post("/studies/study/reveal")
    assert client.get(f"{PAGE}/file").status_code == 200


def test_a_viewer_downloads_no_archive(small: Small) -> None:
    signed_in(small.site)  # the first one administers the server
    organisers.add_organiser(small.bench, "Vera", PASSWORD)
    people.give_role(small.bench, "study", "Vera", "viewer")
    vera = small.site.client(accept="text/html")
    assert vera.post("/sign-in", data={"name": "Vera", "password": PASSWORD}).status_code == 303
    assert [vera.get(path).status_code for path in (PAGE, f"{PAGE}/file")] == [403, 403]


def test_programs_have_an_archive_made(small: Small) -> None:
    ada = small.site.organiser("Bea")
    path = "/api/studies/study/archive"
    assert ok(ada.get(path))["state"] == "none"
    problem(ada.get(f"{path}/file"), 409, "archive.not_made")
    assert ok(ada.post(path), 202)["state"] == "working"
    assert run_next_job(small.bench)
    made = ok(ada.get(path))
    assert made["state"] == "ready"
    assert len(ada.get(f"{path}/file").content) == made["bytes"]
