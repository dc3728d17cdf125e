"""The published JSON Schema of the grammar, for editors. The linter knows more than a schema can say."""

import json
from pathlib import Path
from typing import Any

from jurybox.core import Protocol
from jurybox.core.questions import QUESTION_TYPES

SCHEMA_FILE = Path(__file__).with_name("schema.json")
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_text() -> str:
    """The schema as it is committed in schema.json."""
    return json.dumps(protocol_schema(), indent=1, ensure_ascii=False) + "\n"


def protocol_schema() -> dict[str, Any]:
    schema = Protocol.model_json_schema()
    _close(schema)
    for model in QUESTION_TYPES.values():
        definition = schema["$defs"][model.__name__]
        definition["required"] = ["type", *definition["required"]]
    _allow_short_fields(schema)
    return {"$schema": DIALECT, **schema, "title": "Jurybox protocol"}


def _close(part: Any) -> None:
    """Leave out pydantic's titles, and allow no key that matches no pattern."""
    if isinstance(part, list):
        for entry in part:
            _close(entry)
    elif isinstance(part, dict):
        if isinstance(part.get("title"), str):
            del part["title"]
        if "patternProperties" in part:
            part["additionalProperties"] = False
        for entry in part.values():
            _close(entry)


def _allow_short_fields(schema: dict[str, Any]) -> None:
    """`source: text` is short for `source: {type: text}`."""
    patterns = schema["properties"]["fields"]["patternProperties"]
    types = schema["$defs"]["Field"]["properties"]["type"]
    for pattern, long in patterns.items():
        patterns[pattern] = {"anyOf": [types, long]}
