"""Label Studio (the free one), with the SQLite it comes with; the next task as its own page asks for it."""

import re
import time
from pathlib import Path

from benchmarks.peers.client import Client
from benchmarks.peers.peer import QUORUM, Job, PageOf, Peer, Stored

TOKEN = "0123456789abcdef0123456789abcdef01234567"
LABELS = (
    '<View><Text name="source" value="$source"/><Text name="output" value="$output"/>'
    '<Rating name="quality" toName="output" maxRating="5" required="true"/></View>'
)


class LabelStudio(Peer):
    name = "Label Studio"
    requirements = ("label-studio",)

    def __init__(self, cache: Path, folder: Path) -> None:
        super().__init__(cache, folder)
        self.admin = Client(self.port, {"authorization": f"Token {TOKEN}"})
        self.clients: list[Client] = []
        self.cookies: dict[str, str] = {}

    @property
    def environment(self) -> dict[str, str]:
        return {
            "LABEL_STUDIO_USERNAME": "admin@example.com", "LABEL_STUDIO_PASSWORD": "only for the benchmark",
            "LABEL_STUDIO_USER_TOKEN": TOKEN, "LABEL_STUDIO_ENABLE_LEGACY_API_TOKEN": "true",
            "LABEL_STUDIO_BASE_DATA_DIR": str(self.folder), "COLLECT_ANALYTICS": "False",
            "LATEST_VERSION_CHECK": "False", "DEBUG": "False", "LOG_LEVEL": "WARNING",
        }  # fmt: skip

    def start(self) -> float:
        where = ["--port", str(self.port), "--data-dir", str(self.folder)]
        return self.serve([self.command("label-studio"), "start", "--no-browser", *where], "/health")

    async def fill(self, job: Job) -> float:
        project = {"title": "bench", "label_config": LABELS, "maximum_annotations": QUORUM}
        self.project = (await self.admin.post("/api/projects", project)).json()["id"]
        rows = [{"data": {"key": row.key, "source": row.source, "output": row.output}} for row in job.rows]
        begun = time.perf_counter()
        await self.admin.post(f"/api/projects/{self.project}/import", rows)
        took = time.perf_counter() - begun
        self.clients = [await self.signed_up(n) for n in range(job.raters)]
        return took

    async def signed_up(self, n: int) -> Client:
        visitor = Client(self.port)
        page = (await visitor.get("/user/signup/")).text
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        fields = {
            "csrfmiddlewaretoken": found[1] if found else "", "email": f"rater{n}@example.com",
            "password": f"rater {n} of the benchmark", "allow_newsletters": "false",
        }  # fmt: skip
        await visitor.form("/user/signup/", fields)
        token = (await visitor.get("/api/current-user/token")).json()["token"]
        visitor.close()
        self.cookies = self.cookies or dict(visitor.cookies)
        return Client(self.port, {"authorization": f"Token {token}"})

    async def rate(self, rater: int) -> str | None:
        client = self.clients[rater]
        task = await client.post(f"/api/dm/actions?id=next_task&project={self.project}", {}, ok=(200, 404))
        if task.status == 404:
            return None
        number = task.json()["id"]
        rating = {"from_name": "quality", "to_name": "output", "type": "rating", "value": {"rating": 1 + number % 5}}
        path = f"/api/tasks/{number}/annotations?project={self.project}"
        return str((await client.post(path, {"result": [rating], "lead_time": 3.2})).json()["id"])

    async def export(self) -> list[Stored]:
        tasks = (await self.admin.get(f"/api/projects/{self.project}/export?exportType=JSON")).json()
        return [Stored(str(made["id"]), task["data"]["key"]) for task in tasks for made in task["annotations"]]

    async def page(self) -> PageOf:
        return PageOf(f"http://127.0.0.1:{self.port}/projects/{self.project}/data?labeling=1", self.cookies)
