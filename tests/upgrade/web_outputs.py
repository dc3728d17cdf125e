"""What the server answers: to organisers' programs, to raters' pages, and to organisers in a browser."""

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx

from tests.upgrade.doors import ORGANISER, PASSWORD, House, Server, Visitor
from tests.upgrade.opinions import Opinion
from tests.upgrade.plain import as_text
from tests.upgrade.raters import Rater

Output = tuple[str, str]
HEADERS = ("content-type", "content-disposition", "cache-control", "location", "allow", "www-authenticate")
FOUND_OUT = ("translation", "title", "caption-culture", "audio-description", "pairs", "known-faults", "bridges")
"""Studies of which the server is asked for findings; those of the others are under analyses."""
RATING = ("translation", "summary", "title", "sarcasm", "caption-culture", "caption-counts", "audio-description",
          "every-candidate", "every-segment", "pairs", "headlines")  # fmt: skip
"""Studies whose raters come back."""
RATERS_OWN = "/rate/{study}/"
SINCE = "2026-03-02T00:00:00Z"


def answer_text(answer: httpx.Response) -> str:
    """Status, telling headers and body."""
    head = [f"{name}: {answer.headers[name]}" for name in HEADERS if name in answer.headers]
    kind = answer.headers.get("content-type", "").partition(";")[0]
    endings = {"application/json": ".json", "text/html": ".html", "application/x-ndjson": ".jsonl"}
    ending = endings.get(kind, ".txt" if kind.startswith("text/") else "")
    body = as_text(f"body{ending}", answer.content) if answer.content else ""
    # The id of a request begins with the name of the process, which is drawn by chance.
    body = body.replace(answer.headers["x-request-id"], "<request id>")
    return "\n".join([f"--- {answer.status_code}", *head, "", body])


def in_words(path: str) -> str:
    """An address as part of a name.

    >>> in_words("/studies/title")
    ' studies title'
    """
    return path.replace("/", " ")


def organiser_of(house: House, server: Server) -> Visitor:
    """A program with the token that was made with the data."""
    token = json.loads((house.work / "kept.json").read_text(encoding="utf-8"))["token"]
    return server.visitor(authorization=f"Bearer {token}")


def keys_of(organiser: Visitor) -> list[str]:
    return [study["key"] for study in organiser.ok("GET", "/api/studies")]


LATER = re.compile(
    "/(adjudicators|archive|check|decisions|disputes|frozen|items?|join|pairs|plan|progress|roles|sample|tokens|upload)\\b"
    "|/raters/"
)
"""What 0.1.0 did not have; there is nothing to compare it with."""


def api(house: House) -> Iterator[Output]:
    """Every GET of the OpenAPI document, before and after findings are computed, and requests that go wrong."""
    kept = json.loads((house.work / "kept.json").read_text(encoding="utf-8"))
    with house.server() as server:
        organiser = organiser_of(house, server)
        document = organiser.get("/api/openapi.json")
        yield "api/openapi.json", answer_text(document)
        paths = [path for path, verbs in document.json()["paths"].items() if "get" in verbs]
        paths = [path for path in paths if not path.startswith(RATERS_OWN) and not LATER.search(path)]
        for job in kept["jobs"]:  # first: asking for findings forgets old jobs
            yield f"api/job {job['about']}", answer_text(organiser.get(f"/api/jobs/{job['id']}"))
        for path in (path for path in paths if path != "/api/jobs/{job}"):
            yield from _got(organiser, path, list(FOUND_OUT) if "/findings" in path else keys_of(organiser))
        for study in FOUND_OUT:
            asked = organiser.send("POST", f"/api/studies/{study}/findings", json={})
            yield f"api/{study}/findings asked for", answer_text(asked)
        house.work_off()
        for study in FOUND_OUT:
            yield f"api/{study}/findings made", answer_text(organiser.get(f"/api/studies/{study}/findings"))
            document = organiser.get(f"/api/studies/{study}/findings/document")
            yield f"api/{study}/findings as a file", answer_text(document)
        yield from _wrong(server, organiser)


def _got(organiser: Visitor, path: str, studies: list[str]) -> Iterator[Output]:
    """A path, for every study where it has one; with the options that it has."""
    unknown = set(re.findall(r"\{(\w+)\}", path)) - {"study", "protocol"}
    if unknown:
        raise LookupError(f"{path}: say here what {unknown} is")
    options = {"/export": EXPORTS, "/export/raters": ("format=csv", "format=jsonl")}
    wanted = next((options[end] for end in options if path.endswith(end)), ("",))
    named = [{"study": study} for study in studies] if "{study}" in path else [{"protocol": "title"}]
    for place in (path.format(**names) for names in named):
        for query in wanted:
            yield f"api/GET{in_words(place)} {query}".rstrip(), answer_text(organiser.get(f"{place}?{query}"))


EXPORTS = ("format=csv", "format=tsv", "format=jsonl&everything=true")


def _wrong(server: Server, organiser: Visitor) -> Iterator[Output]:
    stranger = server.visitor()
    forger = server.visitor(origin="https://evil.example", authorization=organiser.client.headers["authorization"])
    requests: list[tuple[str, Visitor, str, str, Any]] = [
        ("nobody", stranger, "GET", "/api/studies", None),
        ("a wrong token", server.visitor(authorization="Bearer jb_no"), "GET", "/api/studies", None),
        ("no such study", organiser, "GET", "/api/studies/none", None),
        ("no such job", organiser, "GET", "/api/jobs/none", None),
        ("no such page", organiser, "GET", "/api/none", None),
        ("a wrong verb", organiser, "DELETE", "/api/studies", None),
        ("a body that is none", organiser, "POST", "/api/studies", {"key": 1, "nme": "x"}),
        ("a bad key", organiser, "POST", "/api/studies", {"key": "A b", "name": "x", "protocol": "title"}),
        ("a key that is there", organiser, "POST", "/api/studies", {"key": "title", "name": "x", "protocol": "title"}),
        ("no such protocol", organiser, "POST", "/api/studies", {"key": "x", "name": "x", "protocol": "titel"}),
        ("a bad setting", organiser, "POST", "/api/studies",
         {"key": "x", "name": "x", "protocol": "title", "settings": {"quorum": 0, "qorum": 2}}),
        ("a lower quorum", organiser, "POST", "/api/studies/title/quorum", {"to": 1}),
        ("item and system", organiser, "POST", "/api/studies/title/withdrawals", {"reason": "x"}),
        ("no such item", organiser, "POST", "/api/studies/title/withdrawals", {"item": "none", "reason": "x"}),
        ("a bad option", organiser, "GET", "/api/studies/title/findings?level=high", None),
        ("a closed study", organiser, "POST", "/api/studies/headlines/close", None),
        ("forged", forger, "POST", "/api/studies/title/pilot", None),
        ("no link", stranger, "GET", "/rate/title/api/study", None),
        ("a wrong link", stranger, "POST", "/rate/title/api/session", {"token": "no"}),
    ]  # fmt: skip
    for name, visitor, verb, path, body in requests:
        yield f"api/refused: {name}", answer_text(visitor.send(verb, path, **({} if body is None else {"json": body})))


def raters(house: House) -> Iterator[Output]:
    """What comes to raters who come back: all that their page asks for, and the answer to one judgement."""
    with house.server() as server:
        organiser = organiser_of(house, server)
        paths = [path for path in organiser.ok("GET", "/api/openapi.json")["paths"] if path.startswith(RATERS_OWN)]
        paths = [path for path in paths if not LATER.search(path)]
        unknown = set(paths) - set(KNOWN)
        if unknown:
            raise LookupError(f"say here what raters are answered at {sorted(unknown)}")
        for study in RATING:
            people = organiser.ok("GET", f"/api/studies/{study}/raters")
            for number, person in enumerate([people[0], people[-1]] if len(people) > 1 else people):
                name = f"raters/{study}/{person['name']}"
                if person["revoked"]:
                    token = {"token": person["link"].partition("#")[2]}
                    refused = server.visitor().send("POST", f"/rate/{study}/api/session", json=token)
                    yield f"{name} revoked", answer_text(refused)
                else:
                    rater = Rater(server, person["link"], Opinion(person["name"], certain=True))
                    yield from _looked_at(name, rater)
                    yield from _rated(name, rater, is_last=number == 1)


KNOWN = {
    RATERS_OWN + path for path in (
        "api/next", "api/judgements", "api/drafts/{assignment}/{stage}", "api/session", "api/study", "api/pace",
        "api/assignments", "api/assignments/{assignment}/{stage}", "media/{assignment}/{stage}/{part}", "api/before",
        "api/before/consent", "api/before/questionnaire", "api/before/calibration", "api/examples", "api/news",
        "api/enquiries", "api/acknowledgements", "guideline/{lang}", "api/glimpses", "api/summary",
    )
}  # fmt: skip


def _looked_at(name: str, rater: Rater) -> Iterator[Output]:
    looks = ["api/study", "api/before", "api/assignments", "api/examples", "api/news", "api/enquiries"]
    looks += [f"guideline/{lang}" for lang in rater.study["guideline_languages"]] + [f"api/pace?since={SINCE}"]
    for path in looks:
        yield f"{name}/{in_words(path)}", answer_text(rater.get(path))
    for one in rater.ok("GET", "api/assignments")["assignments"][:2]:
        for stage in one["stages"]:
            path = f"api/assignments/{one['assignment']}/{stage}"
            yield f"{name}/assignment {one['number']} {stage}", answer_text(rater.get(path))


def _rated(name: str, rater: Rater, is_last: bool) -> Iterator[Output]:
    """The next units, their media, a judgement that is refused and one that is taken."""
    asked = rater.visitor.send("POST", f"{rater.home}api/next", json={"ahead": 2})
    yield f"{name}/next", answer_text(asked)
    units = asked.json()["units"]
    for part in sorted(set(re.findall(r'"url": ?"(media/[^"]+)"', asked.text))):
        place = part.partition("/")[2].partition("/")[2]
        yield f"{name}/media {in_words(place)}", answer_text(rater.get(part))
    for packet in units[:1]:
        body = rater.judgement(packet)
        wrong = {**body, "answers": {"none": {"A": 1}}, "elapsed_ms": -1, "format": 2}
        for way, sent in (("refused", wrong), ("taken", body), ("taken again", body)):
            answer = rater.visitor.send("POST", f"{rater.home}api/judgements", json=sent)
            yield f"{name}/judgement {way}", answer_text(answer)
    if is_last:
        yield f"{name}/next after that", answer_text(rater.visitor.send("POST", f"{rater.home}api/next", json={}))


def pages(house: House) -> Iterator[Output]:
    """What organisers see in their browser; in some other languages too."""
    with house.server() as server:
        browser = server.visitor(accept="text/html", **{"accept-language": "en"})
        for path in ("/", "/sign-in", "/studies", "/api/docs", "/rate/title", "/rate/title/", "/none"):
            yield f"pages/signed out{in_words(path)}", answer_text(browser.get(path))
        wrong = browser.send("POST", "/sign-in", data={"name": ORGANISER, "password": "wrong"})
        yield "pages/wrong password", answer_text(wrong)
        signed_in = browser.send("POST", "/sign-in", data={"name": ORGANISER, "password": PASSWORD})
        yield "pages/signed in", answer_text(signed_in)
        program = organiser_of(house, server)
        keys = keys_of(program)
        for path in ["/studies", *(f"/studies/{key}" for key in keys), "/api/docs", "/studies/none"]:
            yield f"pages/{in_words(path).strip()}", answer_text(browser.get(path))
        yield "pages/item of title", answer_text(browser.get("/studies/title/item?key=ferry"))
        yield "pages/item of every-candidate", answer_text(browser.get("/studies/every-candidate/item?key=bees"))
        for key in ("translation", "empty-draft"):
            yield f"pages/old results of {key}", answer_text(browser.get(f"/studies/{key}/results"))
        wanted = {
            key: f"/studies/{key}/results" for key in ("translation", "caption-counts", "audio-description", "pairs")
        }
        wanted["translation by group"] = "/studies/translation/results?by=group"
        for path in wanted.values():
            browser.send("POST", path)
        house.work_off()
        for name, path in wanted.items():
            yield f"pages/results of {name}", answer_text(browser.get(path))
        yield "pages/report of pairs", answer_text(browser.get("/studies/pairs/results/report.html"))
        for lang in ("de", "zh"):
            for path in ("/studies/translation", "/studies/translation/results", "/rate/title/"):
                answer = browser.get(path, headers={"accept-language": lang})
                yield f"pages/{in_words(path).strip()} in {lang}", answer_text(answer)
