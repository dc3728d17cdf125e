"""Parts of a JSON object, as far as they are what is looked for."""

from jurybox.core import JsonObject, JsonValue


def text_in(entry: JsonObject, name: str) -> str | None:
    """A text that is not empty."""
    found = entry.get(name)
    return found if isinstance(found, str) and found else None


def object_in(entry: JsonObject, name: str) -> JsonObject:
    """An object; an empty one where there is none."""
    found = entry.get(name)
    return found if isinstance(found, dict) else {}


def list_in(entry: JsonObject, name: str) -> list[JsonValue] | None:
    found = entry.get(name)
    return found if isinstance(found, list) else None
