"""Who may do what in a study: one table of routes, owners, organisers, viewers, and who has no part in it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from jurybox.core import Conflict, NotFound, Refused, StudyRole
from jurybox.studies import people, run_next_job
from jurybox.studies.lifecycle import StudyDraft, create_study
from jurybox.studies.people import organisers
from jurybox.studies.results import RESULT_PARTS
from jurybox.web.access import LEAST, OPEN, PREVIEWS
from jurybox.web.app import create_app
from jurybox.web.config import ServerConfig
from tests.fixtures.studies import loaded
from tests.fixtures.web import PASSWORD, Client, Site, ok, problem
from tests.web.conftest import Small

OF_STUDY = [route for route, least in LEAST.items() if "{study}" in route and isinstance(least, StudyRole)]


def routes_of(routes: list[Any]) -> Iterator[str]:
    for route in routes:
        if hasattr(route, "methods"):
            yield from (f"{verb} {route.path}" for verb in route.methods or () if verb != "HEAD")
        else:
            yield from routes_of(route.original_router.routes)


def signed_in(site: Site, name: str) -> Client:
    organisers.add_organiser(site.bench, name, PASSWORD)
    client = site.client(accept="text/html")
    assert client.post("/sign-in", data={"name": name, "password": PASSWORD}).status_code == 303
    return client


@pytest.fixture
def cast(small: Small) -> dict[str, Client]:
    """Ada administers the server; Olga owns the study, Otto organises it, Vera views it, Nils has no part in it."""
    clients = {name: signed_in(small.site, name) for name in ("Ada", "Olga", "Otto", "Vera", "Nils")}
    for name, role in (("Olga", "owner"), ("Otto", "organiser"), ("Vera", "viewer")):
        people.give_role(small.bench, "study", name, role)
    for name in ("Ada", "Nils"):
        people.take_role(small.bench, "study", name)
    return clients


def address(route: str) -> tuple[str, str]:
    verb, _, path = route.partition(" ")
    for name, value in {"{study}": "study", "{rater}": "x", "{enquiry}": "x", "{organiser}": "Olga"}.items():
        path = path.replace(name, value)
    return verb, path


def test_every_route_has_its_role(tmp_path: Any, site: Site) -> None:
    shell: Any = create_app(site.bench, ServerConfig())
    found = {*routes_of(shell.app.default.routes), *routes_of(shell.app.routes)}
    assert {route for route in found if not route.split(" ")[1].startswith(("/rate", *PREVIEWS))} == set(LEAST)
    assert all(any(start in route for route in found) for start in PREVIEWS)


def test_a_route_opens_to_no_role_below_its_own(cast: dict[str, Client]) -> None:
    for route in OF_STUDY:
        verb, path = address(route)
        below = {"Nils": 404}
        below |= {"Vera": 403} if LEAST[route] != StudyRole.VIEWER else {}
        below |= {"Otto": 403} if LEAST[route] == StudyRole.OWNER else {}
        for name, status in below.items():
            assert getattr(cast[name], verb.lower())(path).status_code == status, (name, route)


def test_who_is_let_in_is_neither_refused_nor_told_that_there_is_no_study(
    cast: dict[str, Client], small: Small
) -> None:
    small.site.inner.state.watchers.stop()  # as when the server ends: the stream of live numbers has no other end
    for route in OF_STUDY:
        verb, path = address(route)
        if verb == "GET":
            for name in ("Olga", "Ada"):
                assert cast[name].get(path).status_code not in (401, 403), (name, route)


def test_who_has_no_part_in_a_study_does_not_learn_that_it_exists(cast: dict[str, Client]) -> None:
    assert "study" not in [study["key"] for study in ok(cast["Nils"].get("/api/studies"))]
    found = problem(cast["Nils"].get("/api/studies/study"), 404, "study.unknown")
    assert found["error"]["allowed"] == []
    assert "/studies/study" not in cast["Nils"].get("/studies").text


def test_a_viewer_sees_no_name_of_a_rater(cast: dict[str, Client]) -> None:
    for path in ("", "/items", "/results"):
        text = cast["Vera"].get(f"/studies/study{path}").text
        assert "Ann" not in text
        assert "/studies/study/raters" not in text


def leads_to(page: str) -> set[str]:
    """The routes that the links and forms of a page lead to, as the table of roles names them."""
    found = {("GET", path) for path in re.findall(r'href="([^"#?]+)', page)}
    for form in re.findall(r"<form[^>]*>", page):
        verb = "POST" if 'method="post"' in form else "GET"
        found |= {(verb, path) for path in re.findall(r'action="([^"#?]+)', form)}
    routes = set()
    for verb, path in found:
        fits = [route for route in LEAST if re.fullmatch(re.sub(r"{\w+}", "[^/]+", route), f"{verb} {path}")]
        routes |= set(sorted(fits, key=lambda route: route.count("{"))[:1])
    return routes


def test_no_page_that_a_viewer_sees_leads_to_what_is_closed_to_them(cast: dict[str, Client], small: Small) -> None:
    ok(cast["Olga"].post("/api/studies/study/findings", json={}), 202)
    while run_next_job(small.bench):
        pass
    ok(cast["Olga"].post("/api/studies/study/frozen", json={}), 201)
    for path in ("", "/items", *(f"/results/{part}" for part in RESULT_PARTS)):
        page = cast["Vera"].get(f"/studies/study{path}")
        assert page.status_code == 200, path
        closed = {route for route in leads_to(page.text) if "{study}" in route and LEAST[route] != StudyRole.VIEWER}
        assert closed == set(), path
        assert "{study}" in str(leads_to(cast["Olga"].get(f"/studies/study{path}").text))


def test_who_makes_a_study_owns_it(site: Site) -> None:
    signed_in(site, "Ada")
    olga, nils = signed_in(site, "Olga"), signed_in(site, "Nils")
    create_study(site.bench, loaded(), StudyDraft("own", "Own"), "Olga")
    assert [(one.name, one.role) for one in people.list_members(site.bench, "own")] == [("Olga", "owner")]
    assert olga.get("/studies/own").status_code == 200
    assert nils.get("/studies/own").status_code == 404


def test_a_study_of_the_command_line_is_everybodys_until_a_role_is_given(small: Small) -> None:
    site = small.site
    signed_in(site, "Ada")
    nils = signed_in(site, "Nils")
    assert nils.get("/studies/study").status_code == 200
    people.give_role(site.bench, "study", "Ada", "organiser")
    assert nils.get("/studies/study/settings").status_code == 200
    assert {one.name: one.role for one in people.list_members(site.bench, "study")} == {
        "Ada": "organiser",
        "Nils": "owner",
    }


def test_a_study_always_has_an_owner(cast: dict[str, Client], small: Small) -> None:
    with pytest.raises(Conflict, match="last_owner"):
        people.take_role(small.bench, "study", "Olga")
    with pytest.raises(Conflict, match="last_owner"):
        people.give_role(small.bench, "study", "Olga", "viewer")
    with pytest.raises(Refused, match="unknown"):
        people.give_role(small.bench, "study", "Olga", "king")
    with pytest.raises(NotFound, match="none"):
        people.take_role(small.bench, "study", "Nils")


def test_handing_over_makes_an_owner_and_leaves_an_organiser(cast: dict[str, Client], small: Small) -> None:
    assert cast["Olga"].post("/studies/study/hand-over", data={"name": "Nils"}).status_code == 303
    roles = {one.name: one.role for one in people.list_members(small.bench, "study")}
    assert (roles["Nils"], roles["Olga"]) == ("owner", "organiser")
    assert "The study was handed over to Nils." in cast["Nils"].get("/studies/study/settings?lang=en").text


def test_roles_are_given_and_taken_on_the_page_and_stand_in_the_history(cast: dict[str, Client]) -> None:
    olga = cast["Olga"]
    assert olga.post("/studies/study/roles", data={"name": "Nils", "role": "viewer"}).status_code == 303
    assert cast["Nils"].get("/studies/study").status_code == 200
    assert olga.post("/studies/study/roles/take", data={"name": "Nils"}).status_code == 303
    assert cast["Nils"].get("/studies/study").status_code == 404
    page = olga.get("/studies/study/settings?lang=en").text
    assert "Nils got the role “viewer”." in page
    assert "Nils has no role in the study any more." in page


def test_a_study_is_put_away_and_fetched_back(cast: dict[str, Client]) -> None:
    olga = cast["Olga"]
    assert olga.post("/studies/study/put-away").status_code == 303
    assert '/studies/study"' not in olga.get("/studies").text
    assert '/studies/study"' in olga.get("/studies?away=yes").text
    assert olga.get("/studies/study").status_code == 200
    assert olga.post("/studies/study/fetch-back").status_code == 303
    assert '/studies/study"' in olga.get("/studies").text


def test_a_study_is_copied_on_its_page(cast: dict[str, Client], small: Small) -> None:
    answer = cast["Otto"].post("/studies/study/copy", data={"name": "Next year"})
    assert answer.headers["location"] == "/studies/next-year"
    assert [(one.name, one.role) for one in people.list_members(small.bench, "next-year")] == [("Otto", "owner")]


def test_roles_by_the_api(cast: dict[str, Client]) -> None:
    olga = cast["Olga"]
    found = ok(olga.put("/api/studies/study/roles/Nils", json={"role": "viewer"}))
    assert [one["role"] for one in found if one["name"] == "Nils"] == ["viewer"]
    assert olga.delete("/api/studies/study/roles/Nils").status_code == 204
    assert len(ok(olga.get("/api/studies/study/roles"))) == 3
    for verb in ("put-away", "fetch-back"):
        assert olga.post(f"/api/studies/study/{verb}").status_code == 204
    assert olga.post("/api/studies/study/hand-over", json={"to": "Otto"}).status_code == 204


def test_a_job_is_seen_by_who_sees_its_study(cast: dict[str, Client]) -> None:
    assert LEAST["GET /"] == OPEN
    job = ok(cast["Otto"].post("/api/studies/study/findings", json={}), 202)["job"]
    assert cast["Vera"].get(f"/api/jobs/{job}").status_code == 200
    assert cast["Nils"].get(f"/api/jobs/{job}").status_code == 404
