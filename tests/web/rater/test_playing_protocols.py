"""Every protocol of the shelf, and the examples with the other question types, played to the end over HTTP."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from jurybox.core.edit_distance import words
from jurybox.protocols import load_protocol, shelf
from jurybox.studies.people import raters
from tests.fixtures.web import Client, Site, ok
from tests.paths import ROOT
from tests.web.answers import text_of
from tests.web.playing import Player, Sent, play_to_the_end
from tests.web.tables import fill, table_for

SHELF = [f"{p.id}@{version}" for p in shelf() for version in p.versions]
EXAMPLES = sorted(ROOT.glob("examples/protocols/*.yaml"))
AHEAD = {"audio-description@1": 3, "summary@1": 5}
"""How many units the raters of some studies fetch ahead."""


@pytest.mark.parametrize("name", [*SHELF, *(str(path) for path in EXAMPLES)], ids=lambda name: Path(name).stem)
def test_two_raters_play_a_protocol_to_the_end_with_a_repeat(site: Site, name: str) -> None:
    loaded = load_protocol(name)
    several = loaded.protocol.unit.candidates != 1
    table = table_for(loaded.protocol, items=15 if several else 8, systems=2)
    fill(site.bench, loaded, table, quorum=2, repeats=0.5)
    infos = [raters.add_rater(site.bench, "study", name) for name in ("Ann", "Bo")]
    players = [Player.with_link(site, info.path, taste, joined=taste == 1) for taste, info in enumerate(infos)]

    play_to_the_end(*players, ahead=AHEAD.get(name, 1))

    organiser = site.organiser()
    shown = ok(organiser.get("/api/studies/study"))
    slots = [(entry["stage"], entry["slots"], entry["open"]) for entry in shown["coverage"]]
    assert slots == [(stage.id, 2 * shown["units"], 0) for stage in loaded.protocol.stages]
    assert shown["progress"] == 1
    assert shown["standings"] == {"counted": sum(len(player.sent) for player in players)}
    rows = exported(organiser)
    assert {row["rater"] for row in rows if row["purpose"] == "repeat"} == {info.id for info in infos}
    sent = [sent for player in players for sent in player.sent]
    assert Counter(key_of(row) for row in rows) == Counter(key for s in sent for key in expected_rows(s, several))
    for player in players:
        assert player.ask()["state"] == "done"


def exported(organiser: Client, **wish: Any) -> list[dict[str, Any]]:
    answer = organiser.get("/api/studies/study/export", params={"format": "jsonl", **wish})
    assert answer.status_code == 200
    return [json.loads(line) for line in answer.text.splitlines()]


Key = tuple[str, str, str, str, float | None]


def key_of(row: dict[str, Any]) -> Key:
    value = row["value"] if isinstance(row["value"], (int, float)) else None
    return row["judgement"], row["item"], row["system"], row["question"], value


def expected_rows(sent: Sent, several: bool) -> list[Key]:
    """One row per answer, of the system whose text stood under the letter; the texts of `table_for` say whose it is."""
    rows = []
    for question, cells in sent.answers.items():
        for target, value in cells.items():
            number = value.get("value") if isinstance(value, dict) else value
            if isinstance(value, dict) and "text" in value:  # words were put in at the end
                now, shown = words(value["text"]), words(text_of(sent.packet, "output", target))
                number = (len(now) - len(shown)) / len(now)
            system, item = whose(sent, target.partition(".")[0] if several else "A")
            if several and target == "unit":
                system = ""
            rows.append((sent.body["id"], item, system, question, number if isinstance(number, (int, float)) else None))
    return rows


def whose(sent: Sent, letter: str) -> tuple[str, str]:
    candidate = next((c for c in sent.packet["candidates"] if c["letter"] == letter), sent.packet["candidates"][0])
    text = str(candidate["segments"][0] if candidate["segments"] else text_of(sent.packet, "output", letter))
    system, item = re.findall(r"number (\d+).* thing (\d+)", text)[0]
    return f"system-{system}", f"item-{item}"


def test_a_shelf_protocol_is_on_the_list_of_this_test() -> None:
    assert {name.partition("@")[0] for name in SHELF} == {
        "audio-description", "caption-counts", "caption-culture", "sarcasm-interpretation", "summary", "title",
        "translation", "best-worst", "conversation", "da", "esa", "esa-contrastive", "mqm", "pairwise", "ranking",
        "sqm", "post-editing", "adequacy-fluency",
    }  # fmt: skip
