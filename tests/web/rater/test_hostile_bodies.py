"""Bodies that no page of ours would send: refused in words, never a 500, and nothing is stored."""

import json
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jurybox.core.judgement import JudgementDraft
from jurybox.studies.people import raters
from tests.fixtures.databases import sql
from tests.fixtures.small import CASES
from tests.fixtures.studies import lines, loaded, open_study
from tests.fixtures.web import Client, Site, problem
from tests.web.conftest import Small
from tests.web.playing import Player

DEEP = b"[" * 100_000 + b"]" * 100_000
RAW: dict[str, bytes] = {
    "no JSON": b"hello",
    "cut off": b'{"id": "x',
    "another encoding": '{"id": "é"}'.encode("latin-1"),
    "half a character": b'{"id": "\\ud800", "token": "\\ud800", "key": "\\ud800", "name": "\\ud800", "to": "\\ud800"}',
    "a byte order mark": b"\xef\xbb\xbf{}",
    "UTF-16": '{"id": "x"}'.encode("utf-16"),
    "deep lists": DEEP,
    "deep objects": b'{"answers":' * 50_000 + b"1" + b"}" * 50_000,
    "deep in a place for anything": b'{"id":"x","assignment":"x","stage":"x","answers":{"a":' + DEEP + b"}}",
    "fairly deep": b'{"id":"x","assignment":"x","stage":"x","answers":{"a":' + b"[" * 950 + b"]" * 950 + b"}}",
    "not a number": b'{"ahead": NaN, "elapsed_ms": NaN, "to": NaN}',
    "infinity": b'{"ahead": Infinity, "elapsed_ms": -Infinity, "to": 1e999}',
    "a huge number": b'{"ahead": 1' + b"0" * 5000 + b', "to": 1' + b"0" * 5000 + b"}",
    "a list": b"[]",
    "a text": b'"text"',
    "null": b"null",
    "a number": b"1",
    "unknown keys": b'{"unknown": 1}',
    "a key twice": b'{"ahead": 1, "ahead": "x", "to": 1, "to": "x"}',
    "wrong types": b'{"id": 1, "assignment": [], "token": {}, "ahead": "1", "answers": [], "key": 1, "to": "x"}',
    "null bytes": b"\x00" * 10,
}
RATER_ROUTES = [
    ("POST", "api/session"), ("POST", "api/next"), ("POST", "api/judgements"), ("PUT", "api/drafts/a/rate"),
]  # fmt: skip
ORGANISER_ROUTES = [
    ("POST", "/api/studies"), ("POST", "/api/studies/study/raters"), ("POST", "/api/studies/study/withdrawals"),
    ("POST", "/api/studies/study/quorum"), ("POST", "/api/studies/study/items"),
]  # fmt: skip


@pytest.mark.parametrize("what", RAW)
def test_what_no_page_would_send_is_refused(small: Small, what: str) -> None:
    organiser = small.organiser()
    before = counts(small.site)
    for client, (verb, path) in [
        *((small.ann.client, route) for route in RATER_ROUTES),
        *((organiser, route) for route in ORGANISER_ROUTES),
    ]:
        answer = client.send(verb, path, content=RAW[what], headers={"content-type": "application/json"})
        harmless = what in ("null bytes", "a key twice") and path == "api/next"
        assert harmless or 400 <= answer.status_code < 500, f"{verb} {path}: {answer.status_code} {answer.text}"
    assert counts(small.site) == before


def counts(site: Site) -> list[Any]:
    tables = ("study", "study_event", "membership", "judgement", "draft", "job")
    return [sql(site.bench, f"SELECT count(*) FROM {table}") for table in tables]


def test_null_characters_are_refused_wherever_they_stand(small: Small) -> None:
    organiser = small.organiser()
    packet = small.ann.one()
    before = counts(small.site)
    where = f"{packet['assignment']}/{packet['stage']}"
    changes: list[dict[str, Any]] = [
        {"id": "\0"}, {"assignment": "\0"}, {"stage": "\0"}, {"comment": "a\0b"}, {"lang": "\0"},
        {"cannot": "\0", "answers": {}}, {"answered_at": "\0"}, {"answers": {"\0": {}}},
        {"answers": {"quality": {"\0": 1}}},
    ]  # fmt: skip
    answers = [
        *(small.ann.client.post("api/judgements", json=small.ann.judgement(packet, **change)) for change in changes),
        small.ann.client.post("api/session", json={"token": "\0"}),
        small.ann.client.get("api/assignments/%00/rate"),
        small.ann.client.get("api/assignments/%00/%00"),
        small.ann.client.get("media/%00/rate/%00"),
        small.ann.client.get("guideline/%00"),
        small.ann.client.put("api/drafts/%00/rate", json={}),
        small.ann.client.put(f"api/drafts/{where}", json={"comment": "\0"}),
        organiser.post("/api/studies", json={"key": "new", "name": "\0", "protocol": "title"}),
        organiser.post("/api/studies", json={"key": "new", "name": "x", "protocol": "title\0"}),
        organiser.post("/api/studies", json={"key": "new", "name": "x", "protocol": "title", "seed": "\0"}),
        organiser.post("/api/studies/study/raters", json={"name": "\0"}),
        organiser.post("/api/studies/study/raters", json={"name": "x", "language": "\0"}),
        organiser.post("/api/studies/study/raters/%00/renew"),
        organiser.post("/api/studies/study/withdrawals", json={"item": "\0", "reason": ""}),
        organiser.post("/api/studies/study/withdrawals", json={"item": "item-0", "reason": "\0"}),
        organiser.post("/api/studies/%00/open"),
        organiser.get("/api/jobs/%00"),
        organiser.delete("/api/jobs/%00"),
        organiser.post("/sign-in", data={"name": "\0", "password": "\0"}),
        organiser.post("/sign-in", data={"token": "\0"}),
    ]
    wrong = [(str(a.request.url), a.status_code) for a in answers if not 400 <= a.status_code < 500]
    assert wrong == []
    assert counts(small.site) == before


def test_a_body_that_is_too_large_is_refused(small: Small) -> None:
    large = b'{"token": "' + b"x" * 2_100_000 + b'"}'
    for verb, path in RATER_ROUTES:
        answer = small.ann.client.send(verb, path, content=large)
        problem(answer, 413, "request.too_large")


def test_a_body_that_is_too_large_is_refused_before_it_is_read(small: Small) -> None:
    """Also where nobody is signed in: the server's memory is not theirs to fill."""
    told = 0

    async def endless() -> Any:
        nonlocal told
        while told < 1000:
            told += 1
            yield b"x" * 100_000

    for path in ("/api/studies", "/sign-in", "/api/studies/study/quorum", "/rate/study/api/next"):
        told = 0
        form = {"content-type": "application/x-www-form-urlencoded"}
        answer = small.site.client().post(path, content=endless(), headers=form if "/api/" not in path else {})
        assert answer.status_code in (400, 413), answer.text
        assert told < 100


def test_a_strange_part_of_a_path_is_not_found(small: Small) -> None:
    packet = small.ann.one()
    base = f"media/{packet['assignment']}/{packet['stage']}"
    for part in ("output.²", "output.A.²", "output." + "9" * 5000, "output.A.١", "..", ".", "output..", "%2e%2e"):
        answer = small.ann.client.get(f"{base}/{part}")
        assert answer.status_code == 404, f"{part}: {answer.text}"


ODD = st.one_of(
    st.none(), st.booleans(), st.integers(), st.integers(min_value=2**62, max_value=2**80), st.floats(allow_nan=False),
    st.text(max_size=20), st.sampled_from(["A", "B", "tie", "unit", "1", "quality", "2026-01-01", "\u202e", "𝔘"]),
)  # fmt: skip
ANYTHING = st.recursive(
    ODD, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
)
CELL = st.one_of(
    ANYTHING,
    st.fixed_dictionaries({"cannot": ANYTHING}),
    st.fixed_dictionaries({"value": ANYTHING, "by": ANYTHING}, optional={"reason": ANYTHING}),
)
ANSWERS = st.one_of(
    ANYTHING,
    st.dictionaries(st.sampled_from(["quality", "", "x.y", "0"]), CELL | st.dictionaries(st.sampled_from("ABZ"), CELL)),
)


@given(
    changes=st.dictionaries(st.sampled_from(sorted(JudgementDraft.__struct_fields__)), ANYTHING, max_size=3),
    answers=st.none() | ANSWERS,
    extra=st.dictionaries(st.text(max_size=5), ANYTHING, max_size=1),
)
@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
def test_no_judgement_however_odd_makes_the_server_fail(
    small: Small, changes: dict[str, Any], answers: Any, extra: dict[str, Any]
) -> None:
    packet = small.ann.one()
    body = {**small.ann.judgement(packet), **({} if answers is None else {"answers": answers}), **changes, **extra}
    answer = sent_as_is(small.ann.client, body)
    assert answer.status_code in (200, 201, 404, 409, 422), answer.text


def sent_as_is(client: Client, body: dict[str, Any]) -> httpx.Response:
    raw = json.dumps(body, ensure_ascii=True).encode()
    return client.post("api/judgements", content=raw)


def test_of_thousands_of_faults_a_rater_is_told_some(site: Site) -> None:
    """Two megabytes of tags took the server two seconds, and were answered with seven."""
    stage = {"id": "rating", "show": ["output"], "ask": [CASES["errors"]]}
    open_study(site.bench, lines(1, "a"), loaded(stages=[stage]))
    player = Player.with_link(site, raters.add_rater(site.bench, "study", "Ann").path)
    packet = player.one()
    sent: list[dict[str, Any]] = [
        {"errors": {"A": [{"id": "wrong"}] * 40_000}},
        {"errors": {"A": [{"id": "odd"}] * 40_000}},
        {f"q{n}": {} for n in range(40_000)},
        {"errors": {f"A{n}": [] for n in range(40_000)}},
    ]
    for answers in sent:
        answer = player.submit(packet, answers=answers)
        assert answer.status_code == 422
        assert len(answer.json()["errors"]) < 600
        assert len(answer.content) < 200_000


def test_more_faults_than_anybody_reads_are_counted(site: Site) -> None:
    wish = {f"odd{n}": 1 for n in range(5_000)}
    told = problem(site.organiser().post("/api/studies", json=wish), 422)
    assert len(told["errors"]) == 501
    assert told["errors"][-1]["code"] == "import.more_faults"
    assert "4503" in told["errors"][-1]["message"]
