"""Statements on libpq's own pipeline: what nobody waits for costs no way to the server and back.

psycopg's cursor asks the server for one statement at a time, and BEGIN and COMMIT are ways of their own. Here a
statement is only written down; what was written down goes out together when somebody wants rows, or with the COMMIT.
Statements are prepared at once and bound as text. A fault of what nobody waited for is raised by whatever is asked
next, at the latest by `commit`: the transaction is gone then, whichever statement it was.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import psycopg
from psycopg import pq
from psycopg.adapt import Transformer
from psycopg.pq.abc import PGconn, PGresult

from jurybox.store.statement import Ready, Row, Value

_PLACE = re.compile(r"%(?:\((?P<name>\w+)\)s|s|%)")
_WRITES = re.compile(r"\s*(?:INSERT|UPDATE|DELETE|WITH)\b", re.IGNORECASE)
_GOOD = (pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK)
_MOST_UNREAD = 200
"""Answers that may wait to be read; a bulk insert should not fill both ends of the socket."""


class Prepared(NamedTuple):
    """A statement that this connection knows."""

    name: bytes
    places: tuple[str, ...]
    """The names of its parameters in their order; empty where they come by place."""
    writes: bool


class PipelineCursor:
    """One transaction after another on one connection; what `Run` wants of a cursor."""

    def __init__(self, connection: "psycopg.Connection[Row]") -> None:
        self._connection = connection
        self._pg: PGconn = connection.pgconn
        self._rows = Transformer(connection)
        self._prepared: dict[str, Prepared] = {}
        self._unread = 0
        self._result: PGresult | None = None
        self.has_written = False
        """Whether a statement that may change something was run since the flag was set back."""
        self._pg.enter_pipeline_mode()

    def begin(self) -> None:
        self._send(b"BEGIN")

    def go_by_index(self) -> None:
        """For statements that want a few rows by their keys.

        A plan that was made while a table held little goes through all of it, and is kept while the table grows: for
        a minute and more, until PostgreSQL counts its rows anew.
        """
        self._send(b"SET LOCAL enable_seqscan = off")

    def commit(self) -> None:
        """Wait until all of the transaction is durable."""
        self._send(b"COMMIT")
        self._end_pipeline()

    def roll_back(self) -> None:
        self._send(b"ROLLBACK")
        self._end_pipeline()

    def execute(self, sql: str, params: Sequence[Value] | Mapping[str, Value] | None = None, /) -> "PipelineCursor":
        if params is None:
            self.has_written = self.has_written or _WRITES.match(sql) is not None
            self._send(sql.encode())
            return self
        found = self._prepared.get(sql) or self._prepare(sql)
        values = [params[name] for name in found.places] if isinstance(params, Mapping) else params
        self._pg.send_query_prepared(found.name, [*map(_as_text, values)])
        self.has_written = self.has_written or found.writes
        self._was_sent()
        return self

    def executemany(self, sql: str, params: Iterable[Sequence[Value] | Mapping[str, Value]], /) -> None:
        for row in params:
            self.execute(sql, row)

    def gather(self, asked: Sequence[Ready], /) -> list[list[Row]]:
        """The rows of several questions, for one way to the server and back."""
        self._result = None
        if self._unread > _MOST_UNREAD - 2 * len(asked):
            self._read()
        wanted = []
        for sql, params in asked:
            self.execute(sql, params)
            wanted.append(self._unread - 1)
        self._pg.send_flush_request()
        self._pg.flush()
        results = [self._good_answer() for _ in range(self._unread)]
        return [self._rows_of(results[n]) for n in wanted]

    @property
    def rowcount(self) -> int:
        return self._last().command_tuples or 0

    @property
    def lastrowid(self) -> int | None:
        return None

    def fetchone(self) -> Row | None:
        result = self._last()
        if not result.ntuples:
            return None
        self._rows.set_pgresult(result)
        return self._rows.load_row(0, tuple)

    def fetchall(self) -> list[Row]:
        return self._rows_of(self._last())

    def _rows_of(self, result: PGresult) -> list[Row]:
        if not result.ntuples:
            return []
        self._rows.set_pgresult(result)
        return self._rows.load_rows(0, result.ntuples, tuple)

    def _prepare(self, sql: str) -> Prepared:
        places: list[str] = []
        count = 0

        def numbered(match: "re.Match[str]") -> str:
            nonlocal count
            if match.group() == "%%":
                return "%"
            name = match["name"]
            if name is not None:
                if name not in places:
                    places.append(name)
                return f"${places.index(name) + 1}"
            count += 1
            return f"${count}"

        text = _PLACE.sub(numbered, sql)
        name = b"s%d" % len(self._prepared)
        self._pg.send_prepare(name, text.encode())
        self._was_sent()
        found = self._prepared[sql] = Prepared(name, tuple(places), _WRITES.match(sql) is not None)
        return found

    def _send(self, command: bytes) -> None:
        self._pg.send_query_params(command, None)
        self._was_sent()

    def _was_sent(self) -> None:
        self._unread += 1
        self._result = None
        if self._unread >= _MOST_UNREAD:
            self._read()

    def _last(self) -> PGresult:
        """The answer to the last statement; faults of those before it are raised here."""
        if self._result is None:
            self._read()
        assert self._result is not None
        return self._result

    def _read(self) -> None:
        self._pg.send_flush_request()
        self._pg.flush()
        self._read_answers()

    def _read_answers(self) -> None:
        while self._unread:
            self._result = self._good_answer()

    def _end_pipeline(self) -> None:
        self._pg.pipeline_sync()
        self._read_answers()
        result = self._pg.get_result()
        if result is None or result.status != pq.ExecStatus.PIPELINE_SYNC:
            raise psycopg.OperationalError("the connection was lost")

    def _good_answer(self) -> PGresult:
        result = self._answer()
        if result.status not in _GOOD:
            raise psycopg.errors.error_from_result(result)
        return result

    def _answer(self) -> PGresult:
        result = self._pg.get_result()
        if result is None:
            raise psycopg.OperationalError("the connection was lost")
        self._unread -= 1
        if result.status in _GOOD:
            self._pg.get_result()  # says that there is nothing more of this statement
        return result


def _as_text(value: Value) -> bytes | None:
    if value is None:
        return None
    if isinstance(value, str):
        text = value.encode()
        if b"\0" in text:
            raise psycopg.DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")
        return text
    return str(value).encode()
