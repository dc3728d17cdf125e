"""Tables of items for any protocol, with the media they name."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image

from jurybox.core.protocol import Protocol
from jurybox.protocols import LoadedProtocol
from jurybox.studies import demo
from jurybox.studies.lifecycle import create
from jurybox.studies.people import raters
from jurybox.studies.workbench import Workbench

CLIP = Path(demo.__file__).parent / "content" / "audio-description" / "media" / "kitchen-1.mp4"
PEOPLE = "people.json"


@dataclass
class Names:
    """What the table calls things; tests plant canaries here."""

    item: str = "item"
    system: str = "system"
    file: str = "file"
    films: str = "Film"
    group: str = ""


@dataclass
class Table:
    lines: list[dict[str, str]]
    files: dict[str, bytes] = field(default_factory=dict)
    people: bytes | None = None

    def csv(self) -> bytes:
        text = io.StringIO()
        names = list(dict.fromkeys(name for line in self.lines for name in line))
        writer = csv.DictWriter(text, names)
        writer.writeheader()
        writer.writerows(self.lines)
        return text.getvalue().encode()

    def upload(self, name: str = "items.csv") -> list[tuple[str, tuple[str, bytes]]]:
        """The table as the parts of a multipart form."""
        media = [("media", (name, content)) for name, content in self.files.items()]
        people = [("people", (PEOPLE, self.people))] if self.people else []
        return [("tables", (name, self.csv())), *media, *people]

    def write(self, folder: Path, name: str = "items.csv") -> tuple[Path, Path, Path | None]:
        """Table, media folder and people file on the disk."""
        (folder / "media").mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(self.csv())
        for file, content in self.files.items():
            (folder / "media" / file).write_bytes(content)
        if self.people:
            (folder / PEOPLE).write_bytes(self.people)
        return folder / name, folder / "media", folder / PEOPLE if self.people else None


def picture(number: int) -> bytes:
    """A small picture that differs from every other."""
    made = io.BytesIO()
    Image.new("RGB", (8, 8), (number * 7 % 256, number * 13 % 256, number % 256)).save(made, "PNG")
    return made.getvalue()


def large_picture(number: int) -> bytes:
    """One that is large enough for a smaller copy, and differs from every other."""
    made = io.BytesIO()
    Image.frombytes("RGB", (1700, 30), Random(number).randbytes(1700 * 30 * 3)).save(made, "PNG")
    return made.getvalue()


def table_for(protocol: Protocol, items: int, systems: int, names: Names | None = None) -> Table:
    """Every system has an output of its own for every item, with every field and all media."""
    names = names or Names()
    table = Table([])
    for item in range(items):
        for system in range(systems):
            table.lines += _lines(protocol, item, system, names, table)
    if any(spec.type == "people" for spec in protocol.fields.values()):
        table.files[f"{names.file}-person.png"] = picture(200)
        people = [
            {"id": "a", "role": "The aunt", "name": "Ann", "img": f"{names.file}-person.png"},
            {"id": "b", "role": "A voice", "name": "Bo", "img": None},
        ]
        table.people = json.dumps({f"{names.films} 1": people}).encode()
    return table


def _lines(protocol: Protocol, item: int, system: int, names: Names, table: Table) -> Iterator[dict[str, str]]:
    segments = protocol.unit.count(2 + item % 3)
    for segment in range(1, segments + 1) if segments else (0,):
        line = {"id": f"{names.item}-{item}", "system": f"{names.system}-{system}", "group": names.group}
        if segments:
            line |= {"segment": str(segment), "start": str(segment - 1), "end": str(segment)}
        for name, spec in protocol.fields.items():
            first = segment <= 1 and (system == 0 or spec.per in ("system", "output"))
            if first or spec.per in ("segment", "output"):
                line[name] = _value(name, spec, (item, system, segment), names, table)
        yield line


def _value(name: str, spec: Any, place: tuple[int, int, int], names: Names, table: Table) -> str:
    item, system, segment = place
    own = f"-{system}-{segment}" if spec.per in ("system", "output") else ""
    if spec.type == "people":
        return f"{names.films} 1"
    if spec.type == "image":
        file = f"{names.file}-{name}-{item}{own}.png"
        table.files[file] = picture(item * 10 + system)
        return file
    if spec.type == "video":
        file = f"{names.file}-{name}-{item}{own}.mp4"
        table.files[file] = CLIP.read_bytes()
        return file
    parts = f" number {system}, part {segment}," if own else f" part {segment}," if spec.per == "segment" else ""
    text = f"The {name}{parts} of thing {item}"
    return {"conversation": f"user: {text}", "table": f"{text}\n{text}"}.get(spec.type, text)


def fill(
    bench: Workbench, loaded: LoadedProtocol, table: Table, key: str = "study", name: str = "A study",
    seed: str = "seed", raters_before: Sequence[str] = (), **settings: Any,
) -> None:  # fmt: skip
    """An open study with these items, made without HTTP; some raters may be there before it opens."""
    settings = {"calibration": False, **settings}
    items, media, people = table.write(bench.folder / f"in-{key}")
    create.create_study(bench, loaded, create.StudyDraft(key, name, settings or {}, seed))
    create.import_items(bench, key, create.ItemFiles([items], media, people))
    for rater in raters_before:
        raters.add_rater(bench, key, rater)
    create.open_study(bench, key)
