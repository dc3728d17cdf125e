"""Over HTTP: what comes before the first task, the panel beside it, and the organiser's side of both."""

import re
from typing import Any

import pytest

from jurybox.studies.people import organisers, raters
from jurybox.studies.rating.onboarding import consent_hash
from tests.fixtures.small import SCALE
from tests.fixtures.studies import lines, loaded, open_study
from tests.fixtures.web import PASSWORD, Client, Site, ok, problem
from tests.web.conftest import Small
from tests.web.html_reader import read
from tests.web.playing import Player, judgement_id

EVIL = '<script>alert(1)</script> **bold** [x](javascript:alert(1)) <img src=x onerror="y">'
EXAMPLE = {
    "id": "worked", "fields": {"source": "A source"}, "candidates": [{"fields": {"output": "An output"}}],
    "answers": [{"question": "quality", "value": 5, "accept": [4], "why": {"en": "Nothing is missing."}}],
}  # fmt: skip


@pytest.fixture
def asking(site: Site) -> Player:
    """A rater of a study that asks everything before the first task."""
    open_study(
        site.bench, lines(3), loaded(examples=[EXAMPLE]), quorum=2, consent={"en": EVIL, "es": "¿Sí?"},
        questionnaire="standard", calibration=True,
    )  # fmt: skip
    return Player.with_link(site, raters.add_rater(site.bench, "study", "Ann").path)


def agrees(player: Player, given: bool = True) -> None:
    body = {"lang": "en", "hash": consent_hash(EVIL), "given": given}
    ok(player.client.post("api/before/consent", json=body), 204)


def test_a_rater_goes_through_everything_to_the_first_task(asking: Player) -> None:
    assert asking.ask()["state"] == "before"
    shown = ok(asking.client.get("api/before"))
    assert (shown["steps"], shown["step"]) == (["consent", "questionnaire", "calibration"], "consent")
    assert shown["consent"]["said"] is None
    agrees(asking)
    problem(asking.client.post("api/before/calibration"), 409, "before.not_now")
    ok(asking.client.post("api/before/questionnaire", json={"answers": {"first_language": "Maya"}, "lang": "es"}), 204)
    assert ok(asking.client.get("api/before"))["calibration"] == {
        "examples": 1, "rounds": 3, "share": 0.7, "tolerance": 1, "begun": False, "result": None,
    }  # fmt: skip
    ok(asking.client.post("api/before/calibration"), 204)
    packet = asking.one()
    assert packet["example"] == {"number": 1, "of": 1}
    receipt = ok(asking.submit(packet, answers={"quality": {"A": 4}}), 201)
    assert receipt["feedback"]["answers"][0]["verdict"] == "agrees"
    assert ok(asking.client.get("api/before"))["step"] is None
    first = asking.one()
    assert first["number"] == 1
    assert "example" not in first
    assert "feedback" not in ok(asking.submit(first), 201)


def test_the_next_unit_comes_back_with_the_answer_to_an_example(asking: Player) -> None:
    agrees(asking)
    ok(asking.client.post("api/before/questionnaire", json={"answers": {"first_language": "Maya"}}), 204)
    ok(asking.client.post("api/before/calibration"), 204)
    receipt = ok(asking.submit(asking.one(), answers={"quality": {"A": 1}}, ahead=2), 201)
    assert receipt["feedback"]["answers"][0]["verdict"] == "off"
    assert receipt["next"] == {**receipt["next"], "state": "before", "units": []}
    ok(asking.client.post("api/before/calibration"), 204)
    receipt = ok(asking.submit(asking.one(), answers={"quality": {"A": 5}}, ahead=2), 201)
    assert receipt["next"]["state"] == "rate"
    assert all("example" not in packet for packet in receipt["next"]["units"])


def test_the_consent_page_is_safe_html(asking: Player) -> None:
    html = ok(asking.client.get("api/before"))["consent"]["texts"]["en"]["html"]
    elements = read(html).elements
    assert {tag for tag, _ in elements} == {"p", "strong"}
    assert "<script" not in html


def test_faults_of_the_questionnaire_come_all_at_once(asking: Player) -> None:
    body = problem(asking.client.post("api/before/questionnaire", json={"answers": {"x": 1, "region": "r" * 501}}), 422)
    assert [fault["where"] for fault in body["errors"]] == ["answers.x", "answers.first_language", "answers.region"]


def test_a_stranger_reaches_none_of_it(asking: Player) -> None:
    stranger = asking.site.client()
    stranger.home = "/rate/study/"
    for verb, path in (
        ("GET", "api/before"), ("GET", "api/examples"), ("GET", "api/news"), ("GET", "api/enquiries"),
        ("POST", "api/before/calibration"), ("GET", "guideline/en"),
    ):  # fmt: skip
        problem(stranger.send(verb, path), 401)


def ask(player: Player, text: str, packet: dict[str, Any] | None = None) -> str:
    about = {"assignment": packet["assignment"], "stage": packet["stage"]} if packet else {}
    id = judgement_id()
    assert ok(player.client.post("api/enquiries", json={"id": id, "text": text, **about}), 201) == {"id": id}
    return id


def test_an_enquiry_is_answered_over_the_api_and_read_in_the_panel(small: Small) -> None:
    organiser = small.organiser()
    id = ask(small.ann, EVIL, small.ann.one())
    (listed,) = ok(organiser.get("/api/studies/study/enquiries?waiting=true"))
    assert (listed["id"], listed["name"], listed["text"], listed["stage"]) == (id, "Ann", EVIL, "rating")
    assert listed["item"].startswith("item-")
    wish = {"text": "Yes.", "publish": True, "question": "Is it?"}
    answered = ok(organiser.post(f"/api/studies/study/enquiries/{id}/replies", json=wish), 201)
    assert answered["replies"][0]["published"] is True
    assert ok(organiser.get("/api/studies/study/enquiries?waiting=true")) == []
    seen = ok(small.bo.client.get("api/enquiries"))
    assert [(entry["question"], entry["text"]) for entry in seen["published"]] == [("Is it?", "Yes.")]
    assert seen["enquiries"] == []
    ok(small.bo.client.post("api/acknowledgements", json={"replies": seen["replies"]}), 204)
    assert ok(small.bo.client.get("api/news"))["unread"] == 0
    assert ok(small.ann.client.get("api/news"))["unread"] == 1
    problem(organiser.post("/api/studies/study/enquiries/none/replies", json={"text": "x"}), 404, "enquiry.unknown")


def test_a_new_guideline_comes_with_what_changed_in_it(small: Small) -> None:
    small.ann.one()
    before = ok(small.ann.client.get("guideline/en"))
    small.bench.world.clock.forward(1)  # type: ignore[attr-defined]
    wish = {"lang": "en", "prose": f"Rate with care.\n\n{EVIL}", "note": "evil"}
    ok(small.organiser().post("/api/studies/study/guideline", json=wish))
    now = ok(small.ann.client.get("guideline/en"))
    assert now["hash"] != before["hash"]
    assert (before["revision"], now["revision"], before["changes"]) == (1, 2, [])
    (change,) = now["changes"]
    assert change["kind"] == "added"
    assert {tag for tag, _ in read(change["html"]).elements} <= {"p", "strong", "a"}
    assert "<script" not in change["html"]
    assert ok(small.ann.client.get("api/news"))["changed"] == ["en"]
    ok(small.ann.client.post("api/acknowledgements", json={"lang": "en", "revision": 2}), 204)
    assert ok(small.ann.client.get("guideline/en"))["changes"] == []
    problem(small.ann.client.post("api/acknowledgements", json={"lang": "xx", "revision": 2}), 404)


def test_the_export_of_raters_is_a_file_without_names(asking: Player) -> None:
    agrees(asking, given=False)
    organiser = asking.site.organiser()
    for kind in ("csv", "tsv", "jsonl"):
        answer = organiser.get(f"/api/studies/study/export/raters?format={kind}")
        assert "declined" in answer.text
        assert "Ann" not in answer.text
        assert "attachment" in answer.headers["content-disposition"]


def signed_in(site: Site) -> Client:
    organisers.add_organiser(site.bench, "Ada", PASSWORD)
    client = site.client(accept="text/html")
    assert client.post("/sign-in", data={"name": "Ada", "password": PASSWORD}).status_code == 303
    return client


def test_the_organisers_page_answers_and_publishes(small: Small) -> None:
    id = ask(small.ann, EVIL)
    page = signed_in(small.site)
    shown = page.get("/studies/study/questions").text
    assert "&lt;script&gt;alert(1)" in shown
    assert "<script>alert" not in shown
    form = {"text": "Line 1\r\nLine 2", "publish": "yes", "question": ""}
    assert page.post(f"/studies/study/enquiries/{id}/replies", data=form).status_code == 303
    assert ok(small.ann.client.get("api/enquiries"))["enquiries"][0]["replies"][0]["text"] == "Line 1\nLine 2"
    assert ok(small.bo.client.get("api/enquiries"))["published"][0]["question"] == EVIL
    small.ann.one()
    revised = {"lang": "en", "prose": "Rate with love.", "note": ""}
    assert page.post("/studies/study/guideline", data=revised).status_code == 303
    again = page.post("/studies/study/guideline", data=revised)
    assert again.status_code == 409
    assert re.search("role=.alert", again.text)
    assert "love" in ok(small.ann.client.get("guideline/en"))["html"]


def test_examples_beside_levels_are_sent_once_the_worked_ones_are_rated(site: Site) -> None:
    levels = [{**level, "examples": [{"en": "an example of a level"}]} for level in SCALE["levels"]]
    stages = [{"id": "rating", "show": ["source", "output"], "ask": [{**SCALE, "levels": levels}]}]
    open_study(site.bench, lines(2), loaded(examples=[EXAMPLE], stages=stages), calibration=True)
    player = Player.with_link(site, raters.add_rater(site.bench, "study", "Ann").path)
    assert "an example of a level" not in str(player.study)
    ok(player.client.post("api/before/calibration"), 204)
    ok(player.submit(player.one(), answers={"quality": {"A": 5}}), 201)
    assert "an example of a level" in player.client.get("api/study").text


def test_the_consent_of_a_personal_link_mentions_checks_where_there_are_any(asking: Player, site: Site) -> None:
    texts = ok(asking.client.get("api/before"))["consent"]["texts"]
    assert texts["en"]["checks"].startswith("Some of your answers are compared")
    assert texts["es"]["checks"].startswith("Algunas")
    open_study(site.bench, lines(3), loaded(), key="plain", consent={"en": "Yes?", "xx": "?"})
    plain = Player.with_link(site, raters.add_rater(site.bench, "plain", "Bo").path)
    assert [text["checks"] for text in ok(plain.client.get("api/before"))["consent"]["texts"].values()] == ["", ""]


def test_a_consent_in_a_language_without_a_catalogue_mentions_checks_in_english(site: Site) -> None:
    open_study(site.bench, lines(3), loaded(), repeats=0.5, consent={"xx": "?"})
    rater = Player.with_link(site, raters.add_rater(site.bench, "study", "Ann").path)
    assert ok(rater.client.get("api/before"))["consent"]["texts"]["xx"]["checks"].startswith("Some of your answers")
