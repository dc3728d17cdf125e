"""Tokens that are good for less than everything, sessions that end, and records of all that concerns people."""

import csv
import io
import re
from typing import Any

import pytest

from jurybox.studies.people import TokenWish, add_api_token, add_organiser, give_role, set_password
from tests.fixtures.databases import clock_of, sql
from tests.fixtures.web import PASSWORD, Client, Site, ok, problem
from tests.web.conftest import Small


def by_token(small: Small, wish: TokenWish) -> Client:
    return small.site.client(authorization=f"Bearer {add_api_token(small.bench, 'Ada', wish)}")


@pytest.fixture
def ada(small: Small) -> Client:
    return small.organiser()


@pytest.mark.usefixtures("ada")
def test_a_token_for_reading_changes_nothing(small: Small) -> None:
    reader = by_token(small, TokenWish("reader", "read"))
    ok(reader.get("/api/studies/study"))
    for verb, path in (
        ("POST", "/api/studies/study/pause"),
        ("POST", "/api/me/tokens"),
        ("DELETE", "/api/me/sessions"),
    ):
        problem(reader.send(verb, path, json={"name": "x"}), 403, "token.scope")


@pytest.mark.usefixtures("ada")
def test_a_token_of_one_study_opens_no_other_and_nothing_beside_it(small: Small) -> None:
    wish = {"key": "other", "name": "Other", "protocol": "title"}
    ok(by_token(small, TokenWish("all")).post("/api/studies", json=wish), 201)
    bound = by_token(small, TokenWish("bound", study="study"))
    ok(bound.get("/api/studies/study"))
    for path in ("/api/studies/other", "/api/studies", "/api/organisers", "/api/me/tokens", "/api/records"):
        problem(bound.get(path), 403, "token.other_study")


@pytest.mark.usefixtures("ada")
def test_a_token_ends_when_its_days_are_over(small: Small) -> None:
    short = by_token(small, TokenWish("short", days=1))
    ok(short.get("/api/studies"))
    clock_of(small.bench).forward(minutes=24 * 60 + 1)
    problem(short.get("/api/studies"), 401, "token.unknown")
    assert [one["name"] for one in ok(by_token(small, TokenWish("new")).get("/api/me/tokens"))] == [
        "token of Ada",
        "new",
    ]


def test_a_new_password_ends_tokens_too(small: Small, ada: Client) -> None:
    ok(ada.get("/api/studies"))
    set_password(small.bench, "Ada", "another long password")
    problem(ada.get("/api/studies"), 401, "token.unknown")


def signed_in(site: Site, name: str = "Ada") -> Client:
    client = site.client(accept="text/html")
    assert client.post("/sign-in", data={"name": name, "password": PASSWORD}).status_code == 303
    return client


def test_all_other_sessions_can_be_ended_by_oneself_and_all_by_an_administrator(small: Small, ada: Client) -> None:
    here, there = signed_in(small.site), signed_in(small.site)
    assert 'action="/account/sessions/end"' in here.get("/account").text
    assert here.post("/account/sessions/end").headers["location"] == "/account?ended=yes"
    assert here.get("/studies").status_code == 200
    assert there.get("/studies").headers["location"] == "/sign-in"
    problem(ada.get("/api/studies"), 401)
    add_organiser(small.bench, "Ben", PASSWORD)
    bens = signed_in(small.site, "Ben")
    assert bens.post("/organisers/sessions", data={"name": "Ada"}).status_code == 403
    assert here.post("/organisers/sessions", data={"name": "Ben"}).status_code == 303
    assert bens.get("/studies").headers["location"] == "/sign-in"


def whats(client: Client, **wish: Any) -> list[str]:
    return [line["what"] for line in reversed(ok(client.get("/api/records", params=wish)))]


def test_what_concerns_people_links_roles_and_data_is_written_down_with_ids(small: Small, ada: Client) -> None:
    add_organiser(small.bench, "Ben", PASSWORD)
    before = len(whats(ada))
    ok(ada.post("/api/studies/study/raters", json={"name": "Cleo Secretname"}), 201)
    ok(ada.post("/api/studies/study/raters/Ann/renew"))
    give_role(small.bench, "study", "Ben", "viewer")
    assert ada.get("/api/studies/study/export").status_code == 200
    assert ada.get("/api/studies/study/raters/links").status_code == 200
    assert ada.post("/api/organisers/Ben/links").status_code == 201
    assert whats(ada)[before:] == [
        "rater_added", "link_renewed", "role_given", "exported", "links_downloaded", "link_made",
    ]  # fmt: skip
    raw = str(sql(small.bench, "SELECT who, data FROM audit"))
    assert not re.search("Ada|Ben|Ann|Cleo|Secretname", raw)
    newest = ok(ada.get("/api/records"))[0]
    assert (newest["who"], newest["organiser"]) == ("Ada", "Ben")
    assert newest["words"] == "Ada made a new link for Ben"


def test_records_can_be_read_on_a_page_and_taken_as_a_file_by_administrators_alone(small: Small, ada: Client) -> None:
    add_organiser(small.bench, "Ben", PASSWORD)
    assert ada.get("/api/studies/study/export").status_code == 200
    page = signed_in(small.site)
    text = page.get("/records").text
    assert "Ada exported data of study" in text
    assert 'href="/records"' in page.get("/organisers").text
    file = ada.get("/api/records", params={"format": "csv", "study": "study"})
    rows = list(csv.DictReader(io.StringIO(file.content.decode("utf-8-sig"))))
    assert {row["study"] for row in rows} == {"study"}
    assert rows[0]["what"] == "exported"
    bens = signed_in(small.site, "Ben")
    assert bens.get("/records").status_code == 403
    problem(bens.get("/api/records"), 403)
    problem(ada.get("/api/records", params={"since": "soon"}), 422, "history.bad_time")


def test_the_page_of_tokens_offers_what_they_are_good_for(small: Small, ada: Client) -> None:
    ok(ada.get("/api/me/tokens"))
    page = signed_in(small.site)
    made = page.post("/account/tokens", data={"name": "r", "scope": "read", "study": "study", "days": "3"}).text
    found = re.search("<code>(jb_[^<]+)</code>", made)
    assert found is not None
    reader = small.site.client(authorization=f"Bearer {found[1]}")
    ok(reader.get("/api/studies/study"))
    problem(reader.post("/api/studies/study/pause"), 403, "token.scope")
    assert page.post("/account/tokens", data={"name": "x", "study": "none"}).status_code == 404
    assert page.post("/account/tokens", data={"name": "x", "scope": "all"}).status_code == 422
