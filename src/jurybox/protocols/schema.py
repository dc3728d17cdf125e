"""The published JSON Schema of the grammar, for editors. The linter knows more than a schema can say."""

import json
from pathlib import Path

from jurybox.core import JsonObject, Protocol
from jurybox.core.questions import QUESTION_TYPES

SCHEMA_FILE = Path(__file__).with_name("schema.json")
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_text() -> str:
    """The schema as it is committed in schema.json."""
    return json.dumps(protocol_schema(), indent=1, ensure_ascii=False) + "\n"


def protocol_schema() -> JsonObject:
    schema = Protocol.model_json_schema()
    _close(schema)
    for model in QUESTION_TYPES.values():
        definition = schema["$defs"][model.__name__]
        definition["required"] = ["type", *definition["required"]]
    types = schema["$defs"]["Field"]["properties"]["type"]
    fields = schema["properties"]["fields"]["patternProperties"]
    for pattern, long in fields.items():  # `source: text` is short for `source: {type: text}`
        fields[pattern] = {"anyOf": [types, long]}
    return {"$schema": DIALECT, **schema, "title": "Jurybox protocol"}


def _close(part: object) -> None:
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
