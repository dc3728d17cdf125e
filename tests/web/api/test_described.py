"""Schemathesis holds every answer against the server's own description: no server error, and no fault of contract.

The streams of live numbers are pages and no part of the description: they have no end. Short and with one seed in
make test; make soak sends thirty times as much, with seeds of its own, and does the jobs that come of it.
"""

from contextlib import suppress
from typing import Any

import pytest

from jurybox.core import Conflict
from jurybox.studies.jobs import run_next_job
from jurybox.studies.people import organisers, own_tokens
from tests.fixtures.databases import sql
from tests.fixtures.web import PASSWORD, Client, Site, ok
from tests.web.api.described import Known, faults_of, operations_of
from tests.web.api.test_openapi import document_of
from tests.web.conftest import Small

WIDE = ("delete", "/api/me/", "/erasure", "/redaction", "/close")
"""What ends most, and so comes last."""


@pytest.fixture
def busy(small: Small) -> tuple[Small, Known]:
    """A study with something of everything, and how it is called."""
    site, organiser = small.site, small.organiser()
    for rater in (small.ann, small.bo):
        rater.play(8)
    wish = {"id": "018bcfe5-6800-7000-9000-00000000abcd", "text": "Why?"}
    enquiry = ok(small.ann.client.post("api/enquiries", json=wish), 201)["id"]
    ok(organiser.post("/api/studies/study/findings", json={}), 202)
    ok(organiser.get("/api/studies/study/disputes"))
    while run_next_job(site.bench):
        pass
    frozen = ok(organiser.post("/api/studies/study/frozen", json={}), 201)["id"]
    link = ok(organiser.post(f"/api/studies/study/frozen/{frozen}/links", json={}), 201)["id"]
    job = ok(organiser.post("/api/studies/study/archive"), 202)["job"]
    ((uid,),) = sql(site.bench, "SELECT uid FROM rater WHERE name = 'Bo'")
    return small, {
        "study": ["study"], "rater": ["Ann", uid], "organiser": ["Ada", "Ben"], "name": ["token of Ben"],
        "protocol": ["title"], "kind": ["tables", "media"], "lang": ["en"], "stage": ["rating"], "part": ["output.A"],
        "assignment": [small.ann.sent[0].packet["assignment"], small.ann.one()["assignment"]], "unit": ["0", "1"],
        "enquiry": [enquiry], "frozen": [frozen], "link": [link], "job": [job],
    }  # fmt: skip


def as_ada(site: Site) -> Client:
    """Signed in anew: what was sent before may have ended all her sessions, or her account."""
    with suppress(Conflict):
        organisers.add_organiser(site.bench, "Ada", PASSWORD)
    ((number,),) = sql(site.bench, "SELECT count(*) FROM api_token")
    return site.client(authorization=f"Bearer {own_tokens.add_api_token(site.bench, 'Ada', f'token {number}')}")


def last(operation: Any) -> tuple[bool, str, str]:
    named = f"{operation.method} {operation.path}"
    return any(part in named for part in WIDE), operation.path.removesuffix("/{study}"), operation.method


def test_every_answer_is_what_the_description_says(busy: tuple[Small, Known]) -> None:
    small, known = busy
    hold(small, known, examples=4)


@pytest.mark.soak
@pytest.mark.parametrize("number", range(8))
def test_many_answers_are_what_the_description_says(busy: tuple[Small, Known], number: int) -> None:
    small, known = busy
    hold(small, known, examples=12, number=number)


def hold(small: Small, known: Known, examples: int, number: int = 1) -> None:
    faults: list[str] = []
    for operation in sorted(operations_of(document_of(small.site)), key=last):
        client = small.ann.client if operation.path.startswith("/rate/") else as_ada(small.site)
        found = faults_of(operation, client, known, examples, number)
        faults += [f"{fault}\n{request}" for fault, request in found.items()]
    assert not faults, "\n".join(faults)
