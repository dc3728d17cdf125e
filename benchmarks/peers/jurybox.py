"""Jurybox, installed from this checkout. Each judgement brings the next unit, as the rater's page asks for it."""

import csv
import io
import random
import time
import uuid
from pathlib import Path

from benchmarks.load import ANSWERED_AT
from benchmarks.peers.client import Client
from benchmarks.peers.peer import QUORUM, Job, NotMeasured, PageOf, Peer, Stored
from benchmarks.processes import ROOT

STUDY = "bench"
BASE = f"/rate/{STUDY}"


class Jurybox(Peer):
    name = "Jurybox"
    requirements = (str(ROOT),)
    venv = "jurybox"

    def __init__(self, cache: Path, folder: Path) -> None:
        super().__init__(cache, folder)
        self.data = ["--data", str(folder / "data")]
        self.clients: list[Client] = []
        self.next: dict[int, list[dict[str, str]]] = {}

    def install(self) -> None:
        """Anew each time: the checkout may have changed."""
        (self.home / "installed").unlink(missing_ok=True)
        super().install()

    def start(self) -> float:
        return self.serve([self.command("jurybox"), "serve", "--port", str(self.port), *self.data], "/healthz")

    async def fill(self, job: Job) -> float:
        table, people = self.folder / "items.csv", self.folder / "raters.txt"
        with table.open("w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file)
            rows.writerow(["id", "system", "source", "output"])
            rows.writerows((row.key, "one", row.source, row.output) for row in job.rows)
        people.write_text("".join(f"Rater {n}\n" for n in range(job.raters)), encoding="utf-8")
        begun = time.perf_counter()
        settings = ["--protocol", "translation", "--set", f"quorum={QUORUM}", "--items", str(table)]
        self.run([self.command("jurybox"), "study", "create", STUDY, *settings, *self.data])
        self.run([self.command("jurybox"), "study", "open", STUDY, *self.data])
        took = time.perf_counter() - begun
        added = self.run([self.command("jurybox"), "rater", "add", STUDY, "--file", str(people), *self.data])
        self.tokens = [line.rpartition("#")[2].strip() for line in added.splitlines() if "#" in line]
        self.clients = [Client(self.port, {"cookie": f"jurybox_rater={token}"}) for token in self.tokens]
        return took

    async def rate(self, rater: int) -> str | None:
        client = self.clients[rater]
        if not self.next.get(rater):
            self.next[rater] = (await client.post(f"{BASE}/api/next", {"ahead": 1})).json()["units"]
        if not self.next[rater]:
            return None
        unit, token = self.next[rater].pop(), str(uuid.uuid4())
        judgement = {
            "format": 1, "id": token, "assignment": unit["assignment"], "stage": "rate",
            "answers": {"score": {"A": random.randint(1, 5)}}, "cannot": None, "comment": None,
            "answered_at": ANSWERED_AT, "elapsed_ms": 5100, "ahead": 1,
        }  # fmt: skip
        self.next[rater] = (await client.post(f"{BASE}/api/judgements", judgement)).json()["next"]["units"]
        return token

    async def export(self) -> list[Stored]:
        table = csv.DictReader(io.StringIO(self.run([self.command("jurybox"), "export", STUDY, *self.data])))
        return [Stored(row["judgement"], row["item"]) for row in table]

    async def agreement(self) -> str:
        said = self.run([self.command("jurybox"), "analyse", STUDY, *self.data])
        line = next((line for line in said.splitlines() if line.startswith("score  ")), "")
        if not line:
            raise NotMeasured("nothing was said of it")
        return "alpha with its interval, means, drift"

    async def page(self) -> PageOf:
        return PageOf(f"http://127.0.0.1:{self.port}{BASE}/#{self.tokens[0]}")
