"""Of every protocol of the field, a check comes, is answered and is listed like any other unit."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from jurybox.core import Refused
from jurybox.protocols import LoadedProtocol, load_protocol
from jurybox.studies.lifecycle import add_gold, create
from jurybox.studies.people import raters
from tests.fixtures.databases import sql
from tests.fixtures.web import Site, ok
from tests.web.playing import Player
from tests.web.rater.test_blind_checks import Watched, headers, listed, nothing_gives_it_away
from tests.web.rater.test_blind_repeats import shape_of
from tests.web.tables import Names, Table, table_for

FIELD = (
    "mqm", "esa", "esa-contrastive", "da", "sqm", "pairwise", "best-worst", "ranking", "conversation", "post-editing",
    "adequacy-fluency",
)  # fmt: skip
WITHOUT = ("post-editing",)
"""Only a rater can answer it, so that no output of it is known to be worse, and no answer is known beforehand."""
LONG = "{} with many words of which some may be dropped, swapped, said twice or replaced by others of the study"
UNITS, KNOWN, MOST = 36, 8, 60
ANSWERS = {
    "mqm": {"expected.errors": '[{"start": 0, "end": 3, "label": "mistranslation", "weight": "minor"}]'},
    "esa": {"expected.quality": "20", "within.quality": "30", "expected.spans": "[]"},
    "esa-contrastive": {"expected.quality": "20", "within.quality": "30"},
    "da": {"expected.adequacy": "100", "within.adequacy": "5"},
    "sqm": {"expected.quality": "2", "accept.quality": "1"},
    "pairwise": {"expected.better": "A"},
    "best-worst": {"expected.order": "A > B = C > D"},
    "ranking": {"expected.order": "A > B > C"},
    "adequacy-fluency": {"expected.fluency": "1", "expected.adequacy": "2", "accept.adequacy": "1"},
    "conversation": {"expected.helpful": "1", "expected.clear": "2"},
}
"""What a check of each protocol should be answered with."""


def systems_of(loaded: LoadedProtocol) -> int:
    """As many as are seen at once, or a few."""
    together = loaded.protocol.unit.candidates
    return together if isinstance(together, int) else 3


def table_of(loaded: LoadedProtocol, items: int, names: Names | None = None) -> Table:
    """With outputs of so many words that they can be made worse."""
    table = table_for(loaded.protocol, items, systems_of(loaded), names)
    made = {name for name, spec in loaded.protocol.fields.items() if spec.per in ("output", "system")}
    lines = [{key: LONG.format(value) if key in made else value for key, value in line.items()} for line in table.lines]
    return Table(lines, table.files)


@dataclass(frozen=True)
class Known:
    """Checks whose answers an organiser knows: with texts of their own, or with those of items of the study."""

    of_study: bool

    def table(self, loaded: LoadedProtocol) -> Table:
        said = ANSWERS[loaded.protocol.id]
        lines: list[dict[str, str]] = []
        seen: set[str] = set()
        for line in table_of(loaded, UNITS + KNOWN, Names(item="item" if self.of_study else "known")).lines:
            number = int(line["id"].rpartition("-")[2])
            if (number < UNITS and not self.of_study) or (number >= KNOWN and self.of_study):
                continue
            own = {"id": line["id"], "kind": ("gold", "attention")[number % 2], "system": line["system"]}
            texts = {} if self.of_study else {name: line[name] for name in loaded.protocol.fields if name in line}
            place = {"segment": line["segment"]} if "segment" in line else {}
            is_asked = line["id"] not in seen or any(q.about != "unit" for _, q in loaded.protocol.questions())
            lines.append({**own, **place, **texts, **(said if is_asked else {})})
            seen.add(line["id"])
        if not self.of_study:
            lines = [{name: value for name, value in line.items() if name != "system"} for line in lines]
        return Table(lines)


def watched(site: Site, name: str, known: Known | None) -> Watched:
    """Ann and Bo in a study of which checks are among the units: with known answers, or else outputs made worse."""
    loaded, bench = load_protocol(name), site.bench
    wish: dict[str, Any] = {"quorum": 1, "repeats": 0, "merge": "none", "calibration": False}
    wish |= {"checks": {"share": 0.2} if known else {"share": 0.2, "degraded": True}}
    create.create_study(bench, loaded, create.StudyDraft("study", "A study", wish, "seed"))
    items, media, _ = table_of(loaded, UNITS).write(bench.folder / "in")
    create.import_items(bench, "study", create.ItemFiles([items], media))
    if known:
        add_gold(bench, "study", known.table(loaded).write(bench.folder / "known", "known.csv")[0])
    link = raters.add_rater(bench, "study", "Ann").path
    raters.add_rater(bench, "study", "Bo")
    create.open_study(bench, "study")
    return Watched(site, Player.with_link(site, link), known is None)


CHECKED = [name for name in FIELD if name not in WITHOUT]


@pytest.mark.parametrize("name", CHECKED)
def test_worse_outputs_come_and_go_like_any_other_unit(name: str, site: Site) -> None:
    come_and_go_alike(watched(site, name, None), ["degraded"])


@pytest.mark.parametrize("name", [name for name in CHECKED if name != "esa-contrastive"])
def test_known_answers_and_attention_checks_come_and_go_like_any_other_unit(name: str, site: Site) -> None:
    come_and_go_alike(watched(site, name, Known(of_study=False)), ["attention", "gold"])


@pytest.mark.parametrize("name", CHECKED)
def test_of_items_of_the_study_known_answers_come_and_go_like_any_other_unit(name: str, site: Site) -> None:
    come_and_go_alike(watched(site, name, Known(of_study=True)), ["attention", "gold"])


def come_and_go_alike(walk: Watched, kinds: Sequence[str]) -> None:
    """Walked as the page walks it: what comes next comes with the receipt of what was sent."""
    client, seen = walk.player.client, defaultdict[str, dict[str, Any]](dict)
    answer = walk.player.ask()
    for _ in range(MOST):
        if not answer["units"]:
            break
        (packet,) = answer["units"]
        id, length = packet["assignment"], len(packet.get("segments", ()))
        seen[f"packet of {length}"][id] = shape_of(packet)
        draft = client.put(f"api/drafts/{id}/{packet['stage']}", json={"answers": {}, "comment": "Perhaps."})
        seen["draft"][id] = (draft.status_code, headers(draft))
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
    assert kinds_met(walk) == kinds
    for what, found in seen.items():
        if walk.checks & found.keys():
            checks, others = walk.parted(found)
            assert {repr(one) for one in checks} <= {repr(one) for one in others}, what
    told = json.dumps([ok(client.get("api/summary")), ok(client.get("api/pace?since=2026-01-01T00:00:00Z"))])
    assert "check" not in told
    nothing_gives_it_away(walk)


def kinds_met(walk: Watched) -> list[str]:
    found = "SELECT DISTINCT c.kind FROM assignment a JOIN check_item c ON c.id = a.check_item ORDER BY c.kind"
    return [kind for (kind,) in sql(walk.site.bench, found)]


def receipt(sent: httpx.Response) -> Any:
    """All of it but its id, and of what comes next all but the texts."""
    said = sent.json()
    following = said.pop("next")
    said["id"] = ""
    return said, following["state"], sorted(following), len(following["units"])


def test_of_texts_that_raters_change_no_answer_is_known_beforehand(site: Site) -> None:
    loaded = load_protocol("post-editing")
    create.create_study(site.bench, loaded, create.StudyDraft("study", "A study", {}, "seed"))
    table = Table([{"id": "known", "source": "Das.", "output": "This.", "expected.corrected": "That."}])
    with pytest.raises(Refused) as refused:
        add_gold(site.bench, "study", table.write(site.bench.folder / "known")[0])
    assert {fault.code for fault in refused.value.faults} == {"protocol.only_by_hand"}
