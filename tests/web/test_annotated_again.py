"""From a published campaign to its re-annotation: what was marked is suggested, corrected by two, and measured."""

import json
from collections import Counter
from typing import Any

import numpy as np
import pytest

from jurybox.studies.jobs import run_next_job
from tests.fixtures.web import Client, Site, ok
from tests.web.playing import Player

HEAD = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity"
DOCUMENTS = 20
MARK = {"start": 4, "end": 10, "label": "mistranslation", "weight": "major"}


def campaign() -> bytes:
    """Every output of north has a major error in its second word, and those of south have none."""
    rows = [HEAD]
    for n in range(DOCUMENTS):
        shared = f"d{n}\t{n + 1}\t{n + 1}\trater1\tQuelle {n}.\t"
        rows.append(f"north\t{shared}The <v>bakery</v> number {n}.\tAccuracy/Mistranslation\tMajor")
        rows.append(f"south\t{shared}Shop number {n} there.\tNo-error\tNo-error")
    return "\n".join([*rows, ""]).encode()


def done(site: Site, api: Client, job: dict[str, Any]) -> dict[str, Any]:
    while run_next_job(site.bench):
        pass
    finished: dict[str, Any] = ok(api.get(f"/api/jobs/{job['id']}"))
    assert finished["state"] == "done", finished["errors"]
    result: dict[str, Any] = finished["result"]
    return result


def corrected(packet: Any, acts: Counter[str]) -> Any:
    """Suggested marks kept, changed, removed or added to, by the number of the text; without them, what is believed."""
    n = int("".join(filter(str.isdigit, packet["fields"]["source"])))
    is_north = packet["candidates"][0]["fields"]["output"].startswith("The")
    if "suggested" not in packet:
        acts["held_out"] += 1
        return {"errors": {"A": [MARK] if is_north and n % 3 else []}}
    shown = packet["suggested"]["errors"]["A"]
    assert shown == ([MARK] if is_north else [])
    if is_north:
        act = ("kept", "kept", "changed", "removed")[n % 4]
        value = [] if act == "removed" else [MARK if act == "kept" else {**MARK, "weight": "minor"}]
        account: dict[str, list[int | None]] = {
            "from_suggested": [0] * len(value),
            "removed": [0] if act == "removed" else [],
        }
    else:
        act = "none" if n % 5 else "added"
        value = [] if n % 5 else [{**MARK, "start": 0, "end": 4}]
        account = {"from_suggested": [None] * len(value), "removed": []}
    acts[act] += 1
    return {"errors": {"A": {"value": value, "by": "kept" if act in ("kept", "none") else "changed", **account}}}


def test_a_campaign_is_annotated_again_and_results_say_what_its_marks_did(site: Site) -> None:
    api = site.organiser()
    for key, ratings in (("first", True), ("again", False)):
        query = {"key": key, "format": "wmt-mqm", "opened": ratings, "ratings": ratings}
        sent = api.post("/api/campaigns", params=query, files=[("tables", ("mqm.tsv", campaign()))])
        done(site, api, ok(sent, 202))
    ok(api.patch("/api/studies/again", json={"settings": {"quorum": 2, "calibration": False}}))
    wish = {"study": "first", "rater": "rater1", "hold_out": 0.5}
    brought = done(site, api, ok(api.post("/api/studies/again/suggestions", json=wish), 202))
    assert brought["questions"] == {"errors": 2 * DOCUMENTS}
    links = [ok(api.post("/api/studies/again/raters", json={"name": name}), 201)["link"] for name in ("Ann", "Bo")]
    done(site, api, ok(api.post("/api/studies/again/open"), 202))
    acts: Counter[str] = Counter()
    for player in [Player.with_link(site, link) for link in links]:
        while units := player.ask()["units"]:
            assert not any(secret in json.dumps(units) for secret in ("rater1", "first", "mqm.tsv", "north", "south"))
            player.rate(units[0], answers=corrected(units[0], acts))
    ok(api.post("/api/studies/again/findings", json={}), 202)
    while run_next_job(site.bench):
        pass
    found = ok(api.get("/api/studies/again/findings?document=true"))["findings"]
    whole = next(one for one in found["suggestions"] if one["rater"] is None)
    assert min(acts.values()) > 0
    assert whole["shown"] + whole["held_out"] == 4 * DOCUMENTS
    assert {act: whole[act] for act in ("held_out", "kept", "changed", "removed", "added")} == {
        act: acts[act] for act in ("held_out", "kept", "changed", "removed", "added")
    }
    low, high = whole["pull_interval"]
    assert low < whole["pull"] < high
    alpha = next(one for one in found["agreement"] if one["coefficient"] == "krippendorff_alpha")
    assert alpha["value"] == 1, "where nothing was suggested both say the same"
    assert alpha["excluded"]["suggested"] == whole["shown"]
    assert alpha["ratings"] + alpha["excluded"]["single_rating"] == whole["held_out"]


ERROR = {"start": 4, "end": 10, "label": "error", "weight": "major"}


def esa_campaign(users: list[str]) -> bytes:
    """One output at a time: those of north come with an error filled in, those of south with none."""
    filled = {"north": [{"start_i": 4, "end_i": 9, "severity": "major", "category": None}]}
    texts = {"north": "The bakery number {n}.", "south": "Shop number {n} there."}
    documents = [
        [{"item_id": f"d{n}", "src": f"Quelle {n}.", "tgt": {name: text.format(n=n)}, "error_spans": spans}]
        for n in range(DOCUMENTS)
        for name, text, spans in ((name, text, filled if name == "north" else {}) for name, text in texts.items())
    ]
    info = {"assignment": "task-based", "protocol": "ESA", "users": users}
    return json.dumps({"info": info, "campaign_id": "filled", "data": [documents] * len(users)}).encode()


def test_a_filled_in_esa_campaign_is_corrected_by_its_users_and_ranked(site: Site) -> None:
    api = site.organiser()
    users = ["ana", "ben"]
    query = {"key": "esa", "format": "pearmut"}
    sent = api.post("/api/campaigns", params=query, files=[("tables", ("c.json", esa_campaign(users)))])
    done(site, api, ok(sent, 202))
    wish = {"calibration": False, "prefill": {"on": True, "hold_out": 0.4}}
    ok(api.patch("/api/studies/esa", json={"settings": wish}))
    done(site, api, ok(api.post("/api/studies/esa/open"), 202))
    links = {one["name"]: one["link"] for one in ok(api.get("/api/studies/esa/raters"))}
    acts: Counter[str] = Counter()
    said: dict[tuple[str, int], list[tuple[float, float]]] = {}
    for place, name in enumerate(users):
        player = Player.with_link(site, links[name])
        while units := player.ask()["units"]:
            packet = units[0]
            n = int("".join(filter(str.isdigit, packet["fields"]["source"])))
            is_north = packet["candidates"][0]["fields"]["output"].startswith("The")
            spans, act = corrected_spans(packet, n)
            acts[act] += 1
            quality = (40 if is_north else 70) + 3 * (n % 5) + place
            marks = spans["value"] if isinstance(spans, dict) else spans
            weight = sum(5 if mark["weight"] == "major" else 1 for mark in marks)
            said.setdefault(("north" if is_north else "south", n), []).append((quality, weight))
            player.rate(packet, answers={"spans": {"A": spans}, "quality": {"A": quality}})
    assert min(acts[act] for act in ("held_out", "kept", "changed", "removed")) > 0
    assert {len(both) for both in said.values()} == {2}
    ok(api.post("/api/studies/esa/findings", json={}), 202)
    while run_next_job(site.bench):
        pass
    found = ok(api.get("/api/studies/esa/findings?document=true"))["findings"]
    for place, score in enumerate(("quality", "penalty")):
        for system in ("north", "south"):
            mean = np.mean([np.mean([one[place] for one in said[system, n]]) for n in range(DOCUMENTS)])
            (row,) = [one for one in found["ranking"] if (one["question"], one["system"]) == (score, system)]
            assert row["mean"] == pytest.approx(mean), (score, system)
            assert row["rank"] == (2 if system == "north" else 1)
    whole = next(one for one in found["suggestions"] if one["rater"] is None)
    assert {act: whole[act] for act in ("kept", "changed", "removed")} == {
        act: acts[act] for act in ("kept", "changed", "removed")
    }


def corrected_spans(packet: Any, n: int) -> tuple[Any, str]:
    """The filled in error kept, made minor or removed, by the number of the text; else what is believed."""
    is_north = packet["candidates"][0]["fields"]["output"].startswith("The")
    suggested = packet.get("suggested", {}).get("spans", {}).get("A")
    if not suggested:
        return ([ERROR] if is_north else []), "held_out" if is_north else "none"
    assert suggested == [ERROR]
    act = ("kept", "changed", "removed")[n % 3]
    value = [] if act == "removed" else [ERROR if act == "kept" else {**ERROR, "weight": "minor"}]
    account = {"from_suggested": [0] * len(value), "removed": [0] if act == "removed" else []}
    return {"value": value, "by": "kept" if act == "kept" else "changed", **account}, act
