"""One shape for every error, whichever route and whatever went wrong."""

import sqlite3
from typing import Any

import psycopg
import pytest

from jurybox import studies
from jurybox.core.errors import StoreFull
from jurybox.studies import rating
from tests.fixtures.web import Site, problem
from tests.web.conftest import Small


def failing(error: Exception) -> Any:
    def fail(*args: Any, **more: Any) -> Any:
        raise error

    return fail


def test_401_when_nobody_is_signed_in(site: Site) -> None:
    problem(site.client().get("/api/studies"), 401, "sign_in.needed")
    problem(site.client().get("/rate/study/api/study"), 401, "link.needed")


def test_403_when_another_site_made_the_request(site: Site) -> None:
    answer = site.client().post("/api/studies", json={}, headers={"origin": "https://evil.example"})
    problem(answer, 403, "request.forged")


@pytest.mark.parametrize(
    "path", ["/nothing", "/api/nothing", "/rate/study/api/nothing", "/rate/study/media/x", "/static/0/x", "/%00"]
)
def test_404_for_what_is_not_there(site: Site, path: str) -> None:
    problem(site.client().get(path), 404, "http.not_found")


def test_404_for_an_unknown_static_file_and_for_an_old_version_of_one(site: Site) -> None:
    client = site.client()
    version = site.inner.state.renderer.static.version
    assert client.get(f"/static/{version}/rater/static/rate.js").status_code == 200
    problem(client.get(f"/static/{version}/rater/static/rate.ts"), 404)
    problem(client.get("/static/0000000000000000/rater/static/rate.js"), 404)


def test_404_names_what_there_is_to_an_organiser(site: Site) -> None:
    problem(site.organiser().get("/api/studies/nothing"), 404, "study.unknown")
    problem(site.organiser("Bob").get("/api/jobs/nothing"), 404, "job.unknown")


@pytest.mark.parametrize(
    ("verb", "path", "allow"),
    [
        ("GET", "/rate/study/api/next", {"POST"}),
        ("PATCH", "/rate/study/api/judgements", {"POST"}),
        ("POST", "/rate/study/api/drafts/a/b", {"PUT"}),
        ("PUT", "/rate/study/api/session", {"POST"}),
        ("POST", "/rate/study/api/study", {"GET", "HEAD"}),
        ("DELETE", "/rate/study/media/a/b/c", {"GET", "HEAD"}),
        ("POST", "/rate/study/guideline/en", {"GET", "HEAD"}),
        ("POST", "/rate/study/", {"GET", "HEAD"}),
        ("DELETE", "/api/studies", {"GET"}),
        ("DELETE", "/static/0/rate.js", {"GET", "HEAD"}),
    ],
)
def test_405_says_what_is_allowed_at_least(site: Site, verb: str, path: str, allow: set[str]) -> None:
    answer = site.client().send(verb, path)
    problem(answer, 405, "http.not_allowed")
    assert allow <= set(answer.headers["allow"].split(", "))


def test_409_when_it_clashes_with_what_is_there(small: Small) -> None:
    wish = {"key": "study", "name": "Again", "protocol": "title"}
    problem(small.organiser().post("/api/studies", json=wish), 409, "study.key_taken")


def test_422_carries_every_fault_at_once(small: Small) -> None:
    packet = small.ann.one()
    body = small.ann.judgement(packet, answers={"quality": {"A": 9, "Z": 1}, "beauty": {"A": 1}}, id="1", elapsed_ms=-1)
    found = problem(small.ann.client.post("api/judgements", json=body), 422)
    codes = {fault["code"]: fault for fault in found["errors"]}
    assert set(codes) == {
        "answer.not_a_level", "answer.unknown_target", "answer.unknown_question", "judgement.bad_id",
        "judgement.bad_elapsed",
    }  # fmt: skip
    level = codes["answer.not_a_level"]
    assert (level["where"], level["given"], level["allowed"]) == ("answers.quality.A", 9, [1, 2, 3, 4, 5])


def test_422_carries_every_fault_of_an_organisers_body(site: Site) -> None:
    wish = {"key": 1, "protocol": "title", "colour": "red"}
    found = problem(site.organiser().post("/api/studies", json=wish), 422)
    assert {fault["where"] for fault in found["errors"]} == {"body.key", "body.name", "body.colour"}


def test_500_in_a_raters_route_says_nothing_of_why(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating, "about_study", failing(RuntimeError("a secret of the server")))
    found = problem(small.ann.client.get("api/study"), 500, "server.unexpected")
    assert "secret" not in str(found)


def test_500_in_an_organisers_route_says_nothing_of_why(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "list_studies", failing(RuntimeError("a secret of the server")))
    found = problem(site.organiser().get("/api/studies"), 500, "server.unexpected")
    assert "secret" not in str(found)


def test_500_of_a_page_is_a_page(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    client = small.organiser()
    monkeypatch.setattr(studies, "list_cards", failing(RuntimeError("a secret of the server")))
    page = client.get("/studies", headers={"accept": "text/html"})
    assert page.status_code == 500
    assert page.headers["content-type"].startswith("text/html")
    assert "secret" not in page.text
    assert page.headers["x-request-id"] in page.text


def test_500_is_in_the_log_under_the_id_that_the_person_was_told(
    small: Small, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(studies, "list_studies", failing(RuntimeError("why it failed")))
    monkeypatch.setattr(rating, "about_study", failing(RuntimeError("why it failed")))
    for answer in (small.organiser().get("/api/studies"), small.ann.client.get("api/study")):
        assert answer.status_code == 500
        told = [record for record in caplog.records if answer.json()["request_id"] in record.getMessage()]
        assert ["why it failed" in str(record.exc_info) for record in told] == [True, False], "why, and the line"


def test_503_when_the_queue_is_full_says_when_to_come_again(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    packet = small.ann.one()
    monkeypatch.setattr("jurybox.store.writer.LONGEST_QUEUE", 0)
    for answer in (
        small.ann.client.post("api/next", json={}),
        small.ann.submit(packet),
        small.ann.client.put(f"api/drafts/{packet['assignment']}/{packet['stage']}", json={}),
    ):
        problem(answer, 503, "store.busy")
        assert int(answer.headers["retry-after"]) >= 1


def test_507_when_the_disk_is_full_and_nothing_acknowledged_is_lost(
    small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = small.ann.one()
    small.ann.rate(first)
    second = small.ann.one()
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorname = "SQLITE_FULL"
    own = full if small.bench.database.dialect == "sqlite" else psycopg.errors.DiskFull("No space left on device")
    with monkeypatch.context() as broken:
        broken.setattr("jurybox.studies.rating.session.judge.take_judgement", failing(own))
        problem(small.ann.submit(second), 507, "store.full")
        words = StoreFull.of("store.full", given="the words of a driver")
        broken.setattr("jurybox.studies.rating.session.judge.take_judgement", failing(words))
        assert "driver" not in small.ann.submit(second).text
    assert small.ann.one()["assignment"] == second["assignment"]
    assert small.ann.rate(second)["standing"] == "counted"


def test_the_words_of_a_database_never_reach_a_rater(small: Small, monkeypatch: pytest.MonkeyPatch) -> None:
    error: Exception = psycopg.errors.DeadlockDetected("while locking tuple of relation secret_table")
    if small.bench.database.dialect == "sqlite":
        error = sqlite3.OperationalError("near secret_table: syntax error")
    monkeypatch.setattr(rating, "next_units", failing(error))
    answer = small.ann.client.post("api/next", json={})
    assert answer.status_code in (500, 503)
    assert "secret_table" not in answer.text


def test_people_get_a_page_and_programs_get_json(site: Site) -> None:
    client = site.client(accept="text/html,application/xhtml+xml")
    page = client.get("/nothing<b>")
    assert page.status_code == 404
    assert page.headers["content-type"].startswith("text/html")
    assert "<b>" not in page.text.split("<main")[1].split("</main>")[0]
    problem(client.get("/api/nothing"), 404)
    problem(client.get("/rate/study/api/study"), 401)


def test_people_who_are_not_signed_in_are_sent_to_the_sign_in_page(site: Site) -> None:
    answer = site.client(accept="text/html").get("/studies")
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in")


@pytest.mark.parametrize(
    "origin",
    ["http://[::1", "http://[", "https://127.0.0.1:8000", "http://127.0.0.1", "http://127.0.0.1:80", "x", "\xe9"],
)
def test_403_for_an_origin_that_is_not_wholly_ours_or_none_at_all(site: Site, origin: str) -> None:
    headers = {"origin": origin.encode("latin-1")}
    problem(site.client().post("/api/studies", json={}, headers=headers), 403, "request.forged")


@pytest.mark.parametrize("origin", ["http://127.0.0.1:8000", "HTTP://127.0.0.1:8000", "http://other.example"])
def test_an_origin_that_is_ours_by_the_address_or_by_the_name_asked_for_is_let_in(site: Site, origin: str) -> None:
    host = origin.lower().partition("://")[2] + (":80" if "other" in origin else "")
    answer = site.client().post("/api/studies", json={}, headers={"origin": origin, "host": host})
    problem(answer, 401, "sign_in.needed")


def test_500_in_the_one_shape_for_what_goes_wrong_outside_the_app(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site.app, "_is_forged", failing(ValueError("surprise")))
    problem(site.client().post("/api/studies", json={}), 500, "server.unexpected")


def test_nothing_personal_is_kept_by_browsers_or_proxies(small: Small) -> None:
    organiser = small.organiser()
    for path in ("/api/studies", "/api/studies/study/raters", "/api/organisers", "/api/me/tokens", "/api/openapi.json"):
        assert organiser.get(path).headers["cache-control"] == "no-store", path
    for path in ("api/study", "api/assignments", "api/summary", "guideline/en"):
        assert small.ann.client.get(path).headers["cache-control"] == "no-store", path
    assert small.site.client().get("/healthz").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/studies/", "/account/", "/api/studies/"])
def test_a_redirect_never_leads_to_the_host_that_a_client_names(site: Site, path: str) -> None:
    """A cache in front would keep it for others."""
    answer = site.client(host="evil.example").get(path)
    assert answer.status_code == 307
    assert answer.headers["location"] == path.rstrip("/")
