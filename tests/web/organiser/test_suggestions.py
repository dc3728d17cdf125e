"""Suggestions on the design of a draft and over the API: from another study, from a file, listed, dropped."""

from typing import Any

from jurybox.studies import people
from jurybox.studies.jobs import run_next_job
from jurybox.texts import words_in
from tests.fixtures.studies import Played, lines, new_study, open_study
from tests.fixtures.web import Site, ok, problem
from tests.web.html_reader import read
from tests.web.organiser.test_pages import signed_in

TABLE = b"item,system,rater,question,value\nitem-0,system-a,metric,quality,2\nitem-1,system-b,metric,quality,4\n"
HOME = "/api/studies/again/suggestions"


def judged(site: Site, key: str = "first", **settings: Any) -> Played:
    """Two raters who differ."""
    study = open_study(site.bench, lines(3), key=key, quorum=2, **settings)
    for name, level in (("Ann", 3), ("Bo", 5)):
        rater = study.rater(name)
        for _ in range(6):
            rater.submit(rater.one(), level)
    return study


def finished(site: Site, client: Any, job: dict[str, Any]) -> dict[str, Any]:
    assert run_next_job(site.bench)
    found: dict[str, Any] = ok(client.get(f"/api/jobs/{job['id']}"))
    return found


def test_what_one_rater_said_is_suggested_listed_and_dropped_over_the_api(site: Site) -> None:
    judged(site)
    again = new_study(site.bench, lines(3), key="again")
    api = site.organiser("Api")
    job = finished(site, api, ok(api.post(HOME, json={"study": "first"}), 202))
    assert (job["state"], {error["code"] for error in job["errors"]}) == ("failed", {"suggest.overlap"})
    assert ok(api.get(HOME)) == []
    wish = {"study": "first", "rater": "Ann", "hold_out": 0.5}
    job = finished(site, api, ok(api.post(HOME, json=wish), 202))
    assert (job["result"]["suggestions"], job["result"]["hold_out"]) == (6, 0.5)
    assert ok(api.get(HOME)) == [{"origin": "study first, one rater", "question": "quality", "count": 6}]
    sent = api.post(f"{HOME}/file?format=csv&replace=true", files=[("tables", ("metric.csv", TABLE))])
    assert finished(site, api, ok(sent, 202))["result"]["dropped"] == 6
    assert ok(api.get(HOME)) == [{"origin": "metric.csv", "question": "quality", "count": 2}]
    assert [path for path in (site.bench.folder / "uploads").rglob("*") if path.is_file()] == []
    assert again.view.settings.prefill.hold_out == 0.5
    assert ok(api.delete(HOME)) == {"dropped": 2}
    assert not again.view.settings.prefill.on


def test_what_makes_no_sense_is_refused_before_the_worker_has_it(site: Site) -> None:
    judged(site)
    new_study(site.bench, lines(3), key="again")
    api = site.organiser("Api")
    two = [("tables", (f"{n}.csv", TABLE)) for n in range(2)]
    for answer, status, code in (
        (api.post("/api/studies/first/suggestions", json={"study": "again"}), 409, "suggest.frozen"),
        (api.post(HOME, json={"study": "nowhere"}), 404, "study.unknown"),
        (api.post(f"{HOME}/file?format=csv", files=two), 422, "suggest.one_file"),
        (api.post(f"{HOME}/file?format=huggingface", files=two[:1]), 404, "formats.unknown"),
    ):
        assert problem(answer, status)["error"]["code"] == code
    assert not run_next_job(site.bench)


def test_nothing_is_taken_out_of_a_study_of_others_or_past_its_seal(site: Site) -> None:
    """Who may change the draft needs a part in the other study too, and can't read sealed names out of faults."""
    judged(site)
    judged(site, "sealed", sealed=True)
    new_study(site.bench, lines(3), key="again")
    site.organiser("Ada")
    eve = site.organiser("Eve")
    for study in ("first", "sealed", "again"):
        people.give_role(site.bench, study, "Ada", "owner")
    for study in ("sealed", "again"):
        people.give_role(site.bench, study, "Eve", "organiser")
    people.take_role(site.bench, "first", "Eve")
    assert problem(eve.post(HOME, json={"study": "first", "rater": "Ann"}), 404)["error"]["code"] == "study.unknown"
    assert problem(eve.post(HOME, json={"study": "sealed"}), 409)["error"]["code"] == "seal.sealed"
    assert not run_next_job(site.bench)
    people.give_role(site.bench, "first", "Eve", "viewer")
    assert problem(eve.post(HOME, json={"study": "first", "rater": "Ann"}), 403)["error"]["code"] == "role.too_low"
    people.give_role(site.bench, "first", "Eve", "organiser")
    ok(eve.post(HOME, json={"study": "first", "rater": "Ann"}), 202)
    (taken,) = people.list_records(site.bench, words_in("en"), people.RecordsWish(study="first"))[:1]
    assert (taken.who, taken.what) == ("Eve", "exported")


def test_the_design_suggests_from_a_study_or_a_file_says_what_is_wrong_and_drops(site: Site) -> None:
    judged(site)
    again = new_study(site.bench, lines(3), key="again")
    client, home = signed_in(site), "/studies/again"
    page = client.get(f"{home}/design").text
    assert "Nothing is suggested." in page
    assert 'value="first"' in page
    assert 'name="prefill.hold_out"' not in page
    asked = client.post(f"{home}/suggestions", data={"study": "first", "hold_out": "25"})
    assert asked.headers["location"] == f"{home}/design?asked#suggestions"
    assert "Suggestions are being read." in client.get(asked.headers["location"]).text
    run_next_job(site.bench)
    words = "".join(read(client.get(f"{home}/design").text).words)
    assert "Two different answers would be suggested" in words
    refused = client.post(f"{home}/suggestions", data={"study": "first", "rater": "Ann", "hold_out": "much"})
    assert refused.status_code == 422
    assert 'value="Ann"' in refused.text, "what was typed is not lost"
    client.post(f"{home}/suggestions", data={"study": "first", "rater": "Ann", "hold_out": "25"})
    run_next_job(site.bench)
    page = client.get(f"{home}/design").text
    assert "quality: 6 suggestions from study first, one rater" in "".join(read(page).words)
    assert "Two different answers" not in page
    assert client.post(f"{home}/design", data={"prefill.hold_out": "40"}).status_code == 303
    assert (again.view.settings.prefill.on, again.view.settings.prefill.hold_out) == (True, 0.4)
    form = {"format": "csv", "rater": "", "hold_out": "10", "replace": "1"}
    client.post(f"{home}/suggestions/file", data=form, files=[("tables", ("metric.csv", TABLE))])
    run_next_job(site.bench)
    assert "2 suggestions from metric.csv" in client.get(f"{home}/design").text
    assert client.post(f"{home}/suggestions/drop").status_code == 303
    assert "Nothing is suggested." in client.get(f"{home}/design").text
    again.open()
    assert client.post(f"{home}/suggestions/drop").status_code == 409
