"""Audio descriptions as a table: one row for each, with its times and its text, and with film, clip or system if said.

Columns go by several names, as people's tables do. Times are seconds, or h:mm:ss with a point or a comma.
"""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from jurybox.exchange.files import Faults, Form, OpenedTable, Place, open_table, short
from jurybox.exchange.film.cues import Cue

NAMES = {
    "start": ("start", "start_s", "begin", "from", "in"),
    "end": ("end", "end_s", "to", "out"),
    "text": ("text", "output", "description", "ad", "gen_text"),
    "film": ("film", "movie", "title"),
    "clip": ("clip", "video", "file"),
    "system": ("system", "model"),
}
"""What a column is for, and the names that it may have."""
NEEDED = ("start", "end", "text")
_SECONDS = re.compile(r"\d{1,6}([.,]\d{1,9})?", re.ASCII)
_CLOCK = re.compile(r"(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2}(?:[.,]\d{1,9})?)", re.ASCII)


def read_table(path: Path, system: str, film: str, form: Form, faults: Faults) -> dict[str, list[Cue]]:
    """The cues by system. `system` and `film` are for tables without such columns; "" where nobody said."""
    before = len(faults)
    table = open_table(path, path.name, faults, form=form)
    found: dict[str, list[Cue]] = {}
    if table is None:
        return found
    reader = _Reader(table, system, film, faults)
    if not reader.is_sound():
        return found
    for row in table.rows:
        cue = reader.cue(row.values, (row.file, row.line))
        if cue:
            found.setdefault(cue[0], []).append(cue[1])
    if not found and len(faults) == before:
        faults.add("film.no_cues", (path.name, 1))
    return found


class _Reader:
    def __init__(self, table: OpenedTable, system: str, film: str, faults: Faults) -> None:
        self._table, self._faults = table, faults
        self._said = {"system": system, "film": film}

    def is_sound(self) -> bool:
        """Whether the header names what is needed; JSON lines have none, and are looked at line by line."""
        columns = self._table.columns
        if columns is None:
            return True
        known = _known(columns)
        place = (self._table.file, self._table.header)
        missing = [wanted for wanted in NEEDED if wanted not in known]
        for wanted in missing:
            self._faults.add("film.no_column", place, list(columns), NAMES[wanted], wanted=wanted)
        return not missing

    def cue(self, values: Mapping[str, object], place: Place) -> tuple[str, Cue] | None:
        known = _known(values)
        cells = {wanted: _text(values[name]) for wanted, name in known.items()}
        missing = [wanted for wanted in NEEDED if wanted not in cells]
        for wanted in missing:
            self._faults.add("film.no_column", place, list(values), NAMES[wanted], wanted=wanted)
        start, end = (self._seconds(cells.get(name), name, place) for name in ("start", "end"))
        system, film = (cells.get(name) or self._said[name] for name in ("system", "film"))
        if self._said["system"] and system != self._said["system"]:
            self._faults.add("film.other_system", place, system, self._said["system"])
        for name, value in (("system", system), ("film", film)):
            if not value:
                self._faults.add("film.not_said", place, wanted=name)
        if missing or start is None or end is None or not system or not film:
            return None
        text = " ".join(cells["text"].split())
        return system, Cue(film, start, end, text, place, cells.get("clip", ""))

    def _seconds(self, cell: str | None, name: str, place: Place) -> float | None:
        if cell is None:
            return None
        found = seconds(cell)
        if found is None:
            self._faults.add("film.not_a_time", place, short(cell), column=name)
        return found


def _known(names: Iterable[str]) -> dict[str, str]:
    """The columns by what they are for; of several that could be, the first name in our list."""
    by_name = {name.strip().casefold(): name for name in names}
    return {
        wanted: by_name[next(name for name in allowed if name in by_name)]
        for wanted, allowed in NAMES.items()
        if any(name in by_name for name in allowed)
    }


def _text(value: object) -> str:
    return "" if value is None else str(value).strip()


def seconds(cell: str) -> float | None:
    """
    >>> seconds("62.5"), seconds("0:01:02,5"), seconds("1:02.5"), seconds("soon")
    (62.5, 62.5, 62.5, None)
    """
    if _SECONDS.fullmatch(cell):
        return float(cell.replace(",", "."))
    found = _CLOCK.fullmatch(cell)
    if not found:
        return None
    hours, minutes, rest = found.groups()
    return int(hours or 0) * 3600 + int(minutes) * 60 + float(rest.replace(",", "."))
