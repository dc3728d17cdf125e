"""What JSON can hold: the type of data from outside before anything is known of it, and of data on the way out."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

JsonValue: TypeAlias = str | int | float | bool | list["JsonValue"] | dict[str, "JsonValue"] | None
JsonObject: TypeAlias = dict[str, JsonValue]
JsonData: TypeAlias = str | int | float | bool | Sequence["JsonData"] | Mapping[str, "JsonData"] | None
"""What can be written as JSON and is only read: a dict of texts, too, which is no `JsonObject`."""

if TYPE_CHECKING:
    Unchecked: TypeAlias = object
else:
    Unchecked = Any  # msgspec can describe a body that holds this, and none that holds `object`
"""Data from outside of which nothing is known yet."""
