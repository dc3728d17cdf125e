"""Potato: rows come from its configuration; the next page and the sending of an answer as its own script does it."""

import csv
import json
import re
from pathlib import Path

from benchmarks.peers.client import Client
from benchmarks.peers.peer import QUORUM, Job, NotMeasured, PageOf, Peer, Stored

KEY = "only-for-the-benchmark"
CURRENT = re.compile(r'id="instance_id" name="instance_id" type="hidden" value="([^"]+)"')


class Potato(Peer):
    name = "Potato"
    requirements = ("potato-annotation",)
    fills_first = True

    def __init__(self, cache: Path, folder: Path) -> None:
        super().__init__(cache, folder)
        self.clients: list[Client] = []
        self.current: list[str] = []

    def start(self) -> float:
        where = ["-p", str(self.port), "--host", "127.0.0.1"]
        return self.serve([self.command("potato"), "start", "configuration.yaml", *where], "/")

    async def fill(self, job: Job) -> float:
        """It reads the rows when it starts: what that takes is in its start."""
        rows = (json.dumps({"id": row.key, "text": f"{row.source} {row.output}"}) for row in job.rows)
        (self.folder / "rows.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
        scheme = {
            "annotation_type": "likert", "name": "quality", "description": "How good?", "size": 5,
            "min_label": "bad", "max_label": "good",
        }  # fmt: skip
        configuration = {
            "annotation_task_name": "bench", "task_dir": ".", "output_annotation_dir": "written",
            "export_annotation_format": "jsonl", "data_files": ["rows.jsonl"], "require_password": False,
            "item_properties": {"id_key": "id", "text_key": "text"}, "secret_key": KEY, "admin_api_key": KEY,
            "user_config": {"allow_all_users": True, "users": []}, "assignment_strategy": "fixed_order",
            "max_annotations_per_item": QUORUM, "annotation_schemes": [scheme],
            "max_annotations_per_user": max(10, job.alone + 1, QUORUM * len(job.rows) // job.raters),
        }  # fmt: skip
        (self.folder / "configuration.yaml").write_text(json.dumps(configuration), encoding="utf-8")
        self.clients = [Client(self.port) for _ in range(job.raters)]
        return 0.0

    async def sign_in(self) -> None:
        self.current = [await self.signed_in(client, n) for n, client in enumerate(self.clients)]

    async def signed_in(self, client: Client, n: int) -> str:
        answer = await client.form("/auth", {"action": "login", "email": f"u{n}"})
        page = answer.text if answer.status == 200 else (await client.get("/annotate")).text
        return current(page)

    async def rate(self, rater: int) -> str | None:
        client, row = self.clients[rater], self.current[rater]
        if not row:
            return None
        level = str(1 + int(row[1:]) % 5)
        answer = {"instance_id": row, "annotations": {f"quality:{level}": level}, "cleared_schemas": []}
        await client.post("/updateinstance", {**answer, "span_annotations": [], "response_time_seconds": 3.1})
        await client.post("/annotate", {"action": "next_instance", "instance_id": row}, ok=(200, 302))
        after = current((await client.get("/annotate")).text)
        self.current[rater] = after if after != row else ""
        return f"u{rater}:{row}"

    async def export(self) -> list[Stored]:
        command = [self.command("python"), "-m", "potato.export", "--config", "configuration.yaml"]
        self.run([*command, "--format", "csv", "--output", "exported"])
        found = []
        for path in (self.folder / "exported").glob("*.csv"):
            with path.open(newline="", encoding="utf-8") as file:
                rows = [row for row in csv.DictReader(file) if row.get("user_id") and row.get("instance_id")]
            found += [Stored(f"{row['user_id']}:{row['instance_id']}", row["instance_id"]) for row in rows]
        return found

    async def agreement(self) -> str:
        answer = await Client(self.port, {"x-api-key": KEY}).get("/admin/api/agreement")
        if b"alpha" not in answer.body:
            raise NotMeasured(f"said {answer.text[:80]}")
        return "alpha, as its organisers' page asks for it"

    async def page(self) -> PageOf:
        return PageOf(f"http://127.0.0.1:{self.port}/annotate", self.clients[0].cookies)


def current(page: str) -> str:
    """The row that a page shows; none when there is nothing left."""
    found = CURRENT.search(page)
    return found[1] if found else ""
