"""A whole study of another program by upload: over the API and on the page, all or nothing, seen by who asked."""

import json
from typing import Any

import pytest

from jurybox.studies.jobs import run_next_job
from tests.fixtures.web import Client, Site, ok, problem
from tests.paths import ROOT

FILE = (ROOT / "examples" / "files" / "campaigns" / "pearmut.json").read_bytes()
BAD = FILE.replace(b"It closes at twelve.", b"<b>It closes</b>")
HTML = {"accept": "text/html"}


@pytest.fixture
def client(site: Site) -> Client:
    return site.organiser()


def send(client: Client, *files: tuple[str, bytes], **query: Any) -> Any:
    sent = [("tables", (name, content)) for name, content in files]
    return client.post("/api/campaigns", params={"key": "shops", "format": "pearmut", **query}, files=sent)


def done(site: Site, client: Client, job: dict[str, Any]) -> dict[str, Any]:
    assert job["state"] == "waiting"
    assert run_next_job(site.bench)
    finished: dict[str, Any] = ok(client.get(f"/api/jobs/{job['id']}"))
    return finished


def test_a_file_becomes_an_open_study_with_its_raters(site: Site, client: Client) -> None:
    finished = done(site, client, ok(send(client, ("shops.json", FILE), opened=True), 202))
    made = finished["result"]["studies"][0]
    assert (made["study"], made["state"], made["items"], made["raters"], made["lists"]) == ("shops", "open", 3, 2, 2)
    assert ok(client.get("/api/studies/shops"))["state"] == "open"
    assert [one["name"] for one in ok(client.get("/api/studies/shops/raters"))] == ["ana", "ben"]
    assert [path for path in (site.bench.folder / "uploads").rglob("*") if path.is_file()] == []


def test_of_several_files_each_becomes_a_study_or_none(site: Site, client: Client) -> None:
    finished = done(site, client, ok(send(client, ("one.json", FILE), ("two.json", BAD)), 202))
    one, two = finished["result"]["studies"]
    assert (one["study"], two["study"]) == ("shops-one", None)
    assert [error["code"] for error in two["errors"]] == ["campaign.html"]
    assert [study["key"] for study in ok(client.get("/api/studies"))] == ["shops-one"]


def test_a_bad_file_leaves_a_failed_job_with_every_fault(site: Site, client: Client) -> None:
    finished = done(site, client, ok(send(client, ("bad.json", BAD)), 202))
    assert finished["state"] == "failed"
    assert [(error["code"], error["file"]) for error in finished["errors"]] == [("campaign.html", "bad.json")]
    assert ok(client.get("/api/studies")) == []


def test_what_makes_no_sense_is_refused_before_it_is_read(site: Site, client: Client) -> None:
    assert (
        problem(send(client, ("a.json", FILE), format="mt-metrics-eval"), 422)["error"]["code"]
        == "campaign.unknown_format"
    )
    assert problem(send(client, ("a.json", FILE), key="No Key"), 422)["error"]["code"] == "study.bad_key"
    done(site, client, ok(send(client, ("a.json", FILE)), 202))
    assert problem(send(client, ("a.json", FILE)), 409)["error"]["code"] == "study.key_taken"


def test_a_protocol_over_the_network_is_never_a_path(site: Site, client: Client) -> None:
    wanted = str(ROOT / "examples" / "protocols" / "esa.yaml")
    finished = done(site, client, ok(send(client, ("a.json", FILE), protocol=wanted), 202))
    assert finished["state"] == "failed"


def test_nobody_else_sees_the_job(site: Site, client: Client) -> None:
    job = ok(send(client, ("bad.json", BAD)), 202)
    other = site.organiser("Bea")
    assert other.get(f"/api/jobs/{job['id']}").status_code in (403, 404)
    assert run_next_job(site.bench)
    assert other.get(f"/api/jobs/{job['id']}").status_code in (403, 404)
    assert "&lt;b&gt;" not in other.get(f"/new-study?job={job['id']}", headers=HTML).text


def test_the_page_takes_a_file_and_tells_what_became_of_it(site: Site, client: Client) -> None:
    page = client.get("/new-study", headers=HTML).text
    assert 'action="/new-study/whole"' in page
    assert 'value="pearmut"' in page
    data = {"format": "pearmut", "open": "1"}
    answer = client.post("/new-study/whole", data=data, files={"tables": ("shops.json", FILE)}, headers=HTML)
    assert answer.status_code == 303, answer.text
    assert 'data-job="/api/jobs/' in client.get(answer.headers["location"], headers=HTML).text
    assert run_next_job(site.bench)
    told = client.get(answer.headers["location"], headers=HTML).text
    assert 'href="/studies/shops"' in told
    answer = client.post("/new-study/whole", data=data, files={"tables": ("bad.json", BAD)}, headers=HTML)
    assert run_next_job(site.bench)
    told = client.get(answer.headers["location"], headers={**HTML, "accept-language": "de"}).text
    assert "bad.json:" in told
    assert "&lt;b&gt;" in told


def test_a_form_without_a_file_says_so(client: Client) -> None:
    answer = client.post("/new-study/whole", data={"format": "pearmut"}, files={"media": ("", b"")}, headers=HTML)
    assert answer.status_code == 422


def test_ratings_come_in_through_the_worker_too(site: Site, client: Client) -> None:
    tsv = (ROOT / "examples" / "files" / "campaigns" / "mqm.tsv").read_bytes()
    finished = done(site, client, ok(send(client, ("mqm.tsv", tsv), format="wmt-mqm"), 202))
    assert finished["result"]["studies"][0]["judgements"] == 18
    assert json.dumps(finished)
