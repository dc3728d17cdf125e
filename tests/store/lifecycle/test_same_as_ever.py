"""Frozen: the same table and seed make the same rows, byte for byte, as before they were written more quickly.

The digests were made by release 0.2.0.dev1 as of 8404a875, which wrote one unit after the other.
"""

import hashlib
import json
from collections.abc import Callable
from typing import Any

import pytest

from jurybox.studies.workbench import Workbench
from tests.fixtures.databases import sql
from tests.fixtures.small import SCALE
from tests.fixtures.studies import HIDING, Line, Played, lines, loaded, open_study

TABLES = {
    "item": "id",
    "system": "id",
    "output": "id",
    "candidate": "id",
    "candidate_system": "candidate_id, system_id",
    "unit": "id",
    "slot": "unit_id, stage",
}
EMPTY = [{"when": {"empty": "output"}, "answer": {"quality": 1}, "because": {"en": "Nothing there."}}]
DOCUMENTS: dict[str, Any] = {
    "unit": {"segments": "all", "candidates": "all", "window": {"size": 2, "before": 1, "after": 1}},
    "fields": {"source": {"type": "text", "per": "segment"}, "output": "text"},
    "stages": [{"id": "rating", "show": ["source", "output"], "ask": [{**SCALE, "about": "output"}]}],
}


def table_of(items: int, systems: str = "abc") -> list[Line]:
    """With texts that need care, and outputs that several systems made alike."""
    table = lines(items, systems, groups=["Deutsch", "čeština", "中文"])
    for line in table:
        line["source"] = f'{line["source"]} "said", \\ {"é🎬"[len(line["id"]) % 2]}'
    for line in table[::7] + table[1::7]:
        line["output"] = "The same words"
    for line in table[2::11]:
        line["output"] = "the same  Words."
    return table


def documents(bench: Workbench) -> Played:
    rows = [
        {"id": f"doc-{n}", "system": name, "segment": str(part), "source": f"S{n}.{part}", "output": f"{name}{part}"}
        for n in range(7)
        for name in ("one", "two")
        for part in range(1, 3 + n % 4)
    ]
    return open_study(bench, rows, loaded(**DOCUMENTS))


def filled_later(bench: Workbench) -> Played:
    study = open_study(bench, table_of(9, "ab"))
    study.add([line for line in table_of(15, "abcd") if line["system"] == "system-c"])
    study.add([line for line in table_of(12, "abcd") if line["system"] == "system-d"])
    return study


def hiding(bench: Workbench) -> Played:
    table = lines(24, "ab")
    for line in table[::5]:
        line["output"] = line["source"]
    return open_study(bench, table, loaded(**HIDING), batch=4)


def left_empty(bench: Workbench) -> Played:
    table = lines(12, "ab")
    for line in table[3::6]:
        line["output"] = ""
    return open_study(bench, table, loaded(rules=EMPTY), empty="rule")


STUDIES: dict[str, Callable[[Workbench], Played]] = {
    "one output each": lambda bench: open_study(bench, table_of(40), quorum=2),
    "many": lambda bench: open_study(bench, table_of(450), quorum=3),
    "in the order of the table": lambda bench: open_study(bench, table_of(12), order="sequential"),
    "all outputs together": lambda bench: open_study(bench, table_of(20), loaded(unit={"candidates": "all"})),
    "merged by words": lambda bench: open_study(bench, table_of(20), merge="same-words"),
    "pairs": lambda bench: open_study(bench, table_of(20, "abcd"), loaded(unit={"candidates": 2, "subsets": 3})),
    "hidden source, rules": hiding,
    "left empty": left_empty,
    "documents in windows": documents,
    "filled when it was open": filled_later,
    "a quorum for a group": lambda bench: open_study(
        bench, table_of(20), quorum=3, group_quorum={"Deutsch": {"rating": 2}}
    ),
}
DIGESTS = {
    "one output each": "d1b740054def14cc56209da7b9d03be2",
    "many": "c5373012d2403b55d1c2118a4949c777",
    "in the order of the table": "7919ef81d09c75fb3df0414f1b6d870c",
    "all outputs together": "0ee6673dde6977f564cb6eaec278f1c1",
    "merged by words": "b96b2b37fd346f7106a73d1708563695",
    "pairs": "25251ea940635a86d6a3f11e594e5897",
    "hidden source, rules": "b7a0c99d3999790185e0a1e9251bae22",
    "left empty": "a01eb86a005868112e6c878ac4e29ad9",
    "documents in windows": "d738cc5d2ae020c14090e0c416ae4f31",
    "filled when it was open": "5d62162e26fe562bf263d8a1438d8194",
    "a quorum for a group": "2ca85e143058b4b7f4cc83320a272f4a",
}


def digest(bench: Workbench) -> str:
    """Of every row of what is rated, in the order of keys, as it lies in the store."""
    rows = {name: sql(bench, f"SELECT * FROM {name} ORDER BY {keys}") for name, keys in TABLES.items()}
    assert all(rows.values())
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()[:32]


@pytest.mark.parametrize("name", STUDIES)
def test_a_table_and_a_seed_make_the_rows_that_they_always_made(bench: Workbench, name: str) -> None:
    STUDIES[name](bench)
    assert digest(bench) == DIGESTS[name]
