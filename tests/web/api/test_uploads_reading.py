"""Uploaded tables of any shape: the same reading as on the command line, with the same options."""

import json
from pathlib import Path
from typing import Any

from jurybox.studies.jobs import run_next_job
from tests.fixtures.web import Client, Site, ok, problem
from tests.paths import ROOT

SAMPLES = ROOT / "examples" / "files" / "tables"
ITEMS = "/api/studies/study/items"


def organiser(site: Site, protocol: str) -> Client:
    client = site.organiser()
    ok(client.post("/api/studies", json={"key": "study", "name": "A study", "protocol": protocol}), 201)
    return client


def upload(site: Site, client: Client, *names: str, **reading: Any) -> dict[str, Any]:
    """The job of an upload after the worker did it."""
    files = [("tables", (Path(name).name, (SAMPLES / name).read_bytes())) for name in names]
    data = {"reading": json.dumps(reading)} if reading else None
    job = ok(client.post(ITEMS, files=files, data=data), 202)
    assert run_next_job(site.bench)
    finished: dict[str, Any] = ok(client.get(f"/api/jobs/{job['id']}"))
    return finished


def test_a_guess_that_must_be_said_is_refused_with_its_words_and_taken_when_said(site: Site) -> None:
    client = organiser(site, "title")
    refused = upload(site, client, "wide.tsv")
    assert [fault["code"] for fault in refused["errors"]] == ["import.unsure_wide"]
    finished = upload(site, client, "wide.tsv", wide=["alpha", "beta", "gamma"])
    assert (finished["result"]["items"], finished["result"]["outputs"]) == (2, 6)
    assert list(finished["result"]["read_as"][0]["wide"]) == ["alpha", "beta", "gamma"]


def test_files_named_as_their_systems_come_in_together(site: Site) -> None:
    client = organiser(site, "title")
    finished = upload(site, client, "systems/alpha.csv", "systems/beta.csv", system_from="file")
    assert finished["result"]["outputs"] == 4
    assert [system["name"] for system in ok(client.get("/api/studies/study"))["systems"]] == ["alpha", "beta"]


def test_an_old_encoding_is_noted_in_the_job(site: Site) -> None:
    finished = upload(site, organiser(site, "translation"), "latin1.csv")
    assert [note["code"] for note in finished["result"]["notes"]] == ["import.old_encoding"]
    assert "Windows-1252" in finished["result"]["notes"][0]["message"]


def test_wrong_options_are_refused_at_once_and_nothing_is_kept(site: Site) -> None:
    client = organiser(site, "title")
    files = [("tables", ("wide.tsv", (SAMPLES / "wide.tsv").read_bytes()))]
    for bad in ("{", "[]", '{"wide": "' + "x" * 70_000 + '"}', '{"system_from": "folder"}'):
        problem(client.post(ITEMS, files=files, data={"reading": bad}), 422, "request.bad_body")
    for bad in ('{"colour": 1}', '{"encoding": "rot13"}', '{"duplicates": "some"}'):
        problem(client.post(ITEMS, files=files, data={"reading": bad}), 422, "import.bad_option")
    assert [path for path in (site.bench.folder / "uploads").rglob("*") if path.is_file()] == []
