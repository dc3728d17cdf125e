"""A sealed study: not one byte of a page or of the API names a system, until an organiser reveals the names."""

import io
import json
import re
import zipfile
from typing import Any

import pytest

from jurybox import studies
from jurybox.studies import lifecycle, people
from jurybox.studies.jobs import run_next_job
from jurybox.studies.people import organisers, raters
from jurybox.studies.results import open_share, share_frozen
from jurybox.studies.sealing import drawn_names
from jurybox.web.access import LEAST
from tests.fixtures.studies import loaded, open_study
from tests.fixtures.web import PASSWORD, Client, Site, ok, problem
from tests.web.playing import Player

CANARIES = ("canary-yellow", "canary-black")


def signed_in(site: Site, name: str) -> Client:
    organisers.add_organiser(site.bench, name, PASSWORD)
    client = site.client(accept="text/html")
    assert client.post("/sign-in", data={"name": name, "password": PASSWORD}).status_code == 303
    return client


def filled(site: Site, **settings: Any) -> Client:
    """A study of two systems with judgements and findings; Ada looks."""
    table = [
        {"id": f"item-{n}", "system": system, "source": f"s{n}", "output": f"o{n}{len(system)}"}
        for n in range(6)
        for system in CANARIES
    ]
    open_study(site.bench, table, loaded(), quorum=2, **settings)
    players = [Player.with_link(site, raters.add_rater(site.bench, "study", name).path) for name in ("Ann", "Bo")]
    for player in players:
        for _ in range(6):
            player.rate(player.one())
    client = signed_in(site, "Ada")
    ok(client.post("/api/studies/study/findings", json={}), 202)
    while run_next_job(site.bench):
        pass
    return client


def looked_at(client: Client) -> dict[str, str]:
    """Whatever can be looked at of the study, by address."""
    found = {}
    for route in LEAST:
        verb, _, path = route.partition(" ")
        if path.endswith("/live"):  # a stream without an end; its numbers name no system
            continue
        if verb == "GET" and "{study}" in path and "{" not in path.replace("{study}", ""):
            path = path.replace("{study}", "study") + ("?key=item-1" if path.endswith("/item") else "")
            found[path] = client.get(path).text
    return found | {
        path: client.get(path).text
        for path in (
            "/api/studies/study/export?format=jsonl&everything=true",
            "/api/studies/study/findings?document=true",
            "/api/studies/study/history?format=csv&download=true",
        )
    }


def names_in(text: str) -> list[str]:
    return [name for name in CANARIES if name in text]


def test_no_byte_of_a_sealed_study_names_a_system(site: Site) -> None:
    client = filled(site, sealed=True)
    label = sorted(drawn_names(site.bench.secret, "x", CANARIES).values())[0]
    refused = client.post("/studies/study/withdraw", data={"system": CANARIES[0], "reason": "x"})
    assert (refused.status_code, names_in(refused.text)) == (404, [CANARIES[0]]), "only the words of who asked"
    assert client.post("/studies/study/withdraw", data={"system": label, "reason": "x"}).status_code == 303
    found = looked_at(client)
    assert {path: names_in(text) for path, text in found.items() if names_in(text)} == {}
    assert "System 1" in found["/api/studies/study"]
    assert "System 2" in found["/api/studies/study/export"]


@pytest.mark.parametrize("names", [("alpha", "value"), ("ordinal", "question")])
def test_systems_may_be_called_as_parts_of_findings_are(site: Site, names: tuple[str, str]) -> None:
    table = [
        {"id": f"item-{n}", "system": name, "source": f"s{n}", "output": f"o{n} {k}"}
        for n in range(6)
        for k, name in enumerate(names)
    ]
    study = open_study(site.bench, table, loaded(), quorum=3, sealed=True)
    for score in (1, 3, 5):
        rater = study.rater()
        for _ in range(12):
            rater.submit(rater.one(), score)
    client = signed_in(site, "Ada")
    ok(client.post("/api/studies/study/findings", json={}), 202)
    while run_next_job(site.bench):
        pass
    for part in ("answer", "ranking", "agreement", "raters", "disagreements"):
        for lang in ("en", "de"):
            client.post("/language", data={"lang": lang, "back": "/studies"})
            page = client.get(f"/studies/study/results/{part}")
            assert page.status_code == 200
            assert not re.search(rf"<(bdi|th scope=.row.)>({'|'.join(names)})<", page.text)
    assert "<bdi>System 1</bdi>" in client.get("/studies/study/results/ranking").text


def test_no_page_fails_where_a_system_is_called_as_a_part_of_a_page_is(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("name", "kind")
    monkeypatch.setattr("tests.web.organiser.test_sealing.CANARIES", names)
    client = filled(site, sealed=True)
    lifecycle.withdraw_system(site.bench, "study", names[0], "It came too late.")
    for path in ("", "/items", "/settings", "/results", "/item?key=item-1"):
        assert client.get(f"/studies/study{path}").status_code == 200, path
    systems = ok(client.get("/api/studies/study"))["systems"]
    assert {one["name"] for one in systems} == {"System 1", "System 2"}


ABOUT_SYSTEMS: dict[str, dict[str, object]] = {
    "withdrawals": {"system": "nobody", "reason": "x"},
    "restorations": {"system": "nobody"},
    "quorum": {"to": 9, "item": "item-1", "system": "nobody"},
    "returns": {"item": "item-1", "rater": "Ann", "system": "nobody"},
    "copies": {"key": "y", "systems": ["nobody"]},
}


def test_faults_call_systems_by_the_names_that_may_be_seen(site: Site) -> None:
    client = filled(site, sealed=True)
    ok(client.post("/api/studies/study/withdrawals", json={"system": "System 1", "reason": "x"}))
    for path, wish in ABOUT_SYSTEMS.items():
        for name in ("nobody", CANARIES[0]):
            sent = json.loads(json.dumps(wish).replace("nobody", name))
            refused = client.post(f"/api/studies/study/{path}", json=sent)
            error = refused.json()["error"]
            assert refused.status_code in (404, 422), (path, refused.text)
            assert (error["given"], names_in(str(error["allowed"]))) == (name, []), path
            assert "System " in str(error["allowed"]), path
    assert ok(client.post("/api/studies/study/returns", json={**ABOUT_SYSTEMS["returns"], "system": "System 2"}))
    assert names_in(client.get("/api/studies/study/history").text) == []


def test_a_reveal_opens_the_study_for_all_and_stands_in_the_history(site: Site) -> None:
    client = filled(site, sealed=True)
    assert client.post("/studies/study/reveal").status_code == 303
    found = looked_at(client)
    assert names_in(found["/api/studies/study"]) == list(CANARIES)
    assert names_in(found["/api/studies/study/export"]) == list(CANARIES)
    assert "The names of the systems were revealed." in client.get("/studies/study/settings?lang=en").text
    problem(client.post("/api/studies/study/reveal"), 409, "seal.not_sealed")


def test_what_holds_names_of_its_own_is_refused_until_they_are_revealed(site: Site) -> None:
    client = filled(site, sealed=True)
    answer = client.post("/studies/study/results/report")
    assert answer.status_code == 409
    assert names_in(answer.text) == []


def test_a_frozen_result_is_read_under_its_seal_with_drawn_names(site: Site) -> None:
    client = filled(site, sealed=True)
    frozen = ok(client.post("/api/studies/study/frozen", json={}), 201)
    api, page = f"/api/studies/study/frozen/{frozen['id']}", f"/studies/study/frozen/{frozen['id']}"
    told = {path: client.get(path) for path in (api, f"{api}/difference", page, "/api/studies/study/frozen")}
    assert {path: (answer.status_code, names_in(answer.text)) for path, answer in told.items()} == {
        path: (200, []) for path in told
    }
    assert all(name in told[page].text for name in ("System 1", "System 2"))
    for path in (f"{api}/archive", f"{page}/archive.zip"):
        with zipfile.ZipFile(io.BytesIO(client.get(path).content)) as files:
            texts = [files.read(name).decode("utf-8", "replace") for name in files.namelist()]
        assert [names_in(text) for text in texts if names_in(text)] == []
        assert any("System 1" in text for text in texts)
    link = ok(client.post(f"{api}/links", json={"names": False}), 201)
    shared = site.client().post("/shared/result", data={"token": link["url"].partition("#")[2]})
    assert names_in(shared.text) == []
    client.post("/studies/study/reveal")
    shown = ok(client.get(api))
    assert names_in(json.dumps(shown)) == list(CANARIES)
    assert shown["hash"] != told[api].json()["hash"]


def test_systems_have_the_same_drawn_names_on_pages_and_in_shares(site: Site) -> None:
    client = filled(site, sealed=True)
    frozen = ok(client.post("/api/studies/study/frozen", json={}), 201)["id"]
    link = share_frozen(site.bench, "study", frozen)
    shown = ok(client.get(f"/api/studies/study/frozen/{frozen}"))["findings"]["ranking"]
    shared = open_share(site.bench, link["path"].partition("#")[2]).findings.as_json()["ranking"]
    assert shown == json.loads(json.dumps(shared))


def test_a_viewer_sees_no_name_before_it_is_revealed(site: Site) -> None:
    client = filled(site)
    vera = signed_in(site, "Vera")
    people.give_role(site.bench, "study", "Vera", "viewer")
    assert names_in(client.get("/api/studies/study").text) == list(CANARIES)
    assert {path: names_in(text) for path, text in looked_at(vera).items() if names_in(text)} == {}
    studies.reveal(site.bench, "study", "Ada")
    assert names_in(vera.get("/api/studies/study").text) == list(CANARIES)


def test_the_order_is_drawn_and_stays() -> None:
    names = [f"s{n}" for n in range(50)]
    drawn = drawn_names(b"secret", "seed", names)
    assert drawn == drawn_names(b"secret", "seed", reversed(names))
    assert list(drawn) != names
    assert drawn != drawn_names(b"other", "seed", names)
    assert json.dumps(drawn).count("System") == 50


@pytest.mark.parametrize("name", ["a", "A.B", "system|x"])
def test_names_are_renamed_where_they_stand_by_themselves(name: str) -> None:
    studies.look_through({name: "System 1"})
    try:
        assert studies.under_seal([name, f"({name})", {name: 1}]) == ["System 1", "(System 1)", {"System 1": 1}]
        assert studies.under_seal(f"x{name}") == f"x{name}"
    finally:
        studies.look_through({})
