"""A server, over its HTTP API: the same names as for a folder.

What it answers is taken for what its OpenAPI document promises: that is what every `cast` here says.
"""

import json
import time
import urllib.parse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack, cast

from jurybox.client.http import Http, ToldFault, problem_of
from jurybox.client.options import StudyOptions
from jurybox.client.rows import as_files
from jurybox.client.shape import Added, Outputs, Rater
from jurybox.client.table import Ratings
from jurybox.client.words import in_words
from jurybox.core import JsonObject, NotFound, Refused

if TYPE_CHECKING:
    from jurybox.studies import StudyDescription, StudySummary
    from jurybox.studies.lifecycle import ShelfLine
    from jurybox.studies.results import Findings


class ServerJob(TypedDict):
    """Work that a server does for a while, as far as it is looked at here."""

    id: str
    state: str
    errors: list[ToldFault]
    result: Added


class ServerRater(TypedDict):
    id: str
    name: str
    link: str
    revoked: bool
    groups: list[str]
    stages: list[str]
    language: str | None
    done: int


BY_DEFAULT: StudyOptions = {
    "level": None,
    "by": None,
    "pool": False,
    "full": False,
    "cluster_rule": "permutation",
    "resample": None,
    "raters": "fixed",
    "position": False,
    "without": (),
    "half_is_zero": False,
    "decisions": False,
}
"""What a server is asked for where nothing is said."""
SHORTEST_WAIT_S, LONGEST_WAIT_S = 0.05, 2.0


class Server:
    """All studies of a server."""

    @in_words()
    def __init__(self, url: str, token: str, timeout: float = 60) -> None:
        self.http = Http(url, token, timeout)

    @in_words()
    def protocols(self) -> "list[ShelfLine]":
        return cast("list[ShelfLine]", self.http.get_list("/api/protocols"))

    @in_words()
    def studies(self) -> "list[StudySummary]":
        return cast("list[StudySummary]", self.http.get_list("/api/studies"))

    @in_words()
    def study(self, key: str) -> "ServerStudy":
        study = ServerStudy(self, key)
        study.show()
        return study

    @in_words()
    def create(
        self,
        key: str,
        protocol: str,
        *,
        name: str | None = None,
        settings: Mapping[str, object] | None = None,
        seed: str | None = None,
    ) -> "ServerStudy":
        """A new draft; the protocol is one of the server's shelf."""
        about = {"key": key, "name": name or key, "protocol": str(protocol), "seed": seed}
        self.http.post("/api/studies", {**about, "settings": dict(settings or {})})
        return ServerStudy(self, key)

    def wait_for(self, asked: JsonObject) -> ServerJob:
        """A job when the server is done with it; what it was refused with, where it was."""
        pause, job = SHORTEST_WAIT_S, _job(asked)
        while job["state"] not in ("done", "failed"):
            time.sleep(pause)
            pause = min(LONGEST_WAIT_S, 1.5 * pause)
            job = _job(self.http.get(f"/api/jobs/{job['id']}"))
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
    def show(self) -> "StudyDescription":
        return cast("StudyDescription", self._http.get(self._path))

    @in_words()
    def add(
        self,
        outputs: Outputs,
        *,
        media: str | Path | None = None,
        people: str | Path | None = None,
        reading: Mapping[str, object] | None = None,
    ) -> Added:
        with as_files(outputs) as paths:
            files = [("tables", path) for path in paths] + [("media", path) for path in _files_in(media)]
            files += [("people", Path(people))] if people else []
            said = {"reading": json.dumps(dict(reading))} if reading else {}
            job = self._http.upload(f"{self._path}/items", files, said)
        done = self._server.wait_for(job)["result"]
        return {"items": done["items"], "outputs": done["outputs"], "left_out": done["left_out"]}

    @in_words()
    def open(self) -> "ServerStudy":
        self._server.wait_for(self._http.post(f"{self._path}/open"))
        return self

    @in_words()
    def pause(self) -> "ServerStudy":
        self._http.post(f"{self._path}/pause")
        return self

    @in_words()
    def resume(self) -> "ServerStudy":
        self._http.post(f"{self._path}/resume")
        return self

    @in_words()
    def close(self) -> "ServerStudy":
        self._http.post(f"{self._path}/close")
        return self

    @in_words()
    def reopen(self) -> "ServerStudy":
        self._http.post(f"{self._path}/reopen")
        return self

    @in_words()
    def add_rater(
        self, name: str, *, groups: Sequence[str] = (), stages: Sequence[str] = (), language: str | None = None
    ) -> Rater:
        wish = {"name": name, "groups": list(groups), "stages": list(stages), "language": language}
        return _rater(self._http.post(f"{self._path}/raters", wish))

    @in_words()
    def raters(self) -> list[Rater]:
        return [_rater(line) for line in self._http.get_list(f"{self._path}/raters")]

    @in_words()
    def ratings(self, *, everything: bool = False) -> Ratings:
        return Ratings(
            self._http.lines(f"{self._path}/export", format="jsonl", everything="true" if everything else None)
        )

    @in_words()
    def analyse(self, **options: Unpack[StudyOptions]) -> "Findings":
        from jurybox.studies.results import from_json

        for name in options.keys() - BY_DEFAULT.keys():
            raise TypeError(f"ServerStudy.analyse() got an unexpected keyword argument {name!r}")
        wish = {**BY_DEFAULT, **options, "without": list(options.get("without", ()))}
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


def _job(told: JsonObject) -> ServerJob:
    return cast(ServerJob, told)


def _rater(told: JsonObject) -> Rater:
    line = cast(ServerRater, told)
    return Rater(
        line["id"],
        line["name"],
        None if line["revoked"] else line["link"],
        tuple(line["groups"]),
        tuple(line["stages"]),
        line["language"],
        line["done"],
    )
