"""Texts that have a form, as they are stored: always one text, so that marks, merging and exports need not know it.

A conversation has a turn where a line begins with a role and a colon; lines that go on with it begin with two spaces.
A table is CSV: commas, quotation marks where they are needed, and the names of the columns in the first row.
"""

import csv
import io
import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, cast

from jurybox.core.errors import Fault, Refused
from jurybox.core.json_value import JsonValue
from jurybox.core.protocol import Field

ROLES = ("user", "assistant", "system", "tool")
"""Who speaks in a conversation whose protocol names nobody; pages have words for them."""
OTHER_NAMES = {
    "human": "user", "prompter": "user", "prompt": "user",
    "ai": "assistant", "bot": "assistant", "chatbot": "assistant", "gpt": "assistant", "model": "assistant",
    "function": "tool", "developer": "system",
}  # fmt: skip
ROLE_KEYS = ("role", "from", "speaker", "author")
SAID_KEYS = ("content", "text", "value", "message")
GOING_ON = "  "
_TURN = re.compile(r"([a-z][a-z0-9_-]{0,63}):(?: (.*))?")
_NUMBERED = re.compile(r"^\d+[\s_.-]*|[\s_.-]*\d+$")
FEW_ROWS = 2


class Turn(NamedTuple):
    role: str
    text: str


def stored_form(spec: Field, value: JsonValue) -> str:
    """A value as it is stored; refused, with what is wrong, where it has not the form of its field."""
    if spec.type == "conversation":
        return conversation_text(_turns(value, tuple(spec.roles or ROLES)))
    if spec.type == "table":
        return table_text(_rows(value))
    return cast(str, value)


def form_faults(spec: Field, value: str) -> tuple[Fault, ...]:
    """What is wrong with a text that should be as it is stored already."""
    try:
        stored = stored_form(spec, value)
    except Refused as refused:
        return tuple(refused.faults)
    return () if stored == value else (Fault("form.not_as_stored", given=_shown(value), allowed=_shown(stored)),)


def conversation_text(turns: Iterable[Turn]) -> str:
    """
    >>> print(conversation_text([Turn("user", "Hello."), Turn("assistant", "Good morning.\\nuser: is not a turn")]))
    user: Hello.
    assistant: Good morning.
      user: is not a turn
    """
    return "\n".join(f"{turn.role}: {_folded(turn.text)}" for turn in turns)


def _folded(text: str) -> str:
    lines = text.replace("\r\n", "\n").strip("\n").split("\n")
    return "\n".join([lines[0], *(GOING_ON + line if line.strip() else "" for line in lines[1:])])


def turns_of(text: str) -> list[Turn]:
    """The turns of a conversation as it is stored.

    >>> turns_of("user: Hello.\\nassistant: One.\\n\\n  Two.")
    [Turn(role='user', text='Hello.'), Turn(role='assistant', text='One.\\n\\nTwo.')]
    """
    turns: list[tuple[str, list[str]]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        began = _TURN.fullmatch(line.rstrip("\r"))
        if began:
            turns.append((began[1], [began[2] or ""]))
        elif turns and (line.startswith(GOING_ON) or not line.strip()):
            turns[-1][1].append(line.removeprefix(GOING_ON))
        elif line.strip():
            raise Refused.of("form.no_turn", given=_shown(line), line=number)
    return [Turn(role, "\n".join(lines).rstrip()) for role, lines in turns]


def _turns(value: JsonValue, roles: Sequence[str]) -> list[Turn]:
    if isinstance(value, str) and value.lstrip().startswith("["):
        value = _parsed(value)
    if isinstance(value, list):
        turns = [_turn(entry) for entry in value]
    elif isinstance(value, str):
        turns = turns_of(value)
    else:
        raise Refused.of("form.not_turns", given=_shown(value))
    if not turns:
        raise Refused.of("form.not_turns", given=_shown(value))
    known = [Turn(_role(turn.role, roles), turn.text) for turn in turns]
    wrong = {turn.role for turn, found in zip(turns, known, strict=True) if not found.role}
    if wrong:
        raise Refused(*(Fault("form.unknown_role", given=role, allowed=list(roles)) for role in sorted(wrong)))
    return known


def _turn(entry: JsonValue) -> Turn:
    """A turn as others write it: {role, content}, {from, value}, or a pair."""
    if isinstance(entry, list) and len(entry) == FEW_ROWS and all(isinstance(part, str) for part in entry):
        return Turn(str(entry[0]), str(entry[1]))
    if not isinstance(entry, dict):
        raise Refused.of("form.not_turns", given=_shown(entry))
    role = next((entry[key] for key in ROLE_KEYS if key in entry), None)
    said = next((entry[key] for key in SAID_KEYS if key in entry), None)
    text = _said(said)
    if not isinstance(role, str) or text is None:
        raise Refused.of("form.not_turns", given=_shown(entry))
    return Turn(role, text)


def _said(value: JsonValue) -> str | None:
    """What was said; of a message in parts their texts, as long as it has nothing else."""
    if isinstance(value, list):
        parts = [part.get("text") if isinstance(part, dict) else part for part in value]
        return "\n".join(str(part) for part in parts) if all(isinstance(part, str) for part in parts) else None
    return value if isinstance(value, str) else None


def _role(name: str, roles: Collection[str]) -> str:
    """The role that a name means, without its number (user_2); "" where it is none of them.

    >>> _role("Human 1", ROLES), _role("user_2", ROLES), _role("gpt-4o", ROLES)
    ('user', 'user', '')
    """
    plain = _NUMBERED.sub("", name.strip()).casefold().strip()
    means = plain if plain in roles else OTHER_NAMES.get(plain, "")
    return means if means in roles else name if name in roles else ""


def table_text(rows: Iterable[Sequence[str]]) -> str:
    """
    >>> table_text([["year", "place"], ["2024", "Rome, Italy"]])
    'year,place\\n2024,"Rome, Italy"'
    """
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue().removesuffix("\n")


def rows_of(text: str) -> list[list[str]]:
    """The rows of a table as it is stored; the first has the names of the columns."""
    return [row for row in csv.reader(io.StringIO(text), strict=True) if row]


def _rows(value: JsonValue) -> list[list[str]]:
    if isinstance(value, str) and value.lstrip().startswith("[") and value.rstrip().endswith("]"):
        value = _parsed(value)
    rows = _read_rows(value) if isinstance(value, str) else _json_rows(value)
    if len(rows) < FEW_ROWS:
        raise Refused.of("form.no_table", given=_shown(value))
    for number, row in enumerate(rows, start=1):
        if len(row) != len(rows[0]):
            raise Refused.of("form.ragged_table", given=len(row), allowed=len(rows[0]), row=number)
    return rows


def _read_rows(text: str) -> list[list[str]]:
    """By commas; by tabs or semicolons where the first line has only those."""
    first = text.lstrip().partition("\n")[0]
    between = next((sign for sign in ("\t", ",", ";") if sign in first), ",")
    try:
        return [row for row in csv.reader(io.StringIO(text.strip()), delimiter=between, strict=True) if row]
    except csv.Error as error:
        raise Refused.of("form.no_table", given=str(error)) from None


def _json_rows(value: JsonValue) -> list[list[str]]:
    if not isinstance(value, list):
        raise Refused.of("form.no_table", given=_shown(value))
    if value and all(isinstance(row, Mapping) for row in value):
        names = list(dict.fromkeys(str(name) for row in value if isinstance(row, dict) for name in row))
        value = [list(names), *([row.get(name) for name in names] for row in value if isinstance(row, dict))]
    if not all(isinstance(row, list) for row in value):
        raise Refused.of("form.no_table", given=_shown(value))
    return [[_cell(cell) for cell in row] for row in value if isinstance(row, list)]


def _cell(value: JsonValue) -> str:
    if value is None:
        return ""
    if isinstance(value, list | dict):
        raise Refused.of("form.no_table", given=_shown(value))
    return value if isinstance(value, str) else json.dumps(value)


def _parsed(text: str) -> JsonValue:
    try:
        parsed: JsonValue = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return parsed


def _shown(value: JsonValue) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:60]}…"
