"""A server of its own with small studies, which can be stopped and started again; and what it has in the end."""

import csv
import socket
import sqlite3
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from jurybox.protocols import load_protocol
from jurybox.studies.lifecycle import create
from tests.browser.conftest import LONGEST_S, PROGRAM, QUIET, new_link, workbench

UNITS = 30
ROOM = 60
"""Raters that a unit has room for: no test waits for another."""


@dataclass
class Workplace:
    folder: Path
    port: int
    names: Iterator[int] = field(default_factory=count)
    latest: str = ""
    """The name of the rater who was added last."""
    listed: dict[str, list[str]] = field(default_factory=dict)
    """The links of those for whom a study of fixed lists was opened."""
    server: "subprocess.Popen[bytes] | None" = None

    @classmethod
    def at(cls, folder: Path) -> "Workplace":
        with closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            return cls(folder, free.getsockname()[1])

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def data(self) -> list[str]:
        return ["--data", str(self.folder / "data")]

    def study(self, key: str, people: int = 0, is_open: bool = True, **settings: Any) -> None:
        """A study of sentences that say which they are; fixed lists are for people who are there already."""
        table = self.folder / f"{key}.csv"
        with table.open("w", newline="", encoding="utf-8") as out:
            rows = csv.writer(out)
            rows.writerow(["id", "system", "source", "output"])
            rows.writerows(
                [f"item-{n}", "narra", f"The source of number {n}", f"The output of number {n}"] for n in range(UNITS)
            )
        wishes = {"quorum": people or ROOM, "repeats": 0, **settings}
        with workbench(self.folder / "data") as bench:
            draft, files = create.StudyDraft(key, key, wishes, "seed"), create.ItemFiles([table])
            create.create_filled(bench, load_protocol("translation"), draft, files)
        self.listed[key] = [self.rater(key) for _ in range(people)]
        if is_open:
            with workbench(self.folder / "data") as bench:
                create.open_study(bench, key)

    def rater(self, study: str, language: str = "en") -> str:
        """The link of a new rater."""
        self.latest = f"Rater {next(self.names)}"
        return self.origin + new_link(self.folder / "data", study, self.latest, language)

    def start(self) -> None:
        command = [PROGRAM, "serve", "--port", str(self.port), *self.data]
        self.server = subprocess.Popen(command, env=QUIET, stdout=subprocess.DEVNULL)
        end = time.monotonic() + LONGEST_S
        while time.monotonic() < end:
            try:
                with urllib.request.urlopen(f"{self.origin}/healthz", timeout=1):
                    return
            except OSError:
                time.sleep(0.05)
        self.stop()
        raise AssertionError(f"the server does not answer within {LONGEST_S} s")

    def stop(self) -> None:
        """At once, as when the power fails."""
        if self.server is not None:
            self.server.kill()
            self.server.wait()
            self.server = None

    def judgements(self, membership: str) -> list[str]:
        """What one rater has judged: the number of each unit, in the order in which the judgements came."""
        with closing(sqlite3.connect(f"file:{self.folder / 'data' / 'jurybox.db'}?mode=ro", uri=True)) as database:
            rows = database.execute(
                "SELECT item.key FROM judgement JOIN assignment ON assignment.id = judgement.assignment_id"
                " JOIN item ON item.id = assignment.item_id JOIN membership ON membership.id = judgement.membership_id"
                " WHERE membership.uid = ? ORDER BY judgement.seq",
                [membership],
            ).fetchall()
        return [key.removeprefix("item-") for (key,) in rows]
