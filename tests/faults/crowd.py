"""Many raters at once who behave as the browser does: what was not acknowledged is sent again, under the same id."""

import asyncio
import contextlib
import random
import uuid
from collections import Counter, deque
from collections.abc import AsyncIterator, Sequence

from benchmarks.connection import Connection, head, with_body
from benchmarks.load import RatingClient, judgement
from benchmarks.material import STUDY

TAKEN = (200, 201)
PAUSE_S = 0.05
LONGEST_S = 120.0


class CrowdRater:
    def __init__(self, ports: Sequence[int], token: str, statuses: "Counter[int]") -> None:
        self.ports, self.statuses = deque(ports), statuses
        port, cookie = self.ports[0], f"jurybox_rater={token}"
        self.next_request = with_body(head(port, f"/rate/{STUDY}/api/next", cookie), b"{}")
        self.submit_head = head(port, f"/rate/{STUDY}/api/judgements", cookie)
        self.connection: Connection | None = None
        self.waiting: tuple[str, bytes] | None = None
        """The judgement that is not acknowledged yet."""
        self.acknowledged: list[str] = []

    async def step(self) -> bool:
        """Send what waits, or fetch a unit to judge; False when the server refused or was gone."""
        try:
            if self.connection is None:
                self.connection = await Connection.to(self.ports[0])
            return await (self._fetch() if self.waiting is None else self._deliver())
        except OSError:
            self.hang_up()
            self.ports.rotate(-1)  # where there are several servers, the balancer asks the next one
            return False

    async def _fetch(self) -> bool:
        assert self.connection is not None
        status, body = await self.connection.send(self.next_request)
        if status == 200 and (units := RatingClient.next_answer.decode(body).units):
            id = str(uuid.UUID(int=random.getrandbits(128), version=4))
            self.waiting = (id, with_body(self.submit_head, judgement(id, units[0])))
        else:
            self.statuses[status] += 1
        return self.waiting is not None

    async def _deliver(self) -> bool:
        assert self.connection is not None
        assert self.waiting is not None
        status, _ = await self.connection.send(self.waiting[1])
        self.statuses[status] += 1
        if status in TAKEN:
            self.acknowledged.append(self.waiting[0])
            self.waiting = None
        return status in TAKEN

    def hang_up(self) -> None:
        if self.connection is not None:
            self.connection.close()
        self.connection = None


class Crowd:
    """Raters at work for as long as `working` lasts."""

    def __init__(self, port: int, tokens: list[str], others: Sequence[int] = (), thinking_s: float = 0) -> None:
        """They are dealt out to all ports, if there are several, and may take their time between two requests."""
        self.thinking_s = thinking_s
        self.statuses: Counter[int] = Counter()
        self.raters = []
        ports = deque([port, *others])
        for token in tokens:
            self.raters.append(CrowdRater(ports, token, self.statuses))
            ports.rotate(-1)
        self.resting = False

    @property
    def acknowledged(self) -> list[str]:
        return [id for rater in self.raters for id in rater.acknowledged]

    @contextlib.asynccontextmanager
    async def working(self) -> AsyncIterator[None]:
        self.resting = False
        tasks = [asyncio.create_task(self._work(rater)) for rater in self.raters]
        try:
            yield
        finally:
            self.resting = True
            await asyncio.wait_for(asyncio.gather(*tasks), LONGEST_S)
            for rater in self.raters:
                rater.hang_up()
            await asyncio.sleep(0)

    async def _work(self, rater: CrowdRater) -> None:
        while not self.resting:
            await asyncio.sleep(self.thinking_s if await rater.step() else PAUSE_S)

    async def until_acknowledged(self, more: int) -> None:
        """Wait until the crowd got that many more acknowledgements."""
        wanted = len(self.acknowledged) + more
        async with asyncio.timeout(LONGEST_S):
            while len(self.acknowledged) < wanted:
                await asyncio.sleep(0.01)

    async def deliver_rest(self) -> None:
        """What still waits is sent until it is taken."""
        async with asyncio.timeout(LONGEST_S):
            for rater in self.raters:
                while rater.waiting is not None:
                    if not await rater.step():
                        await asyncio.sleep(PAUSE_S)
                rater.hang_up()
        await asyncio.sleep(0)
