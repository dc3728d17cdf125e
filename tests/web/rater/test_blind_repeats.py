"""A rater can't tell a repeat from a first pass, nor a system by its letter or an id by its look."""

from collections import Counter, defaultdict
from itertools import pairwise
from typing import Any

import pytest

from jurybox.protocols import load_protocol
from jurybox.studies.people import raters
from tests.fixtures.databases import clock_of, sql
from tests.fixtures.web import Site, ok
from tests.web.playing import Player, Sent
from tests.web.tables import fill, table_for

UNITS = 20


class Watched:
    """A rater of a study with repeats, and what came to them in which order."""

    def __init__(self, site: Site, units: int, **settings: Any) -> None:
        loaded = load_protocol("caption-culture")
        fill(site.bench, loaded, table_for(loaded.protocol, units, 2), quorum=2, repeats=0.5, **settings)
        self.site = site

    def play(self, **how: Any) -> Player:
        player = Player.with_link(self.site, raters.find_rater(self.site.bench, "study", "Ann").path)
        while player.step(**how) == "rate":
            clock_of(self.site.bench).forward(minutes=1)
        return player

    def is_repeat(self, sent: Sent) -> bool:
        rows = sql(self.site.bench, f"SELECT purpose FROM assignment WHERE uid = '{sent.packet['assignment']}'")
        return rows == [("repeat",)]


def from_pool(site: Site) -> Watched:
    made = Watched(site, UNITS)
    raters.add_rater(site.bench, "study", "Ann")
    return made


def from_list(site: Site) -> Watched:
    """Lists are made when the study opens, so Ann is there before."""
    return Watched(site, UNITS, raters_before=["Ann"], assign="fixed")


@pytest.fixture(params=["pool", "fixed"])
def watched(request: pytest.FixtureRequest, site: Site) -> Watched:
    """Ann rates alone, from a pool or from a fixed list."""
    return from_pool(site) if request.param == "pool" else from_list(site)


def test_there_are_repeats_and_they_come_at_least_ten_units_later(watched: Watched) -> None:
    player = watched.play()
    texts = [key_of(sent) for sent in player.sent]
    twice = [text for text, n in Counter(texts).items() if n == 2]
    assert len(twice) >= 4
    for text in twice:
        first, second = (n for n, other in enumerate(texts) if other == text)
        assert second - first > 10


def key_of(sent: Sent) -> str:
    """The unit behind a packet, by what it shows."""
    return " | ".join(sorted(str(candidate["fields"]["output"]) for candidate in sent.packet["candidates"]))


def test_a_repeat_has_a_fresh_order_of_candidates(watched: Watched) -> None:
    orders = defaultdict(list)
    for sent in watched.play().sent:
        orders[key_of(sent)].append([candidate["fields"]["output"] for candidate in sent.packet["candidates"]])
    assert all(first != second for first, second in (order for order in orders.values() if len(order) == 2))


def test_a_repeat_counts_on_like_any_other_unit(watched: Watched) -> None:
    player = watched.play()
    assert [sent.packet["number"] for sent in player.sent] == list(range(1, len(player.sent) + 1))


def test_progress_moves_with_a_repeat_like_with_any_other_unit(watched: Watched) -> None:
    player = watched.play()
    assert [sent.progress["done"] for sent in player.sent] == list(range(len(player.sent)))
    left = [sent.progress["left"] for sent in player.sent]
    assert all(after <= before for before, after in pairwise(left)), left


def test_the_receipt_of_a_repeat_is_like_any_other(watched: Watched) -> None:
    player = watched.play()
    assert {(sent.receipt["standing"], sent.receipt["state"]) for sent in player.sent} == {("counted", "done")}


def test_the_id_of_a_repeat_does_not_show_when_it_was_planned(watched: Watched) -> None:
    player = watched.play()
    ids = [sent.packet["assignment"] for sent in player.sent]
    times = [int(id.replace("-", "")[:12], 16) for id in ids]
    in_order = all(before <= after for before, after in pairwise(times))
    random = {id[14] for id in ids} == {"4"}
    assert in_order or random, "neither in the order in which the units came, nor random"


def test_the_list_of_assignments_does_not_tell_repeats(watched: Watched) -> None:
    player = Player.with_link(watched.site, raters.find_rater(watched.site.bench, "study", "Ann").path)
    seen: dict[str, int] = {}
    while player.step() == "rate":
        clock_of(watched.site.bench).forward(minutes=1)
        entries = ok(player.client.get("api/assignments"))["assignments"]
        numbers = [entry["number"] for entry in entries]
        assert numbers == list(range(1, len(entries) + 1)), "no number is missing, and none comes in between"
        for entry in entries:
            assert seen.setdefault(entry["assignment"], entry["number"]) == entry["number"]
        done = [entry["number"] for entry in entries if entry["state"] == "done"]
        assert len(done) == len(player.sent)
        assert [entry["number"] for entry in entries if entry["stages"]] == done[-9:]
        waiting = [entry for entry in entries if entry["state"] != "done"]
        assert len({(entry["state"], entry["stage"]) for entry in waiting}) <= 1
    assert len(seen) > 1


def test_the_keys_of_a_repeat_are_those_of_any_other_packet(watched: Watched) -> None:
    player = watched.play()
    assert sum(watched.is_repeat(sent) for sent in player.sent) >= 4
    shapes = {shape_of(sent.packet) for sent in player.sent}
    assert len(shapes) == 1


def shape_of(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple((key, shape_of(inner)) for key, inner in value.items())
    if isinstance(value, list):
        return tuple(shape_of(inner) for inner in value)
    return type(value).__name__


def test_the_letter_of_a_system_varies_from_unit_to_unit(site: Site) -> None:
    loaded = load_protocol("caption-culture")
    fill(site.bench, loaded, table_for(loaded.protocol, 30, 5), quorum=2)
    for name in ("Ann", "Bo"):
        player = Player.with_link(site, raters.add_rater(site.bench, "study", name).path)
        while player.step(ahead=5) == "rate":
            pass
        letters: dict[str, Counter[str]] = defaultdict(Counter)
        for sent in player.sent:
            for candidate in sent.packet["candidates"]:
                letters[candidate["fields"]["output"].split(",")[0]][candidate["letter"]] += 1
        assert len(letters) == 5
        for counted in letters.values():
            assert set(counted) == set("ABCDE")
            assert max(counted.values()) <= 15


def test_two_raters_see_the_same_unit_in_orders_of_their_own(site: Site) -> None:
    loaded = load_protocol("caption-culture")
    fill(site.bench, loaded, table_for(loaded.protocol, 12, 5), quorum=2)
    orders: list[dict[str, list[str]]] = []
    for name in ("Ann", "Bo"):
        player = Player.with_link(site, raters.add_rater(site.bench, "study", name).path)
        while player.step(ahead=5) == "rate":
            pass
        orders.append({key_of(s): [c["fields"]["output"] for c in s.packet["candidates"]] for s in player.sent})
    assert orders[0].keys() == orders[1].keys()
    assert sum(orders[0][key] != orders[1][key] for key in orders[0]) >= 10
