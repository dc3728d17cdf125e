"""The organiser's API: a study from the first wish to the export."""

import csv
import io
import json
from typing import Any

import pytest

from jurybox.studies.jobs import run_next_job
from tests.fixtures.web import Client, Site, ok, problem
from tests.web.conftest import Small
from tests.web.playing import Player, play_to_the_end
from tests.web.tables import Table

WISH = {"key": "titles", "name": "Titles", "protocol": "title"}
COLUMNS = {
    "study", "protocol", "item", "group", "system", "rater", "stage", "question", "target", "value", "text", "by",
    "purpose", "standing", "pilot", "seq", "judgement", "supersedes", "answered_at", "received_at", "elapsed_ms",
    "channel", "comment",
}  # fmt: skip


def titles(items: int = 3) -> Table:
    return Table([
        {"id": f"i{n}", "system": f"s{s}", "source": f"Source {n}", "output": f"Title {s} of {n}", "group": "ab"[n % 2]}
        for n in range(items) for s in range(2)
    ])  # fmt: skip


def job_done(site: Site, client: Client, job: dict[str, Any]) -> dict[str, Any]:
    while run_next_job(site.bench):
        pass
    finished: dict[str, Any] = ok(client.get(f"/api/jobs/{job['id']}"))
    assert finished["state"] == "done", finished
    return finished


def opened(site: Site, client: Client, items: int = 3, **settings: Any) -> None:
    ok(client.post("/api/studies", json={**WISH, "settings": settings}), 201)
    job_done(site, client, ok(client.post("/api/studies/titles/items", files=titles(items).upload()), 202))
    job_done(site, client, ok(client.post("/api/studies/titles/open"), 202))


def test_a_study_goes_from_a_wish_to_results_over_http_alone(site: Site) -> None:
    client = site.organiser()
    opened(site, client, quorum=2)
    links = [ok(client.post("/api/studies/titles/raters", json={"name": n}), 201)["link"] for n in ("Ann", "Bo")]
    players = [Player.with_link(site, link, taste) for taste, link in enumerate(links)]
    play_to_the_end(*players)
    closed = ok(client.post("/api/studies/titles/close"))
    assert (closed["state"], closed["progress"], closed["judgements"]) == ("closed", 1, 12)
    assert [event["kind"] for event in closed["events"]] == [
        "created", "imported", "opened", "rater_added", "rater_added", "closed",
    ]  # fmt: skip
    assert {event["who"] for event in closed["events"]} == {"Ada"}
    assert closed["events"][0]["at"].endswith("Z")
    rows = client.get("/api/studies/titles/export").text
    assert len(list(csv.reader(io.StringIO(rows)))) == 1 + 12


def test_a_new_study_is_a_draft_with_the_protocols_settings(site: Site) -> None:
    client = site.organiser()
    made = ok(client.post("/api/studies", json={**WISH, "settings": {"quorum": 3, "batch": 7}, "seed": "s"}), 201)
    assert (made["key"], made["name"], made["state"], made["protocol"]) == ("titles", "Titles", "draft", "title@1")
    assert (made["settings"]["quorum"], made["settings"]["batch"], made["seed"]) == ({"rate": 3}, 7, "s")
    assert made == ok(client.get("/api/studies/titles"))
    (line,) = ok(client.get("/api/studies"))
    assert line == {key: made[key] for key in line}


def test_a_version_of_a_protocol_can_be_named(site: Site) -> None:
    client = site.organiser()
    for wish, got in (("audio-description", "2"), ("audio-description@1", "1")):
        key = f"ad-{got}"
        made = ok(client.post("/api/studies", json={"key": key, "name": "x", "protocol": wish}), 201)
        assert made["protocol"] == f"audio-description@{got}"


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"key": "Bad Key"}, 422, "study.bad_key"),
        ({"key": "../x"}, 422, "study.bad_key"),
        ({"key": ""}, 422, "study.bad_key"),
        ({"protocol": "none"}, 404, "protocol.unknown"),
        ({"protocol": "title@99"}, 404, None),
        ({"protocol": "/etc/passwd"}, 404, "protocol.unknown"),
        ({"protocol": "../../title"}, 404, "protocol.unknown"),
        ({"protocol": "title/../title"}, 404, "protocol.unknown"),
        ({"protocol": "title@../../x"}, 404, None),
        ({"settings": {"colour": "red"}}, 422, "study.bad_setting"),
        ({"settings": {"quorum": 0}}, 422, "study.bad_setting"),
        ({"settings": {"quorum": {"none": 1}}}, 422, "study.unknown_stage"),
        ({"settings": {"repeats": 2}}, 422, "study.bad_setting"),
        ({"settings": []}, 422, "request.bad_body"),
    ],
)
def test_a_wish_that_can_not_be_met_is_refused(site: Site, change: dict[str, Any], status: int, code: str) -> None:
    client = site.organiser()
    found = problem(client.post("/api/studies", json={**WISH, **change}), status, code)
    assert "/src/" not in str(found), "no path of the server"
    assert ok(client.get("/api/studies")) == []


def test_a_study_that_is_closed_or_open_is_not_opened_again(site: Site) -> None:
    client = site.organiser()
    opened(site, client)
    job = ok(client.post("/api/studies/titles/open"), 202)
    assert run_next_job(site.bench)
    failed = ok(client.get(f"/api/jobs/{job['id']}"))
    assert (failed["state"], failed["errors"][0]["code"]) == ("failed", "study.not_draft")
    ok(client.post("/api/studies/titles/close"))
    problem(client.post("/api/studies/titles/close"), 409, "study.not_open")


def test_unknown_studies_are_404_everywhere(site: Site) -> None:
    client = site.organiser()
    for verb, path, body in (
        ("GET", "", None), ("POST", "/open", None), ("POST", "/close", None), ("GET", "/export", None),
        ("GET", "/raters", None), ("POST", "/raters", {"name": "x"}), ("POST", "/raters/x/renew", None),
        ("POST", "/raters/x/revoke", None), ("POST", "/pilot", None), ("POST", "/quorum", {"to": 2}),
        ("POST", "/withdrawals", {"item": "x", "reason": "x"}),
    ):  # fmt: skip
        problem(client.send(verb, f"/api/studies/none{path}", json=body), 404, "study.unknown")


def test_the_protocols_of_the_shelf_are_listed(site: Site) -> None:
    listed = {p["id"]: p for p in ok(site.organiser().get("/api/protocols"))}
    assert {"translation", "da", "pairwise"} <= set(listed)
    assert listed["audio-description"]["versions"] == [1, 2]
    assert all(p["title"] for p in listed.values())


@pytest.mark.parametrize("kind", ["csv", "tsv", "jsonl"])
def test_the_export_is_a_file_of_the_kind_asked_for(small: Small, kind: str) -> None:
    small.ann.rate(small.ann.one(), comment="=1+1, “quoted”\nand a second line\t😀")
    answer = small.organiser().get(f"/api/studies/study/export?format={kind}")
    kinds = {"csv": "text/csv", "tsv": "text/tab-separated-values", "jsonl": "application/x-ndjson"}
    assert answer.headers["content-type"].startswith(kinds[kind])
    assert answer.headers["content-disposition"] == f'attachment; filename="study.{kind}"'
    assert answer.headers["cache-control"] == "no-store"
    text = answer.content.decode("utf-8-sig")
    if kind == "jsonl":
        rows = [json.loads(line) for line in text.splitlines()]
    else:
        rows = list(csv.DictReader(io.StringIO(text, newline=""), dialect="excel-tab" if kind == "tsv" else "excel"))
    assert len(rows) == 1
    assert set(rows[0]) >= COLUMNS
    assert "and a second line" in rows[0]["comment"]
    assert rows[0]["system"].startswith("system-")


def test_an_unknown_kind_of_export_is_refused(small: Small) -> None:
    organiser = small.organiser()
    problem(organiser.get("/api/studies/study/export?format=xlsx"), 422)
    problem(organiser.get("/api/studies/study/export?everything=maybe"), 422)


def test_the_export_leaves_out_what_does_not_count_unless_everything_is_wanted(small: Small) -> None:
    packet = small.ann.one()
    small.ann.rate(packet)
    small.ann.rate(packet)
    organiser = small.organiser()
    ok(organiser.post("/api/studies/study/close"))
    small.ann.rate(packet)
    counted = organiser.get("/api/studies/study/export?format=jsonl").text.splitlines()
    everything = organiser.get("/api/studies/study/export?format=jsonl&everything=true").text.splitlines()
    assert (len(counted), len(everything)) == (1, 3)
    assert [json.loads(line)["standing"] for line in everything] == ["counted", "counted", "closed"]


def test_an_export_of_nothing_has_a_header(small: Small) -> None:
    assert "judgement" in small.organiser().get("/api/studies/study/export").text.splitlines()[0]


def test_opening_below_the_minimum_of_the_guideline_is_noted_in_the_job(site: Site) -> None:
    client = site.organiser()
    wish = {"key": "t", "name": "T", "protocol": "sarcasm-interpretation", "settings": {"quorum": 1}}
    ok(client.post("/api/studies", json=wish), 201)
    table = Table([{"id": "1", "source": "love it", "output": "I hate it"}])
    job_done(site, client, ok(client.post("/api/studies/t/items", files=table.upload()), 202))
    opened = job_done(site, client, ok(client.post("/api/studies/t/open"), 202))
    assert [note["code"] for note in opened["result"]["notes"]] == ["study.few_raters"] * 2
