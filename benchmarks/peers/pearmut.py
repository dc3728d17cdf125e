"""Pearmut: a list for each rater, which is its quickest way, or one pool for all (`single-stream`)."""

import json
import time
from pathlib import Path
from typing import Any

from benchmarks.peers.client import Client
from benchmarks.peers.peer import QUORUM, Job, PageOf, Peer, Row, Stored

CAMPAIGN = "bench"


class Pearmut(Peer):
    name = "Pearmut, lists"
    requirements = ("pearmut",)
    python = (3, 12)
    fills_first = True
    assignment = "task-based"

    def __init__(self, cache: Path, folder: Path) -> None:
        super().__init__(cache, folder)
        self.clients: list[Client] = []
        self.lists: list[list[Row]] = []

    @property
    def environment(self) -> dict[str, str]:
        return {"PEARMUT_ROOT": str(self.folder)}

    def start(self) -> float:
        return self.serve([self.command("pearmut"), "run", "--port", str(self.port)], "/annotate")

    async def fill(self, job: Job) -> float:
        self.lists = self.shared_out(job)
        info = {
            "assignment": self.assignment, "protocol": "DA", "users": [f"u{n}" for n in range(job.raters)],
            "sliders": [{"name": "Quality", "min": 1, "max": 5, "step": 1}],
        }  # fmt: skip
        campaign = self.folder / "campaign.json"
        campaign.write_text(json.dumps({"info": info, "campaign_id": CAMPAIGN, "data": self.data()}))
        begun = time.perf_counter()
        self.run([self.command("pearmut"), "add", str(campaign)])
        took = time.perf_counter() - begun
        self.clients = [Client(self.port) for _ in range(job.raters)]
        return took

    def shared_out(self, job: Job) -> list[list[Row]]:
        """Each row to as many of those who rate together as the quorum says; the first rows to the one alone, too."""
        many = max(1, job.raters - 1)
        lists: list[list[Row]] = [[] for _ in range(many)]
        for n, row in enumerate(job.rows):
            for place in range(min(QUORUM, many)):
                lists[(n + place) % many].append(row)
        return [*lists, job.rows[: max(1, job.alone)]] if job.raters > 1 else lists

    def data(self) -> list[Any]:
        return [[document(row) for row in rows] for rows in self.lists]

    async def rate(self, rater: int) -> str | None:
        user, client = {"campaign_id": CAMPAIGN, "user_id": f"u{rater}"}, self.clients[rater]
        task = (await client.post("/get-next-item", user)).json()
        if task.get("status") != "ok":
            return None
        item, now = task["info"]["item_i"], time.time()
        answer: dict[str, Any] = {"one": {"sliders": {"Quality": 1 + item % 5}, "score": None, "error_spans": []}}
        actions = [{"time": now - 3, "action": "load"}, {"time": now, "action": "submit"}]
        sent = {"annotation": [answer], "actions": actions, "item": task["payload"]}
        await client.post("/log-response", {**user, "item_i": item, "payload": sent})
        return f"u{rater}:{item}"

    async def export(self) -> list[Stored]:
        answer = await Client(self.port).get(f"/download-annotations?campaign_id={CAMPAIGN}")
        lines = answer.json()[CAMPAIGN]
        return [Stored(f"{line['user_id']}:{line['item_i']}", line["item"][0]["item_id"]) for line in lines]

    async def page(self) -> PageOf:
        return PageOf(f"http://127.0.0.1:{self.port}/annotate?campaign_id={CAMPAIGN}&user_id=u0")

    def reopen(self) -> None:
        """It does not start while the lock of the killed one is there."""
        (self.folder / "data" / ".lock").unlink(missing_ok=True)


class PearmutPool(Pearmut):
    name = "Pearmut, pool"
    assignment = "single-stream"
    quorum = 1

    def shared_out(self, job: Job) -> list[list[Row]]:
        return [job.rows]

    def data(self) -> list[Any]:
        return [document(row) for row in self.lists[0]]


def document(row: Row) -> list[dict[str, Any]]:
    return [{"src": row.source, "tgt": {"one": row.output}, "item_id": row.key}]
