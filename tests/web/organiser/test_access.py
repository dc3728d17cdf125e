"""Organisers sign in by password, by a link that works once, or with an API token; nobody else gets in."""

import re

import pytest
from starlette.routing import Route

from jurybox.studies.people import organisers, own_tokens
from tests.fixtures.databases import clock_of, sql
from tests.fixtures.web import PASSWORD, Client, Site, cookie_of, ok, problem
from tests.web.conftest import Small

WAYS_IN = [
    ("GET", "/api/protocols"), ("GET", "/api/studies"), ("POST", "/api/studies"), ("GET", "/api/studies/study"),
    ("POST", "/api/studies/study/items"), ("POST", "/api/studies/study/open"), ("POST", "/api/studies/study/close"),
    ("GET", "/api/studies/study/export"), ("POST", "/api/studies/study/withdrawals"),
    ("POST", "/api/studies/study/quorum"), ("POST", "/api/studies/study/pilot"), ("GET", "/api/studies/study/raters"),
    ("POST", "/api/studies/study/raters"), ("POST", "/api/studies/study/raters/Ann/renew"),
    ("POST", "/api/studies/study/raters/Ann/erasure"), ("POST", "/api/studies/study/redaction"),
    ("DELETE", "/api/studies/study"),
    ("POST", "/api/studies/study/raters/Ann/revoke"), ("GET", "/api/jobs/x"), ("DELETE", "/api/jobs/x"),
    ("GET", "/api/studies/study/export/raters"), ("GET", "/api/studies/study/enquiries"),
    ("POST", "/api/studies/study/enquiries/y/replies"), ("POST", "/api/studies/study/guideline"),
    ("GET", "/api/studies/study/findings"), ("POST", "/api/studies/study/findings"),
    ("GET", "/api/studies/study/findings/document"), ("POST", "/api/studies/study/copies"),
    ("GET", "/api/protocols/title"), ("POST", "/api/studies/example"), ("GET", "/api/organisers"),
    ("POST", "/api/campaigns"),
    ("POST", "/api/organisers"), ("GET", "/api/organisers/history"), ("POST", "/api/organisers/Ada/links"),
    ("PUT", "/api/organisers/Ada/role"), ("DELETE", "/api/organisers/Ada"), ("GET", "/api/records"),
    ("DELETE", "/api/organisers/Ada/sessions"), ("DELETE", "/api/me/sessions"), ("PUT", "/api/me/password"),
    ("PUT", "/api/me/language"), ("POST", "/api/studies/study/pause"), ("POST", "/api/studies/study/resume"),
    ("POST", "/api/studies/study/reopen"), ("GET", "/api/studies/study/jobs"), ("GET", "/api/studies/study/history"),
    ("POST", "/api/studies/study/restorations"), ("GET", "/api/studies/study/progress"),
    ("GET", "/api/studies/study/items"), ("GET", "/api/studies/study/item"), ("POST", "/api/studies/study/notes"),
    ("POST", "/api/studies/study/returns"),
    ("GET", "/api/studies/study/upload"),
    ("DELETE", "/api/studies/study/upload"), ("PUT", "/api/studies/study/upload/tables"),
    ("DELETE", "/api/studies/study/upload/tables"), ("POST", "/api/studies/study/upload/look"),
    ("POST", "/api/studies/study/upload/import"),
    ("POST", "/api/studies/study/raters/list"),
    ("GET", "/api/studies/study/raters/activity"), ("GET", "/api/studies/study/raters/pay"),
    ("GET", "/api/studies/study/raters/links"), ("GET", "/api/studies/study/join"),
    ("PUT", "/api/studies/study/join"), ("POST", "/api/studies/study/join/renew"),
    ("DELETE", "/api/studies/study/join"),
    ("GET", "/api/studies/study/checks"), ("POST", "/api/studies/study/checks"),
    ("DELETE", "/api/studies/study/checks"), ("POST", "/api/studies/study/checks/withdraw"),
    ("POST", "/api/studies/study/checks/pardon"),
    ("DELETE", "/api/studies/study/items"),
    ("PATCH", "/api/studies/study"), ("GET", "/api/studies/study/protocol"), ("PUT", "/api/studies/study/protocol"),
    ("POST", "/api/studies/study/estimate"), ("GET", "/api/studies/study/check"), ("GET", "/api/studies/study/plan"),
    ("POST", "/api/studies/study/rehearsal"),
    ("GET", "/api/studies/study/frozen"), ("POST", "/api/studies/study/frozen"),
    ("GET", "/api/studies/study/frozen/f"), ("GET", "/api/studies/study/frozen/f/difference"),
    ("GET", "/api/studies/study/frozen/f/archive"), ("GET", "/api/studies/study/frozen/f/links"),
    ("POST", "/api/studies/study/frozen/f/links"), ("DELETE", "/api/studies/study/frozen/f/links/l"),
    ("POST", "/api/protocols"), ("GET", "/api/studies/study/adjudicators"), ("POST", "/api/studies/study/adjudicators"),
    ("DELETE", "/api/studies/study/adjudicators/Ann"), ("GET", "/api/studies/study/disputes"),
    ("PUT", "/api/studies/study/disputes"), ("GET", "/api/studies/study/disputes/u/s"),
    ("POST", "/api/studies/study/decisions"), ("GET", "/api/studies/study/decisions/changes"),
    ("POST", "/api/studies/study/guideline/again"),
    ("GET", "/api/studies/study/roles"), ("GET", "/api/studies/study/protocol"), ("PUT", "/api/studies/study/protocol"),
    ("PUT", "/api/studies/study/roles/Ada"), ("DELETE", "/api/studies/study/roles/Ada"),
    ("POST", "/api/studies/study/hand-over"), ("POST", "/api/studies/study/put-away"),
    ("POST", "/api/studies/study/fetch-back"), ("POST", "/api/studies/study/reveal"), ("GET", "/api/me/tokens"),
    ("POST", "/api/me/tokens"), ("DELETE", "/api/me/tokens/script"), ("POST", "/api/protocols/faults"),
    ("GET", "/api/protocols/title/sample"),
    ("GET", "/api/studies/study/archive"), ("POST", "/api/studies/study/archive"),
    ("GET", "/api/studies/study/archive/file"),
    ("POST", "/api/studies/study/raters/Ann/erasure"), ("POST", "/api/studies/study/redaction"),
    ("DELETE", "/api/studies/study"),
    ("GET", "/api/studies/study/pairs"), ("POST", "/api/studies/study/pairs"),
    ("GET", "/api/studies/study/suggestions"), ("POST", "/api/studies/study/suggestions"),
    ("POST", "/api/studies/study/suggestions/file"), ("DELETE", "/api/studies/study/suggestions"),
    ("GET", "/api/studies/study/raters/Ann/merging"), ("POST", "/api/studies/study/raters/Ann/merging"),
    ("PUT", "/api/studies/study/raters/Ann/groups"), ("POST", "/api/studies/study/raters/by-language"),
]  # fmt: skip
BODIES = {
    "/api/protocols": {"files": {}},
    "/api/protocols/faults": {"text": "id: x"},
    "/api/studies": {"key": "new", "name": "New", "protocol": "title"},
    "/api/studies/study": {"settings": {"quorum": 5}},
    "/api/studies/study/protocol": {"protocol": "title"},
    "/api/studies/study/estimate": {"settings": {"quorum": 5}},
    "/api/studies/study/withdrawals": {"item": "item-0", "reason": "x"},
    "/api/studies/study/quorum": {"to": 5},
    "/api/studies/study/restorations": {"item": "item-0", "reason": "x"},
    "/api/studies/study/notes": {"item": "item-0", "note": "x"},
    "/api/studies/study/returns": {"item": "item-0", "rater": "Ann"},
    "/api/studies/study/raters": {"name": "Mallory"},
    "/api/studies/study/raters/list": {"list": "Mallory"},
    "/api/studies/study/raters/Ann/groups": {"groups": []},
    "/api/studies/study/join": {},
    "/api/studies/study/checks/withdraw": {"check": "one", "reason": "x"},
    "/api/studies/study/checks/pardon": {"rater": "Ann"},
    "/api/studies/study/enquiries/y/replies": {"text": "x"},
    "/api/studies/study/guideline": {"lang": "en", "prose": "x"},
    "/api/studies/study/findings": {"full": True},
    "/api/studies/study/frozen": {"full": True},
    "/api/studies/study/frozen/f/links": {"names": True},
    "/api/studies/study/copies": {"key": "copy"},
    "/api/studies/study/upload/look": {},
    "/api/organisers": {"name": "Mallory"},
    "/api/organisers/Ada/role": {"administrator": False},
    "/api/me/password": {"new": "long enough for us"},
    "/api/me/language": {"language": "de"},
    "/api/me/tokens": {"name": "script"},
    "/api/studies/study/roles/Ada": {"role": "owner"},
    "/api/studies/study/hand-over": {"to": "Ada"},
}


def test_the_list_of_ways_in_is_complete(site: Site) -> None:
    document = ok(site.client().get("/api/openapi.json"))
    known = {
        (verb.upper(), path) for path, verbs in document["paths"].items() if path.startswith("/api/") for verb in verbs
    }
    names = {"study": "study", "rater": "Ann", "job": "x", "enquiry": "y", "protocol": "title", "organiser": "Ada"}
    names |= {"kind": "tables", "frozen": "f", "link": "l", "name": "script", "unit": "u", "stage": "s"}
    assert {(verb, path.format(**names)) for verb, path in known} == set(WAYS_IN)


@pytest.mark.usefixtures("real_passwords")
def test_passwords_are_kept_as_hashes_that_cost_much_to_try(site: Site) -> None:
    client = with_organiser(site)
    [(kept,)] = sql(site.bench, "SELECT password_hash FROM organiser WHERE name = 'Ada'")
    parts = dict(part.split("=") for part in kept.split("$")[3].split(","))
    assert kept.startswith("$argon2id$")
    assert (int(parts["m"]) >= 19 * 1024, int(parts["t"]) >= 2) == (True, True)  # what OWASP asks for at the least
    assert client.post("/sign-in", data={"name": "Ada", "password": PASSWORD}).status_code == 303
    assert client.post("/sign-in", data={"name": "Ada", "password": "another one"}).status_code == 401


@pytest.mark.parametrize(
    "headers", [{}, {"authorization": "Bearer jb_wrong"}, {"authorization": "Bearer "}, {"authorization": "Basic QTpB"},
                {"authorization": "jb_wrong"}, {"cookie": "jurybox_session=wrong"}],
)  # fmt: skip
def test_the_api_lets_nobody_in_who_is_not_known(small: Small, headers: dict[str, str]) -> None:
    client = small.site.client(**headers)
    for verb, path in WAYS_IN:
        answer = client.send(
            verb, path, **({"json": BODIES[path]} if path in BODIES and verb in ("POST", "PUT") else {})
        )
        assert problem(answer, 401)["error"]["code"] in ("sign_in.needed", "token.unknown"), path
    assert "www-authenticate" not in client.get("/api/studies").headers, "no browser shall ask for a password by itself"


def test_a_revoked_token_opens_nothing(site: Site) -> None:
    client = site.organiser("Ada")
    ok(client.get("/api/studies"))
    own_tokens.revoke_api_token(site.bench, "Ada", "token of Ada")
    problem(client.get("/api/studies"), 401, "token.unknown")


def test_a_password_signs_in(site: Site) -> None:
    client = with_organiser(site)
    answer = client.post("/sign-in", data={"name": "Ada", "password": PASSWORD})
    assert (answer.status_code, answer.headers["location"]) == (303, "/studies")
    cookie = cookie_of(answer)
    assert (cookie["name"], cookie["path"], cookie["samesite"]) == ("jurybox_session", "/", "lax")
    assert "httponly" in cookie
    assert "secure" not in cookie
    assert PASSWORD not in str(answer.headers)
    page = client.get("/studies")
    assert page.status_code == 200
    assert "Ada" in page.text
    ok(client.get("/api/studies"))


def with_organiser(site: Site) -> Client:
    organisers.add_organiser(site.bench, "Ada", PASSWORD)
    organisers.add_organiser(site.bench, "Linus")
    return site.client(accept="text/html")


@pytest.mark.parametrize(
    ("name", "password"),
    [("Ada", "not it"), ("Ada", ""), ("", PASSWORD), ("Eve", PASSWORD), ("ada", PASSWORD), ("Linus", ""),
     ("Linus", "nobody"), ("Eve", "nobody")],
)  # fmt: skip
def test_a_wrong_name_or_password_does_not_sign_in(site: Site, name: str, password: str) -> None:
    answer = with_organiser(site).post("/sign-in", data={"name": name, "password": password})
    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers
    assert "Name or password is wrong." in answer.text
    assert password == "" or password not in answer.text


def test_the_session_cookie_is_secure_by_https(https_site: Site) -> None:
    answer = with_organiser(https_site).post("/sign-in", data={"name": "Ada", "password": PASSWORD})
    assert "secure" in cookie_of(answer)


def test_a_sign_in_link_works_once(site: Site) -> None:
    client = with_organiser(site)
    path, _, token = organisers.sign_in_link(site.bench, "Linus").partition("#")
    assert client.get(path).status_code == 200
    assert client.post("/sign-in", data={"token": token}).status_code == 303
    assert "Linus" in client.get("/studies").text
    again = site.client(accept="text/html").post("/sign-in", data={"token": token})
    assert again.status_code == 401
    assert "set-cookie" not in again.headers


def test_only_the_newest_sign_in_link_works(site: Site) -> None:
    client = with_organiser(site)
    old, new = (organisers.sign_in_link(site.bench, "Linus").partition("#")[2] for _ in range(2))
    assert client.post("/sign-in", data={"token": old}).status_code == 401
    assert client.post("/sign-in", data={"token": new}).status_code == 303


def test_a_sign_in_link_works_for_a_day(site: Site) -> None:
    client = with_organiser(site)
    token = organisers.sign_in_link(site.bench, "Linus").partition("#")[2]
    clock_of(site.bench).forward(minutes=24 * 60 + 1)
    assert client.post("/sign-in", data={"token": token}).status_code == 401


def test_a_session_ends_after_two_weeks(site: Site) -> None:
    client = signed_in(site)
    clock_of(site.bench).forward(minutes=13 * 24 * 60)
    ok(client.get("/api/studies"))
    clock_of(site.bench).forward(minutes=2 * 24 * 60)
    problem(client.get("/api/studies"), 401, "sign_in.needed")


def signed_in(site: Site) -> Client:
    client = with_organiser(site)
    client.post("/sign-in", data={"name": "Ada", "password": PASSWORD})
    return client


def test_signing_out_ends_the_session_on_the_server_too(site: Site) -> None:
    client = signed_in(site)
    session = client.http.cookies["jurybox_session"]
    answer = client.post("/sign-out")
    assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in")
    problem(client.get("/api/studies"), 401)
    stolen = site.client(cookie=f"jurybox_session={session}")
    problem(stolen.get("/api/studies"), 401)


ELSEWHERE = ("/api", "/static/", "/rate", "/healthz", "/readyz", "/metrics", "/join/", "/shared/")
OPEN_TO_ALL = {"/", "/sign-in", "/sign-in/", "/sign-out", "/language"}
"""What anybody may ask for; none of them shows anything of a study."""
OPEN_TO_ALL = {
    "/", "/sign-in", "/sign-in/", "/sign-out", "/language", "/shared/", "/shared/result", "/shared/archive",
}  # fmt: skip
"""What anybody may ask for; none of them shows anything of a study, but to who has the link of a shared result."""


def organiser_routes(site: Site) -> list[tuple[str, str]]:
    """Every verb and path of the organiser's pages, with the names of things that are there."""
    named = {"study": "study", "rater": "Ann"}
    routes = [route for route in site.inner.routes if isinstance(route, Route) and not route.path.startswith(ELSEWHERE)]
    paths = [(verb, route.path) for route in routes if route.path not in OPEN_TO_ALL for verb in route.methods or ()]
    return [(verb, re.sub(r"{(\w+)}", lambda part: named.get(part[1], "x"), path)) for verb, path in paths]


def test_each_page_of_the_organiser_asks_for_a_sign_in(small: Small) -> None:
    client = small.site.client(accept="text/html")
    routes = organiser_routes(small.site)
    assert {("GET", "/studies"), ("POST", "/studies/study/raters/Ann/revoke"), ("GET", "/studies/study/item")} <= set(
        routes
    )
    for verb, path in routes:
        answer = client.send(verb, path)
        if "/api/" in path:  # what the scripts of a preview ask for
            assert answer.status_code == 401, path
            continue
        assert (answer.status_code, answer.headers["location"]) == (303, "/sign-in"), path
    assert ok(small.ann.client.get("api/study"))["state"] == "open"


FOREIGN = [
    {"origin": "https://evil.example"}, {"origin": "null"}, {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"}, {"origin": "http://127.0.0.1:8001"}, {"origin": "http://127.0.0.1:8000.evil.example"},
    {"origin": "http://127.0.0.1:8000", "sec-fetch-site": "cross-site"},
]  # fmt: skip
OWN = [
    {}, {"origin": "http://127.0.0.1:8000"}, {"sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"},
    {"origin": "http://127.0.0.1:8000", "sec-fetch-site": "same-origin"},
]  # fmt: skip


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_a_request_that_another_site_made_is_refused(small: Small, headers: dict[str, str]) -> None:
    client = signed_in(small.site)
    for verb, path in [*WAYS_IN, ("POST", "/studies/study/close"), ("POST", "/studies/study/guideline"),
                       ("POST", "/sign-in"), ("POST", "/sign-out"),
                       ("POST", "/rate/study/api/next"), ("PUT", "/rate/study/api/drafts/a/b"),
                       ("POST", "/rate/study/api/session"), ("DELETE", "/rate/study/api/session")]:  # fmt: skip
        if verb != "GET":
            problem(client.send(verb, path, headers=headers), 403, "request.forged")
    ok(client.get("/api/studies", headers=headers))


@pytest.mark.parametrize("headers", OWN, ids=str)
def test_the_own_pages_and_programs_are_let_through(small: Small, headers: dict[str, str]) -> None:
    assert small.ann.client.post("api/next", json={}, headers=headers).status_code == 200
    answer = signed_in(small.site).post("/api/studies/study/raters", json={"name": "Cy"}, headers=headers)
    assert answer.status_code == 201


def test_an_origin_is_the_address_that_people_come_by(https_site: Site) -> None:
    client = signed_in(https_site)
    good = {"origin": "https://jury.example.org", "host": "127.0.0.1:8000"}
    assert client.post("/api/studies", json={}, headers=good).status_code == 422
    problem(client.post("/api/studies", json={}, headers={**good, "origin": "https://evil.example"}), 403)
