"""Blindness is a property of the wire: every byte of every answer a rater can get is searched for what is secret."""

import itertools
import re
from typing import Any

import httpx
import pytest

from jurybox.studies import rating
from jurybox.studies.rating.onboarding import consent_hash
from tests.fixtures.databases import sql
from tests.fixtures.web import Site, ok
from tests.web.playing import Player, judgement_id
from tests.web.rater.blind_study import CANARIES, CONSENT, LATER, WORKED, blind_study, played_by_another
from tests.web.rater.canaries import leaks

ALLOWED = {
    "packet": {"assignment", "stage", "number", "fields", "langs", "segments", "candidates", "rules", "answers",
               "comment", "cannot", "draft"},
    "candidate": {"letter", "fields", "segments"},
    "segment": {"number", "start", "end", "fields"},
    "media": {"url", "type", "width", "height", "duration", "frames", "small"},
    "small": {"url", "type", "width", "height"},
    "person": {"role", "name", "picture"},
    "next": {"membership", "units", "progress", "state", "completion_code", "news"},
    "receipt": {"id", "standing", "state"},
    "glimpse": {"assignment", "words", "lang", "picture", "scores"},
    "assignment": {"assignment", "number", "stage", "state", "stages", "draft"},
    "study": {"membership", "ways", "name",
              "state", "language", "rater_language", "languages", "guideline_languages", "protocol", "progress",
              "completion_code", "news"},
    "protocol": {"title", "fields", "stages", "unit"},
}  # fmt: skip


def secrets_of(site: Site) -> list[str]:
    """Ids and hashes that must stay on the server: of items, files, raters, studies, organisers."""
    tables = ("study", "membership", "rater", "organiser", "assignment")
    uids = [row[0] for table in tables for row in sql(site.bench, f"SELECT uid FROM {table}")]
    of_ann = "JOIN rater r ON r.id = m.rater_id WHERE r.name = 'Ann'"
    own = sql(site.bench, f"SELECT a.uid FROM assignment a JOIN membership m ON m.id = a.membership_id {of_ann}")
    own += sql(site.bench, f"SELECT m.uid FROM membership m {of_ann}")
    files = [path.name for path in site.bench.media.folder.rglob("*") if path.is_file()]
    hashes = [row[0] for row in sql(site.bench, "SELECT hash FROM item")]
    tokens = [row[0] for row in sql(site.bench, "SELECT token_hash FROM membership")]
    assert files
    assert hashes
    return [secret for secret in [*uids, *files, *hashes, *tokens] if (secret,) not in own]


def packets_looked_at(answer: dict[str, Any]) -> None:
    """A packet holds nothing but what the wire page names: no ids, no names of files, no purposes."""
    for packet in answer["units"]:
        assert set(packet) == ALLOWED["packet"]
        assert [candidate["letter"] for candidate in packet["candidates"]] == ["A", "B"]
        for candidate in packet["candidates"]:
            assert set(candidate) == ALLOWED["candidate"]
        for name, value in itertools.chain(
            packet["fields"].items(), *(c["fields"].items() for c in packet["candidates"])
        ):
            if name == "characters":
                assert {key for person in value for key in person} == ALLOWED["person"]
                value = value[0]["picture"]
            if not isinstance(value, str):
                assert set(value) <= ALLOWED["media"], value
                if small := value.get("small"):
                    assert set(small) == ALLOWED["small"]
                    assert small["url"] == f"{value['url']}.small"
                assert re.fullmatch(
                    rf"media/{packet['assignment']}/{packet['stage']}/[a-z]+(\.[A-Z0-9])?", value["url"]
                )


class Knocker:
    """Ann, who tries every door: the right ones, and all wrong ones she can think of."""

    def __init__(self, site: Site, links: dict[str, str], foreign: Player) -> None:
        self.site, self.links, self.foreign = site, links, foreign
        site.answers.clear()
        self.ann = Player.with_link(site, links["ann"])

    def knock(self) -> list[httpx.Response]:
        self._pages()
        first = self._stage("fluency")
        self._wrong(first)
        self._own(first)
        self._strangers(first)
        return list(self.site.answers)

    def _pages(self) -> None:
        client = self.site.client(accept="text/html")
        for path in (
            "/rate/study/",
            "/rate/study",
            "/rate/none/",
            "/",
            "/sign-in",
            "/studies",
            "/studies/study",
            "/none",
        ):
            client.get(path)
        renderer = self.site.inner.state.renderer
        for name in renderer.static.files:
            client.get(renderer.static.url(name), headers={"accept-encoding": "gzip"})
            client.get(renderer.static.url(name), headers={"accept-encoding": "identity"})
        for path in ("/api/docs", "/api/openapi.json", "/healthz", "/api/studies", "/api/studies/study/export"):
            client.get(path)

    def _stage(self, stage: str) -> dict[str, Any]:
        asked = self.ann.ask(ahead=5)
        packets_looked_at(asked)
        assert {packet["stage"] for packet in asked["units"]} == {stage}
        for packet in asked["units"]:
            for url in media_of(packet):
                assert self.ann.client.get(url).status_code == 200, url
                assert self.ann.client.get(url, headers={"range": "bytes=0-9"}).status_code == 206
                self.ann.client.get(url, headers={"range": "bytes=999999999-"})
        first: dict[str, Any] = asked["units"][0]
        return first

    def _wrong(self, packet: dict[str, Any]) -> None:
        """Judgements that are refused, each with all its faults."""
        where = packet["assignment"]
        changes: list[dict[str, Any]] = [
            {"answers": {}}, {"answers": {"adequacy": {"A": 1}}}, {"answers": {"fluency": {"A": 9, "C": 1}}},
            {"stage": "adequacy"}, {"stage": "none"}, {"assignment": "none"}, {"id": "none"}, {"format": 2},
            {"cannot": "x"}, {"cannot": ""}, {"comment": "x" * 20_000}, {"elapsed_ms": -1}, {"answered_at": "x"},
        ]  # fmt: skip
        for change in changes:
            assert self.ann.submit(packet, **change).status_code >= 400
        for path in (f"api/assignments/{where}/adequacy", f"media/{where}/adequacy/map", f"media/{where}/fluency/map",
                     f"media/{where}/fluency/source", f"media/{where}/fluency/reference", "api/none", "guideline/xx",
                     f"media/{where}/fluency/shot.C", f"media/{where}/fluency/characters.9",
                     f"media/{where}/fluency/map.small", f"media/{where}/fluency/clip.small",
                     f"media/{where}/fluency/picture.frames", f"media/{where}/fluency/picture.small.small",
                     f"media/{where}/fluency/shot.small", f"media/{where}/fluency/shot.C.small",
                     f"media/{where}/fluency/characters.small", f"media/{where}/fluency/characters.1.small",
                     f"media/{where}/fluency/characters.9.small"):  # fmt: skip
            assert self.ann.client.get(path).status_code == 404, path
        for verb in ("PUT", "PATCH", "DELETE", "OPTIONS"):
            self.ann.client.send(verb, "api/next")
            self.ann.client.send(verb, "")
        self.ann.client.post("api/judgements", content=b"{")
        self.ann.client.put(f"api/drafts/{where}/none", json={})

    def _own(self, packet: dict[str, Any]) -> None:
        where = packet["assignment"]
        self.ann.client.put(f"api/drafts/{where}/fluency", json={"answers": {"fluency": {"A": 1}}, "comment": "mine"})
        packets_looked_at(self.ann.ask())
        receipt = ok(self.ann.submit(packet), 201)
        assert set(receipt) == ALLOWED["receipt"]
        entries = ok(self.ann.client.get("api/assignments"))["assignments"]
        assert all(set(entry) <= ALLOWED["assignment"] for entry in entries)
        uids = ",".join(entry["assignment"] for entry in entries)
        assert all(
            set(one) == ALLOWED["glimpse"] for one in ok(self.ann.client.get(f"api/glimpses?of={uids}"))["glimpses"]
        )
        assert set(ok(self.ann.client.get("api/summary"))) == {"tasks", "skipped", "elapsed_ms"}
        reopened = ok(self.ann.client.get(f"api/assignments/{where}/fluency"))
        packets_looked_at({"units": [reopened]})
        assert set(reopened["answers"]["fluency"]) == {"A", "B"}
        study = ok(self.ann.client.get("api/study"))
        assert set(study) == ALLOWED["study"]
        assert set(study["protocol"]) == ALLOWED["protocol"]
        assert set(study["protocol"]["fields"]) == {"source", "output", "picture", "shot", "clip", "characters", "map"}
        ok(self.ann.client.get("guideline/en"))
        assert set(ok(self.ann.client.get("api/pace?since=2026-01-31T00:00:00Z"))) == {"tasks", "elapsed_ms"}
        assert self.ann.client.get("api/pace?since=yesterday").status_code == 422
        self._beside(packet)

    def _beside(self, packet: dict[str, Any]) -> None:
        """Before and beside the tasks: what Bo asked, what the organiser told him alone, and what all may read."""
        client, where = self.ann.client, packet["assignment"]
        assert ok(client.get("api/before"))["step"] is None
        told = ok(client.get("api/enquiries"))
        assert [entry["question"] for entry in told["published"]] == ["May all read this?"]
        assert set(told["published"][0]) == {"question", "text", "at"}
        wish = {"id": judgement_id(), "text": "What is meant?", "assignment": where, "stage": "fluency"}
        ok(client.post("api/enquiries", json=wish), 201)
        assert client.post("api/enquiries", json={**wish, "text": "", "id": judgement_id()}).status_code == 422
        theirs = self.foreign.sent[0].packet["assignment"]
        assert (
            client.post("api/enquiries", json={**wish, "id": judgement_id(), "assignment": theirs}).status_code == 404
        )
        assert set(ok(client.get("api/news"))) == {"news", "unread", "changed"}
        ok(client.post("api/acknowledgements", json={"lang": "en", "revision": 1, "replies": 9}), 204)
        assert ok(client.get("api/examples"))["examples"]
        assert client.post("api/before/calibration").status_code == 409
        ok(client.post("api/before/consent", json={"lang": "en", "hash": consent_hash(CONSENT), "given": True}), 204)
        ok(client.post("api/before/questionnaire", json={"answers": {"first_language": "x"}}), 204)
        assert client.post("api/before/consent", json={"lang": "xx", "hash": "", "given": True}).status_code == 409
        assert client.post("api/before/questionnaire", json={"answers": {"none": "x"}}).status_code == 422

    def _strangers(self, packet: dict[str, Any]) -> None:
        """With a wrong token, with the cookie of another study, at another rater's assignments and judgements."""
        theirs = self.foreign.sent[0]
        where = f"{theirs.packet['assignment']}/{theirs.packet['stage']}"
        for path in (f"api/assignments/{where}", f"media/{where}/picture", f"media/{where}/picture.small"):
            assert self.ann.client.get(path).status_code == 404
        assert self.ann.submit(theirs.packet).status_code == 404
        self.ann.client.post("api/judgements", json={**self.ann.judgement(packet), "id": theirs.body["id"]})
        other = self.site.rater(self.links["other"])
        other.home = "/rate/study/"
        for client in (other, self.site.client(cookie="jurybox_rater=wrong")):
            for path in ("api/study", "api/assignments", f"media/{where}/picture", f"media/{where}/picture.small"):
                assert client.get(f"/rate/study/{path}").status_code == 401
        self.site.client().post("/rate/study/api/session", json={"token": "wrong"})


def media_of(packet: dict[str, Any]) -> list[str]:
    values = [*packet["fields"].values(), *(value for c in packet["candidates"] for value in c["fields"].values())]
    people = [person["picture"] for value in values if isinstance(value, list) for person in value]
    files = [value for value in [*values, *people] if isinstance(value, dict)]
    return [value["url"] for value in [*files, *(file["small"] for file in files if "small" in file)]]


@pytest.fixture
def knocker(site: Site) -> Knocker:
    links = blind_study(site)
    return Knocker(site, links, played_by_another(site, links["bo"]))


def test_no_byte_of_any_answer_holds_what_is_secret(knocker: Knocker) -> None:
    answers = knocker.knock()
    own = [answer for answer in answers if "/rate/other/" not in str(answer.request.url)]
    worked = [answer for answer in own if answer.request.url.path.endswith("/api/examples")]
    for told, canaries in ((worked, set(CANARIES) - set(WORKED)), (own, set(CANARIES))):
        searched = [answer for answer in told if told is worked or answer not in worked]
        assert leaks(searched, [CANARIES[place] for place in canaries], secrets_of(knocker.site)) == []
    assert worked
    assert {answer.status_code for answer in answers} >= {200, 201, 204, 206, 303, 308, 401, 404, 405, 409, 416, 422}


def test_every_route_of_a_rater_was_knocked_at(knocker: Knocker) -> None:
    answers = knocker.knock()
    paths = {(answer.request.method, answer.request.url.path) for answer in answers if answer.status_code < 400}
    routes = knocker.site.app.app.routes  # type: ignore[attr-defined]
    assert len(routes) > 10
    for route in routes:
        pattern = re.compile(re.sub(r"\{\w+\}", "[^/]+", route.path))
        verbs = {verb for verb, path in paths if pattern.fullmatch(path)}
        # knocked at below, where there is a calibration; disputes in test_disputes.py, where somebody was appointed
        elsewhere = route.path.endswith(("/before/calibration", "/disputes/next", "/decisions"))
        assert verbs & route.methods or route.methods == {"DELETE"} or elsewhere, route.path


def test_what_the_guideline_says_comes_with_the_own_answer_and_not_before(site: Site) -> None:
    links = blind_study(site, calibration=True)
    site.answers.clear()
    ann = Player.with_link(site, links["ann"])
    ok(ann.client.post("api/before/consent", json={"lang": "en", "hash": consent_hash(CONSENT), "given": True}), 204)
    ok(ann.client.post("api/before/questionnaire", json={"answers": {"first_language": "x"}}), 204)
    for path in ("api/before", "api/study", "api/examples", "api/enquiries", "api/news", "guideline/en"):
        ok(ann.client.get(path))
    assert ann.ask()["state"] == "before"
    ok(ann.client.post("api/before/calibration"), 204)
    packet = ann.one()
    assert set(packet) == {*ALLOWED["packet"], "example"}
    ok(ann.client.get("api/examples"))
    ann.client.get(f"api/assignments/{packet['assignment']}/fluency")
    assert ann.submit(packet, answers={}).status_code == 422
    assert leaks(site.answers, [CANARIES[place] for place in WORKED], []) == []
    receipt = ok(ann.submit(packet, answers={"fluency": {"A": 1}}), 201)
    assert receipt["feedback"]["answers"][0]["why"] == {"en": str(CANARIES["why"])}
    assert len(ok(ann.client.get("api/examples"))["examples"]) == 1
    others = [canary for place, canary in CANARIES.items() if place not in WORKED]
    assert leaks(site.answers, others, []) == []


def test_the_later_stage_shows_its_fields_once_it_is_open_and_nothing_else(knocker: Knocker) -> None:
    ann = knocker.ann
    while (packet := ann.one())["stage"] == "fluency":
        ann.rate(packet)
    knocker.site.answers.clear()
    knocker._stage("adequacy")
    assert packet["fields"]["source"].startswith(str(CANARIES["source"]))
    assert set(packet["fields"]) == {"source", "map"}
    hidden = [canary for place, canary in CANARIES.items() if place not in LATER]
    assert leaks(knocker.site.answers, hidden, secrets_of(knocker.site)) == []


def test_a_failure_of_the_server_says_nothing(knocker: Knocker, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any) -> Any:
        raise RuntimeError(f"{CANARIES['system']} {args}")

    for name in ("about_study", "next_units", "submit", "save_draft", "own_assignments", "reopen"):
        monkeypatch.setattr(rating, name, fail)
    monkeypatch.setattr(rating, "media_file", fail)
    for name in ("show_before", "give_consent", "answer_questionnaire", "begin_calibration", "worked_examples",
                 "guideline", "news", "acknowledge", "enquire", "own_enquiries"):  # fmt: skip
        monkeypatch.setattr(rating, name, fail)
    ann = knocker.ann
    knocker.site.answers.clear()
    body = {"id": judgement_id(), "assignment": "x", "stage": "x"}
    for verb, path, json in (
        ("GET", "api/study", None), ("POST", "api/next", {}), ("POST", "api/judgements", body),
        ("PUT", "api/drafts/a/b", {}), ("GET", "api/assignments", None), ("GET", "api/assignments/a/b", None),
        ("GET", "guideline/en", None), ("GET", "api/before", None), ("GET", "api/examples", None),
        ("POST", "api/before/consent", {"lang": "en", "hash": "x", "given": True}), ("GET", "api/news", None),
        ("POST", "api/before/questionnaire", {"answers": {}}), ("POST", "api/before/calibration", None),
        ("GET", "api/enquiries", None), ("POST", "api/enquiries", {"id": "x", "text": "x"}),
        ("POST", "api/acknowledgements", {}), ("GET", "media/a/b/c", None), ("POST", "api/session", {"token": "x"}),
    ):  # fmt: skip
        assert ann.client.send(verb, path, json=json).status_code == 500
    assert leaks(knocker.site.answers, list(CANARIES.values()), []) == []


def test_the_search_finds_what_is_hidden_in_any_form() -> None:
    """The test above is worth something only if this one holds."""
    canary = CANARIES["system"]
    for form in canary.forms():
        for answer in (httpx.Response(200, content=b".." + form + b".."), httpx.Response(200, headers={b"x": form})):
            answer.request = httpx.Request("GET", "http://x/")
            assert leaks([answer], [canary], []), form


def test_a_smaller_copy_comes_from_beside_the_original(knocker: Knocker) -> None:
    packet = knocker._stage("fluency")
    person = packet["fields"]["characters"][0]["picture"]
    shots = [candidate["fields"]["shot"] for candidate in packet["candidates"]]
    for value, width in ((packet["fields"]["picture"], 1280), (person, 320), *((shot, 1280) for shot in shots)):
        original, small = (knocker.ann.client.get(url) for url in (value["url"], value["small"]["url"]))
        assert (value["width"], value["small"]["width"]) == (1700, width)
        assert (original.headers["content-type"], small.headers["content-type"]) == ("image/png", "image/webp")
        assert len(small.content) < len(original.content) * 2 / 3
    assert "small" not in packet["fields"]["clip"]


def test_the_headers_of_a_file_do_not_tell_which_one_came_first(knocker: Knocker) -> None:
    urls = media_of(knocker._stage("fluency"))
    answers = [knocker.ann.client.get(url) for url in urls]
    for name in ("etag", "last-modified"):
        assert len({answer.headers.get(name) for answer in answers}) == 1, name
