"""What JSON can hold: the type of data from outside before anything is known of it, and of data on the way out."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

JsonValue: TypeAlias = str | int | float | bool | list["JsonValue"] | dict[str, "JsonValue"] | None
JsonObject: TypeAlias = dict[str, JsonValue]
JsonData: TypeAlias = str | int | float | bool | Sequence["JsonData"] | Mapping[str, "JsonData"] | None
"""What can be written as JSON and is only read: a dict of texts, too, which is no `JsonObject`."""
