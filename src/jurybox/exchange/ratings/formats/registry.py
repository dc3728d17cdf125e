"""Formats of ratings: which there are, what each can hold, and reading and writing any of them by its id."""

import importlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import msgspec

from jurybox.core import Fault, NotFound, Refused
from jurybox.exchange.files import Form
from jurybox.exchange.ratings.formats.column_names import AS_NAMED, ColumnNames
from jurybox.exchange.ratings.formats.losses import SELDOM, SILENT, Losses
from jurybox.exchange.ratings.formats.rating import DEFAULTS, KINDS, VALUES, Kind, Rating
from jurybox.exchange.ratings.formats.source import RatingsFile
from jurybox.exchange.ratings.formats.target import DataSetFacts, Target

ALL_FIELDS = frozenset({"item", *DEFAULTS})
ALL_KINDS: frozenset[Kind] = frozenset(KINDS)
NUMBERS: frozenset[Kind] = frozenset({"number"})
WHAT = frozenset({"item", "system", "source", "output", *VALUES})


@dataclass(frozen=True, slots=True)
class Format:
    """`holds` are the fields of a rating that survive writing and reading; `kinds` the kinds of answers."""

    id: str
    title: str
    module: str
    holds: frozenset[str]
    kinds: frozenset[Kind]
    endings: tuple[str, ...]
    """What a file ends in; empty for a folder."""
    can_read: bool = True
    can_write: bool = True
    reading: tuple[str, ...] = ()
    writing: tuple[str, ...] = ()
    """What its functions are told, where a module serves several formats."""
    writer: str | None = None
    """The module that writes, where it is another one."""
    lacks: tuple[str, ...] = ()
    """What else it cannot hold, in words."""
    by_name: bool = False
    """Whether labels of marks stand in it as people call them, with their categories, and not by their ids."""
    wants_outputs: bool = False
    """Whether it has the texts of outputs that ratings do not tell, because they are about several."""

    def cannot_hold(self) -> list[str]:
        """In words: what is lost on the way through this format."""
        fields = [name for name in DEFAULTS if name not in self.holds | SILENT | SELDOM]
        return [*self.lacks, *(words for kind, words in KINDS.items() if kind not in self.kinds), *fields]

    def read(self, source: RatingsFile) -> Iterator[Rating]:
        reader: Callable[..., Iterator[Rating]] = _loaded(self.module).read
        return reader(source, *self.reading)

    def write(self, target: Target, ratings: Iterable[Rating]) -> None:
        writer: Callable[..., None] = _loaded(self.writer or self.module).write
        writer(target, ratings, *self.writing)


def _loaded(module: str) -> ModuleType:
    """A module of this folder, loaded when it is needed."""
    return importlib.import_module(f"{__package__}.{module}")


WIDE = WHAT | {"group", "document", "rater", "stage", "question", "target", "text"}
MARK_PARTS = "reasons of marks and where something is missing"
SPOKEN: frozenset[Kind] = ALL_KINDS - {"nothing", "cannot"}
FORMATS: dict[str, Format] = {
    one.id: one
    for one in (
        Format("csv", "long table, CSV", "long", ALL_FIELDS, ALL_KINDS, (".csv", ".xlsx"), writing=("csv",)),
        Format("tsv", "long table, tab-separated", "long", ALL_FIELDS, ALL_KINDS, (".tsv",), writing=("tsv",)),
        Format("jsonl", "long table, JSON lines", "long", ALL_FIELDS, ALL_KINDS, (".jsonl",), writing=("jsonl",)),
        Format(
            "xlsx", "long table, XLSX", "long", ALL_FIELDS, ALL_KINDS, (".xlsx",), writing=("xlsx",),
            lacks=("control characters in texts", "texts of more than 32,767 characters"),
        ),
        Format(
            "wide-raters", "wide table, a column per rater", "wide", WIDE, SPOKEN, (".csv",),
            reading=("rater",), writing=("rater",),
        ),
        Format(
            "wide-questions", "wide table, a column per question", "wide",
            WIDE | {"purpose", "answered_at", "elapsed_ms", "comment"}, SPOKEN, (".csv",),
            reading=("question",), writing=("question",),
        ),
        Format(
            "judge-bench", "JUDGE-BENCH JSON", "judge_bench", WHAT | {"question"}, frozenset({"number", "label"}),
            (".json",), lacks=("who gave a score",),
        ),
        Format(
            "wmt-mqm", "WMT MQM, TSV with <v> spans", "wmt_mqm", WHAT | {"question", "rater", "document"},
            frozenset({"marks"}), (".tsv",), lacks=("line breaks and tabs in texts",), by_name=True,
        ),
        Format(
            "mt-metrics-eval", "folder of a test set of mt-metrics-eval", "mt_metrics_eval",
            WHAT | {"question", "rater", "group"}, frozenset({"number", "marks"}), (), writer="mt_metrics_eval_out",
            lacks=(
                "line breaks in texts", "blanks in names", "domains of documents", "groups that are no language pair",
                MARK_PARTS,
            ),
            by_name=True,
        ),
        Format(
            "pearmut", "Pearmut log, JSON lines", "pearmut",
            WHAT | {"question", "rater", "group", "purpose", "answered_at", "elapsed_ms", "text"},
            frozenset({"number", "marks", "text"}), (".jsonl",),
            lacks=("marks of the source", "marked line breaks", MARK_PARTS), by_name=True,
        ),
        Format(
            "pearmut-campaign", "Pearmut campaign, JSON", "pearmut_campaign", ALL_FIELDS, ALL_KINDS, (".json",),
            lacks=("ratings",),
        ),
        Format(
            "appraise", "Appraise, CSV without header", "appraise",
            WHAT - {"source", "output"} | {"rater", "group", "purpose", "answered_at", "elapsed_ms", "question"},
            NUMBERS, (".csv",), lacks=("more than one question", "groups that are no language pair"),
        ),
        Format(
            "arena", "A/B table of an arena", "arena",
            WHAT | {"question", "rater", "group", "answered_at"}, frozenset({"order", "nothing"}),
            (".jsonl", ".json", ".csv", ".parquet"), lacks=("rankings of more than two",),
            wants_outputs=True,
        ),
        Format(
            "summeval", "SummEval, JSON lines", "summeval", WHAT | {"question"}, NUMBERS, (".jsonl",),
            lacks=("who gave a score",),
        ),
        Format(
            "thumb", "THumB, JSON lines", "thumb", WHAT | {"question", "rater"}, NUMBERS, (".jsonl",),
            lacks=("more than one rating of an output: their mean is written",),
        ),
        Format("parquet", "long table, Parquet", "parquet", ALL_FIELDS, ALL_KINDS, (".parquet",)),
        Format("huggingface", "folder for Hugging Face datasets", "hugging_face", ALL_FIELDS, ALL_KINDS, ()),
        Format(
            "items", "table of items and outputs", "items", ALL_FIELDS, ALL_KINDS, (".jsonl", ".csv"), can_read=False,
            lacks=("ratings",),
        ),
    )
}  # fmt: skip


OTHER_NAMES = {"json": "jsonl"}
"""A table is read as what its ending says: a list of objects is the same as an object on each line."""


def find_format(id: str, to: str = "read") -> Format:
    """A format by its id; an unknown one is answered with those that exist."""
    able = [one.id for one in FORMATS.values() if (one.can_read if to == "read" else one.can_write)]
    if to == "read":
        id = OTHER_NAMES.get(id, id)
    if id not in able:
        raise NotFound.of("formats.unknown", given=id, allowed=able, verb=to)
    return FORMATS[id]


class ReadFile:
    """Ratings as they are read. After the last one, Refused names every fault; `notes` has what should be said."""

    def __init__(self, path: Path, format: Format, form: Form | None = None, columns: ColumnNames = AS_NAMED) -> None:
        self.source, self.format = RatingsFile(path, form, columns), format
        self._ignored = frozenset(columns.ignore)
        """Columns of a table are gone already; other formats may call a question so."""

    def __iter__(self) -> Iterator[Rating]:
        if not self.source.path.exists():
            raise NotFound.of("import.no_such_file", given=str(self.source.path))
        if self.source.path.is_dir() and self.format.endings:
            raise Refused.of("ratings.folder", str(self.source.path), allowed=self.format.endings)
        for rating in self.format.read(self.source):
            if rating.question in self._ignored and rating.question:
                self.source.note("campaign.ignored")
            else:
                yield rating
        self.source.faults.refuse()

    def notes(self) -> list[Fault]:
        return self.source.said()


def read_file(path: Path, format: str, form: Form | None = None, columns: ColumnNames = AS_NAMED) -> ReadFile:
    """`form` says how its text is written, `columns` what its columns are called, where it need not be found out."""
    return ReadFile(path, find_format(format), form, columns)


def write_file(
    path: Path, format: str, ratings: Iterable[Rating], about: DataSetFacts | None = None, settled: bool = False
) -> list[Fault]:
    """Write what the format can hold; what it cannot is returned in words. `settled`: nothing in it is superseded."""
    form = find_format(format, "write")
    losses = Losses(form.title)
    if "supersedes" not in form.holds and not settled:
        ratings = losses.standing(ratings)
    form.write(Target(path, losses, about or DataSetFacts()), losses.watch(ratings, form.holds, form.kinds))
    return losses.said()


def held(ratings: Sequence[Rating], format: str) -> list[Rating]:
    """What a format holds of some ratings: the rest of each is as if it had never been said."""
    form = FORMATS[format]
    gone = {name: default for name, default in DEFAULTS.items() if name not in form.holds}
    return [msgspec.structs.replace(rating, **gone) for rating in ratings if rating.kind in form.kinds]
