"""Ratings written as the folder of a test set of mt-metrics-eval."""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from jurybox.exchange.ratings.formats.groups import RatedOutput, outputs_of, questions_of
from jurybox.exchange.ratings.formats.mt_metrics_eval import BY, RATER, UNKNOWN
from jurybox.exchange.ratings.formats.rating import Mark, Rating
from jurybox.exchange.ratings.formats.target import Target

PAIR = re.compile(r"[A-Za-z]{2,3}(_[A-Za-z]+)?-[A-Za-z]{2,3}(_[A-Za-z]+)?", re.ASCII)
UNFIT = re.compile(r"[\s/\\.:@]+")
BREAKS = str.maketrans({"\n": " ", "\r": " ", "\u2028": " ", "\u2029": " ", "\x85": " ", "\x0b": " ", "\x0c": " "})


def write(target: Target, ratings: Iterable[Rating]) -> None:
    pairs: dict[str, list[RatedOutput]] = {}
    for output in outputs_of(ratings):
        pairs.setdefault(_pair(output, target), []).append(output)
    with target.folder() as folder:
        for pair, outputs in pairs.items():
            _Writer(folder, pair, outputs, target).write()


def _pair(output: RatedOutput, target: Target) -> str:
    group = output.first.group
    if PAIR.fullmatch(group):
        return group
    if group:
        target.losses.add("formats.groups_lost")
    return target.about.pair or UNKNOWN


class _Writer:
    def __init__(self, folder: Path, pair: str, outputs: list[RatedOutput], target: Target) -> None:
        self.folder, self.pair, self.target = folder, pair, target
        self.items = list(dict.fromkeys(output.item for output in outputs))
        self.systems = sorted({output.system or "output" for output in outputs})
        self.by = {(output.item, output.system or "output"): output for output in outputs}
        self.names: dict[str, str] = {}

    def write(self) -> None:
        first = {output.item: output for output in reversed(self.by.values())}
        self._lines(f"sources/{self.pair}.txt", (self._flat(first[item].source) for item in self.items))
        self._lines(f"documents/{self.pair}.docs", (f"all\t{self._key(item, first)}" for item in self.items))
        for system in self.systems:
            texts = (self._flat(o.text) if (o := self.by.get((item, system))) else "" for item in self.items)
            self._lines(f"system-outputs/{self.pair}/{self._name(system, '-.')}.txt", texts)
        for question in questions_of(self.by.values()):
            self._question(question)

    def _lines(self, name: str, lines: Iterable[str]) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in lines)

    def _flat(self, text: str) -> str:
        flat = text.translate(BREAKS)
        if flat != text:
            self.target.losses.add("formats.breaks_lost")
        return flat

    def _key(self, item: str, first: dict[str, RatedOutput]) -> str:
        return first[item].first.document or self._name(item, "-.:@/")

    def _name(self, name: str, allowed: str = "") -> str:
        """What can stand in a file name or between blanks; a change is counted once."""
        if name not in self.names:
            fit = "".join(char if char in allowed and char not in "/\\" else UNFIT.sub("_", char) for char in name)
            self.names[name] = fit = fit or "_"
            if fit != name:
                self.target.losses.add("formats.names_changed")
        return self.names[name]

    def _question(self, question: str) -> None:
        raters = dict.fromkeys(rater for output in self.by.values() for rater in output.by_rater)
        values: dict[tuple[str, str], list[float]] = {}
        for rater in raters:
            said = {key: self._first(output, rater, question) for key, output in self.by.items()}
            name = f"{self.pair}.{self._name(question)}{BY}{self._name(rater or RATER)}"
            if any(one is not None and one.value is not None for one in said.values()):
                self._lines(f"human-scores/{name}.seg.score", self._block(said, _score))
                for key, one in said.items():
                    if one is not None and one.value is not None:
                        values.setdefault(key, []).append(one.value)
            if any(one is not None and one.marks is not None for one in said.values()):
                self._count_losses(one for one in said.values() if one is not None)
                self._lines(f"human-scores/{name}.seg.rating", self._block(said, _errors))
        if values:
            self._means(f"human-scores/{self.pair}.{self._name(question)}", values)

    def _count_losses(self, said: Iterable[Rating]) -> None:
        for mark in (mark for rating in said for mark in rating.marks or ()):
            if mark.reason is not None:
                self.target.losses.add("formats.reasons_lost")
            if mark.is_missing and mark.start is not None:
                self.target.losses.add("formats.places_lost")

    def _first(self, output: RatedOutput, rater: str, question: str) -> Rating | None:
        said = [rating for rating in output.by_rater.get(rater, []) if rating.question == question]
        if len(said) > 1:
            self.target.losses.add("formats.second_lost", len(said) - 1)
        return said[0] if said else None

    def _block(self, said: dict[tuple[str, str], Rating | None], cell: Callable[[Rating | None], str]) -> Iterator[str]:
        for system in self.systems:
            for item in self.items:
                yield f"{self._name(system, '-.')}\t{cell(said.get((item, system)))}"

    def _means(self, name: str, values: dict[tuple[str, str], list[float]]) -> None:
        means = {key: sum(given) / len(given) for key, given in values.items()}
        cells = (f"{self._name(s, '-.')}\t{means.get((i, s))}" for s in self.systems for i in self.items)
        self._lines(f"{name}.seg.score", cells)
        of = {s: [m for (_, system), m in means.items() if system == s] for s in self.systems}
        whole = (f"{self._name(s, '-.')}\t{sum(ms) / len(ms) if ms else None}" for s, ms in of.items())
        self._lines(f"{name}.sys.score", whole)


def _score(rating: Rating | None) -> str:
    return str(None if rating is None else rating.value)


def _errors(rating: Rating | None) -> str:
    if rating is None or rating.marks is None:
        return "None"
    cell = msgspec.json.encode({"errors": list(map(_error, rating.marks))}).decode()
    return f"{cell}\t{rating.rater or RATER}"


def _error(mark: Mark) -> dict[str, object]:
    """A span of nothing stands for what the text lacks."""
    return {
        "start": mark.start or 0,
        "end": mark.end or 0,
        "category": mark.label,
        "severity": mark.weight,
        "score": None,
        "is_source_error": mark.field == "source",
    }
