"""A rater can't tell a check from a unit of the pool: by no key, header, address, size, id, order, draft or list."""

import json
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from jurybox.studies.lifecycle import add_gold, create
from jurybox.studies.people import raters
from tests.fixtures.databases import clock_of, sql
from tests.fixtures.small import SCALE
from tests.fixtures.studies import loaded
from tests.fixtures.web import Site, ok
from tests.web.playing import Player
from tests.web.rater.test_blind_repeats import shape_of
from tests.web.tables import Names, Table, table_for

UNITS, KNOWN = 36, 9
GIVEAWAYS = ("check", "gold", "attention", "degraded", "expected", "passed", "worse", "tolerance", "known-")
"""Words that would give a check away, wherever they stood."""
PROTOCOL = loaded(
    fields={"picture": {"type": "image"}, "source": "text", "output": "text"},
    stages=[{"id": "rating", "show": ["picture", "source", "output"], "ask": [SCALE]}],
)


WORDS = "with many words of which some may be dropped, swapped, said twice or replaced by others of the study"


def _longer(table: Table) -> Table:
    """Outputs of so many words that they can be made worse."""
    return Table([{**line, "output": f"{line['output']} {WORDS}"} for line in table.lines], table.files)


def known_answers(folder: Any) -> tuple[Any, Any]:
    """A table of checks with texts and pictures as those of the study are."""
    table = table_for(PROTOCOL.protocol, UNITS + KNOWN, 1, Names(item="known"))
    kinds = ("gold", "attention")
    lines = [
        {**line, "expected.quality": "2", "kind": kinds[n % 2]} for n, line in enumerate(_longer(table).lines[UNITS:])
    ]
    lines = [{name: value for name, value in line.items() if name not in ("system", "group")} for line in lines]
    written, media, _ = Table(lines, table.files).write(folder, "known.csv")
    return written, media


@dataclass
class Watched:
    """Ann, alone in a study with checks, and every answer that her page ever got."""

    site: Site
    player: Player
    is_degraded: bool = False

    @property
    def checks(self) -> set[str]:
        """The ids of the assignments that are checks, which only the store knows."""
        return {uid for (uid,) in sql(self.site.bench, "SELECT uid FROM assignment WHERE purpose = 'check'")}

    def parted(self, found: dict[str, Any]) -> tuple[list[Any], list[Any]]:
        """What was seen of checks, and of other units."""
        checks = self.checks
        assert checks & found.keys()
        return [v for k, v in found.items() if k in checks], [v for k, v in found.items() if k not in checks]

    def answers(self) -> list[httpx.Response]:
        return [answer for answer in self.site.answers if answer.request.url.path.startswith("/rate/")]


@pytest.fixture(params=["pool", "fixed"])
def watched(request: pytest.FixtureRequest, site: Site) -> Watched:
    """Of the last, no check has known answers: they are outputs of others' items, made worse."""
    bench, is_degraded = site.bench, request.param == "degraded"
    wish: dict[str, Any] = {"assign": request.param, "quorum": 2, "checks": {"share": 0.2}, "calibration": False}
    if is_degraded:
        wish |= {"assign": "pool", "checks": {"share": 0.2, "degraded": True}, "quorum": 1}
    create.create_study(bench, PROTOCOL, create.StudyDraft("study", "A study", wish, "seed"))
    items, media, _ = _longer(table_for(PROTOCOL.protocol, UNITS, 1)).write(bench.folder / "in")
    create.import_items(bench, "study", create.ItemFiles([items], media))
    if not is_degraded:
        add_gold(bench, "study", *known_answers(bench.folder / "known"))
    link = raters.add_rater(bench, "study", "Ann").path
    raters.add_rater(bench, "study", "Bo")
    create.open_study(bench, "study")
    return Watched(site, Player.with_link(site, link), is_degraded)


@pytest.mark.parametrize("watched", ["pool", "fixed", "degraded"], indirect=True)
def test_packets_pictures_drafts_receipts_and_lists_are_alike(watched: Watched):
    """One long walk, in which everything is asked of every unit that can be asked of one."""
    client, sent = watched.player.client, defaultdict(dict)  # type: ignore[var-annotated]
    while True:
        clock_of(watched.site.bench).forward(minutes=1)
        answer = watched.player.ask()
        if not answer["units"]:
            break
        (packet,) = answer["units"]
        id = packet["assignment"]
        sent["packet"][id] = shape_of(packet)
        sent["answer"][id] = {**answer, "units": 1, "progress": sorted(answer["progress"])}
        sent["size"][id] = len(json.dumps(packet)) - len(str(packet["number"]))
        sent["progress"][id] = (answer["progress"]["done"], answer["progress"]["left"])
        picture = client.get(packet["fields"]["picture"]["url"])
        sent["picture"][id] = (
            picture.status_code,
            headers(picture),
            packet["fields"]["picture"]["url"].replace(id, "ID"),
        )
        draft = client.put(f"api/drafts/{id}/rating", json={"answers": {"quality": {"A": 1}}, "comment": None})
        sent["draft"][id] = (draft.status_code, headers(draft))
        sent["again"][id] = {**shape(watched.player.ask()["units"][0])}
        sent["open"][id] = listed(ok(client.get("api/assignments")), id)
        body = watched.player.judgement(packet)
        receipt = client.post("api/judgements", json=body)
        sent["receipt"][id] = (receipt.status_code, headers(receipt), {**receipt.json(), "id": ""})
        known = client.post("api/judgements", json=body)
        sent["known"][id] = (known.status_code, headers(known), {**known.json(), "id": ""})
        sent["listed"][id] = listed(ok(client.get("api/assignments")), id)
        (glimpse,) = ok(client.get(f"api/glimpses?of={id}"))["glimpses"]
        sent["glimpse"][id] = shape_of(glimpse)
        sent["reopened"][id] = shape_of(ok(client.get(f"api/assignments/{id}/rating")))
    for what in set(sent) - {"size", "progress"}:
        checks, others = watched.parted(sent[what])
        assert {repr(one) for one in checks} == {repr(one) for one in others}, what
    checks, others = watched.parted(sent["size"])
    if (
        not watched.is_degraded
    ):  # which are longer or shorter by the words that a rule changed: what raters are to notice
        assert min(others) <= min(checks) <= max(checks) <= max(others)
    done = list(sent["progress"].values())
    assert done == [(n, done[0][1] - n) for n in range(len(done))]
    assert len(watched.checks) >= (3 if watched.is_degraded else KNOWN - 1)
    nothing_gives_it_away(watched)


def shape(packet: dict[str, Any]) -> dict[str, Any]:
    return {"keys": shape_of(packet), "draft": packet["draft"]}


def headers(answer: httpx.Response) -> list[str]:
    """The names of the headers, and their values where these do not follow from the content."""
    follows = ("content-length", "etag", "content-range", "x-request-id", "date", "last-modified")
    return sorted(name if name in follows else f"{name}: {value}" for name, value in answer.headers.items())


def listed(answer: dict[str, Any], id: str) -> dict[str, Any]:
    entry = next(one for one in answer["assignments"] if one["assignment"] == id)
    return {**entry, "assignment": "", "number": 0}


def nothing_gives_it_away(watched: Watched) -> None:
    answers = watched.answers()
    assert len(answers) > 100
    for answer in answers:
        is_text = "json" in answer.headers.get("content-type", "")
        told = f"{answer.request.url.path} {answer.headers} {answer.text if is_text else ''}"
        found = [word for word in GIVEAWAYS if word in told.lower()]
        assert not found, (answer.request.url.path, found)


def test_ids_show_the_time_at_which_they_were_served_and_nothing_is_fetched_for_them_alone(watched: Watched):
    """A UUIDv7 holds its time: of a check it is that of its neighbours."""
    times: list[tuple[int, int]] = []
    while True:
        clock_of(watched.site.bench).forward(minutes=1)
        answer = watched.player.ask(ahead=3)
        if not answer["units"]:
            break
        for packet in answer["units"]:
            times.append((packet["number"], int(packet["assignment"].replace("-", "")[:12], 16)))
            watched.player.rate(packet)
    numbers = [number for number, _ in times]
    assert numbers == list(range(1, len(numbers) + 1))
    assert [time for _, time in times] == sorted(time for _, time in times)
    assert watched.checks


def test_as_many_units_come_at_once_as_without_checks_also_where_few_are_left(watched: Watched):
    """What is held ahead shrinks to one near the end of the pool, and a check neither adds to it nor takes from it."""
    held: list[int] = []
    while units := watched.player.ask(ahead=3)["units"]:
        held.append(len(units))
        watched.player.rate(units[0])
    is_list = watched.player.study["ways"] != ["stream"]  # there batches come one after the other
    assert is_list or held == sorted(held, reverse=True)
    assert set(held) == {3, 2, 1}
    assert watched.checks


def test_the_list_names_checks_at_their_numbers_and_in_the_state_of_all_others(watched: Watched):
    watched.player.play(12)
    entries = ok(watched.player.client.get("api/assignments"))["assignments"]
    assert [entry["number"] for entry in entries] == list(range(1, len(entries) + 1))
    found: dict[str, Any] = {entry["assignment"]: (*entry, entry["state"], entry["draft"]) for entry in entries[:12]}
    checks, others = watched.parted(found)
    assert set(checks) == set(others)
