"""Freezing and sharing on the organiser's site, and what somebody with a link is sent."""

import io
import zipfile

import pytest

from jurybox.studies import results
from jurybox.studies.lifecycle import withdraw_item
from jurybox.studies.people import raters
from tests.fixtures.web import Client, ok, problem
from tests.web.conftest import Small
from tests.web.html_reader import read
from tests.web.organiser.test_pages import signed_in
from tests.web.organiser.test_results import RESULTS, rated, words_of, work

__all__ = ["rated"]
API = "/api/studies/study/frozen"


@pytest.fixture
def frozen(rated: Small) -> tuple[Small, Client, str]:
    """The study, an organiser, and the page of a frozen result."""
    client = signed_in(rated.site)
    client.get(RESULTS)
    work(rated)
    answer = client.post("/studies/study/frozen")
    assert answer.status_code == 303
    return rated, client, answer.headers["location"]


def token_of(client: Client, page: str) -> str:
    found = [str(attrs["value"]) for tag, attrs in read(client.get(page).text).elements if "readonly" in attrs]
    return found[-1].partition("#")[2]


def test_results_are_frozen_where_they_are_downloaded(frozen: tuple[Small, Client, str]) -> None:
    _, client, page = frozen
    answer = client.get(f"{RESULTS}/answer").text
    assert f'href="{RESULTS}/download#frozen">Freeze and share</a>' in answer
    assert "Freeze and share" not in client.get(f"{RESULTS}/ranking").text
    id = page.rpartition("/")[2]
    assert id in words_of(client, f"{RESULTS}/download")
    words = words_of(client, page)
    for expected in (id, "after 24 judgements", "Nothing: today’s results are these.", "The answer"):
        assert expected in words, expected
    assert client.get("/studies/study/frozen/nothing").status_code == 404
    archive = client.get(f"{page}/archive.zip")
    with zipfile.ZipFile(io.BytesIO(archive.content)) as files:
        assert f"{id}/report.html" in files.namelist()
    assert "Everything so far is in." in words_of(client, RESULTS), "freezing makes no result old"


def test_what_is_frozen_has_all_that_came_in_or_it_is_said_why_nothing_was(
    frozen: tuple[Small, Client, str],
) -> None:
    small, client, page = frozen
    again = client.post("/studies/study/frozen").headers["location"]
    assert again == f"{page}?again=1"
    assert "Nothing new came in since" in words_of(client, again)
    withdraw_item(small.bench, "study", "item-0", "broken", "Ada")
    waiting = client.post("/studies/study/frozen").headers["location"]
    assert waiting == f"{RESULTS}/download?waits=1"
    assert "Nothing was frozen yet: newer judgements came in" in words_of(client, waiting)
    assert len(results.list_frozen(small.bench, "study")) == 1
    work(small)
    assert "Nothing was frozen yet" not in words_of(client, waiting)
    new = client.post("/studies/study/frozen").headers["location"]
    assert new not in (page, again)
    assert len(results.list_frozen(small.bench, "study")) == 2


def test_a_link_is_copied_by_a_button_and_the_signature_is_folded_away(frozen: tuple[Small, Client, str]) -> None:
    _, client, page = frozen
    client.post(f"{page}/links")
    elements = read(client.get(page).text).elements
    names = [tag for tag, _ in elements]
    field = next(n for n, (_, attrs) in enumerate(elements) if "readonly" in attrs)
    assert (names[field + 1], "data-copy" in elements[field + 1][1]) == ("button", True)
    assert any(str(attrs.get("src", "")).endswith("organiser/static/organiser.js") for _, attrs in elements)
    words = words_of(client, page)
    assert words.count("What was left out") <= 2, "the heading, and the title of the table for who hears it"
    assert "New link without the names of systems" in words


def test_nothing_is_frozen_before_there_is_anything(rated: Small) -> None:
    assert signed_in(rated.site).post("/studies/study/frozen").status_code == 409


def test_the_page_says_what_has_changed_since(frozen: tuple[Small, Client, str]) -> None:
    small, client, page = frozen
    withdraw_item(small.bench, "study", "item-0", "broken", "Ada")
    client.post(RESULTS)
    work(small)
    words = words_of(client, page)
    assert "The item item-0 was withdrawn. Reason: broken" in words
    assert "Numbers that moved" in words
    assert "How good? : mean" in words


def test_a_link_shows_the_result_to_whoever_has_it_until_it_is_revoked(frozen: tuple[Small, Client, str]) -> None:
    small, client, page = frozen
    assert client.post(f"{page}/links").status_code == 303
    token = token_of(client, page)
    reader = small.site.client()
    shell = reader.get("/shared/")
    assert shell.status_code == 200
    assert token not in shell.text
    for name, value in (("cache-control", "no-store"), ("x-robots-tag", "noindex, nofollow")):
        assert shell.headers[name] == value
    shown = reader.post("/shared/result", data={"token": token})
    assert (shown.status_code, shown.headers["cache-control"]) == (200, "no-store")
    assert "System 1" in shown.text
    archive = reader.post("/shared/archive", data={"token": token})
    assert archive.headers["content-type"] == "application/zip"
    (link,) = results.list_shares(small.bench, "study")
    assert client.post(f"{page}/links/{link['id']}/revoke").status_code == 303
    gone = reader.post("/shared/result", data={"token": token}, headers={"accept": "text/html"})
    assert gone.status_code == 404
    assert "it was revoked" in gone.text
    assert reader.post("/shared/archive", data={"token": token}).status_code == 404


@pytest.mark.parametrize("with_names", [True, False])
def test_no_byte_that_is_shared_tells_what_was_not_to_be_told(
    frozen: tuple[Small, Client, str], with_names: bool
) -> None:
    small, client, page = frozen
    client.post(f"{page}/links", data={"names": "1"} if with_names else {})
    token, reader = token_of(client, page), small.site.client()
    sent = reader.post("/shared/result", data={"token": token}).content
    with zipfile.ZipFile(io.BytesIO(reader.post("/shared/archive", data={"token": token}).content)) as files:
        for name in files.namelist():
            body = files.read(name)
            if name.endswith(".xlsx"):
                with zipfile.ZipFile(io.BytesIO(body)) as sheets:
                    body = b"".join(sheets.read(sheet) for sheet in sheets.namelist())
            sent += body
    for canary in (b"system-a", b"system-b"):
        assert (canary in sent) == with_names
    for never in (b"item-0", b"Output a of", b"Ann", b"Ada"):
        assert never not in sent


def test_programs_freeze_compare_share_and_revoke(rated: Small) -> None:
    organiser = rated.organiser()
    problem(organiser.post(API, json={}), 409, "results.none_yet")
    organiser.get("/api/studies/study/findings")
    work(rated)
    made = ok(organiser.post(API, json={}), 201)
    assert ok(organiser.get(API)) == [made]
    one = ok(organiser.get(f"{API}/{made['id']}"))
    assert one["findings"]["signature"] == made["signature"]
    raters.add_rater(rated.bench, "study", "Cy")
    assert ok(organiser.get(f"{API}/{made['id']}/difference"))["judgements"] == 0
    assert organiser.get(f"{API}/{made['id']}/archive").headers["content-type"] == "application/zip"
    link = ok(organiser.post(f"{API}/{made['id']}/links", json={"names": False}), 201)
    assert link["url"].startswith("http")
    assert ok(organiser.get(f"{API}/{made['id']}/links")) == [link]
    assert organiser.delete(f"{API}/{made['id']}/links/{link['id']}").status_code == 204
    problem(organiser.delete(f"{API}/{made['id']}/links/{link['id']}"), 404, "shared.unknown_link")
    problem(organiser.get(f"{API}/nothing"), 404, "frozen.unknown")
    problem(rated.ann.client.get(API), 401)
