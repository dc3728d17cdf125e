"""Organisers look at the rater's page: of a protocol, of a study that is a draft or open, and as one rater has it."""

from typing import Any

import pytest

from jurybox.store.schema import metadata
from jurybox.studies.lifecycle import create_study, list_shelf
from jurybox.studies.lifecycle.create import StudyDraft
from jurybox.studies.people import raters
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import rows_of
from tests.fixtures.studies import HIDING, judgement_id, lines, loaded, new_study
from tests.fixtures.web import Client, Site
from tests.web.answers import answers_to
from tests.web.conftest import Small

Packet = dict[str, Any]
ASKED = ("api/study", "api/examples", "api/news", "api/enquiries", "api/before", "api/assignments", "api/summary")
HTML = {"accept": "text/html"}


def all_tables(bench: Workbench) -> dict[str, list[tuple[Any, ...]]]:
    return {table.name: rows_of(bench, table.name) for table in metadata.sorted_tables}


def judgement(packet: Packet, answers: dict[str, Any]) -> dict[str, Any]:
    return {
        "format": 1, "id": judgement_id(), "assignment": packet["assignment"], "stage": packet["stage"],
        "answers": answers, "cannot": None, "comment": None, "elapsed_ms": 10, "lang": "en", "first": True, "ahead": 4,
    }  # fmt: skip


def units_of(client: Client, base: str) -> list[Packet]:
    return client.post(base + "api/next", json={"ahead": 4, "way": "stream"}).json()["units"]


def go_through(client: Client, base: str) -> int:
    """Everything that the page asks for, and good answers to every stage; how many there were."""
    assert client.get(base, headers=HTML).status_code == 200
    for path in ASKED:
        assert client.get(base + path).status_code == 200, path
    stages = {stage["id"]: stage for stage in client.get(base + "api/study").json()["protocol"]["stages"]}
    packets = units_of(client, base)
    for packet in packets:
        sent = judgement(packet, answers_to(stages[packet["stage"]], packet))
        assert client.post(base + "api/judgements", json=sent).status_code == 201
        draft: dict[str, Any] = {"answers": {}, "comment": "half", "cannot": None}
        assert client.put(f"{base}api/drafts/{packet['assignment']}/{packet['stage']}", json=draft).status_code == 204
    assert client.post(base + "api/acknowledgements", json={"replies": 1}).status_code == 204
    return len(packets)


@pytest.mark.parametrize("protocol", [line["id"] for line in list_shelf()])
def test_every_protocol_of_the_shelf_is_shown_on_example_texts(site: Site, protocol: str) -> None:
    client = site.organiser()
    assert go_through(client, f"/preview/protocols/{protocol}/") >= 3


def test_the_pictures_of_a_protocols_examples_are_there(site: Site) -> None:
    client, base = site.organiser(), "/preview/protocols/caption-counts/"
    picture = units_of(client, base)[0]["fields"]["picture"]
    sent = client.get(base + picture["url"])
    assert (sent.status_code, sent.headers["content-type"]) == (200, picture["type"])
    assert client.get(base + picture["url"].replace("picture", "secret")).status_code == 404


def test_a_draft_is_tried_before_it_is_opened(site: Site) -> None:
    new_study(site.bench, lines(30), loaded())
    client = site.organiser()
    before = all_tables(site.bench)
    assert go_through(client, "/preview/studies/study/") == 10
    assert all_tables(site.bench) == before


def test_an_open_study_is_tried_without_a_trace(small: Small) -> None:
    small.ann.rate(small.ann.one())
    client = small.organiser()
    before = all_tables(small.bench)
    assert go_through(client, "/preview/studies/study/") == 10
    assert all_tables(small.bench) == before


def test_answers_of_a_test_drive_are_checked_as_in_the_study(site: Site) -> None:
    new_study(site.bench, lines(2), loaded())
    client, base = site.organiser(), "/preview/studies/study/"
    packet = units_of(client, base)[0]
    wrong = client.post(base + "api/judgements", json=judgement(packet, {"quality": {"A": 99}}))
    assert wrong.status_code == 422
    unknown = judgement({**packet, "assignment": "unit-99"}, {})
    assert client.post(base + "api/judgements", json=unknown).status_code == 404


def test_a_test_drive_shows_no_more_than_a_rater_sees(site: Site) -> None:
    new_study(site.bench, lines(2), loaded(**HIDING))
    client, base = site.organiser(), "/preview/studies/study/"
    units = units_of(client, base)
    assert [unit["stage"] for unit in units] == ["fluency", "fluency", "adequacy", "adequacy"] * 2
    assert "Source" not in str([unit for unit in units if unit["stage"] == "fluency"])
    assert "system-" not in str(units)
    assert "item-" not in str(units)


def test_a_draft_without_texts_says_what_to_do(site: Site) -> None:
    create_study(site.bench, loaded(), StudyDraft("study", "Study"))
    page = site.organiser().get("/preview/studies/study/", headers=HTML)
    assert page.status_code == 409
    assert "no texts yet" in page.text


def test_the_page_of_one_rater_is_looked_at_without_a_trace(small: Small) -> None:
    ann, client, base = small.ann, small.organiser(), "/preview/studies/study/as/R1/"
    held = ann.one()
    before = all_tables(small.bench)
    page = client.get(base, headers=HTML)
    assert "R1" in page.text
    for path in (*ASKED, "api/glimpses?of=" + held["assignment"], "guideline/en"):
        assert client.get(base + path).status_code == 200, path
    assert [unit["assignment"] for unit in units_of(client, base)] == [held["assignment"]]
    sent = client.post(base + "api/judgements", json=judgement(held, {"quality": {"A": 3, "B": 3}}))
    assert (sent.status_code, sent.json()["error"]["code"]) == (403, "preview.read_only")
    assert client.post(base + "api/enquiries", json={}).status_code == 403
    assert client.post(base + "api/before/consent", json={}).status_code == 403
    assert all_tables(small.bench) == before


def test_who_holds_nothing_is_shown_what_would_come(small: Small) -> None:
    client, base = small.organiser(), "/preview/studies/study/as/R2/"
    before = all_tables(small.bench)
    coming = units_of(client, base)
    assert all_tables(small.bench) == before
    given = small.bo.one()
    assert coming[0]["candidates"] == given["candidates"]


def test_a_rater_who_is_not_there_is_not_found(small: Small) -> None:
    client = small.organiser()
    assert client.get("/preview/studies/study/as/R9/").status_code == 404
    assert client.get("/preview/studies/nothing/").status_code == 404
    assert client.get("/preview/protocols/nothing/").status_code == 404


def test_the_token_of_the_raters_link_is_not_sent(small: Small) -> None:
    client, base = small.organiser(), "/preview/studies/study/as/R1/"
    token = raters.list_raters(small.bench, "study")[0].path.partition("#")[2]
    sent = "".join(client.get(base + path).text for path in ("", *ASKED))
    assert token not in sent


@pytest.mark.parametrize("base", ["protocols/title/", "studies/study/", "studies/study/as/R1/"])
def test_only_organisers_look(small: Small, base: str) -> None:
    stranger = small.site.client()
    assert stranger.get(f"/preview/{base}", headers=HTML).headers["location"] == "/sign-in"
    assert stranger.get(f"/preview/{base}api/study").status_code == 401
    assert stranger.post(f"/preview/{base}api/next", json={}).status_code == 401
    assert stranger.post(f"/preview/{base}api/judgements", json={}).status_code == 401
