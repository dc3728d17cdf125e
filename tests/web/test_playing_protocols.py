"""Every protocol of the shelf, and the examples with the other question types, played to the end over HTTP."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from jurybox.protocols import load_protocol, shelf
from jurybox.studies import raters
from tests.fixtures.web import Site, ok
from tests.web.playing import Player, play_to_the_end
from tests.web.tables import fill, table_for

SHELF = [f"{p.id}@{version}" for p in shelf() for version in p.versions]
EXAMPLES = sorted(Path(__file__).parents[2].glob("examples/protocols/*.yaml"))
TOGETHER = {"audio-description@1": 3, "summary@1": 5}
"""How many units the raters of some studies fetch ahead."""


@pytest.mark.parametrize("name", [*SHELF, *(str(path) for path in EXAMPLES)], ids=lambda name: Path(name).stem)
def test_two_raters_play_a_protocol_to_the_end_with_a_repeat(site: Site, name: str) -> None:
    loaded = load_protocol(name)
    several = loaded.protocol.unit.candidates != 1
    table = table_for(loaded.protocol, items=15 if several else 8, systems=2)
    fill(site.bench, loaded, table, quorum=2, repeats=0.5)
    players = [Player.with_link(site, raters.add_rater(site.bench, "study", n).path, t) for n, t in (("Ann", 0), ("Bo", 3))]

    play_to_the_end(*players, ahead=TOGETHER.get(name, 1))

    organiser = site.organiser()
    shown = ok(organiser.get("/api/studies/study"))
    assert [(entry["slots"], entry["open"]) for entry in shown["coverage"]] == [
        (2 * shown["units"], 0) for _ in loaded.protocol.stages
    ]
    assert shown["progress"] == 1
    assert shown["standings"] == {"counted": sum(len(player.sent) for player in players)}
    rows = exported(site, organiser)
    assert Counter(row["rater"] for row in rows if row["purpose"] == "repeat").keys() == {
        info.id for info in raters.list_raters(site.bench, "study")
    }, "each rater had a repeat"
    assert_rows_are_what_was_sent(rows, players)
    for player in players:
        assert player.ask() == {**player.ask(), "units": [], "state": "done"}


def exported(site: Site, organiser: Any, **wish: Any) -> list[dict[str, Any]]:
    answer = organiser.get("/api/studies/study/export", params={"format": "jsonl", **wish})
    assert answer.status_code == 200
    return [json.loads(line) for line in answer.text.splitlines()]


def assert_rows_are_what_was_sent(rows: list[dict[str, Any]], players: list[Player]) -> None:
    """One row per answer: every question and target that was answered, and every value of a scale."""
    answered = Counter(
        (question, value if isinstance(value, int) else None)
        for player in players
        for sent in player.sent
        for question, cells in sent.answers.items()
        for value in cells.values()
    )
    found = Counter(
        (row["question"], row["value"] if isinstance(row["value"], int) else None) for row in rows if row["by"] == "rater"
    )
    rated = {(row["question"]) for row in rows if row["by"] == "rater"}
    assert {key: n for key, n in found.items() if key[1] is not None} == {
        key: n for key, n in answered.items() if key[1] is not None and key[0] in rated
    }
    assert len(rows) == sum(answered.values()) + sum(row["by"] == "rule" for row in rows)
    assert all(row["standing"] == "counted" and row["channel"] == "browser" for row in rows)
