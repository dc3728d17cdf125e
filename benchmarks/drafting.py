"""The pages of a draft with many texts: what each change on Design costs the server, and every step on the way."""

import re
import statistics
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

from benchmarks import processes
from benchmarks.material import STUDY, build_draft
from benchmarks.processes import Served
from benchmarks.site import GOAL_MS, LOOKS, UNITS, processor_of, sign_in, with_organiser
from benchmarks.table import Line, at_most

HOME = f"/studies/{STUDY}"
PAGES = {
    "overview": HOME,
    "protocol": f"{HOME}/protocol",
    "texts": f"{HOME}/texts",
    "design": f"{HOME}/design",
    "check": f"{HOME}/check",
    "raters": f"{HOME}/raters",
    "all studies": "/studies",
    "what would go wrong as JSON": f"/api{HOME}/check",
}
SENT = {"origin": "", "content-type": "application/x-www-form-urlencoded"}


def measure(folder: Path) -> Iterator[Line]:
    build_draft(folder / "draft", UNITS)
    with processes.jurybox(with_organiser(folder / "draft")) as served:
        draft = Draft(served, sign_in(served))
        label = f"a draft of {UNITS:,} units"
        for name, path in PAGES.items():
            yield from _lines(f"{label}, page: {name}", [draft.get(path) for _ in range(LOOKS)])
        changes = [draft.post(f"{HOME}/design/estimate", {"quorum.rate": str(n + 2)}) for n in range(LOOKS)]
        yield from _lines(f"{label}, a change on Design", changes)
        for name, path in {"design": f"{HOME}/design", "check": f"{HOME}/check"}.items():
            yield from _lines(f"{label}, {name} just after it was saved", [draft.anew(path, n) for n in range(LOOKS)])
        saved = [draft.save(n + LOOKS) for n in range(LOOKS)]
        yield from _lines(f"{label}, saving the design", saved)


class Draft:
    """A browser that is signed in; what it asks for is told in milliseconds of the server's processor."""

    def __init__(self, served: Served, cookie: str) -> None:
        self._served, self._cookie = served, cookie

    def get(self, path: str) -> float:
        return self._ask("GET", path)

    def post(self, path: str, fields: dict[str, str]) -> float:
        return self._ask("POST", path, urlencode(fields))

    def save(self, n: int) -> float:
        seen = re.search(rb'name="seen" value="(\d+)"', self._read("GET", f"{HOME}/design"))
        assert seen is not None
        return self.post(f"{HOME}/design", {"seen": seen[1].decode(), "quorum.rate": str(n + 1)})

    def anew(self, path: str, n: int) -> float:
        self.save(n)
        return self.get(path)

    def _ask(self, method: str, path: str, body: str | None = None) -> float:
        used = processor_of(self._served)
        self._read(method, path, body)
        return processor_of(self._served) - used

    def _read(self, method: str, path: str, body: str | None = None) -> bytes:
        connection = HTTPConnection("127.0.0.1", self._served.port)
        sent = {**SENT, "origin": f"http://127.0.0.1:{self._served.port}"} if body is not None else {}
        connection.request(method, path, body, {"cookie": self._cookie, "accept": "text/html", **sent})
        answer = connection.getresponse()
        found = answer.read()
        connection.close()
        assert answer.status in (200, 303), (path, answer.status)
        return found


def _lines(label: str, costs: list[float]) -> Iterator[Line]:
    yield at_most(f"{label}, processor time of the server", statistics.median(costs), GOAL_MS, " ms")
