"""Pairs that are drawn as a study goes: set up on the design, watched on their page, the same in the API."""

from typing import Any

from jurybox.protocols import load_protocol
from jurybox.studies.jobs import run_next_job
from jurybox.studies.lifecycle import open_study
from jurybox.studies.people import add_rater
from tests.fixtures.databases import sql
from tests.fixtures.studies import Line, lines, new_study
from tests.fixtures.web import Site, ok, problem
from tests.web.html_reader import read
from tests.web.organiser.test_pages import signed_in
from tests.web.playing import Player

HOME, API = "/studies/study/pairs", "/api/studies/study/pairs"
DESIGN = {"quorum.comparison": "1", "repeats": "0", "pairs.batch": "20", "pairs.most": ""}


def asked(items: int, systems: str) -> list[Line]:
    """Outputs of systems for requests, as `pairwise` has them."""
    renamed = {"source": "prompt"}
    return [{renamed.get(name, name): text for name, text in line.items()} for line in lines(items, systems)]


def draft(site: Site, **settings: Any) -> None:
    new_study(site.bench, asked(60, "abcd"), load_protocol("pairwise"), **settings)


def play(player: Player) -> int:
    number = 0
    while units := player.ask()["units"]:
        player.rate(units[0], answers={"better": {"unit": {"better": "AB"[number % 3 > 0]}}})
        number += 1
    return number


def test_an_arena_is_set_up_played_and_watched_and_the_api_says_the_same(site: Site) -> None:
    draft(site)
    client, api = signed_in(site), site.organiser("Api")
    assert "pairs.choose" in client.get("/studies/study/design").text
    assert client.post("/studies/study/design", data={**DESIGN, "pairs.choose": "uncertain"}).status_code == 303
    assert '<option value="uncertain" selected' in client.get("/studies/study/design").text
    open_study(site.bench, "study")
    assert "were not computed yet" in client.get(HOME).text
    players = [Player.with_link(site, add_rater(site.bench, "study", name).path) for name in ("Ann", "Bo", "Cy")]
    assert play(players[0]) == 20
    assert (told := players[1].ask())["state"] == "wait"
    assert told["waits"] == "more"
    assert ok(api.get(API))["state"] == "working"
    assert run_next_job(site.bench)
    assert play(players[1]) == 20
    for player in (players[2], players[0]):
        while run_next_job(site.bench):
            pass
        play(player)
    while run_next_job(site.bench):
        pass
    job = ok(api.post(API, json={"draw": False}), 202)
    assert job["kind"] == "pairs"
    assert run_next_job(site.bench)
    shown = ok(api.get(API))
    assert (shown["choose"], shown["state"], shown["newer"]) == ("uncertain", "fresh", 0)
    assert shown["strengths"]["sure_by"] == "items_and_raters"
    words = "".join(read(client.get(HOME).text).words)
    assert f"(items: {shown['strengths']['items']}, raters: 3)" in words
    for one in shown["strengths"]["systems"]:
        assert one["system"] in words
        assert f"{one['strength']:.2f}" in words
    for pair in shown["next"][:3]:
        assert f"{pair['first']} – {pair['second']}" in words
    assert 'href="/studies/study/pairs"' in client.get("/studies/study/results").text
    assert client.post(HOME, data={"do": "draw"}).status_code == 303
    before = ok(api.get(API))["batches"]
    while run_next_job(site.bench):
        pass
    assert ok(api.get(API))["batches"] == before + 1
    assert site.inner.state.worker.woken > 3
    assert "Pairs were drawn" in client.get("/studies/study/settings").text


def test_names_of_systems_stay_under_seal(site: Site) -> None:
    draft(site, sealed=True, pairs={"choose": "uncertain", "batch": 20}, quorum=1)
    open_study(site.bench, "study")
    play(Player.with_link(site, add_rater(site.bench, "study", "Ann").path))
    assert run_next_job(site.bench)
    names = [name for (name,) in sql(site.bench, "SELECT name FROM system")]
    text = signed_in(site).get(HOME).text + site.organiser("Api").get(API).text
    assert "System 1" in text
    assert not any(name in text for name in names)


def test_where_every_pair_is_compared_there_is_nothing_to_draw(site: Site) -> None:
    draft(site)
    open_study(site.bench, "study")
    client, api = signed_in(site), site.organiser("Api")
    assert "compares every pair" in client.get(HOME).text
    assert client.post(HOME, data={"do": "draw"}).status_code == 409
    assert problem(api.post(API, json={}), 409)["error"]["code"] == "pairs.all"
    assert 'href="/studies/study/pairs"' not in client.get("/studies/study/results").text


def test_a_design_that_cannot_draw_pairs_is_told_so(site: Site) -> None:
    draft(site)
    client = signed_in(site)
    answer = client.post("/studies/study/design", data={**DESIGN, "pairs.choose": "even", "assign": "fixed"})
    assert answer.status_code == 422
    assert "Fixed lists are dealt before" in answer.text
    answer = client.post("/studies/study/design", data={**DESIGN, "pairs.choose": "even", "pairs.batch": "9999"})
    assert answer.status_code == 422


def test_an_open_study_takes_a_new_system_and_its_page_shows_it(site: Site) -> None:
    study = new_study(site.bench, asked(10, "ab"), load_protocol("pairwise"), pairs="even", quorum=1).open()
    study.add(asked(10, "c"))
    shown = ok(site.organiser("Api").get(API))
    assert {(pair["first"], pair["second"]) for pair in shown["next"]} > {("system-a", "system-c")}
    assert "system-c" in signed_in(site).get(HOME).text
