"""Worked examples that would tell a rater what a stage of the study hides: their texts are among its own."""

from collections.abc import Iterator, Mapping

from jurybox.core import Fields, JsonValue, Protocol, same_words_key
from jurybox.store import Content, Run, items

Told = tuple[str, str]
"""A field, and what it says."""


def telling_examples(run: Run, study: int, protocol: Protocol, examples: Mapping[int, Content]) -> frozenset[int]:
    """The examples whose source or output is in the study, where some stage hides a field; all others tell nothing."""
    hidden = {name for n in range(len(protocol.stages)) for name in protocol.hidden_in(n)}
    if not hidden or not examples:
        return frozenset()
    looked_at = hidden | {name for name, spec in protocol.fields.items() if spec.per in ("system", "output")}
    told: dict[Told, set[int]] = {}
    for number, content in examples.items():
        for fields in _pieces(content):
            for one in _told(fields, looked_at):
                told.setdefault(one, set()).add(number)
    found: set[int] = set()
    for fields in items.all_fields(run, study):
        for one in _told(fields, looked_at):
            found |= told.get(one, set())
    return frozenset(found)


def _pieces(content: Content) -> Iterator[Fields]:
    yield content.fields
    for segment in content.segments:
        yield segment.get("fields", {})
    for candidate in content.candidates.values():
        yield candidate.fields
        yield from candidate.segments


def _told(fields: Fields, looked_at: set[str]) -> Iterator[Told]:
    for name in looked_at & fields.keys():
        if words := _words(fields[name]):
            yield name, words


def _words(value: JsonValue) -> str:
    """Texts by their words, pictures and films by their file."""
    if isinstance(value, dict):
        return str(value.get("file", ""))
    return same_words_key(value) if isinstance(value, str) else ""
