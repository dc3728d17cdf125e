"""Data folders in which one job waits for the worker; how it is asked for anew; and what there is in the end."""

import io
import json
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from benchmarks.material import open_bench
from jurybox.core import Fault
from jurybox.studies import add_job, ask_import, ask_look, job_worker, jobs, lifecycle, results, run_next_job
from jurybox.studies.carry import archive
from jurybox.studies.lifecycle import create
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import sql
from tests.fixtures.small import SCALE
from tests.fixtures.studies import lines, loaded, open_study

STUDY, WORKER = "study", "worker-that-is-killed"
ITEMS = 6
FIELDS = {"source": {"type": "text"}, "output": {"type": "text"}, "picture": {"type": "image"}}
WITH_PICTURES = {
    "id": "pictured", "fields": FIELDS,
    "stages": [{"id": "rate", "show": ["source", "output", "picture"], "ask": [SCALE]}],
}  # fmt: skip
WISH = results.ResultsOptions()


def waiting(bench: Workbench) -> None:
    """A draft, and an upload of a table and pictures that was seen and is to be imported."""
    create.create_study(
        bench, loaded(**WITH_PICTURES), create.StudyDraft(STUDY, "Study", {"calibration": False}, "seed")
    )
    rows = [[line["id"], line["system"], line["source"], line["output"], f"{line['id']}.png"] for line in lines(ITEMS)]
    table = "\n".join("\t".join(row) for row in [["id", "system", "source", "output", "picture"], *rows])
    lifecycle.paste_table(bench, STUDY, table)
    media = lifecycle.tray_of(bench, STUDY).media
    media.mkdir(parents=True, exist_ok=True)
    for n in range(ITEMS):
        Image.new("RGB", (40, 30), (n * 30, 60, 90)).save(media / f"item-{n}.png")
    ask_look(bench, STUDY)
    do_all(bench)


def filled(bench: Workbench) -> None:
    waiting(bench)
    ask_import(bench, STUDY, "test")
    do_all(bench)


def rated(bench: Workbench) -> None:
    """An open study with judgements and findings."""
    study = open_study(bench, lines(ITEMS), quorum=2)
    for rater in (study.rater(), study.rater()):
        rater.rate(8)
    results.compute(bench, STUDY, WISH)


def ask_to_open(bench: Workbench) -> None:
    bench.database.write(lambda run: add_job(bench, run, jobs.OPEN_JOB, {"study": STUDY, "who": "test"}))


def ask_report(bench: Workbench) -> None:
    bench.database.write(lambda run: results.ask_bundle(bench, run, STUDY, WISH, "en"))


def ask_archive(bench: Workbench) -> None:
    archive.ask_archive(bench, STUDY)


@dataclass(frozen=True, slots=True)
class Scene:
    before: Callable[[Workbench], None]
    ask: Callable[[Workbench], Any]


SCENES = {
    "import": Scene(waiting, lambda bench: ask_import(bench, STUDY, "test")),
    "open": Scene(filled, ask_to_open),
    "report": Scene(rated, ask_report),
    "archive": Scene(rated, ask_archive),
}


CHANGES_ROWS = ("import", "open")


def set_scene(name: str, folder: Path) -> None:
    bench = open_bench(folder)
    SCENES[name].before(bench)
    SCENES[name].ask(bench)
    bench.close()


def goes_on(bench: Workbench, name: str, wanted: dict[str, Any]) -> None:
    """Ask again, unless the job was killed between its work and saying that it is done."""
    if name in CHANGES_ROWS and rows_of(bench) == wanted:
        lifecycle.drop_upload(bench, STUDY)
    elif name != "report" or not list(bench.folder.glob("reports/*/*.zip")):
        SCENES[name].ask(bench)
        do_all(bench)
        assert last_job(bench) == ("done", [])


def do_all(bench: Workbench, worker: str = WORKER) -> None:
    while run_next_job(bench, worker):
        pass


def last_job(bench: Workbench) -> tuple[str, list[str]]:
    """The state of the job that was asked for last, and its faults in words."""
    ((state, faults),) = sql(bench, "SELECT state, faults FROM job ORDER BY id DESC LIMIT 1")
    return state, [fault["code"] for fault in json.loads(faults or "[]")]


def tell_of_death(bench: Workbench) -> None:
    """What the server does when its worker has been killed."""
    job_worker.fail_jobs_of(bench, WORKER, Fault("job.died", given="SIGKILL"))


def files_of(folder: Path) -> dict[str, object]:
    """Every file but the database's and imported ones: an archive by the names in it, all others by their bytes."""
    found = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.startswith("jurybox.db"))
    named = {path.relative_to(folder).as_posix(): path for path in found}
    return {name: _shown(path) for name, path in named.items() if "/aside/" not in name}


def _shown(path: Path) -> object:
    if path.suffix != ".zip":
        return path.read_bytes()
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archived:
        assert archived.testzip() is None
        return sorted(archived.namelist())


ROWS = {
    "study": "SELECT key, state, places FROM study",
    "event": "SELECT number, kind FROM study_event",
    "item": "SELECT key, grp, hash, fields FROM item",
    "output": "SELECT i.key, s.name, o.segment, o.fields FROM output o JOIN item i ON i.id = o.item_id "
    "JOIN system s ON s.id = o.system_id",
    "candidate": "SELECT i.key, s.name FROM candidate c JOIN item i ON i.id = c.item_id "
    "JOIN candidate_system cs ON cs.candidate_id = c.id JOIN system s ON s.id = cs.system_id",
    "unit": "SELECT i.key, u.place FROM unit u JOIN item i ON i.id = u.item_id",
    "slot": "SELECT i.key, s.place, s.stage, s.quorum, s.open_slots FROM slot s JOIN item i ON i.id = s.item_id",
    "import": "SELECT state, items, outputs FROM import",
    "work": "SELECT study_id FROM study_work",
    "judgement": "SELECT id, answers FROM judgement",
}


def rows_of(bench: Workbench) -> dict[str, list[tuple[Any, ...]]]:
    return {name: sorted(sql(bench, statement), key=repr) for name, statement in ROWS.items()}
