"""The load generator, a process of its own: `python -m benchmarks.load < plan.json > result.json`."""

import asyncio
import random
import statistics
import sys
import time
import uuid

import msgspec

from benchmarks.connection import Connection, head, with_body
from benchmarks.meter import Meter

ANSWERED_AT = "2026-01-31T12:00:00Z"
LONGEST_WAIT_S = 60.0


class Plan(msgspec.Struct):
    """What to send. `clients` are raters' tokens; with `path`, each client only posts nothing there instead."""

    port: int
    servers: list[int]
    clients: list[str]
    base: str = "/rate/bench"
    """What the raters' paths begin with."""
    path: str = ""
    joined: bool = False
    """Whether the next unit comes back with the judgement, as the rater's page asks for it."""
    warm_up: int = 10
    """Loops of each client before the clock starts."""
    loops: int = 10_000
    """Loops of all clients together, at the most."""
    seconds: float = 20.0


class Result(msgspec.Struct):
    loops: int
    seconds: float
    median_ms: float
    p99_ms: float
    server_ms: float
    """Processor time of the server per loop."""
    own: float
    others: float
    stolen: float
    refused: dict[str, int]
    """Answers that were not 200 or 201, by status."""

    @property
    def per_second(self) -> float:
        return self.loops / self.seconds


class Unit(msgspec.Struct):
    assignment: str
    stage: str = "rate"


class Next(msgspec.Struct):
    units: list[Unit]


class Taken(msgspec.Struct):
    next: Next


class Run:
    """All clients together: one count of loops, one clock."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.meter = plan, Meter(plan.servers)
        self.took: list[float] = []
        self.refused: dict[str, int] = {}
        self.left = plan.loops
        self.deadline = 0.0

    async def play(self) -> Result:
        clients = [await self._client(cookie) for cookie in self.plan.clients]
        await asyncio.gather(*(self._warm_up(client) for client in clients))
        self.meter.start()
        self.deadline = time.perf_counter() + self.plan.seconds
        await asyncio.wait_for(
            asyncio.gather(*(self._loop(client) for client in clients)), self.plan.seconds + LONGEST_WAIT_S
        )
        used = self.meter.stop()
        done = len(self.took)
        cuts = statistics.quantiles(self.took, n=100) if done > 1 else [0.0] * 99
        return Result(
            done, used.seconds, cuts[49] * 1000, cuts[98] * 1000, used.server_s * 1000 / max(1, done),
            used.own, used.others, used.stolen, self.refused,
        )  # fmt: skip

    async def _client(self, cookie: str) -> "RatingClient | PostingClient":
        connection = await Connection.to(self.plan.port)
        if self.plan.path:
            return PostingClient(connection, self.plan)
        return RatingClient(connection, self.plan, cookie)

    async def _warm_up(self, client: "RatingClient | PostingClient") -> None:
        for _ in range(self.plan.warm_up):
            await client.step()

    async def _loop(self, client: "RatingClient | PostingClient") -> None:
        while self.left > 0:
            self.left -= 1
            begun = time.perf_counter()
            if begun > self.deadline:
                return
            status = await client.step()
            if status == 0:
                return
            if status not in (200, 201):
                self.refused[str(status)] = self.refused.get(str(status), 0) + 1
                continue
            self.took.append(time.perf_counter() - begun)


class PostingClient:
    """Posts an empty object to one path."""

    def __init__(self, connection: Connection, plan: Plan) -> None:
        self.connection, self.request = connection, with_body(head(plan.port, plan.path), b"{}")

    async def step(self) -> int:
        status, _ = await self.connection.send(self.request)
        return status


class RatingClient:
    """One rater: asks for a unit and sends a judgement of it."""

    next_answer = msgspec.json.Decoder(Next)
    taken_answer = msgspec.json.Decoder(Taken)

    def __init__(self, connection: Connection, plan: Plan, token: str) -> None:
        self.connection = connection
        cookie = f"jurybox_rater={token}"
        self.next_request = with_body(head(plan.port, f"{plan.base}/api/next", cookie), b'{"ahead":1}')
        self.submit_head = head(plan.port, f"{plan.base}/api/judgements", cookie)
        self.joined = plan.joined
        self.units: list[Unit] = []
        """Joined: what came back with the last judgement."""

    async def step(self) -> int:
        """The status of the judgement, or of what went wrong before it; 0 when there is nothing left to rate."""
        if not self.units:
            status, body = await self.connection.send(self.next_request)
            if status != 200:
                return status
            self.units = self.next_answer.decode(body).units
            if not self.units:
                return 0
        id = str(uuid.UUID(int=random.getrandbits(128), version=4))
        sent = judgement(id, self.units.pop(), 1 if self.joined else 0)
        status, body = await self.connection.send(with_body(self.submit_head, sent))
        if self.joined and status in (200, 201):
            self.units = self.taken_answer.decode(body).next.units
        return status


def judgement(id: str, unit: Unit, ahead: int = 0) -> bytes:
    """A judgement of one unit of the protocol `translation`; with `ahead` the next unit is to come back with it."""
    return (
        f'{{"format":1,"id":"{id}","assignment":"{unit.assignment}","stage":"{unit.stage}",'
        f'"answers":{{"score":{{"A":{random.randint(1, 5)}}}}},"cannot":null,"comment":null,'
        f'"answered_at":"{ANSWERED_AT}","elapsed_ms":5100,"ahead":{ahead}}}'
    ).encode()


def main() -> None:
    import uvloop

    plan = msgspec.json.decode(sys.stdin.buffer.read(), type=Plan)
    result = uvloop.run(Run(plan).play())
    sys.stdout.buffer.write(msgspec.json.encode(result))


if __name__ == "__main__":
    main()
