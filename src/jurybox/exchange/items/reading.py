"""How tables are to be read, as far as the organiser says it: the same on the command line and over the web."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationError

from jurybox.core import EmptyOutputs, Fault, Import, JsonObject, Model, Refused, refuse
from jurybox.exchange.files import ENCODINGS, known_encoding

Repeated = Literal["refuse", "first", "last", "number"]
"""What is done with rows of the same item, system and segment: refused, one of them kept, or each its own item."""


def _encoding(name: str) -> str:
    if known_encoding(name) is None:
        raise ValueError(f"tables come in: {', '.join(ENCODINGS)}")
    return name


class Reading(Model):
    """What is not said is guessed, and shown; what can't be guessed for sure must be said."""

    map: Mapping[str, str] = {}
    """The column of a field, or of id, system, group, kind; several columns with + between them are joined."""
    ignore: tuple[str, ...] = ()
    wide: tuple[str, ...] = ()
    """Columns that hold the outputs of a system each."""
    references: tuple[str, ...] = ()
    """Those of them whose system is a reference: people wrote what stands there."""
    system_from: Literal["column", "file", "folder", "none"] | None = None
    split: tuple[str, ...] = ()
    """Fields that are split into sentences, each an item of its own."""
    header: bool | None = None
    encoding: Annotated[str, AfterValidator(_encoding)] | None = None
    quotes: bool = True
    """False: quotes are characters like any other."""
    duplicates: Repeated = "refuse"
    empty: EmptyOutputs | None = None
    """In place of the study's setting, for these tables."""
    missing: Literal["refuse", "leave-out"] = "refuse"
    """Files that cells name and that are not there: refused, or the items and outputs that name them left out."""
    sample: Annotated[int, Field(ge=1, le=1000)] = 50
    """How many rows are looked at to guess what columns hold."""

    def said(self) -> JsonObject:
        """What was said, as plain data: for the log of the study."""
        return self.model_dump(exclude_defaults=True, mode="json")


AS_GUESSED = Reading()


def read_reading(document: Mapping[str, object]) -> Reading:
    """Options from plain data; every fault at once."""
    try:
        return Reading.model_validate(document)
    except ValidationError as error:
        allowed = sorted(set(Reading.model_fields) - {"sample"})
        faults = []
        for found in error.errors():
            where, known = ".".join(map(str, found["loc"])), allowed if found["type"] == "extra_forbidden" else None
            faults.append(Fault("import.bad_option", where, found.get("input"), known, {"reason": found["msg"]}))
        raise Refused(*faults) from error


def how_read(batch: Import, reading: Reading) -> JsonObject:
    """What a study's log says of the reading, where there is anything to say."""
    all_of_it: JsonObject = {
        "repeated": len(batch.repeated),
        "reading": reading.said(),
        "read_as": [dict(table) for table in batch.read_as],
        "notes": [note.code for note in batch.notes],
    }
    return {name: value for name, value in all_of_it.items() if value}


def read_pairs(pairs: list[str]) -> dict[str, str]:
    """FIELD=COLUMN as given; every fault at once."""
    found: dict[str, str] = {}
    faults = []
    for pair in pairs:
        name, equals, column = pair.partition("=")
        if not equals or not name.strip() or not column.strip() or name.strip() in found:
            faults.append(Fault("import.bad_mapping", "", pair))
        found[name.strip()] = column.strip()
    refuse(faults)
    return found
