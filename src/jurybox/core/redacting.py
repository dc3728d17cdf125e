"""Free text taken out of answers: what was chosen stays, what was written is replaced by a marker."""

from collections.abc import Mapping

from jurybox.core.json_value import JsonValue

REDACTED = "[redacted]"
"""Says that something stood there, and nothing of what it was."""
WRITTEN = ("text", "reason")
"""What tags, marks and edits hold of a rater's own words."""


def without_free_text(value: JsonValue) -> JsonValue:
    """A value without a rater's own words.

    >>> without_free_text("by heart"), without_free_text(["a"]), without_free_text([{"id": "x", "text": "secret"}])
    ('[redacted]', ['a'], [{'id': 'x', 'text': '[redacted]'}])
    >>> without_free_text({"text": "as I would have it", "words": 3}), without_free_text({"better": "A"})
    ({'text': '[redacted]', 'words': 3}, {'better': 'A'})
    """
    if isinstance(value, str):
        return REDACTED
    if isinstance(value, list) and all(isinstance(part, dict) for part in value):
        return [_without(part) for part in value if isinstance(part, dict)]
    if isinstance(value, dict) and not value.get("unchanged"):
        return _without(value)
    return value


def _without(part: Mapping[str, JsonValue]) -> JsonValue:
    return {name: REDACTED if name in WRITTEN and held else held for name, held in part.items()}


def redacted_answers(answers: Mapping[str, JsonValue]) -> JsonValue:
    """Stored answers by question and target without a rater's own words."""
    return {
        question: {target: _cell(cell) for target, cell in cells.items()} if isinstance(cells, dict) else cells
        for question, cells in answers.items()
    }


def _cell(cell: JsonValue) -> JsonValue:
    if not isinstance(cell, dict):
        return cell
    values = {name: without_free_text(held) for name, held in cell.items() if name in ("value", "suggested")}
    words = {name: REDACTED for name in ("cannot", "reason") if cell.get(name)}
    return {**cell, **values, **words}
