"""What SQLite's writer remembers is what the database holds, whoever writes; and it spares statements."""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from jurybox.core import NextWish
from jurybox.core.errors import Conflict, Denied, JuryboxError, NotFound, Refused
from jurybox.store import Run, open_database
from jurybox.store.memory import Memory
from jurybox.store.statement import Statement
from jurybox.studies.lifecycle import change
from jurybox.studies.people import raters
from jurybox.studies.rating import session
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import NewBench, clock_of, sql
from tests.fixtures.studies import HIDING, Played, PlayedRater, judgement_id, lines, loaded, open_study

STATEMENTS_OF_JOINED = 7


@pytest.fixture
def bench(new_bench: NewBench) -> Workbench:
    return new_bench("sqlite")


def memory_of(bench: Workbench) -> Memory:
    bench.database.write(lambda run: None)
    memory: Memory = bench.database._local.memory  # type: ignore[attr-defined]
    return memory


def joined(rater: PlayedRater, packet: dict[str, Any]) -> dict[str, Any]:
    """Submit a unit; the one that comes with the answer."""
    _, following = rater.call(session.submit_and_next, rater.draft(packet), "browser", NextWish())
    found: dict[str, Any] = following["units"][0]
    return found


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The statements that are run meanwhile."""
    heard: list[str] = []
    execute, many = Statement._execute, Statement.many

    def hear(statement: Statement, run: Run, params: Any) -> Any:
        heard.append(statement.compiled("sqlite").sql)
        return execute(statement, run, params)

    def hear_many(statement: Statement, run: Run, rows: Any) -> None:
        heard.append(statement.compiled("sqlite").sql)
        many(statement, run, rows)

    with monkeypatch.context() as patch:
        patch.setattr(Statement, "_execute", hear)
        patch.setattr(Statement, "many", hear_many)
        yield heard


def test_a_rater_who_is_known_costs_few_statements(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    study = open_study(bench, lines(20), "translation", quorum=2)
    first, second = study.rater(), study.rater()
    units = [joined(rater, joined(rater, rater.one())) for rater in (first, second)]
    for rater, packet in zip((first, second), units, strict=True):
        draft = rater.draft(packet)
        with counted(monkeypatch) as heard:
            rater.call(session.submit_and_next, draft, "browser", NextWish())
        assert len(heard) <= STATEMENTS_OF_JOINED, heard
    assert not [sql for sql in heard if "output.fields" in sql], "the second rater is sent what the first was"


def fresh(bench: Workbench, statement: str) -> list[tuple[Any, ...]]:
    """What lies in the file, read by somebody else."""
    found: list[tuple[Any, ...]] = sql(bench, statement)
    return found


def looks_sound(bench: Workbench, memory: Memory) -> None:
    """Whatever is remembered is what the database holds."""
    for rater in memory.raters.values():
        m = rater.member
        assert fresh(
            bench,
            "SELECT m.done, m.ready, m.checked, m.revoked_at IS NOT NULL, s.version, s.state FROM membership m "
            f"JOIN study s ON s.id = m.study_id WHERE m.id = {m.id}",
        ) == [(m.done, m.ready, m.checked, int(m.revoked), m.study_version, m.study_state)]
        mine = f"membership_id = {m.id}"
        if rater.place is not None:
            assert fresh(
                bench,
                f"SELECT position, batch, cursor, epoch FROM assignment WHERE {mine} ORDER BY position DESC LIMIT 1",
            ) == [tuple(rater.place)]
            assert (
                fresh(bench, f"SELECT 1 FROM assignment WHERE {mine} AND state = 'lapsed' AND stage IS NOT NULL") == []
            )
            assert fresh(bench, f"SELECT 1 FROM returned WHERE study_id = {m.study} AND stage = 0") == []
        if rater.open is not None:
            assert sorted(
                fresh(
                    bench,
                    "SELECT id, uid, unit_id, stage, shown, state, lease_until, EXISTS (SELECT 1 FROM draft WHERE "
                    f"assignment_id = assignment.id) FROM assignment WHERE {mine} AND stage IS NOT NULL",
                )
            ) == sorted(
                (a.id, a.uid, a.unit, a.stage, a.shown, a.state, a.lease_until, int(a.has_draft))
                for a in rater.open.values()
            )
        for uid, state in rater.states.items():
            assert fresh(bench, f"SELECT state FROM assignment WHERE uid = '{uid}'") == [(state,)]
    first = fresh(bench, "SELECT min(lease_until) FROM assignment WHERE state = 'leased'")[0][0]
    assert first is None or memory.no_lease_ends_before <= max(first, clock_of(bench).now)
    if memory.free is not None:
        assert [*zip(memory.free.places, memory.free.slots, strict=True)] == fresh(
            bench,
            f"SELECT place, open_slots FROM slot WHERE study_id = {memory.free.study} AND stage = {memory.free.stage} "
            f"AND open_slots > 0 AND place > {memory.free.after} ORDER BY place LIMIT {len(memory.free.places)}",
        )


class Day:
    """Raters and an organiser at work, in the order that a seed gives."""

    def __init__(self, study: Played, seed: int) -> None:
        self.study, self.chance = study, random.Random(seed)
        self.raters = [study.rater() for _ in range(3)]
        self.sent: dict[str, list[dict[str, Any]]] = {rater.id: [] for rater in self.raters}
        self.done: dict[str, list[dict[str, Any]]] = {rater.id: [] for rater in self.raters}

    def step(self) -> None:
        rater = self.chance.choice(self.raters)
        what = self.chance.choices(self.acts(), (4, 5, 12, 1, 3, 2, 1, 1, 1))[0]
        with suppress(NotFound, Conflict, Denied, Refused):
            what(rater)

    def acts(self) -> list[Callable[[PlayedRater], None]]:
        often = [self.ask, self.submit, self.join, self.cannot, self.draft, self.correct]
        return [*often, self.refused, self.wait, self.organise]

    def ask(self, rater: PlayedRater) -> None:
        self.sent[rater.id] = rater.next(ahead=self.chance.choice((1, 1, 3)))

    def _one(self, rater: PlayedRater) -> dict[str, Any]:
        if not self.sent[rater.id]:
            self.ask(rater)
        if not self.sent[rater.id]:
            raise NotFound.of("nothing.left")
        packet = self.sent[rater.id].pop(0)
        self.done[rater.id].append(packet)
        return packet

    def submit(self, rater: PlayedRater) -> None:
        rater.submit(self._one(rater))

    def join(self, rater: PlayedRater) -> None:
        draft = rater.draft(self._one(rater))
        _, following = rater.call(session.submit_and_next, draft, "browser", NextWish())
        self.sent[rater.id] = following["units"]

    def cannot(self, rater: PlayedRater) -> None:
        rater.cannot(self._one(rater))

    def draft(self, rater: PlayedRater) -> None:
        packet = self._one(rater)
        rater.call(session.save_draft, packet["assignment"], packet["stage"], {"answers": {}, "comment": "later"})
        self.sent[rater.id].insert(0, packet)

    def correct(self, rater: PlayedRater) -> None:
        if self.done[rater.id]:
            rater.submit(self.chance.choice(self.done[rater.id]), value=2)

    def refused(self, rater: PlayedRater) -> None:
        rater.submit(self._one(rater), answers={"nonsense": {"A": 1}})

    def wait(self, rater: PlayedRater) -> None:
        clock_of(self.study.bench).forward(self.chance.choice((1, 20, 40)))

    def organise(self, rater: PlayedRater) -> None:
        bench, key = self.study.bench, self.study.key
        if self.chance.random() < 0.5:
            change.withdraw_item(bench, key, f"item-{self.chance.randrange(30)}", "It was wrong.")
        else:
            raters.add_rater(bench, key, f"Further {judgement_id()}", [], [])


@pytest.mark.parametrize("kind", ["plain", "several", "hiding", "repeats"])
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_remembered_is_what_the_database_holds(bench: Workbench, kind: str, seed: int) -> None:
    protocol = loaded(**HIDING) if kind == "hiding" else loaded()
    settings: dict[str, Any] = {"repeats": 0.3} if kind == "repeats" else {}
    study = open_study(bench, lines(30), protocol, quorum=3 if kind == "several" else 1, **settings)
    memory, day = memory_of(bench), Day(study, seed)
    seen = {"raters": 0, "open": 0, "free": 0}
    for _ in range(120):
        day.step()
        looks_sound(bench, memory)
        seen["raters"] += bool(memory.raters)
        seen["open"] += any(rater.open for rater in memory.raters.values())
        seen["free"] += memory.free is not None
    assert seen["raters"] > 20, seen
    if kind == "plain":
        assert min(seen.values()) > 5, seen


def test_what_another_process_wrote_is_seen_at_once(bench: Workbench) -> None:
    study = open_study(bench, lines(20), quorum=2)
    rater = study.rater()
    packet = joined(rater, joined(rater, rater.one()))
    assert memory_of(bench).raters
    other = open_database(str(bench.folder / "jurybox.db"))

    def revoke(run: Run) -> None:
        run._cursor.execute("UPDATE membership SET revoked_at = 1")

    other.write(revoke)
    other.close()
    with pytest.raises(JuryboxError, match=r"link\.revoked"):
        rater.submit(packet)


def test_who_is_revoked_is_known_no_more(bench: Workbench) -> None:
    study = open_study(bench, lines(20), quorum=2)
    rater = study.rater()
    packet = joined(rater, joined(rater, rater.one()))
    raters.revoke_rater(bench, study.key, rater.id)
    with pytest.raises(JuryboxError, match=r"link\.revoked"):
        rater.submit(packet)


def test_nothing_is_remembered_of_what_was_rolled_back(bench: Workbench) -> None:
    study = open_study(bench, lines(20), quorum=2)
    rater = study.rater()
    packet = joined(rater, joined(rater, rater.one()))
    draft = rater.draft(packet)

    def breaks(bench: Workbench, run: Run, link: Any) -> None:
        session.submit_and_next(bench, run, link, draft, "browser", NextWish())
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        rater.call(breaks)
    assert not memory_of(bench).raters
    assert rater.send(draft).is_new
    assert rater.send(draft).state == "known"
    assert [row["id"] for row in study.log()].count(draft.id) == 1


def test_a_unit_that_a_rater_has_already_is_not_given_again(bench: Workbench) -> None:
    """What the writer has in mind is for everybody; who had a unit already is found when it is taken."""
    study = open_study(bench, lines(6), quorum=2)
    first, second = study.rater(), study.rater()
    packet = joined(first, first.one())
    sql(bench, "UPDATE assignment SET cursor = -1")  # as after a new beginning of the pool
    units = [packet]
    for _ in range(9):
        units.append(joined(first, units[-1]))
    texts = [unit["candidates"][0]["fields"]["output"] for unit in units]
    assert len(set(texts)) == len(texts)
    assert second.one()
