"""Joining over HTTP: the address is cleared, nothing is made before the button, ids of platforms stay out of sight."""

import html
import logging
import re

import pytest

from jurybox.studies.people import JoinWish, list_raters, set_join_link
from tests.fixtures.studies import lines, open_study
from tests.fixtures.web import Client, Site, ok, problem

CONSENT = {"en": "We keep **ratings**. <script>alert(1)</script>"}
ANA = {"PROLIFIC_PID": "pid-ana", "STUDY_ID": "their-study", "SESSION_ID": "their-session"}


def token_of(site: Site, most: int | None = None) -> str:
    return set_join_link(site.bench, "study", JoinWish(most)).path.partition("#")[2]


def visitor(site: Site) -> Client:
    return site.client(accept="text/html")


def test_opening_the_link_creates_nothing_and_says_nothing_of_the_study(site: Site) -> None:
    open_study(site.bench, lines(2))
    page = visitor(site).get("/join/study/?PROLIFIC_PID=pid-ana")
    assert page.status_code == 200
    assert "Study" not in page.text
    assert "pid-ana" not in page.text
    assert visitor(site).get("/join/no-such-study/").text.replace("no-such-study", "study") == page.text
    assert list_raters(site.bench, "study") == []


def test_who_has_no_platform_reads_agrees_and_gets_a_link_to_keep(site: Site) -> None:
    open_study(site.bench, lines(2), consent=CONSENT)
    token = token_of(site)
    client = visitor(site)
    page = client.post("/join/study/", data={"token": token})
    assert page.headers["cache-control"] == "no-store"
    assert "<strong>ratings</strong>" in page.text
    assert "<script>alert" not in page.text
    assert list_raters(site.bench, "study") == []
    (agreed,) = re.findall('name="agreed" value="(.*?)"', page.text)
    assert client.post("/join/study/take-part", data={"token": token}).status_code == 409
    done = client.post("/join/study/take-part?lang=de", data={"token": token, "agreed": agreed, "name": "<b>Ana</b>"})
    (link,) = re.findall('value="(http://127.0.0.1:8000/rate/study/#.*?)"', done.text)
    (ana,) = list_raters(site.bench, "study")
    assert (ana.name, ana.language) == ("<b>Ana</b>", "de")
    rater = site.rater(html.unescape(link))
    assert ok(rater.post("api/next", json={"ahead": 1}))["state"] == "rate"


def test_who_comes_from_a_platform_goes_straight_to_their_tasks_and_leaves_no_trace(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    open_study(site.bench, lines(2), completion_code="DONE", units_per_rater=1)
    token = token_of(site)
    client = visitor(site)
    with caplog.at_level(logging.INFO):
        client.get("/join/study/", params=ANA)
        assert "join-name" not in client.post("/join/study/", data={"token": token, **ANA}).text
        first = client.post("/join/study/take-part", data={"token": token, **ANA})
        again = client.post("/join/study/take-part", data={"token": token, **ANA})
    assert first.status_code == again.status_code == 303
    assert first.headers["location"] == again.headers["location"]
    assert first.headers["location"].startswith("/rate/study/#")
    logged = "".join(record.getMessage() for record in caplog.records if record.name.startswith("jurybox"))
    assert logged
    assert "pid-ana" not in logged
    assert "their-session" not in logged
    organiser = site.organiser()
    for path in ("raters", "history", "export?kind=csv", "export/raters", "raters/links", "raters/activity"):
        assert "pid-ana" not in organiser.get(f"/api/studies/study/{path}").text


def test_why_nobody_joins_is_said_in_the_readers_language(site: Site) -> None:
    open_study(site.bench, lines(2))
    token = token_of(site, most=1)
    client = visitor(site)
    assert client.post("/join/study/take-part", data={"token": token}).status_code == 200
    full = client.post("/join/study/?lang=de", data={"token": token})
    assert (full.status_code, "Alle Plätze sind vergeben." in full.text) == (409, True)
    assert client.post("/join/study/", data={"token": "x"}).status_code == 401
    preview = {"token": token, "assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE"}
    assert "accept the task" in client.post("/join/study/", data=preview).text


def test_organisers_make_change_and_close_it_on_the_page_and_in_the_api(site: Site) -> None:
    from tests.web.organiser.test_pages import signed_in

    open_study(site.bench, lines(2))
    client = signed_in(site)
    assert client.post("/studies/study/join", data={"most": "5", "until": "2027-02-01"}).status_code == 303
    page = client.get("/studies/study/raters").text
    assert "/join/study/#" in page
    assert "PROLIFIC_PID={{%PROLIFIC_PID%}}" in page
    assert "workerId=${workerId}" in page
    assert client.post("/studies/study/join", data={"most": "many"}).status_code == 422
    organiser = site.organiser("Bea")
    shown = ok(organiser.get("/api/studies/study/join"))
    assert (shown["state"], shown["most"], shown["joined"]) == ("open", 5, 0)
    assert ok(organiser.put("/api/studies/study/join", json={"most": 7}))["most"] == 7
    assert ok(organiser.post("/api/studies/study/join/renew"))["link"] != shown["link"]
    assert ok(organiser.delete("/api/studies/study/join"))["state"] == "closed"
    problem(organiser.put("/api/studies/study/join", json={"most": 0}), 422, "join.bad_limit")
