"""A large study that was rated already, written at once and not through the writer: only its size matters."""

import json
import random
import sqlite3
from pathlib import Path

from benchmarks.material import STUDY, WORLD, add_rater, create_draft, open_bench, write_table
from jurybox.core import uuid7
from jurybox.store.database import SqliteDatabase
from jurybox.studies.lifecycle import create
from jurybox.studies.workbench import Workbench, view_of

RATERS = 100
QUORUM = 3
WEEKS_US = 14 * 86_400_000_000
ASSIGN = """INSERT INTO assignment (id, uid, study_id, unit_id, item_id, membership_id, candidates, batch, position,
 cursor, epoch, purpose, due, stages, stage, shown, state, created_at)
 VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, 0, 0, 'rating', 0, '[0]', NULL, 0, 'done', ?)"""
JUDGE = """INSERT INTO judgement (id, study_id, assignment_id, membership_id, stage, answers, cannot, standing,
 protocol_hash, channel, received_at, elapsed_ms) VALUES (?, ?, ?, ?, 0, ?, ?, 'counted', ?, 'browser', ?, 20000)"""
SETTLE = (
    "UPDATE slot SET open_slots = 0, cannot = (unit_id % 200 = 0) WHERE unit_id IN (SELECT unit_id FROM assignment)",
    "UPDATE membership SET done = (SELECT count(*) FROM assignment a WHERE a.membership_id = membership.id)",
)


def build_rated(folder: Path, units: int, share: float = 1.0) -> list[str]:
    """An open study of that many units, a share of which is rated in full; the tokens of its raters."""
    folder.mkdir(parents=True, exist_ok=True)
    table = write_table(folder / "items.csv", units)
    bench = open_bench(folder)
    try:
        create_draft(bench, QUORUM)
        create.import_items(bench, STUDY, create.ItemFiles([table]))
        create.open_study(bench, STUDY)
        tokens = [add_rater(bench, f"Rater {n}") for n in range(RATERS)]
        _rate(bench, share)
    finally:
        bench.close()
    table.unlink()
    return tokens


def _rate(bench: Workbench, share: float) -> None:
    """Assignments and judgements of the first units of the pool; the triggers count them."""
    assert isinstance(bench.database, SqliteDatabase)
    view, connection = view_of(bench, STUDY), bench.database.connect()
    connection.execute("PRAGMA synchronous=off")
    found = connection.execute("SELECT id, item_id, candidates FROM unit WHERE study_id = ? ORDER BY place", (view.id,))
    units = found.fetchall()
    connection.execute("BEGIN")
    _write(connection, view.id, view.row.protocol_hash, units[: int(len(units) * share)])
    for statement in SETTLE:
        connection.execute(statement)
    connection.execute("COMMIT")
    connection.close()


def _write(connection: sqlite3.Connection, study: int, protocol: str, units: list[tuple[int, int, str]]) -> None:
    members = [row[0] for row in connection.execute("SELECT id FROM membership ORDER BY id")]
    now, chance, given, said = WORLD.clock(), random.Random(11), [], []
    total = len(units) * QUORUM
    for n in range(total):
        unit, item, candidates = units[n // QUORUM]
        at, member = now - WEEKS_US + WEEKS_US * n // total, members[n % len(members)]
        given.append((n + 1, uuid7(at, n), study, unit, item, member, candidates, n // len(members), at))
        cannot = "I do not know." if unit % 200 == 0 and n % QUORUM == 0 else None
        answer = {"score": {str(json.loads(candidates)[0]): {"value": chance.randint(1, 5), "by": "rater"}}}
        text = json.dumps({} if cannot else answer)
        said.append((uuid7(at, total + n), study, n + 1, member, text, cannot, protocol, at))
    connection.executemany(ASSIGN, given)
    connection.executemany(JUDGE, said)
