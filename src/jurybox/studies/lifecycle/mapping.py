"""What columns are taken for, as a table that an organiser corrects; and the corrected table as a reading."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from jurybox.core import RESERVED_COLUMNS, Fault, JsonObject, Protocol, Refused
from jurybox.exchange.files import short
from jurybox.exchange.items import Opened, Reading, read_reading

NOT_USED, OUTPUTS, REFERENCES = "-", "*", "*reference"
"""Uses of a column that are no field: none, the outputs of one system, and those of a reference."""
VALUES = 3
OF_SEGMENTS = ("segment", "start", "end")


class ColumnUse(TypedDict):
    """A column, over all tables that have it."""

    name: str
    use: str
    how: str
    """named, guessed or said."""
    values: list[str]
    """The first that are not empty."""
    files: list[str]


class Mapped(TypedDict):
    """How tables were read, as far as it can be corrected."""

    columns: list[ColumnUse]
    header: bool
    """Whether first lines name columns."""
    unsure: list[str]
    """Codes of the guesses that must be said."""
    reading: JsonObject
    """What was said."""


def uses_for(protocol: Protocol) -> list[str]:
    """What a column of a table can be, beside not used."""
    reserved = [name for name in RESERVED_COLUMNS if protocol.unit.segments or name not in OF_SEGMENTS]
    return [*reserved, *protocol.fields, OUTPUTS, REFERENCES]


def map_columns(opened: Sequence[Opened], reading: Reading) -> Mapped:
    """The columns of all tables, each once."""
    found: dict[str, ColumnUse] = {}
    for table in opened:
        uses = {column: name for name, columns in table.layout.from_.items() for column in columns}
        uses |= dict.fromkeys(table.layout.from_.get("id", ()), "id")  # though it may name the document besides
        uses |= dict.fromkeys(table.layout.wide, OUTPUTS) | dict.fromkeys(table.layout.references, REFERENCES)
        for name in table.layout.columns:
            use = uses.get(name, NOT_USED)
            said = name in (*reading.wide, *reading.references)
            how = "said" if said else table.layout.how.get(use, "guessed")
            one = found.setdefault(name, {"name": name, "use": use, "how": how, "values": [], "files": []})
            one["files"].append(table.layout.file)
            one["values"] = (one["values"] + _values(table, name))[:VALUES]
    unsure = [fault.code for table in opened for fault in table.layout.unsaid]
    header = all(table.layout.line > 0 for table in opened)
    return {"columns": list(found.values()), "header": header, "unsure": unsure, "reading": reading.said()}


def keep_guesses(mapped: Mapped, before: JsonObject) -> Mapped:
    """What was guessed before, by column, and is still used so stays a guess: nobody chose it."""
    columns: list[ColumnUse] = [
        {**one, "how": "guessed"} if one["how"] == "said" and before.get(one["name"]) == one["use"] else one
        for one in mapped["columns"]
    ]
    return {**mapped, "columns": columns}


def _values(table: Opened, column: str) -> list[str]:
    cells = (row.values.get(column) for row in table.sample)
    return [str(short(str(cell).strip())) for cell in cells if cell is not None and str(cell).strip()][:VALUES]


def reading_for(mapped: Mapped, uses: Mapping[str, str] | None = None, **choices: object) -> Reading:
    """What must be said so that tables are read with these uses, with nothing left that is a mere guess.

    `uses` are those that differ; `choices` are other options of a reading, where None takes one back.
    """
    said: dict[str, object] = {**mapped["reading"]}
    if "header" in choices and choices["header"] not in (None, mapped["header"]):
        said = {name: value for name, value in said.items() if name not in ("map", "ignore", "wide", "references")}
        return read_reading({**said, **_chosen(choices)})  # other names of columns: all is to be guessed anew
    columns = {column["name"]: column for column in mapped["columns"]}
    wanted = {name: (uses or {}).get(name, column["use"]) for name, column in columns.items()}
    said["ignore"] = [name for name, use in wanted.items() if use == NOT_USED]
    wide = [name for name, use in wanted.items() if use in (OUTPUTS, REFERENCES)]
    said["references"] = [name for name, use in wanted.items() if use == REFERENCES]
    said["wide"] = wide if _is_to_be_said(mapped, wide) else []
    said["map"] = _mapped_fields(mapped, columns, wanted)
    if not mapped["header"]:
        said["header"] = False
    if "import.unsure_systems" in mapped["unsure"]:
        said["system_from"] = "file"
    said |= _chosen(choices)
    taken_back = [name for name, value in choices.items() if value is None]
    return read_reading(
        {name: value for name, value in said.items() if (value or value is False) and name not in taken_back}
    )


def _chosen(choices: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in choices.items() if value is not None}


def _is_to_be_said(mapped: Mapped, wide: list[str]) -> bool:
    """Columns of systems that were told by their names stay so, for then the systems are called as they should be."""
    before = [column["name"] for column in mapped["columns"] if column["use"] in (OUTPUTS, REFERENCES)]
    sure = "import.unsure_wide" not in mapped["unsure"] and "wide" not in mapped["reading"]
    return not (sure and wide == before)


def _mapped_fields(mapped: Mapped, columns: Mapping[str, ColumnUse], wanted: Mapping[str, str]) -> dict[str, str]:
    by_field: dict[str, list[str]] = {}
    for name, use in wanted.items():
        if use not in (NOT_USED, OUTPUTS, REFERENCES):
            by_field.setdefault(use, []).append(name)
    found, faults = {}, []
    before = mapped["reading"].get("map") or {}
    said = before if isinstance(before, Mapping) else {}
    for field, names in by_field.items():
        as_before = all(columns[name]["use"] == field and columns[name]["how"] != "said" for name in names)
        if as_before and mapped["header"] and field not in said:
            continue
        shared = set.intersection(*(set(columns[name]["files"]) for name in names))
        if not shared:
            params = {"field": field, "first": names[0]}
            faults.append(Fault("import.two_columns", "map", ", ".join(names), params=params))
        found[field] = "+".join(names)
    if faults:
        raise Refused(*faults)
    return found
