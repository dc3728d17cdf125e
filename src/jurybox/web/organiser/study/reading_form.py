"""The form that says how uploaded tables are to be read: what it offers, and what was said in it."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from starlette.datastructures import FormData

from jurybox.core import Protocol
from jurybox.studies import lifecycle
from jurybox.studies.lifecycle import Look, Mapped, NeededColumn, Reading

SHOWN = 20
"""So many faults of a kind are listed."""
CHOOSABLE = {
    "import.duplicate": "duplicates",
    "import.empty_output": "empty",
    "import.no_empty_rule": "empty",
}
"""The faults about which something can be chosen."""
OFFERED: Mapping[str, tuple[str, ...]] = {
    "duplicates": ("refuse", "first", "last", "number"),
    "empty": ("refuse", "leave-out", "rule"),
}
"""What can be chosen about them."""
OF_COLUMNS = (
    "import.unsure_header",
    "import.two_columns",
    "import.column_of_two",
    "import.no_id_column",
    "import.unknown_column",
)
"""The faults that the table of columns mends."""


class PlacedFault(NamedTuple):
    place: str
    words: str


class FaultGroup(NamedTuple):
    """Faults of one kind."""

    code: str
    number: int
    first: list[PlacedFault]
    advice: str
    """What can be done here: choose, columns, media, or nothing but mending the files."""


class FaultChoice(NamedTuple):
    """Something to choose: the name of the option, what it can be, and what it is."""

    name: str
    values: tuple[str, ...]
    chosen: str
    number: int
    """How many faults ask for it."""
    places: str


def fault_groups(look: Look, missing: list[str]) -> list[FaultGroup]:
    """The faults about which nothing can be chosen, kind by kind; where texts are missing, ids may be told by them."""
    told_apart = {"import.missing_column", *(["import.no_id_column"] if missing else [])}
    by_code: dict[str, list[PlacedFault]] = {}
    for fault in look["faults"]:
        code = str(fault["code"])
        if code not in CHOOSABLE and code not in told_apart:
            words = [plain(str(fault["message"])), plain(str(fault["hint"] or ""))]
            by_code.setdefault(code, []).append(PlacedFault(_place(fault), " ".join(filter(None, words))))
    return [FaultGroup(code, len(found), found[:SHOWN], _advice(code)) for code, found in by_code.items()]


def missing_columns(look: Look, needed: list[NeededColumn]) -> list[str]:
    """What columns are needed and none is taken for, as raters would call it."""
    if not any(fault["code"] in ("import.missing_column", "import.no_id_column") for fault in look["faults"]):
        return []
    taken = {column["use"] for column in look["mapped"]["columns"]}
    return [str(column["label"]) for column in needed if column["name"] not in taken and not column["optional"]]


def _place(fault: "dict[str, str | int | None]") -> str:
    return ":".join(str(fault[part]) for part in ("file", "line") if fault.get(part))


def _advice(code: str) -> str:
    if code in OF_COLUMNS:
        return "columns"
    return "media" if code in ("import.missing_media", "import.no_people_file") else ""


def plain(message: str) -> str:
    """A message without the sentences that name options of the command line.

    >>> plain("The row is there twice. Choose: --duplicates first. Or mend it.")
    'The row is there twice. Or mend it.'
    """
    return " ".join(part for part in re.split(r"(?<=[.?!]) ", message) if "--" not in part)


def choices_of(look: Look, protocol: Protocol) -> list[FaultChoice]:
    """What can be chosen about faults that there are, and what was chosen before."""
    said = look["mapped"]["reading"]
    has_rule = any(rule.when.empty for rule in protocol.rules)
    found = []
    for name, offered in OFFERED.items():
        values = tuple(value for value in offered if value != "rule" or has_rule)
        faults = [fault for fault in look["faults"] if CHOOSABLE.get(str(fault["code"])) == name]
        if faults or name in said:
            places = ", ".join(_place(fault) for fault in faults[:SHOWN]) + (" …" if len(faults) > SHOWN else "")
            found.append(FaultChoice(name, values, str(said.get(name, "refuse")), len(faults), places))
    return found


def ask_systems(look: Look) -> list[str]:
    """Where systems may be named, if that is a question: no column says it, or it was said before."""
    mapped = look["mapped"]
    files = {file for column in mapped["columns"] for file in column["files"]}
    if "system_from" in mapped["reading"] or "import.unsure_systems" in mapped["unsure"]:
        return ["file", "none", *(["folder"] if any("/" in file for file in files) else [])]
    named = any(column["use"] in ("system", lifecycle.OUTPUTS) for column in mapped["columns"])
    return [] if named or len(files) < 2 else ["file", "none"]


def read_form(form: FormData, mapped: Mapped) -> Reading:
    """The reading that was said in the form."""
    uses = {column["name"]: str(form.get(f"use.{n}") or column["use"]) for n, column in enumerate(mapped["columns"])}
    options: dict[str, object] = {}
    for name in ("duplicates", "empty", "system_from"):
        if name in form:
            options[name] = None if form[name] in ("refuse", "") else form[name]
    if form.get("header") in ("yes", "no"):
        options["header"] = form["header"] == "yes"
    return lifecycle.reading_for(mapped, uses, **options)
