"""The folder of a test set as mt-metrics-eval lays it out, read; and what its names say.

sources/PAIR.txt, documents/PAIR.docs (domain and document of each line), system-outputs/PAIR/SYSTEM.txt,
human-scores/PAIR.NAME.seg.score (system and score, one block per system in the order of the source; None where there
is none) and PAIR.NAME.seg.rating (system, {"errors": [{start, end, category, severity, is_source_error}]} in half-open
characters, rater). Each rater's own scores have NAME question@rater; NAME question alone is their mean.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from jurybox.exchange.ratings.formats.rating import Mark, Rating
from jurybox.exchange.ratings.formats.source import RatingsFile
from jurybox.exchange.ratings.formats.values import number

UNKNOWN, RATER, BY = "und-und", "human", "@"
SCORE, RATINGS = ".seg.score", ".seg.rating"


class _MarkedError(msgspec.Struct):
    start: int | float | str
    end: int | float | str
    category: object = None
    severity: object = None
    is_source_error: object = None


class _Errors(msgspec.Struct):
    errors: list[_MarkedError]


_decode = msgspec.json.Decoder(_Errors).decode


def read(source: RatingsFile) -> Iterator[Rating]:
    outputs = source.path / "system-outputs"
    if not outputs.is_dir():
        source.fault("formats.no_folder", 1, str(source.path), "system-outputs")
        return
    for folder in sorted(path for path in outputs.iterdir() if path.is_dir()):
        yield from _Pair(source, folder.name).ratings()


class _Pair:
    """One language pair of a test set."""

    def __init__(self, source: RatingsFile, pair: str) -> None:
        self.source, self.pair, self.root = source, pair, source.path
        self.texts = self._column(self.root / "sources" / f"{pair}.txt")
        folder = self.root / "system-outputs" / pair
        self.outputs = {path.stem: self._column(path) for path in sorted(folder.glob("*.txt"))}
        size = max(map(len, [self.texts, *self.outputs.values()]), default=0)
        for name, lines in self.outputs.items():
            if len(lines) != size:
                source.fault("formats.lines_differ", 1, len(lines), size, name=name)
        self.size = size
        self.keys, self.documents = self._keys(self._column(self.root / "documents" / f"{pair}.docs"))

    def _column(self, path: Path) -> list[str]:
        return [line for _, line in self.source.all_lines(path)] if path.is_file() else []

    def _keys(self, lines: list[str]) -> tuple[list[str], list[str]]:
        """Documents of one line each name their item; otherwise items are numbered."""
        named = [line.split()[-1] if line.split() else "" for line in lines]
        if len(named) == self.size and len(set(named)) == self.size and all(named):
            return named, [""] * self.size
        numbers = [str(n + 1) for n in range(self.size)]
        return numbers, named if len(named) == self.size else [""] * self.size

    def ratings(self) -> Iterator[Rating]:
        if self.source.faults:
            return
        files = sorted((self.root / "human-scores").glob(f"{self.pair}.*.seg.*"))
        names = {self._name(path): path for path in files if path.name.endswith((SCORE, RATINGS))}
        own = {name.partition(BY)[0] for name, _ in names if BY in name}
        for (name, ending), path in names.items():
            question, at, rater = name.partition(BY)
            if not at and question in own:
                continue  # the mean of what follows
            yield from self._of_file(path, question, rater or RATER, ending)
        if not names:
            yield from self._unrated()

    def _name(self, path: Path) -> tuple[str, str]:
        ending = SCORE if path.name.endswith(SCORE) else RATINGS
        return path.name.removeprefix(f"{self.pair}.").removesuffix(ending), ending

    def _unrated(self) -> Iterator[Rating]:
        for system in self.outputs:
            yield from (self._about(n, system) for n in range(self.size))

    def _about(self, n: int, system: str) -> Rating:
        return Rating(
            item=self.keys[n],
            system=system,
            document=self.documents[n],
            group="" if self.pair == UNKNOWN else self.pair,
            source=(self.texts[n] or None) if n < len(self.texts) else None,
            output=self.outputs[system][n] or None,
        )

    def _of_file(self, path: Path, question: str, rater: str, ending: str) -> Iterator[Rating]:
        place: dict[str, int] = {}
        for line, text in self.source.lines(path):
            cells = text.split("\t") if ending == RATINGS else text.split()
            system, n = cells[0], place.get(cells[0], 0)
            place[system] = n + 1
            if system not in self.outputs or n >= self.size or len(cells) < 2:
                self.source.faults.add("formats.bad_score", (path.name, line), text[:80], sorted(self.outputs))
                continue
            if cells[1] == "None":
                continue
            if ending == SCORE:
                value = number(cells[1])
                if value is None:
                    self.source.faults.add("formats.not_a_number", (path.name, line), cells[1], where="score")
                else:
                    yield replace(self._about(n, system), question=question, rater=rater, value=value)
            else:
                marks = self._marks(cells[1], path, line)
                if marks is not None:
                    who = cells[2] if len(cells) > 2 and cells[2] != "None" else rater
                    yield replace(self._about(n, system), question=question, rater=who, marks=marks)

    def _marks(self, cell: str, path: Path, line: int) -> tuple[Mark, ...] | None:
        try:
            return tuple(_mark(error) for error in _decode(cell.encode()).errors)
        except (msgspec.DecodeError, ValueError):
            self.source.faults.add("formats.bad_entry", (path.name, line), cell[:80], where="errors")
            return None


def _mark(error: _MarkedError) -> Mark:
    start, end = int(error.start), int(error.end)
    is_there = 0 <= start < end
    return Mark(
        start if is_there else None,
        end if is_there else None,
        str(error.category or "error"),
        str(error.severity) if error.severity else None,
        field="source" if error.is_source_error else "output",
    )
