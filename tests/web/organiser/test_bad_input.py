"""What goes wrong on an organiser's way is said in clear words on the page, and nothing is lost by it."""

import re

import pytest

from jurybox.core import Fault
from jurybox.store import jobs
from jurybox.studies import add_job, fail_jobs_of, people, show_study
from jurybox.studies.jobs import OPEN_JOB, run_next_job
from tests.fixtures.studies import lines, loaded, new_study, open_study
from tests.fixtures.web import Client, Site, problem
from tests.web.html_reader import read
from tests.web.organiser.test_account import signed_in

TWO_GB = str(2 * 1024**3)


@pytest.fixture
def client(site: Site) -> Client:
    return signed_in(site)


def words_of(page: str) -> str:
    return " ".join(" ".join(read(page).words).split())


@pytest.mark.parametrize("name", ["notes.exe", "paper.pdf", "letter.docx"])
def test_a_file_of_a_wrong_type_is_refused_by_its_name_with_what_is_read(client: Client, name: str) -> None:
    client.post("/new-study", data={"name": "Mine", "protocol": "title"})
    answer = client.post("/studies/mine/texts", files=[("tables", (name, b"%PDF"))])
    assert answer.status_code == 422
    assert f"The file '{name}' is of no type that is read here. Allowed: .csv" in words_of(answer.text)


def test_a_file_that_is_not_what_its_name_says_is_told_where_it_is_read(site: Site, client: Client) -> None:
    client.post("/new-study", data={"name": "Mine", "protocol": "title"})
    assert client.post("/studies/mine/texts", files=[("tables", ("t.xlsx", b"no workbook"))]).status_code == 303
    assert run_next_job(site.bench)
    assert "t.xlsx" in words_of(client.get("/studies/mine/texts").text)
    assert show_study(site.bench, "mine")["items"] == 0


@pytest.mark.parametrize("path", ["/studies/mine/texts", "/protocols/upload", "/new-study"])
def test_two_gigabytes_are_refused_on_a_page_before_they_are_read(client: Client, path: str) -> None:
    client.post("/new-study", data={"name": "Mine", "protocol": "title"})
    headers = {"content-length": TWO_GB, "content-type": "multipart/form-data; boundary=x"}
    answer = client.post(path, content=b"", headers=headers)
    assert answer.status_code == 413
    assert answer.headers["content-type"].startswith("text/html")
    assert "bytes" in words_of(answer.text) or "MB" in words_of(answer.text)


def test_a_study_that_cannot_open_says_why_and_stays_a_draft(client: Client) -> None:
    client.post("/new-study", data={"name": "Mine", "protocol": "title"})
    answer = client.post("/studies/mine/open")
    assert answer.status_code == 409
    assert "The study 'mine' has no items yet." in words_of(answer.text)
    assert "jurybox study" not in words_of(answer.text), "the command line is no help here"
    assert client.get("/studies/mine/texts").status_code == 200


def test_a_job_that_dies_is_told_on_the_study_and_can_be_asked_for_again(site: Site, client: Client) -> None:
    new_study(site.bench, lines(3, "ab"), loaded())
    args = {"study": "study", "who": "Ada"}
    site.bench.database.write(lambda run: add_job(site.bench, run, OPEN_JOB, args))
    site.bench.database.write(lambda run: jobs.take_next(run, site.bench.now(), "w"))
    fail_jobs_of(site.bench, "w", Fault("job.cut_off"))
    page = client.get("/studies/study").text
    assert 'class="fault"' in page
    card = client.get("/studies").text
    assert "Opening failed" in card
    assert "Ready to open" not in card
    assert client.post("/studies/study/open").status_code == 303
    assert run_next_job(site.bench)
    assert show_study(site.bench, "study")["state"] == "open"
    assert 'class="fault"' not in client.get("/studies/study").text


def test_a_page_that_was_open_when_a_role_was_taken_away_says_so(site: Site, client: Client) -> None:
    open_study(site.bench, lines(3, "ab"), loaded())
    ben = signed_in(site, "Ben")
    people.give_role(site.bench, "study", "Ada", "owner")
    people.give_role(site.bench, "study", "Ben", "viewer")
    answer = ben.post("/studies/study/pause")
    assert answer.status_code == 403
    assert "viewer" in words_of(answer.text)
    people.take_role(site.bench, "study", "Ben")
    gone = ben.get("/studies/study/settings")
    assert gone.status_code == 404
    assert "There is no study 'study'" in words_of(gone.text)
    assert "Perhaps you had a part in it that was taken away" in words_of(gone.text)
    assert show_study(site.bench, "study")["state"] == "open"
    problem(site.client(authorization="Bearer jb_gone").get("/api/studies/study"), 401)


def test_going_back_and_sending_a_new_study_again_loses_nothing(site: Site, client: Client) -> None:
    first = client.post("/new-study", data={"name": "Mine", "protocol": "title"}).headers["location"]
    assert client.get("/new-study").headers["cache-control"] == "no-store"
    again = client.post("/new-study", data={"name": "Mine", "protocol": "title"}).headers["location"]
    assert first != again, "the first draft stays as it is"
    assert client.get(first).status_code == client.get(again).status_code == 200


def test_going_back_to_a_step_of_a_study_that_is_open_leads_to_what_there_is(site: Site, client: Client) -> None:
    study = new_study(site.bench, lines(3, "ab"), loaded())
    design = client.get("/studies/study/design").text
    study.open()
    assert client.get("/studies/study/design").headers["location"] == "/studies/study/settings"
    assert client.get("/studies/study/check").headers["location"] == "/studies/study"
    seen = re.findall(r'name="seen" value="(\d+)"', design)[0]
    answer = client.post("/studies/study/design", data={"quorum.rating": "9", "seen": seen})
    assert answer.status_code == 409
    assert "open" in words_of(answer.text)
    assert study.view.settings.quorum != {"rating": 9}


def test_what_a_second_tab_saved_is_not_undone_by_the_first(site: Site, client: Client) -> None:
    study = new_study(site.bench, lines(3, "ab"), loaded())
    first = client.get("/studies/study/design").text
    seen = re.findall(r'name="seen" value="(\d+)"', first)[0]
    assert client.post("/studies/study/design", data={"quorum.rating": "3", "seen": seen}).status_code == 303
    answer = client.post("/studies/study/design", data={"quorum.rating": "2", "seen": seen})
    assert answer.status_code == 409
    assert "Ada changed the same thing" in words_of(answer.text)
    assert study.view.settings.quorum == {"rating": 3}
