"""Where a value stands in the data of a task: `movie`, `meta.language`, `answers[0]`, `ad_block[].text`.

`[]` stands for every entry of a list in turn: the segments of a unit, or its candidates.
"""

import re

from jurybox.core import JsonObject, JsonValue

_STEP = re.compile(r"([^.\[\]]+)|\[(\d*)\]")


class Path:
    """A way into the data; `each` is the list whose entries it goes through, if it does."""

    __slots__ = ("_steps", "each", "is_plain", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        found = _STEP.findall(text)
        self._steps: tuple[str | int | None, ...] = tuple(name or (int(n) if n else None) for name, n in found)
        self.is_plain = self._steps == (text,)
        self.each = text.partition("[]")[0] if "[]" in text else None

    def get(self, data: JsonValue, entry: int = 0) -> JsonValue:
        """The value, None where there is none.

        >>> Path("ad_block[].text").get({"ad_block": [{"text": "a"}, {"text": "b"}]}, 1)
        'b'
        >>> Path("meta.x").get({"meta": {}}), Path("list[1]").get({"list": ["a"]})
        (None, None)
        """
        if self.is_plain:
            return data.get(self.text) if isinstance(data, dict) else None
        for step in self._steps:
            if isinstance(step, str):
                data = data.get(step) if isinstance(data, dict) else None
            else:
                number = entry if step is None else step
                data = data[number] if isinstance(data, list) and number < len(data) else None
            if data is None:
                return None
        return data

    def __repr__(self) -> str:
        return f"Path({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Path) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)


def leaves(data: JsonObject) -> list[str]:
    """Every path into some data that leads to a text or a number; lists of objects once, with `[]`.

    >>> leaves({"a": "x", "b": {"c": 1}, "d": [{"e": "y"}], "f": ["z"]})
    ['a', 'b.c', 'd[].e', 'f']
    """
    found: dict[str, None] = {}
    for name, value in data.items():
        for path in _leaves(name, value):
            found[path] = None
    return list(found)


def _leaves(path: str, value: JsonValue) -> list[str]:
    if isinstance(value, dict):
        return [leaf for name, inner in value.items() for leaf in _leaves(f"{path}.{name}", inner)]
    entries = value if isinstance(value, list) else []
    objects = [entry for entry in entries if isinstance(entry, dict)]
    if objects and len(objects) == len(entries):
        names = dict.fromkeys(name for entry in objects for name in entry)
        return [f"{path}[].{name}" for name in names]
    return [path]
