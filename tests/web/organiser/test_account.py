"""What an organiser does about themself and others in the browser and over the API: language, password, people."""

import re

import pytest

from jurybox.studies.people import add_api_token, add_organiser, first_link, list_organisers, set_administrator
from tests.fixtures.web import PASSWORD, Client, Site, cookie_of, ok, problem
from tests.web.html_reader import read

NEW = "another long password"


def signed_in(site: Site, name: str = "Ada") -> Client:
    if name not in [one.name for one in list_organisers(site.bench)]:
        add_organiser(site.bench, name, PASSWORD)
    client = site.client(accept="text/html")
    assert client.post("/sign-in", data={"name": name, "password": PASSWORD}).status_code == 303
    return client


def forms_of(page: str) -> set[str]:
    return {str(attrs["action"]) for tag, attrs in read(page).elements if tag == "form"}


def link_on(page: str) -> str:
    """The link that the page shows."""
    (found,) = [str(a["value"]) for tag, a in read(page).elements if tag == "input" and "readonly" in a]
    return found


def follow(site: Site, link: str) -> Client:
    client = site.client(accept="text/html")
    assert client.post("/sign-in", data={"token": link.partition("#")[2]}).status_code == 303
    return client


def test_who_follows_the_first_link_says_their_name_and_sets_a_password(site: Site) -> None:
    client = follow(site, first_link(site.bench) or "")
    assert 'href="/account"' in client.get("/studies").text.partition("<main")[2]
    answer = client.post("/account", data={"name": "Ada", "new": NEW})
    assert (answer.status_code, answer.headers["location"]) == (303, "/account?saved=yes")
    page = client.get("/account?saved=yes").text
    assert 'role="status"' in page
    assert "Ada" in page
    assert 'href="/account"' not in client.get("/studies").text.partition("<main")[2]
    again = site.client(accept="text/html").post("/sign-in", data={"name": "Ada", "password": NEW})
    assert again.status_code == 303


def test_a_changed_password_ends_the_other_sessions(site: Site) -> None:
    mine, other = signed_in(site), signed_in(site)
    assert mine.post("/account", data={"current": PASSWORD, "new": NEW}).status_code == 303
    assert mine.get("/studies").status_code == 200
    assert other.get("/studies").headers["location"] == "/sign-in"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"current": "wrong", "new": NEW}, "The current password is wrong."),
        ({"current": PASSWORD, "new": "short"}, "The password has 5 characters."),
        ({"current": PASSWORD, "new": NEW, "name": "Eve"}, "stays"),
        ({"new": NEW}, "The current password is wrong."),
    ],
)
def test_a_password_that_is_refused_says_why(site: Site, data: dict[str, str], said: str) -> None:
    client = signed_in(site)
    answer = client.post("/account", data=data)
    assert answer.status_code == 422
    assert said in answer.text
    assert NEW not in answer.text
    assert site.client().post("/sign-in", data={"name": "Ada", "password": PASSWORD}).status_code == 303


def test_an_invitation_is_shown_once_and_lets_one_person_in(site: Site) -> None:
    ada = signed_in(site)
    page = ada.post("/organisers", data={"name": "Ben"})
    link = link_on(page.text)
    assert (page.status_code, page.headers["cache-control"]) == (200, "no-store")
    assert link.startswith("http://127.0.0.1:8000/sign-in/#")
    assert link.partition("#")[2] not in ada.get("/organisers").text
    ben = follow(site, link)
    assert "Ben" in ben.get("/studies").text
    assert site.client().post("/sign-in", data={"token": link.partition("#")[2]}).status_code == 401


def test_only_an_administrator_has_the_forms_and_what_others_send_is_refused(site: Site) -> None:
    ada, ben = signed_in(site), signed_in(site, "Ben")
    verbs = {"/organisers", "/organisers/link", "/organisers/role", "/organisers/remove"}
    assert verbs <= forms_of(ada.get("/organisers").text)
    assert not verbs & forms_of(ben.get("/organisers").text)
    for path in verbs:
        answer = ben.post(path, data={"name": "Ada" if path != "/organisers" else "Cy"})
        assert answer.status_code == 403
        assert "Only an administrator may do this" in answer.text
    assert [one.name for one in list_organisers(site.bench)] == ["Ada", "Ben"]


def test_who_is_removed_is_out_at_once(site: Site) -> None:
    ada, ben = signed_in(site), signed_in(site, "Ben")
    assert ada.post("/organisers/remove", data={"name": "Ben"}).headers["location"] == "/organisers"
    assert ben.get("/studies").headers["location"] == "/sign-in"
    assert "Ada removed Ben" in ada.get("/organisers").text
    answer = ada.post("/organisers/remove", data={"name": "Ada"})
    assert answer.status_code == 409
    assert "only administrator" in answer.text
    assert ada.post("/organisers/remove", data={"name": "Nobody"}).status_code == 404


def test_roles_are_given_and_taken_away(site: Site) -> None:
    ada, _ = signed_in(site), signed_in(site, "Ben")
    assert ada.post("/organisers/role", data={"name": "Ben", "administrator": "yes"}).status_code == 303
    assert [one.is_administrator for one in list_organisers(site.bench)] == [True, True]
    assert ada.post("/organisers/role", data={"name": "Ben"}).status_code == 303
    assert [one.is_administrator for one in list_organisers(site.bench)] == [True, False]


def test_the_language_that_was_chosen_stays_with_the_organiser(site: Site) -> None:
    client = signed_in(site)
    answer = client.post("/language", data={"lang": "de", "back": "/help?x=1"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/help?x=1")
    assert '<html lang="de">' in client.get("/studies").text
    elsewhere = signed_in(site)
    assert '<html lang="de">' in elsewhere.get("/studies", headers={"accept-language": "fr"}).text
    assert '<html lang="it">' in elsewhere.get("/studies?lang=it").text


def test_who_is_not_signed_in_chooses_for_their_device(site: Site) -> None:
    client = site.client(accept="text/html")
    answer = client.post("/language", data={"lang": "es", "back": "/sign-in"})
    cookie = cookie_of(answer)
    assert (cookie["name"], cookie["value"], "httponly" in cookie) == ("jurybox_language", "es", True)
    assert '<html lang="es">' in client.get("/sign-in").text


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/\\evil.example", "evil", ""])
def test_choosing_a_language_never_leads_to_another_site(site: Site, back: str) -> None:
    answer = site.client().post("/language", data={"lang": "de", "back": back})
    assert answer.headers["location"] == "/"


def test_a_language_that_is_not_there_changes_nothing(site: Site) -> None:
    answer = site.client().post("/language", data={"lang": "xx", "back": "/sign-in"})
    assert (answer.status_code, "set-cookie" in answer.headers) == (303, False)


def test_the_api_does_the_same(site: Site) -> None:
    ada, ben = site.organiser("Ada"), site.organiser("Ben")
    made = ok(ada.post("/api/organisers", json={"name": "Cy/D"}), 201)
    assert re.fullmatch(r"http://127\.0\.0\.1:8000/sign-in/#\S+", made["link"])
    assert [(one["name"], one["is_administrator"]) for one in ok(ben.get("/api/organisers"))] == [
        ("Ada", True),
        ("Ben", False),
        ("Cy/D", False),
    ]
    again = ok(ada.post(f"/api/organisers/{made['id']}/links"), 201)
    assert again["link"] != made["link"]
    assert ok(ada.put("/api/organisers/Ben/role", json={"administrator": True}))["is_administrator"]
    set_administrator(site.bench, "Ben", False)
    for answer in (
        ben.post("/api/organisers", json={"name": "Eve"}),
        ben.delete("/api/organisers/Ada"),
        ben.put("/api/organisers/Ben/role", json={"administrator": True}),
        ben.post("/api/organisers/Ada/links"),
    ):
        problem(answer, 403, "organiser.not_administrator")
    problem(ada.post("/api/organisers", json={"name": "Ben"}), 409, "organiser.name_taken")
    problem(ada.delete("/api/organisers/Ada"), 409, "organiser.last_administrator")
    assert ada.delete(f"/api/organisers/{made['id']}").status_code == 204
    newest = ok(ada.get("/api/organisers/history"))[0]
    assert (newest["who"], newest["what"], newest["organiser"]) == ("Ada", "removed", "Cy/D")
    ok(ada.delete("/api/organisers/Ben"), 204)
    problem(ben.get("/api/organisers"), 401, "token.unknown")


def test_the_api_changes_the_own_password_and_language(site: Site) -> None:
    browser, ada = signed_in(site), site.client(authorization=f"Bearer {token_of(site)}")
    problem(ada.put("/api/me/password", json={"new": NEW}), 422, "organiser.wrong_password")
    assert ada.put("/api/me/password", json={"new": NEW, "current": PASSWORD}).status_code == 204
    assert browser.get("/studies").headers["location"] == "/sign-in"
    problem(ada.get("/api/studies"), 401, "token.unknown")
    ada = site.client(authorization=f"Bearer {token_of(site)}")
    assert ada.put("/api/me/language", json={"language": "fr"}).status_code == 204
    problem(ada.put("/api/me/language", json={"language": "xx"}), 422, "organiser.unknown_language")


def token_of(site: Site) -> str:
    return add_api_token(site.bench, "Ada", "notebook")
