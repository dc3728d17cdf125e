"""doccano: web server and worker as its command starts them. It has no scale: five classes of a text stand for one."""

import io
import json
import time
import zipfile
from pathlib import Path
from typing import Any

from benchmarks.peers.client import Client, Refused
from benchmarks.peers.peer import LONGEST_START_S, Job, Login, NotMeasured, PageOf, Peer, Stored

PASSWORD = "only4theBenchmark"
BOUNDARY = "a-line-between-parts"
LONGEST_WORK_S = 240.0


class Doccano(Peer):
    name = "doccano"
    requirements = ("doccano", "marshmallow<4", "numpy<2", "setuptools<81")
    quorum = None

    def __init__(self, cache: Path, folder: Path) -> None:
        super().__init__(cache, folder)
        self.admin = Client(self.port)
        self.clients: list[Client] = []
        self.offsets: list[int] = []
        self.labels: list[int] = []
        self.project = ""

    @property
    def environment(self) -> dict[str, str]:
        return {"DOCCANO_HOME": str(self.folder), "PATH": f"{self.home / 'bin'}:/usr/local/bin:/usr/bin:/bin"}

    def start(self) -> float:
        begun, doccano = time.perf_counter(), self.command("doccano")
        if not (self.folder / "db.sqlite3").exists():
            self.run([doccano, "init"])
            self.run([doccano, "createuser", "--username", "admin", "--password", PASSWORD])
        prepared = time.perf_counter() - begun
        served = self.serve([doccano, "webserver", "--port", str(self.port)], "/v1/me", (200, 401, 403))
        self.start_worker()
        return prepared + served

    def start_worker(self) -> None:
        log = self.folder / "server.log"
        size, end = log.stat().st_size, time.perf_counter() + LONGEST_START_S
        self.spawn([self.command("doccano"), "task"])
        while b" ready." not in log.read_bytes()[size:]:
            if time.perf_counter() > end:
                raise NotMeasured(f"its worker did not start: {self.last_words()}")
            time.sleep(0.1)

    async def fill(self, job: Job) -> float:
        self.admin = await self.signed_in("admin")
        project = {
            "name": "bench", "description": "bench", "project_type": "DocumentClassification", "guideline": "",
            "resourcetype": "TextClassificationProject", "random_order": False, "collaborative_annotation": False,
            "single_class_classification": True, "tags": [],
        }  # fmt: skip
        self.project = f"/v1/projects/{(await self.admin.post('/v1/projects', project)).json()['id']}"
        for level in "12345":
            label = {"text": level, "prefix_key": None, "suffix_key": level, "background_color": "#00ff00"}
            made = await self.admin.post(f"{self.project}/category-types", {**label, "text_color": "#ffffff"})
            self.labels.append(made.json()["id"])
        took = await self.imported(job)
        await self.add_raters(job)
        return took

    async def imported(self, job: Job) -> float:
        lines = (json.dumps({"text": f"{row.source}\n{row.output}", "key": row.key}) for row in job.rows)
        begun = time.perf_counter()
        part = f'--{BOUNDARY}\r\ncontent-disposition: form-data; name="filepond"'
        body = f'{part}\r\n\r\n{{}}\r\n{part}; filename="rows.jsonl"\r\n\r\n' + "\n".join(lines)
        kind = {"content-type": f"multipart/form-data; boundary={BOUNDARY}"}
        sent = await self.admin.send("POST", "/v1/fp/process/", f"{body}\r\n--{BOUNDARY}--\r\n".encode(), kind)
        if sent.status != 200:
            raise Refused(f"upload: {sent.status} {sent.text[:200]}")
        wanted = {
            "format": "JSONL", "uploadIds": [sent.text.strip().strip('"')], "task": "DocumentClassification",
            "column_data": "text", "column_label": "label", "encoding": "utf_8", "delimiter": ",",
        }  # fmt: skip
        task = (await self.admin.post(f"{self.project}/upload", wanted)).json()["task_id"]
        await self.done(f"/v1/tasks/status/{task}")
        return time.perf_counter() - begun

    async def done(self, path: str) -> Any:
        end = time.perf_counter() + LONGEST_WORK_S
        while time.perf_counter() < end:
            state = (await self.admin.get(path)).json()
            if state["ready"]:
                return state
            time.sleep(0.1)
        raise NotMeasured(f"its worker took more than {LONGEST_WORK_S:.0f} s")

    async def add_raters(self, job: Job) -> None:
        roles = {role["name"]: role["id"] for role in (await self.admin.get("/v1/roles")).json()}
        for n in range(job.raters):
            user = {"username": f"u{n}", "password1": PASSWORD, "password2": PASSWORD}
            made = (await self.admin.post("/v1/users/create", user)).json()["id"]
            await self.admin.post(f"{self.project}/members", {"user": made, "role": roles["annotator"]})
            self.clients.append(await self.signed_in(f"u{n}"))
            self.offsets.append(n * len(job.rows) // job.raters)

    async def signed_in(self, name: str) -> Client:
        visitor = Client(self.port)
        token = (await visitor.post("/v1/auth/login/", {"username": name, "password": PASSWORD})).json()["key"]
        visitor.close()
        return Client(self.port, {"authorization": f"Token {token}"})

    async def rate(self, rater: int) -> str | None:
        client, offset = self.clients[rater], self.offsets[rater]
        found = (await client.get(f"{self.project}/examples?limit=1&offset={offset}")).json()["results"]
        client.cookies.clear()
        if not found:
            return None
        self.offsets[rater] += 1
        example = f"{self.project}/examples/{found[0]['id']}"
        await client.post(f"{example}/categories", {"label": self.labels[offset % 5]})
        await client.post(f"{example}/states", {})
        return f"u{rater}:{found[0]['id']}"

    async def export(self) -> list[Stored]:
        asked = {"format": "JSONL", "exportApproved": False}
        task = (await self.admin.post(f"{self.project}/download", asked)).json()["task_id"]
        await self.done(f"/v1/tasks/status/{task}")
        answer = await self.admin.get(f"{self.project}/download?taskId={task}")
        found = []
        with zipfile.ZipFile(io.BytesIO(answer.body)) as archive:
            for name in archive.namelist():
                rows = [json.loads(line) for line in archive.read(name).decode().splitlines() if line]
                user = name.removesuffix(".jsonl")
                found += [Stored(f"{user}:{row['id']}", str(row["id"])) for row in rows if row.get("label")]
        return found

    async def page(self) -> PageOf:
        page = self.project.removeprefix("/v1")
        base = f"http://127.0.0.1:{self.port}"
        return PageOf(f"{base}{page}/text-classification?page=1", login=Login(f"{base}/auth", "u0", PASSWORD))
