"""A server, over its HTTP API: the same names as for a folder."""

import json
import time
import urllib.parse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jurybox.client.http import Http, problem_of
from jurybox.client.rows import as_files
from jurybox.client.shape import Outputs, Rater
from jurybox.client.table import Ratings
from jurybox.client.words import in_words
from jurybox.core import NotFound, Refused

if TYPE_CHECKING:
    from jurybox.studies.results import Findings

SHORTEST_WAIT_S, LONGEST_WAIT_S = 0.05, 2.0


class Server:
    """All studies of a server."""

    @in_words()
    def __init__(self, url: str, token: str, timeout: float = 60) -> None:
        self.http = Http(url, token, timeout)

    @in_words()
    def protocols(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.http.get("/api/protocols")
        return found

    @in_words()
    def studies(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.http.get("/api/studies")
        return found

    @in_words()
    def study(self, key: str) -> "ServerStudy":
        study = ServerStudy(self, key)
        study.show()
        return study

    @in_words()
    def create(
        self, key: str, protocol: str, *, name: str | None = None, settings: Mapping[str, Any] | None = None,
        seed: str | None = None,
    ) -> "ServerStudy":  # fmt: skip
        """A new draft; the protocol is one of the server's shelf."""
        wish = {
            "key": key, "name": name or key, "protocol": str(protocol), "settings": dict(settings or {}), "seed": seed,
        }  # fmt: skip
        self.http.post("/api/studies", wish)
        return ServerStudy(self, key)

    def wait_for(self, job: dict[str, Any]) -> dict[str, Any]:
        """A job when the server is done with it; what it was refused with, where it was."""
        pause = SHORTEST_WAIT_S
        while job["state"] not in ("done", "failed"):
            time.sleep(pause)
            pause = min(LONGEST_WAIT_S, 1.5 * pause)
            job = self.http.get(f"/api/jobs/{job['id']}")
        if job["state"] == "failed":
            raise problem_of(Refused, job["errors"])
        return job

    def close(self) -> None:
        """Nothing is kept open between two requests."""

    def __enter__(self) -> "Server":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<jurybox server {self.http.url}>"


class ServerStudy:
    """One study of a server."""

    def __init__(self, server: Server, key: str) -> None:
        self._server, self._key = server, key
        self._path = f"/api/studies/{urllib.parse.quote(key, safe='')}"

    @property
    def key(self) -> str:
        return self._key

    @property
    def _http(self) -> Http:
        return self._server.http

    @in_words()
    def show(self) -> dict[str, Any]:
        found: dict[str, Any] = self._http.get(self._path)
        return found

    @in_words()
    def add(
        self, outputs: Outputs, *, media: str | Path | None = None, people: str | Path | None = None,
        reading: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:  # fmt: skip
        with as_files(outputs) as paths:
            files = [("tables", path) for path in paths] + [("media", path) for path in _files_in(media)]
            files += [("people", Path(people))] if people else []
            said = {"reading": json.dumps(dict(reading))} if reading else {}
            job = self._http.upload(f"{self._path}/items", files, said)
        done = self._server.wait_for(job)["result"]
        return {name: done[name] for name in ("items", "outputs", "left_out")}

    @in_words()
    def open(self) -> "ServerStudy":
        self._server.wait_for(self._http.post(f"{self._path}/open"))
        return self

    @in_words()
    def close(self) -> "ServerStudy":
        self._http.post(f"{self._path}/close")
        return self

    @in_words()
    def add_rater(
        self, name: str, *, groups: Sequence[str] = (), stages: Sequence[str] = (), language: str | None = None
    ) -> Rater:
        wish = {"name": name, "groups": list(groups), "stages": list(stages), "language": language}
        return _rater(self._http.post(f"{self._path}/raters", wish))

    @in_words()
    def raters(self) -> list[Rater]:
        return [_rater(line) for line in self._http.get(f"{self._path}/raters")]

    @in_words()
    def ratings(self, *, everything: bool = False) -> Ratings:
        return Ratings(
            self._http.lines(f"{self._path}/export", format="jsonl", everything="true" if everything else None)
        )

    @in_words()
    def analyse(
        self, *, level: str | None = None, by: str | None = None, pool: bool = False, full: bool = False,
        cluster_rule: str = "permutation", resample: str | None = None, raters: str = "fixed", position: bool = False,
        without: Sequence[str] = (), half_is_zero: bool = False,
    ) -> "Findings":  # fmt: skip
        from jurybox.studies.results import from_json

        wish = {
            "level": level, "by": by, "pool": pool, "full": full, "cluster_rule": cluster_rule,
            "resample": resample, "raters": raters, "position": position, "without": list(without),
            "half_is_zero": half_is_zero,
        }  # fmt: skip
        asked = self._http.post(f"{self._path}/findings", wish)
        if asked["job"] is not None:
            self._server.wait_for(self._http.get(f"/api/jobs/{asked['job']}"))
        query = {name: "true" if value is True else value for name, value in wish.items()}
        return from_json(self._http.content(f"{self._path}/findings/document", **query).decode())

    def report(self, to: str | Path, *, language: str = "en", force: bool = False) -> list[str]:
        from jurybox.client.analysing import report

        return report(self.analyse(), Path(to), language, force)

    @in_words()
    def copy(self, key: str, *, name: str | None = None, seed: str | None = None) -> "ServerStudy":
        self._http.post(f"{self._path}/copies", {"key": key, "name": name, "seed": seed})
        return ServerStudy(self._server, key)

    def __repr__(self) -> str:
        return f"<jurybox study {self.key} of {self._http.url}>"


def _files_in(media: str | Path | None) -> list[Path]:
    """The files of a folder; what lies in folders below it is found by its name alone, as on the server."""
    if media is None:
        return []
    if not Path(media).is_dir():
        raise NotFound.of("client.no_media", given=str(media))
    return sorted(path for path in Path(media).rglob("*") if path.is_file())


def _rater(line: dict[str, Any]) -> Rater:
    link = None if line["revoked"] else line["link"]
    return Rater(
        line["id"], line["name"], link, tuple(line["groups"]), tuple(line["stages"]), line["language"], line["done"]
    )
