"""Of every protocol of the field, a check comes, is answered and is listed like any other unit."""

import json
from collections import defaultdict
from typing import Any

import httpx
import pytest

from jurybox.protocols import load_protocol
from jurybox.studies.people import raters
from tests.fixtures.web import Site, ok
from tests.web.playing import Player
from tests.web.rater.test_blind_checks import Watched, headers, listed, nothing_gives_it_away
from tests.web.rater.test_blind_repeats import shape_of
from tests.web.tables import Table, fill, table_for

FIELD = (
    "mqm", "esa", "esa-contrastive", "da", "sqm", "pairwise", "best-worst", "ranking", "conversation", "post-editing",
)  # fmt: skip
WITHOUT = ("post-editing",)
"""Only a rater can answer it, so that no output of it is known to be worse."""
LONG = "{} with many words of which some may be dropped, swapped, said twice or replaced by others of the study"
MOST = 60


def watched(site: Site, name: str) -> Watched:
    """Ann and Bo in a study in which outputs are made worse; as many systems as are seen at once, or one."""
    protocol = load_protocol(name).protocol
    together = protocol.unit.candidates
    systems = together if isinstance(together, int) else 3
    table = table_for(protocol, 36, systems)
    made = {name for name, spec in protocol.fields.items() if spec.per in ("output", "system")}
    lines = [{key: LONG.format(value) if key in made else value for key, value in line.items()} for line in table.lines]
    wish: dict[str, Any] = {"checks": {"share": 0.2, "degraded": True}, "quorum": 1, "repeats": 0, "merge": "none"}
    fill(site.bench, load_protocol(name), Table(lines, table.files), raters_before=("Ann", "Bo"), **wish)
    links = {one.name: one.path for one in raters.list_raters(site.bench, "study")}
    return Watched(site, Player.with_link(site, links["Ann"]), True)


@pytest.mark.parametrize("name", [name for name in FIELD if name not in WITHOUT])
def test_worse_outputs_come_and_go_like_any_other_unit(name: str, site: Site) -> None:
    """Walked as the page walks it: what comes next comes with the receipt of what was sent."""
    walk = watched(site, name)
    client, seen = walk.player.client, defaultdict[str, dict[str, Any]](dict)
    answer = walk.player.ask()
    for _ in range(MOST):
        if not answer["units"]:
            break
        (packet,) = answer["units"]
        id, length = packet["assignment"], len(packet.get("segments", ()))
        seen[f"packet of {length}"][id] = shape_of(packet)
        seen["open"][id] = listed(ok(client.get("api/assignments")), id)
        sent = client.post("api/judgements", json={**walk.player.judgement(packet), "ahead": 1})
        answer = ok(sent, 201)["next"]
        seen["receipt"][id] = (headers(sent), receipt(sent))
        for following in answer["units"]:
            seen["before it"][following["assignment"]] = (headers(sent), receipt(sent))
        seen["listed"][id] = listed(ok(client.get("api/assignments")), id)
        (glimpse,) = ok(client.get(f"api/glimpses?of={id}"))["glimpses"]
        seen["glimpse"][id] = shape_of(glimpse)
        seen[f"reopened of {length}"][id] = shape_of(ok(client.get(f"api/assignments/{id}/{packet['stage']}")))
    assert len(walk.checks & seen["receipt"].keys()) >= 2
    for what, found in seen.items():
        if walk.checks & found.keys():
            checks, others = walk.parted(found)
            assert {repr(one) for one in checks} <= {repr(one) for one in others}, what
    told = json.dumps([ok(client.get("api/summary")), ok(client.get("api/pace?since=2026-01-01T00:00:00Z"))])
    assert "check" not in told
    nothing_gives_it_away(walk)


def receipt(sent: httpx.Response) -> Any:
    """All of it but its id, and of what comes next all but the texts."""
    said = sent.json()
    following = said.pop("next")
    said["id"] = ""
    return said, following["state"], sorted(following), len(following["units"])
