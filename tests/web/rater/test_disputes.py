"""Disputes in the rater's page: what an appointed rater is sent and decides, and not a byte more; decisions told."""

import json

import pytest

from jurybox.studies import adjudicating
from jurybox.studies.lifecycle import close_study
from jurybox.studies.people import raters
from jurybox.studies.results import analyse_study
from tests.fixtures.small import MARKS
from tests.fixtures.studies import lines, loaded, open_study
from tests.fixtures.web import Site, ok
from tests.web.playing import Player

LEAKS = ("system-a", "item-", "Ann", "Bo", "place")


@pytest.fixture
def players(site: Site) -> dict[str, Player]:
    """Ann and Bo differ about the first of two items; the second waits for a rater. Cyd is appointed."""
    open_study(site.bench, lines(2, "a"), loaded(), quorum=2, order="sequential")
    found = {
        name: Player.with_link(site, raters.add_rater(site.bench, "study", name).path) for name in ("Ann", "Bo", "Cyd")
    }
    for name, score in (("Ann", 1), ("Bo", 5)):
        found[name].rate(found[name].one(), answers={"quality": {"A": score}})
    found["Ann"].rate(found["Ann"].one(), answers={"quality": {"A": 1}}, comment="HIDDEN-SECOND")
    adjudicating.find_disputes(site.bench, "study")
    adjudicating.appoint_adjudicator(site.bench, "study", "Cyd")
    return found


def test_an_appointed_rater_gets_disputes_and_decides_them(site: Site, players: dict[str, Player]) -> None:
    cyd = players["Cyd"].client
    answer = cyd.post("api/disputes/next")
    found = ok(answer)
    assert found["waiting"] == 1
    dispute = found["dispute"]
    assert sorted(r for option in dispute["questions"][0]["options"] for r in option["raters"]) == ["K", "L"]
    assert [word for word in (*LEAKS, "HIDDEN-SECOND") if word in answer.text] == []
    ids = {member.id for member in raters.list_raters(site.bench, "study")}
    assert not any(id in answer.text for id in ids)
    wish = {"assignment": dispute["assignment"], "stage": "rating", "answers": {"quality": {"A": 4}}, "reason": "So."}
    assert cyd.post("api/decisions", json={**wish, "reason": ""}).status_code == 422
    assert cyd.post("api/decisions", json=wish).status_code == 201
    assert ok(cyd.post("api/disputes/next"))["dispute"] is None
    assert adjudicating.summary(site.bench, "study")["decided"] == 1
    assert analyse_study(site.bench, "study").excluded == {"adjudication": 1}
    assert players["Cyd"].one()["candidates"][0]["fields"]["output"] == "Output a of 1", "never what was decided"


def test_who_rated_a_unit_or_was_not_appointed_gets_nothing(site: Site, players: dict[str, Player]) -> None:
    assert ok(players["Bo"].client.post("api/disputes/next")) == {"dispute": None, "waiting": 0}
    adjudicating.appoint_adjudicator(site.bench, "study", "Ann")
    assert ok(players["Ann"].client.post("api/disputes/next"))["dispute"] is None, "Ann rated it"
    dispute = ok(players["Cyd"].client.post("api/disputes/next"))["dispute"]
    wish = {"assignment": dispute["assignment"], "stage": "rating", "answers": {"quality": {"A": 4}}, "reason": "So."}
    assert players["Ann"].client.post("api/decisions", json=wish).status_code == 404
    adjudicating.dismiss_adjudicator(site.bench, "study", "Cyd")
    assert players["Cyd"].client.post("api/decisions", json=wish).status_code == 409


def test_raters_are_told_decisions_after_closing_where_the_study_says_so(
    site: Site, players: dict[str, Player]
) -> None:
    draft = adjudicating.DecisionDraft(0, "rating", {"quality": {"A": 4}}, "As the guideline says.")
    adjudicating.decide(site.bench, "study", draft)
    adjudicating.set_disputes(site.bench, "study", tell_raters=True)
    bo = players["Bo"].client
    assert ok(bo.get("api/decisions")) == {"decisions": []}, "not before closing"
    close_study(site.bench, "study")
    (told,) = ok(bo.get("api/decisions"))["decisions"]
    assert (told["said"], told["decided"], told["reason"]) == ("5 Level 5", "4 Level 4", "As the guideline says.")
    assert [word for word in LEAKS if word in json.dumps(told)] == []
    assert ok(players["Cyd"].client.get("api/decisions")) == {"decisions": []}
    adjudicating.set_disputes(site.bench, "study", tell_raters=False)
    assert ok(bo.get("api/decisions")) == {"decisions": []}


def test_marks_stand_in_their_text_for_who_decides_and_who_is_told(site: Site) -> None:
    asked = {**MARKS, "field": "output", "weights": [], "counted": False, "labels": MARKS["labels"][:1]}
    stages = [{"id": "rating", "show": ["source", "output"], "ask": [asked]}]
    open_study(site.bench, lines(1, "a"), loaded(stages=stages), quorum=2)
    ann, bo, cyd = (
        Player.with_link(site, raters.add_rater(site.bench, "study", name).path) for name in ("Ann", "Bo", "Cyd")
    )
    given = [[{"start": 0, "end": 6, "label": "object"}], [{"start": None, "end": None, "label": "object"}]]
    for player, marks in zip((ann, bo), given, strict=True):
        ok(player.submit(player.one(), answers={"spans": {"A": marks}}), 201)
    adjudicating.find_disputes(site.bench, "study")
    adjudicating.appoint_adjudicator(site.bench, "study", "Cyd")
    answer = cyd.client.post("api/disputes/next")
    (question,) = ok(answer)["dispute"]["questions"]
    in_text = [{"text": "Output", "marks": ["Object"]}, {"text": " a of 0", "marks": []}]
    missing = [{"text": "Output a of 0", "marks": []}, {"text": "", "marks": ["Object"]}]
    assert sorted((option["marked"] for option in question["options"]), key=str) == sorted([in_text, missing], key=str)
    assert [word for word in LEAKS if word in answer.text] == []
    page = site.organiser().get("/studies/study/dispute?unit=0&stage=rating", headers={"accept": "text/html"}).text
    assert "<mark>Output<small>Object</small></mark> a of 0" in page
    draft = adjudicating.DecisionDraft(0, "rating", {"spans": {"A": given[0]}}, "So.")
    adjudicating.decide(site.bench, "study", draft)
    adjudicating.set_disputes(site.bench, "study", tell_raters=True)
    close_study(site.bench, "study")
    (told,) = ok(bo.client.get("api/decisions"))["decisions"]
    assert (told["said_marked"], told["decided_marked"]) == (missing, in_text)
