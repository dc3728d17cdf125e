"""PostgreSQL's writer asks for many at once what each job needs: few ways to the server, and nothing of it is wrong."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from jurybox.core import NextWish
from jurybox.core.errors import Conflict, Denied, JuryboxError, NotFound, Refused
from jurybox.core.judgement import JudgementDraft
from jurybox.store.postgres_cursor import PipelineCursor
from jurybox.studies import rating
from jurybox.studies.lifecycle import change
from jurybox.studies.people import raters
from jurybox.studies.rating import Link, session
from jurybox.studies.workbench import Workbench, open_workbench
from tests.fixtures.databases import NewBench, clock_of, sql
from tests.fixtures.studies import Packet, Played, PlayedRater, lines, open_study

pytestmark = pytest.mark.postgres
RATERS = 8


@pytest.fixture
def bench(new_bench: NewBench) -> Workbench:
    return new_bench("postgresql")


async def ask(rater: PlayedRater) -> list[Packet]:
    study = rater.study
    answer = await rating.write_for(study.bench, Link(study.key, rater.token), session.next_units, NextWish())
    return [dict(packet) for packet in answer["units"]]


async def join(rater: PlayedRater, draft: JudgementDraft) -> tuple[Any, list[Packet]]:
    study, wish = rater.study, NextWish()
    link = Link(study.key, rater.token)
    receipt, after = await rating.write_for(study.bench, link, session.submit_and_next, draft, "browser", wish)
    return receipt, [dict(packet) for packet in after["units"]]


def counted(study: Played) -> Counter[int]:
    """How many raters' judgements of each unit count now."""
    units = dict(sql(study.bench, "SELECT id, unit_id FROM assignment WHERE purpose = 'rating'"))
    standing = {row["assignment_id"]: row for row in study.log() if row["standing"] == "counted"}
    return Counter(units[id] for id, row in standing.items() if row["cannot"] is None)


def rebuilds_to_itself(study: Played) -> bool:
    before = study.projections()
    study.rebuild()
    return study.projections() == before


def test_many_judgements_take_a_few_ways_to_the_server(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    study = open_study(bench, lines(60, "a"), "translation", quorum=2)
    people = [study.rater() for _ in range(RATERS)]
    ways: list[str] = []

    def heard(name: str) -> Callable[..., Any]:
        original = getattr(PipelineCursor, name)

        def call(cursor: PipelineCursor, *args: Any) -> Any:
            ways.append(name)
            return original(cursor, *args)

        return call

    async def day() -> list[int]:
        sent = [(await ask(rater))[0] for rater in people]
        counts = []
        for _ in range(4):
            drafts = [rater.draft(packet) for rater, packet in zip(people, sent, strict=True)]
            ways.clear()
            answers = await asyncio.gather(*(join(r, d) for r, d in zip(people, drafts, strict=True)))
            counts.append(len(ways))
            sent = [units[0] for _, units in answers]
        return counts

    for name in ("gather", "_read", "_end_pipeline"):
        monkeypatch.setattr(PipelineCursor, name, heard(name))
    assert min(asyncio.run(day())) <= 10, "two transactions of four or five ways each, however many jobs they hold"
    assert rebuilds_to_itself(study)


def test_no_table_is_read_as_a_whole_however_little_it_held_when_its_plans_were_made(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = open_study(bench, lines(60, "a"), "translation", quorum=2)
    people = [study.rater() for _ in range(RATERS)]
    read: list[str] = []
    commit = PipelineCursor.commit

    def look_and_commit(cursor: PipelineCursor) -> None:
        cursor.execute("SELECT relname FROM pg_stat_xact_user_tables WHERE seq_scan > 0")
        read.extend(str(name) for (name,) in cursor.fetchall())
        commit(cursor)

    async def day() -> None:
        sent = [(await ask(rater))[0] for rater in people]
        monkeypatch.setattr(PipelineCursor, "commit", look_and_commit)
        for _ in range(4):
            drafts = [rater.draft(packet) for rater, packet in zip(people, sent, strict=True)]
            answers = await asyncio.gather(*(join(r, d) for r, d in zip(people, drafts, strict=True)))
            sent = [units[0] for _, units in answers]

    asyncio.run(day())
    assert set(read) & {"assignment", "judgement", "slot", "unit", "item", "output", "candidate", "draft"} == set()


def test_one_id_sent_twice_at_once_is_one_judgement(bench: Workbench) -> None:
    study = open_study(bench, lines(20, "a"), "translation", quorum=2)
    rater = study.rater()

    async def twice() -> list[Any]:
        draft = rater.draft((await ask(rater))[0])
        return await asyncio.gather(*(join(rater, draft) for _ in range(3)))

    answers = asyncio.run(twice())
    assert sorted(receipt.is_new for receipt, _ in answers) == [False, False, True]
    assert len(study.log()) == 1
    assert rebuilds_to_itself(study)


def test_what_a_rater_had_is_not_given_again(bench: Workbench) -> None:
    study = open_study(bench, lines(8, "a"), "translation", quorum=2)
    rater = study.rater()

    async def round_about() -> list[Packet]:
        units = await ask(rater)
        for _ in range(7):
            sql(bench, "UPDATE assignment SET cursor = -1")  # as after a new beginning of the pool
            units += (await join(rater, rater.draft(units[-1])))[1]
        return units

    texts = [unit["candidates"][0]["fields"]["output"] for unit in asyncio.run(round_about())]
    assert len(set(texts)) == len(texts) == 8


class Day:
    """Raters of two servers and an organiser, several of them at once, in the order that a seed gives."""

    def __init__(self, servers: list[Workbench], study: Played, seed: int) -> None:
        self.study, self.chance = study, random.Random(seed)
        made = [study.rater() for _ in range(RATERS)]
        self.people = [
            PlayedRater(Played(servers[n % len(servers)], study.key), rater.id, rater.token)
            for n, rater in enumerate(made)
        ]
        self.sent: dict[str, list[Packet]] = {rater.id: [] for rater in made}
        self.done: dict[str, list[Packet]] = {rater.id: [] for rater in made}
        self.acknowledged: set[str] = set()

    async def step(self) -> None:
        await asyncio.gather(*(self.one(rater) for rater in self.people))

    async def one(self, rater: PlayedRater) -> None:
        acts = [self.work, self.work, self.work, self.work, self.cannot, self.correct, self.refused]
        try:
            await self.chance.choice(acts)(rater)
        except (NotFound, Conflict, Denied, Refused):
            self.sent[rater.id] = []

    async def work(self, rater: PlayedRater, **changes: Any) -> None:
        if not self.sent[rater.id]:
            self.sent[rater.id] = await ask(rater)
        if not self.sent[rater.id]:
            return
        packet = self.sent[rater.id].pop()
        draft = rater.draft(packet, **changes)
        receipt, self.sent[rater.id] = await join(rater, draft)
        self.acknowledged.add(receipt.id)
        self.done[rater.id].append(packet)

    async def cannot(self, rater: PlayedRater) -> None:
        await self.work(rater, answers={}, cannot="I do not know the language.")

    async def correct(self, rater: PlayedRater) -> None:
        if self.done[rater.id]:
            receipt, _ = await join(rater, rater.draft(self.chance.choice(self.done[rater.id]), value=2))
            self.acknowledged.add(receipt.id)

    async def refused(self, rater: PlayedRater) -> None:
        await self.work(rater, answers={"nonsense": {"A": 1}})

    def organise(self) -> None:
        bench, key = self.study.bench, self.study.key
        what = self.chance.randrange(4)
        if what == 0:
            change.withdraw_item(bench, key, f"item-{self.chance.randrange(60)}", "It was wrong.")
        elif what == 1:
            raters.revoke_rater(bench, key, self.chance.choice(self.people[2:]).id)
        elif what == 2:
            clock_of(bench).past_the_lease()


@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_foreseen_breaks_no_rule(bench: Workbench, seed: int) -> None:
    study = open_study(bench, lines(60, "a"), "translation", quorum=2)
    second = open_workbench(bench.folder, bench.world, bench.database.address)
    day = Day([bench, second], study, seed)

    async def through() -> None:
        for n in range(24):
            await day.step()
            if n % 6 == 5:
                await asyncio.to_thread(_unless_refused, day.organise)

    try:
        asyncio.run(through())
    finally:
        second.close()
    assert day.acknowledged <= {row["id"] for row in study.log()}
    assert len(day.acknowledged) > 40
    assert max(counted(study).values()) <= 2
    assert sql(bench, "SELECT 1 FROM assignment GROUP BY membership_id, unit_id, purpose HAVING count(*) > 1") == []
    assert rebuilds_to_itself(study)


def _unless_refused(work: Callable[[], None]) -> None:
    try:
        work()
    except JuryboxError:
        return


def test_ids_that_are_none_are_not_looked_for(bench: Workbench) -> None:
    """A page may send anything as an id: it never becomes a part of a list of ids."""
    study = open_study(bench, lines(4, "a"), "translation", quorum=1)
    rater = study.rater()

    async def nonsense() -> Any:
        return await asyncio.gather(
            *(
                join(rater, JudgementDraft(id=word, assignment=word, stage="rate", answers={}))
                for word in ('{"a","b"}', "},{", "NULL", "'", "")
            ),
            return_exceptions=True,
        )

    assert {type(error) for error in asyncio.run(nonsense())} == {NotFound}
