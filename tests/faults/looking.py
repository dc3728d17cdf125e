"""Looking at a data folder after a fault: everything acknowledged is there once, and there is nothing to repair."""

import sqlite3
from pathlib import Path
from typing import Any

from benchmarks.material import STUDY, open_bench
from jurybox.core import hash_bytes
from jurybox.studies.rebuild import rebuild_all
from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import rows_of, sql

PROJECTIONS = ("slot", "tally", "number", "membership")


def check_folder(folder: Path, acknowledged: list[str], database: str | None = None, studies: int = 1) -> set[str]:
    """Assert that nothing is lost, doubled or in need of repair; the ids of all judgements."""
    if database is None:
        assert integrity(folder) == "ok"
    bench = open_bench(folder, database)
    try:
        stored = [id for (id,) in sql(bench, "SELECT id FROM judgement")]
        assert len(acknowledged) == len(set(acknowledged))
        assert len(stored) == len(set(stored))
        assert set(acknowledged) <= set(stored), "an acknowledged judgement is lost"
        check_slots(bench)
        check_hashes(bench)
        check_rebuild_changes_nothing(bench, studies)
    finally:
        bench.close()
    return set(stored)


def check_hashes(bench: Workbench) -> None:
    """What every judgement says that it was made by is there, byte for byte."""
    protocols = dict(sql(bench, "SELECT hash, content FROM protocol"))
    guidelines = dict(sql(bench, "SELECT hash, prose FROM guideline"))
    assert all(hash_bytes("protocol", content.encode()) == name for name, content in protocols.items())
    assert all(hash_bytes("guideline", prose.encode()) == name for name, prose in guidelines.items())
    named = sql(bench, "SELECT DISTINCT protocol_hash, guideline_hash FROM judgement")
    assert {protocol for protocol, _ in named} <= set(protocols)
    assert {guideline for _, guideline in named if guideline} <= set(guidelines)


def integrity(folder: Path) -> str:
    connection = sqlite3.connect(folder / "jurybox.db")
    try:
        found: str = connection.execute("PRAGMA integrity_check").fetchone()[0]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    finally:
        connection.close()
    return found


def check_slots(bench: Workbench) -> None:
    """Every slot of a unit is free, leased or answered, and answered once per rater."""
    wrong = sql(
        bench,
        "SELECT s.unit_id, s.quorum, s.open_slots, count(a.id) FROM slot s LEFT JOIN assignment a "
        "ON a.unit_id = s.unit_id AND a.state IN ('leased', 'done') "
        "GROUP BY s.unit_id, s.quorum, s.open_slots HAVING s.quorum - s.open_slots != count(a.id) LIMIT 5",
    )
    assert wrong == []
    over = sql(bench, "SELECT unit_id FROM slot WHERE open_slots < 0 OR open_slots > quorum LIMIT 5")
    assert over == [], "over quorum"
    twice = sql(bench, "SELECT assignment_id FROM judgement GROUP BY assignment_id HAVING count(*) > 1 LIMIT 5")
    assert twice == []


def check_rebuild_changes_nothing(bench: Workbench, studies: int = 1) -> None:
    before = projections(bench)
    assert rebuild_all(bench) == studies
    assert projections(bench) == before, f"rebuilding {STUDY} changed something"


def projections(bench: Workbench) -> dict[str, list[tuple[Any, ...]]]:
    return {table: rows_of(bench, table) for table in PROJECTIONS}
