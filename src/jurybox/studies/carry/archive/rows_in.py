"""Rows on their way out of an archive: nothing in them is believed, and no reference leads to another study's rows."""

import hashlib
from array import array
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from jurybox.core import MEDIA_TYPES, Protocol, is_uuid
from jurybox.store import Run, tables
from jurybox.studies.carry.archive.file import File
from jurybox.studies.carry.archive.layout import TABLES, columns_of, json_of, media_in, part_of, references_of
from jurybox.studies.tokens import rater_token, token_hash

Row = dict[str, Any]
_encode = msgspec.json.Encoder().encode
HEX = frozenset("0123456789abcdef")


class Bad(ValueError):
    """What is wrong with a row; its table and line are added where it is met."""


def sound(is_so: bool, what: str) -> None:
    if not is_so:
        raise Bad(what)


class GivenAssignment(NamedTuple):
    """Whose it is, and what it shows."""

    member: int
    item: int
    example: int | None
    candidates: list[int]
    window: int


class GivenAssignments:
    """Whose each assignment is and what it shows, in the order of their rows: some tens of bytes for each."""

    def __init__(self) -> None:
        self._member, self._item, self._example, self._window = array("q"), array("q"), array("h"), array("h")
        self._start, self._flat = array("q", [0]), array("q")
        self._check = array("q")

    def add(self, row: Row) -> None:
        self._member.append(row["membership_id"])
        self._item.append(row["item_id"] or 0)
        self._example.append(-1 if row["example"] is None else row["example"])
        self._window.append(row["win"] or 0)
        self._check.append(row["check_item"] or 0)
        self._flat.extend(row["candidates"])
        self._start.append(len(self._flat))

    def check_of(self, n: int) -> int | None:
        """The check that an assignment is about, by its place."""
        return self._check[n] or None

    def of(self, n: int) -> "GivenAssignment":
        """An assignment by its place."""
        example = self._example[n] if self._example[n] >= 0 else None
        candidates = self._flat[self._start[n] : self._start[n + 1]].tolist()
        return GivenAssignment(self._member[n], self._item[n], example, candidates, self._window[n])


class Inward:
    """One study on its way in: fresh keys for all its rows, and what its rows are checked against."""

    def __init__(self, run: Run, file: File, secret: bytes, protocol: Protocol, new_uid: str | None) -> None:
        self.run, self.file, self.secret, self.protocol, self.given = run, file, secret, protocol, GivenAssignments()
        self.new_uid = new_uid
        """Of the study, where it is on this server already."""
        self.raters: list[int] = []
        self.merged: dict[int, int] = {}
        """By membership the one that its work belongs to, where both are one person."""
        self.keys: dict[str, array[int]] = {
            name: tables.fresh_ids(run, table, file.manifest.rows[name])
            for name, table in TABLES.items()
            if table.key is not None and name != "protocol"
        }
        self.media: dict[str, str] = {}
        """The files that rows name, with the type that they say."""
        self.packed = frozenset(file.media())
        self.fill: Row = {
            "study_id": self.keys["study"][0],
            "open_slots": 0,
            "cannot": 0,
            "done": 0,
            "ready": 0,
            "token_version": 1,
        }

    def key(self, table: str, number: Any) -> int:
        keys = self.keys[table]
        if type(number) is not int or not 1 <= number <= len(keys):
            raise Bad(f"there is no {table} {number!r}"[:100])
        key: int = keys[number - 1]
        return key

    def up_to(self, table: str, number: Any) -> int:
        return 0 if number == 0 else self.key(table, number)

    def candidates(self, numbers: Any, examples: bool = False) -> list[int]:
        """Keys of candidates; those of a worked example are negative, and the same everywhere."""
        sound(isinstance(numbers, list) and bool(numbers), "candidates are a list")
        if examples:
            sound(all(isinstance(n, int) and -26 <= n < 0 for n in numbers), "candidates of an example are negative")
            return list(numbers)
        return [self.key("candidate", number) for number in numbers]

    def same_or_new(self, uid: Any) -> str:
        """An id as it was; where the study is on this server already, one that follows from both."""
        sound(isinstance(uid, str) and is_uuid(uid), "an id is a UUID")
        if self.new_uid is None:
            return str(uid)
        mixed = hashlib.blake2b(f"{self.new_uid}\n{uid}".encode(), digest_size=9).hexdigest()
        return f"{uid[:15]}{mixed[:3]}-8{mixed[3:6]}-{mixed[6:18]}"

    def see_media(self, value: Any) -> None:
        for file, kind in media_in(value):
            sound(isinstance(file, str) and len(file) == 64 and set(file) <= HEX, "a file is known by its SHA-256")
            sound(file in self.packed, f"the file {file} is not in the archive")
            sound(isinstance(kind, str) and self.media.setdefault(file, kind) == kind, f"the file {file} has two types")

    def see_fields(self, fields: Any) -> None:
        """What a protocol's fields hold: texts, media, people."""
        sound(isinstance(fields, dict), "fields have names")
        for name, value in fields.items():
            spec = self.protocol.fields.get(name)
            if spec is None or value is None:
                continue
            if spec.type in MEDIA_TYPES:
                sound(isinstance(value, dict) and "file" in value, f"{name} is no file")
            elif spec.type == "people":
                sound(isinstance(value, list) and all(map(_is_person, value)), f"{name} are no people")
            else:
                sound(isinstance(value, str), f"{name} is no text")
        self.see_media(fields)

    def rows(self, name: str, change: Callable[["Inward", int, Row], None]) -> Iterator[list[Any]]:
        """The rows of a table as they are written here, in the order of its columns."""
        table, count = TABLES[name], 0
        places = {column: n for n, column in enumerate(self.file.manifest.columns[name])}
        kept = [(column, places.get(column)) for column in columns_of(table)]
        held = [(column, table.column(column).fits) for column in columns_of(table) if column not in json_of(table)]
        order, texts, links = table.names(), json_of(table), references_of(table)
        own, keys = table.key, self.keys.get(name)
        for count, values in enumerate(self.file.rows(name), start=1):
            try:
                row: Row = dict(self.fill)
                for column, place in kept:
                    row[column] = None if place is None else values[place]
                for column, fit in held:
                    if not fit(row[column]):
                        raise Bad(f"{column} can't be {row[column]!r}"[:100])
                for link, target in links.items():
                    row[link] = None if row[link] is None else self.key(target, row[link])
                change(self, count, row)
                for text in texts:
                    row[text] = _encode(row[text]).decode()
            except (ValueError, TypeError, LookupError, AttributeError, msgspec.MsgspecError) as error:
                raise Bad(f"{part_of(name)}, row {count}: {error}") from error
            if own is not None and keys is not None:
                sound(count <= len(keys), f"{part_of(name)} has more rows than the manifest says")
                row[own] = keys[count - 1]
            yield [row[column] for column in order]
        sound(count == self.file.manifest.rows[name], f"{part_of(name)} has {count} rows, not what the manifest says")

    def token(self, uid: str) -> str:
        """What the store keeps of the link that a rater has on this server."""
        return token_hash(rater_token(self.secret, uid, 1))


def _is_person(entry: Any) -> bool:
    if not isinstance(entry, dict):
        return False
    picture = entry.get("picture")
    return picture is None or (isinstance(picture, dict) and "file" in picture)
