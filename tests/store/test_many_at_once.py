"""Many raters at the same moment, on real threads: no slot is taken twice, and nobody is sent away too early."""

import asyncio
import random
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from jurybox.core import NextWish
from jurybox.studies.lifecycle import change
from jurybox.studies.rating import Link, session
from jurybox.studies.workbench import Workbench, open_workbench
from tests.fixtures.databases import NewBench, clock_of, sql
from tests.fixtures.studies import Packet, Played, PlayedRater, lines, open_study

RATERS = 8


def counted(study: Played) -> Counter[int]:
    """How many raters' judgements of each unit count now."""
    units = dict(sql(study.bench, "SELECT id, unit_id FROM assignment WHERE purpose = 'rating'"))
    standing = {row["assignment_id"]: row for row in study.log() if row["standing"] == "counted"}
    return Counter(units[id] for id, row in standing.items() if row["cannot"] is None)


def rebuilds_to_itself(study: Played) -> bool:
    before = study.projections()
    study.rebuild()
    return study.projections() == before


def on_threads(work: Callable[[int], Any]) -> list[Any]:
    start = threading.Barrier(RATERS)

    def begin(number: int) -> Any:
        start.wait()
        return work(number)

    with ThreadPoolExecutor(RATERS) as pool:
        return list(pool.map(begin, range(RATERS)))


@pytest.fixture
def study(new_bench: NewBench) -> Played:
    return open_study(new_bench("postgresql"), lines(60, "a"), quorum=2)


@pytest.fixture
def servers(study: Played) -> Any:
    """Two more servers on the same database, as when the users outgrow one process."""
    bench = study.bench
    more = [open_workbench(bench.folder, bench.world, bench.database.address) for _ in range(2)]
    yield [bench, *more]
    for server in more:
        server.close()


def at(server: Workbench, rater: PlayedRater) -> PlayedRater:
    return PlayedRater(Played(server, rater.study.key), rater.id, rater.token)


@pytest.mark.postgres
def test_threads_of_several_servers_fill_every_quorum_exactly(study: Played, servers: list[Workbench]) -> None:
    people = [at(servers[n % 3], study.rater()) for n in range(RATERS)]

    def work(number: int) -> int:
        done, rater = 0, people[number]
        while (answer := rater.ask(1 + number % 5))["state"] != "done":
            for packet in answer["units"]:
                assert rater.submit(packet).standing == "counted"
                done += 1
        return done

    assert sum(on_threads(work)) == 120
    assert set(counted(study).values()) == {2}
    assert study.slots() == [(2, 0, 0)] * 60
    assert rebuilds_to_itself(study)


@pytest.mark.postgres
def test_leases_that_run_out_while_judgements_arrive_never_overfill_a_unit(
    study: Played, servers: list[Workbench]
) -> None:
    people = [at(servers[n % 3], study.rater()) for n in range(RATERS)]
    clock = clock_of(study.bench)

    def work(number: int) -> None:
        chance, rater = random.Random(number), people[number]
        late: list[Any] = []
        for turn in range(30):
            late += rater.next(chance.randint(1, 5))
            if chance.random() < 0.15:
                clock.past_the_lease()
            while late and chance.random() < 0.6:
                packet = late.pop(chance.randrange(len(late)))
                if chance.random() < 0.15:
                    rater.cannot(packet)
                else:
                    rater.submit(packet, 1 + turn % 5)

    on_threads(work)
    quorums = dict(sql(study.bench, "SELECT unit_id, quorum FROM slot"))
    assert all(number <= quorums[unit] for unit, number in counted(study).items())
    assert min(free for _, free, _ in study.slots()) >= 0
    assert rebuilds_to_itself(study)


@pytest.mark.postgres
def test_rebuilding_and_marking_a_pilot_while_people_rate_counts_nobody_twice(
    study: Played, servers: list[Workbench]
) -> None:
    people = [at(servers[n % 3], study.rater()) for n in range(RATERS)]

    def work(number: int) -> None:
        for turn in range(12):
            if number == 0:
                Played(servers[turn % 3], study.key).rebuild()
            elif number == 1 and turn == 6:
                change.mark_pilot(servers[1], study.key)
            else:
                for packet in people[number].next(2):
                    people[number].submit(packet)

    on_threads(work)
    assert rebuilds_to_itself(study)


@pytest.mark.postgres
def test_two_tabs_of_one_rater_do_not_disturb_each_other(study: Played, servers: list[Workbench]) -> None:
    rater = study.rater()

    def work(number: int) -> list[str]:
        tab = at(servers[number % 3], rater)
        standings = []
        for _ in range(8):
            packets = tab.next(2)
            standings += [tab.submit(packet).standing for packet in packets]
        return standings

    standings = [standing for found in on_threads(work) for standing in found]
    assert set(standings) == {"counted"}
    assert len(study.log()) == len(standings)
    assert rebuilds_to_itself(study)


def test_many_requests_to_one_server_fill_every_quorum_exactly(bench: Workbench) -> None:
    study = open_study(bench, lines(20, "a"), quorum=2)
    people = [study.rater() for _ in range(RATERS)]

    def submit(rater: PlayedRater, packet: Packet) -> Any:
        draft = rater.draft(packet)
        return bench.database.write_async(
            lambda run: session.submit(bench, run, Link(study.key, rater.token), draft, "api")
        )

    async def rate(rater: PlayedRater) -> None:
        while True:
            answer = await bench.database.write_async(
                lambda run: session.next_units(bench, run, Link(study.key, rater.token), NextWish(2))
            )
            if answer["state"] == "done":
                return
            await asyncio.gather(*(submit(rater, {**packet}) for packet in answer["units"]))

    async def all_of_them() -> None:
        await asyncio.gather(*map(rate, people))

    asyncio.run(all_of_them())
    assert set(counted(study).values()) == {2}
    assert study.slots() == [(2, 0, 0)] * 20
    assert rebuilds_to_itself(study)
