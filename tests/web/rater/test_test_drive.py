"""The test drive: an organiser goes the whole way of a rater, and nothing of it is kept."""

from typing import Any

import pytest

from jurybox.studies.rating.onboarding import consent_hash
from tests.fixtures.studies import judgement_id, lines, loaded, new_study
from tests.fixtures.web import Client, Site, ok, problem
from tests.web.rater.test_preview import HTML, all_tables

BASE = "/preview/studies/study/drive/"
CONSENT = "May we keep your answers?"


def example(id: str, value: int) -> dict[str, Any]:
    answer = {"question": "quality", "value": value, "why": {"en": f"Because of {id}."}}
    shown = {"fields": {"source": "A source"}, "candidates": [{"fields": {"output": f"Output of {id}"}}]}
    return {"id": id, **shown, "answers": [answer]}


EXAMPLES = {"good": 5, "bad": 1}


class Driver:
    """The page of a test drive: it keeps what was done, and sends it along."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.past: dict[str, Any] = {"consent": None, "answers": None, "rounds": 0, "judgements": []}

    def ask(self, what: str) -> Any:
        return ok(self.client.post(BASE + "api/" + what, json={"past": self.past}))

    def agree(self, given: bool = True) -> None:
        wish = {"lang": "en", "hash": consent_hash(CONSENT), "given": given}
        ok(self.client.post(BASE + "api/before/consent", json=wish), 204)
        self.past["consent"] = given

    def tell(self) -> None:
        answers = {"first_language": "Maya"}
        ok(self.client.post(BASE + "api/before/questionnaire", json={"answers": answers, "lang": "en"}), 204)
        self.past["answers"] = answers

    def begin(self) -> None:
        ok(self.client.post(BASE + "api/before/calibration", json={"past": self.past}), 204)
        self.past |= {"rounds": self.past["rounds"] + 1, "judgements": []}

    def rate(self, quality: int | None, **more: Any) -> Any:
        """The stage that comes next; what the server says to it."""
        packet = self.ask("next")["units"][0]
        wanted = EXAMPLES.get(packet["candidates"][0]["fields"]["output"].removeprefix("Output of "), 3)
        answers = {"quality": {"A": wanted if quality is None else quality}}
        sent = {"id": judgement_id(), "assignment": packet["assignment"], "stage": packet["stage"], "answers": answers}
        told = ok(self.client.post(BASE + "api/judgements", json=sent | more | {"ahead": 4}), 201)
        self.past["judgements"].append(sent | more)
        return told


def drafted(site: Site, **settings: Any) -> Driver:
    protocol = loaded(examples=[example(id, value) for id, value in EXAMPLES.items()])
    new_study(site.bench, lines(4), protocol, **settings)
    return Driver(site.organiser())


@pytest.fixture
def driver(site: Site) -> Driver:
    """On the way through a draft that asks everything before the first task."""
    return drafted(site, consent={"en": CONSENT}, questionnaire="standard", calibration=True, completion_code="DONE")


def test_the_whole_way_of_a_rater_leaves_no_trace(site: Site, driver: Driver) -> None:
    before = all_tables(site.bench)
    page = driver.client.get(BASE, headers=HTML)
    assert 'data-preview="drive"' in page.text
    assert "/studies/study/check" in page.text
    assert ok(driver.client.get(BASE + "api/study"))["state"] == "open"
    assert driver.ask("next")["state"] == "before"
    shown = driver.ask("before")
    assert (shown["steps"], shown["step"]) == (["consent", "questionnaire", "calibration"], "consent")
    assert "compared with what the guideline says" in shown["consent"]["texts"]["en"]["checks"]
    driver.agree()
    assert driver.ask("before")["step"] == "questionnaire"
    driver.tell()
    assert driver.ask("before")["calibration"]["examples"] == 2
    assert driver.ask("examples")["examples"] == []
    driver.begin()
    assert driver.ask("next")["units"][0]["example"] == {"number": 1, "of": 2}
    told = [driver.rate(None), driver.rate(None)]
    assert [one["feedback"]["answers"][0]["verdict"] for one in told] == ["agrees", "agrees"]
    assert told[0]["feedback"]["answers"][0]["why"]["en"].startswith("Because of")
    after = driver.ask("before")
    assert (after["step"], after["calibration"]["result"]["now"]) == (None, "pass")
    assert len(driver.ask("examples")["examples"]) == 2
    following = driver.ask("next")
    assert (len(following["units"]), following["completion_code"]) == (8, "DONE")
    assert not any("example" in unit for unit in following["units"])
    assert "feedback" not in driver.rate(3)
    assert all_tables(site.bench) == before


def test_an_example_that_is_not_rated_yet_tells_nothing(driver: Driver) -> None:
    driver.agree()
    driver.tell()
    driver.begin()
    sent = str([driver.ask("next"), driver.ask("study"), driver.ask("before"), driver.ask("examples")])
    assert "Because of" not in sent
    driver.rate(None)
    assert len(driver.ask("examples")["examples"]) == 1


def test_who_declines_is_asked_nothing_more(driver: Driver) -> None:
    driver.agree(given=False)
    assert driver.ask("before")["step"] == "consent"
    assert driver.ask("before")["consent"]["said"] is False
    assert driver.ask("next")["units"] == []


def test_a_round_that_falls_short_comes_again_in_another_order_until_the_last(site: Site) -> None:
    driver = drafted(
        site, calibration={"on": True, "rounds": 2, "on_fail": "stop", "completion_code": "OUT", "tolerance": 0}
    )
    driver.begin()
    first = [driver.rate(3), driver.rate(None, cannot="unreadable", answers={})]
    assert first[0]["feedback"]["answers"][0]["verdict"] == "off"
    assert driver.ask("before")["calibration"]["result"]["now"] == "again"
    driver.begin()
    driver.rate(3), driver.rate(3)
    result = driver.ask("before")["calibration"]["result"]
    assert (result["now"], result["round"], result["completion_code"]) == ("stop", 2, "OUT")
    assert driver.ask("next")["state"] == "before"
    problem(driver.client.post(BASE + "api/before/calibration", json={"past": driver.past}), 409, "before.stopped")


def test_who_is_let_through_with_a_flag_gets_the_code_for_review(site: Site) -> None:
    wishes = {"on": True, "rounds": 1, "on_fail": "flag", "review_code": "LOOK", "tolerance": 0}
    driver = drafted(site, calibration=wishes, completion_code="DONE")
    driver.begin()
    driver.rate(3), driver.rate(3)
    assert driver.ask("before")["flagged"] is True
    assert driver.ask("next")["completion_code"] == "LOOK"


def test_a_study_that_asks_nothing_begins_with_its_units(site: Site) -> None:
    driver = drafted(site)
    assert driver.ask("before")["steps"] == []
    assert len(driver.ask("next")["units"]) == 8
    assert len(driver.ask("examples")["examples"]) == 2


def test_what_a_study_would_refuse_is_refused(driver: Driver) -> None:
    post = driver.client.post
    problem(
        post(BASE + "api/before/consent", json={"lang": "en", "hash": "old", "given": True}),
        409,
        "before.consent_changed",
    )
    problem(post(BASE + "api/before/questionnaire", json={"answers": {}}), 422, "answer.missing")
    problem(post(BASE + "api/before/calibration", json={}), 409, "before.not_now")
    assert post(BASE + "api/before", json={"past": {"more": 1}}).status_code == 422
    unknown = {"id": judgement_id(), "assignment": "example-0-9", "stage": "rating", "answers": {}}
    assert post(BASE + "api/judgements", json=unknown).status_code == 404
    for name in ("example-x-1", "example-100-1"):
        assert post(BASE + "api/judgements", json=unknown | {"assignment": name}).status_code == 404


def test_the_page_of_the_units_alone_still_asks_nothing_before(driver: Driver) -> None:
    units = ok(driver.client.post("/preview/studies/study/api/next", json={}))["units"]
    assert len(units) == 8
