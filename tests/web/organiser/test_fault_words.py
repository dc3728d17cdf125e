"""What is wrong is said on pages in the reader's language; programs are told in English."""

import html

from jurybox.studies.jobs import add_job, run_next_job
from jurybox.studies.lifecycle import StudyDraft, create_study
from tests.fixtures.studies import loaded
from tests.fixtures.web import Site, problem
from tests.web.organiser.test_pages import signed_in

GERMAN = {"accept-language": "de"}


def test_a_page_that_is_not_there_says_so_in_the_readers_language(site: Site) -> None:
    answer = signed_in(site).get("/studies/none", headers=GERMAN)
    assert answer.status_code == 404
    assert "Es gibt keine Studie 'none'." in html.unescape(answer.text)


def test_a_refused_form_says_why_in_the_readers_language(site: Site) -> None:
    answer = site.client(accept="text/html").post("/sign-in", data={"name": "x", "password": "y"}, headers=GERMAN)
    assert "Name oder Passwort ist falsch." in answer.text


def test_a_failed_job_says_why_in_the_language_of_who_looks(site: Site) -> None:
    create_study(site.bench, loaded(), StudyDraft("study", "study"))
    site.bench.database.write(lambda run: add_job(site.bench, run, "open", {"study": "study", "who": "Ada"}))
    assert run_next_job(site.bench)
    client = signed_in(site)
    assert "Die Studie 'study' hat noch keine Items." in html.unescape(client.get("/studies/study?lang=de").text)
    assert "L’étude 'study' n’a pas encore d’items." in html.unescape(client.get("/studies/study?lang=fr").text)


def test_a_program_is_told_in_english(site: Site) -> None:
    answer = site.organiser().get("/api/studies/none", headers=GERMAN)
    assert problem(answer, 404, "study.unknown")["error"]["message"].startswith("There is no study 'none'.")
