"""Next and submit stay cheap: few statements, each of which finds its rows by an index."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from jurybox.core import NextWish
from jurybox.store import people, progress
from jurybox.store.statement import NewRow, Run, Statement
from jurybox.studies.rating import session
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import sql
from tests.fixtures.studies import HIDING, PlayedRater, lines, loaded, new_study, open_study
from tests.store.rating.test_checks import gold, is_check

LARGE = "slot|assignment|judgement|unit|item|output|candidate|number"
STATEMENTS_OF_NEXT = 6
STATEMENTS_OF_SUBMIT = 5
Listener = Callable[[Run, Statement, dict[str, Any]], None]


@pytest.fixture
def listen(monkeypatch: pytest.MonkeyPatch) -> Callable[[Listener], None]:
    """Calls a listener with every statement, after it was run."""

    def install(listener: Listener) -> None:
        send_values = NewRow.send_values
        execute, send, many = Statement._execute, Statement.send, Statement.many

        def heard(statement: Statement, run: Run, params: dict[str, Any]) -> Any:
            cursor = execute(statement, run, params)
            return Heard(cursor, lambda: listener(run, statement, params))

        def heard_send(statement: Statement, run: Run, /, **params: Any) -> None:
            send(statement, run, **params)
            listener(run, statement, params)

        def heard_values(statement: NewRow, run: Run, values: Any) -> None:
            send_values(statement, run, values)
            listener(run, statement, values)

        def heard_many(statement: Statement, run: Run, rows: Any) -> None:
            rows = list(rows)
            many(statement, run, rows)
            listener(run, statement, rows[0])

        monkeypatch.setattr(Statement, "_execute", heard)
        monkeypatch.setattr(Statement, "send", heard_send)
        monkeypatch.setattr(NewRow, "send_values", heard_values)
        monkeypatch.setattr(Statement, "many", heard_many)

    return install


class Heard:
    """A cursor that tells when its rows were fetched, because the listener may need it for itself."""

    def __init__(self, cursor: Any, tell: Callable[[], None]) -> None:
        self.cursor, self.tell = cursor, tell

    def fetchall(self) -> Any:
        rows = self.cursor.fetchall()
        self.tell()
        return rows

    def fetchone(self) -> Any:
        row = self.cursor.fetchone()
        self.tell()
        return row

    @property
    def rowcount(self) -> Any:
        count = self.cursor.rowcount
        self.tell()
        return count

    @property
    def lastrowid(self) -> Any:
        key = self.cursor.lastrowid
        self.tell()
        return key


def test_next_and_submit_take_few_statements(bench: Workbench, listen: Callable[[Listener], None]) -> None:
    """A number that grows is paid by every rater at every unit; see docs/design/hot-path.md before raising it."""
    rater = open_study(bench, lines(10), "translation", quorum=2).rater()
    rater.rate(2)
    heard: list[Statement] = []
    listen(lambda run, statement, params: heard.append(statement))
    packet = rater.one()
    assert len(heard) <= STATEMENTS_OF_NEXT, [statement.compiled("sqlite").sql for statement in heard]
    draft = rater.draft(packet)
    heard.clear()
    rater.send(draft)
    assert len(heard) <= STATEMENTS_OF_SUBMIT, [statement.compiled("sqlite").sql for statement in heard]
    draft = rater.draft(rater.one())
    heard.clear()
    rater.call(session.submit_and_next, draft, "browser", NextWish())
    assert len(heard) < STATEMENTS_OF_NEXT + STATEMENTS_OF_SUBMIT, "joined, the sign-in is asked for once"


def test_checks_cost_one_statement_of_next_and_some_where_one_comes(
    bench: Workbench, listen: Callable[[Listener], None]
) -> None:
    study = new_study(bench, lines(60, "a"), quorum=1, checks={"share": 0.1})
    rater = gold(study).open().rater()
    heard: list[Statement] = []
    listen(lambda run, statement, params: heard.append(statement))
    of_next, of_submit, checks = [], [], []
    for _ in range(20):
        heard.clear()
        packet = rater.one()
        of_next.append(len(heard))
        checks.append(is_check(study, packet))
        heard.clear()
        rater.send(rater.draft(packet))
        of_submit.append(len(heard) - 1)  # the draft reads the study
    usual = [n for n, is_one in zip(of_next, checks, strict=True) if not is_one][1:]
    assert max(usual) <= STATEMENTS_OF_NEXT + 1
    assert max(n for n, is_one in zip(of_next, checks, strict=True) if is_one) <= STATEMENTS_OF_NEXT + 4
    assert max(n for n, is_one in zip(of_submit, checks, strict=True) if not is_one) <= STATEMENTS_OF_SUBMIT
    assert max(n for n, is_one in zip(of_submit, checks, strict=True) if is_one) <= STATEMENTS_OF_SUBMIT + 4


def plan_of(run: Run, statement: Statement, params: dict[str, Any]) -> list[str]:
    """What the database would do for a statement; PostgreSQL is told to avoid what it prefers in small tables."""
    sql, fixed, bind = statement.compiled(run._dialect)
    given = bind({**fixed, **params})
    if run._dialect == "sqlite":
        return [str(row[3]) for row in run._cursor.execute(f"EXPLAIN QUERY PLAN {sql}", given).fetchall()]
    run._cursor.execute("SET LOCAL enable_seqscan = off")
    run._cursor.execute(f"EXPLAIN {sql}", given)
    return [str(row[0]) for row in run._cursor.fetchall()]


def scans(plan: list[str]) -> Iterator[str]:
    """Lines of a plan that go through a whole table. Going through the leases, of which there are few, is none."""
    for line in plan:
        if re.match(rf"SCAN (?:{LARGE})\b(?!.*\bix_assignment_lease\b)", line) or re.search(
            rf"Seq Scan on (?:{LARGE})\b", line
        ):
            yield line


def play_a_while(rater: PlayedRater) -> None:
    """What happens on most days: units, a draft's worth of corrections, a cannot, a unit that comes back."""
    for _ in range(4):
        packet = rater.one()
        rater.submit(packet)
        rater.submit(packet, value=2)
        rater.cannot(rater.one())
        rater.next(ahead=3)


@pytest.mark.parametrize("kind", ["plain", "grouped", "hiding", "repeats"])
def test_every_hot_statement_finds_its_rows_by_an_index(
    bench: Workbench, listen: Callable[[Listener], None], kind: str
) -> None:
    protocol = loaded(**HIDING) if kind == "hiding" else "translation"
    table = lines(40, groups=["a", "b"] if kind == "grouped" else ())
    study = open_study(bench, table, protocol, quorum=2, repeats=0.5 if kind == "repeats" else 0)
    raters = [study.rater(groups=["a"] if kind == "grouped" else ()) for _ in range(2)]
    for rater in raters:
        rater.rate(1)
    plans: dict[str, list[str]] = {}

    def look(run: Run, statement: Statement, params: dict[str, Any]) -> None:
        sql = statement.compiled(run._dialect).sql
        if sql not in plans:
            plans[sql] = plan_of(run, statement, params)

    listen(look)
    for rater in raters:
        play_a_while(rater)
    assert len(plans) > STATEMENTS_OF_NEXT
    assert {sql: plan for sql, plan in plans.items() if list(scans(plan))} == {}


def test_what_a_batch_holds_is_counted_without_looking_at_those_before(
    bench: Workbench, listen: Callable[[Listener], None]
) -> None:
    study = open_study(bench, lines(40), loaded(**HIDING), quorum=2, batch=5)
    rater = study.rater()
    member = bench.database.read(lambda run: people.membership_id(run, rater.id))
    plans: list[list[str]] = []
    counted = []

    def look(run: Run, statement: Statement, params: dict[str, Any]) -> None:
        if statement is progress._IN_BATCH:
            plans.append(plan_of(run, statement, params))

    for _ in range(44):
        rater.rate(1)
        last = bench.database.read(lambda run: progress.last_given(run, member))
        assert last is not None
        batch = last.batch
        found = bench.database.read(partial(progress.in_batch, member=member, batch=batch))
        rows = sql(
            bench,
            f"SELECT count(*), max(shown) FROM assignment WHERE membership_id = {member} AND batch = {batch} "
            "AND purpose = 'rating' AND state <> 'lapsed'",
        )
        assert tuple(found) == rows[0]
        counted.append(batch)
    assert max(counted) >= 3
    listen(look)
    rater.one()
    by_position = "position>" if bench.database.dialect == "sqlite" else '"position" >'
    assert plans
    assert all(any(by_position in line for line in plan) for plan in plans), plans
