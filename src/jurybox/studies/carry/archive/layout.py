"""What stands where in an archive. Row n of a table is known to the others as n, whatever its key was on a server."""

import re
from functools import cache
from typing import Any

from jurybox.store import tables

FORMAT = 1
MANIFEST = "manifest.json"
LEFT_OUT = {
    "membership": {"rater_id", "token_version", "token_hash", "done", "ready"},
    "slot": {"open_slots", "cannot"},
    "study": {"protocol_id"},
}
"""Columns that name a person, let one in, or follow from the log."""
JSON = {
    ("study", "settings"),
    ("study_event", "data"),
    ("example", "content"),
    ("check_item", "content"),
    ("check_item", "says"),
    ("item", "fields"),
    ("item", "segments"),
    ("output", "fields"),
    ("suggestion", "value"),
    ("unit", "candidates"),
    ("membership", "groups"),
    ("membership", "stages"),
    ("questionnaire", "answers"),
    ("assignment", "candidates"),
    ("assignment", "stages"),
    ("judgement", "answers"),
    ("frozen", "settings"),
}
"""Texts of the store that hold JSON; in an archive they are what they hold."""
PARTS = re.compile(
    r"README\.txt|protocol/protocol\.json|protocol/guideline\.[A-Za-z0-9-]{2,35}\.md|tables/[a-z_]{1,40}\.jsonl"
    r"|report/(tables/)?[A-Za-z0-9_.-]{1,200}|media/([0-9a-f]{2})/\2[0-9a-f]{62}"
)
"""The only names that are read, and none of them leads out of a folder."""
TABLES = {table.name: table for table in tables.OF_STUDY}


@cache
def columns_of(table: tables.StoredTable) -> tuple[str, ...]:
    """The columns that are kept of a table."""
    gone = {table.key, "study_id", *LEFT_OUT.get(table.name, ())}
    return tuple(name for name in table.names() if name not in gone)


@cache
def references_of(table: tables.StoredTable) -> dict[str, str]:
    kept = columns_of(table)
    return {name: target for name, target in table.references if name in kept}


@cache
def json_of(table: tables.StoredTable) -> tuple[str, ...]:
    return tuple(name for name in columns_of(table) if (table.name, name) in JSON)


def part_of(table: str) -> str:
    return f"tables/{table}.jsonl"


def media_in(value: Any) -> "list[tuple[Any, Any]]":
    """(file, type) of every picture, sound and film that a value names, with what stands beside each.

    >>> media_in({"picture": {"file": "ab", "type": "image/png", "small": {"file": "cd", "type": "image/webp"}}})
    [('ab', 'image/png'), ('cd', 'image/webp')]
    """
    if isinstance(value, list):
        return [found for entry in value for found in media_in(entry)]
    if not isinstance(value, dict):
        return []
    own = [(value["file"], value.get("type"))] if "file" in value else []
    return own + [found for entry in value.values() for found in media_in(entry)]
