"""One's own API tokens, on a page and by the API: made, shown once, listed, revoked."""

import re

from jurybox.studies.people import organisers, own_tokens
from tests.fixtures.web import PASSWORD, Client, Site, ok, problem

TITLE = {"key": "titles", "name": "Titles", "protocol": "title"}


def signed_in(site: Site, name: str) -> Client:
    organisers.add_organiser(site.bench, name, PASSWORD)
    client = site.client(accept="text/html")
    assert client.post("/sign-in", data={"name": name, "password": PASSWORD}).status_code == 303
    return client


def test_a_token_is_made_shown_once_used_and_revoked(site: Site) -> None:
    ada = signed_in(site, "Ada")
    page = ada.post("/account/tokens", data={"name": "notebook"}).text
    found = re.search("<code>(jb_[^<]+)</code>", page)
    assert found is not None
    by_token = {"authorization": f"Bearer {found[1]}"}
    assert site.client().get("/api/studies", headers=by_token).status_code == 200
    again = ada.get("/account/tokens").text
    assert "notebook" in again
    assert found[1] not in again
    assert ada.post("/account/tokens/revoke", data={"name": "notebook"}).status_code == 303
    assert site.client().get("/api/studies", headers=by_token).status_code == 401
    assert "notebook" not in ada.get("/account/tokens").text


def test_a_name_that_cannot_be_is_refused_in_words(site: Site) -> None:
    ada = signed_in(site, "Ada")
    ada.post("/account/tokens", data={"name": "notebook"})
    assert ada.post("/account/tokens", data={"name": "notebook"}).status_code == 409
    assert ada.post("/account/tokens", data={"name": " "}).status_code == 422
    assert ada.post("/account/tokens/revoke", data={"name": "none"}).status_code == 404


def test_tokens_by_the_api_are_ones_own(site: Site) -> None:
    ada, bea = signed_in(site, "Ada"), signed_in(site, "Bea")
    assert ok(ada.post("/api/me/tokens", json={"name": "script"}), 201)["token"].startswith("jb_")
    assert [one["name"] for one in ok(ada.get("/api/me/tokens"))] == ["script"]
    assert ok(bea.get("/api/me/tokens")) == []
    problem(bea.delete("/api/me/tokens/script"), 404, "token.unknown_name")
    assert ada.delete("/api/me/tokens/script").status_code == 204


def by(site: Site, wish: own_tokens.TokenWish) -> Client:
    return site.client(authorization=f"Bearer {own_tokens.add_api_token(site.bench, 'Ada', wish)}")


def test_a_token_that_ends_makes_nothing_that_outlasts_it(site: Site) -> None:
    """Who found one could have made themselves another without an end."""
    signed_in(site, "Ada")
    ends = by(site, own_tokens.TokenWish("short", days=1))
    problem(ends.post("/api/me/tokens", json={"name": "long"}), 403, "token.ends")
    problem(ends.post("/api/organisers", json={"name": "Ben"}), 403, "token.ends")
    problem(ends.post("/api/organisers/Ada/links"), 403, "token.ends")
    ok(ends.get("/api/me/tokens"))
    lasts = by(site, own_tokens.TokenWish("lasting"))
    ok(lasts.post("/api/me/tokens", json={"name": "more"}), 201)


def test_a_token_of_one_study_opens_nothing_of_the_server(site: Site) -> None:
    signed_in(site, "Ada")
    ok(by(site, own_tokens.TokenWish("all")).post("/api/studies", json=TITLE), 201)
    one = by(site, own_tokens.TokenWish("one", study="titles"))
    ok(one.get("/api/studies/titles"))
    for path in ("/metrics", "/api/records", "/api/organisers", "/api/studies"):
        problem(one.get(path), 403, "token.other_study")
