"""From a study, or from files of ratings, to findings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from jurybox.analysis import (
    Agreement,
    Comparison,
    Findings,
    Flag,
    Options,
    Ranked,
    Table,
    TagAgreement,
    analyse,
    only_where,
    show_with,
)
from jurybox.core import Fault, NotFound
from jurybox.exchange.files import SUFFIXES, checked_encoding
from jurybox.exchange.ratings import (
    Duplicates,
    RatingsReading,
    conditions_of,
    read_ratings,
    scales_of,
    tiers_of,
    weights_of,
)
from jurybox.stats import Level
from jurybox.studies.results.notebook import notebook_html

if TYPE_CHECKING:  # files are analysed without loading the database
    from jurybox.studies.workbench import Workbench

__all__ = [
    "Agreement",
    "AskedReading",
    "Comparison",
    "Duplicates",
    "Findings",
    "Flag",
    "Level",
    "Options",
    "Ranked",
    "RatingsReading",
    "Table",
    "TagAgreement",
    "analyse_file",
    "analyse_study",
    "files_among",
    "findings_of",
    "nothing_found",
    "read_ratings",
    "reading_of",
    "table_of_study",
]

Steps = Callable[[str], None]
"""Told the name of each step as it begins."""
Progress = Callable[[int, int], None]
Where = Sequence[str] | Mapping[str, str | Sequence[str]]
"""Conditions, as `group=es`, or by column."""
OF_EVERY_ITEM = ("item", "rater", "document", "group")
"""What is known of every study, and not looked for among the texts of items."""


def files_among(names: Sequence[str]) -> list[Path] | None:
    """The files that are meant. None: it is one name, and no file has it, so it may be a study's.

    Among several names each has to be a file.
    """
    paths = [Path(name) for name in names]
    if len(paths) == 1 and (paths[0].is_dir() or not paths[0].exists()):
        return None
    missing = [path for path in paths if not path.exists()]
    if missing:
        raise NotFound(*(Fault("import.no_such_file", given=str(path)) for path in missing))
    return paths


def nothing_found(name: str, known: Sequence[str]) -> NotFound:
    """Neither a file nor a study."""
    if Path(name).is_dir():
        return NotFound(Fault("ratings.folder", name, allowed=SUFFIXES))
    return NotFound(Fault("analyse.nothing_found", given=name, allowed=list(known)))


@dataclass(frozen=True, slots=True)
class AskedReading:
    """How tables of ratings are to be read, in the words of the command line and of the library."""

    columns: Mapping[str, str | None]
    by: str | None = None
    duplicates: Duplicates = "refuse"
    scales: Sequence[str] = ()
    weights: Sequence[str] = ()
    quotes: bool = True
    lower_is_better: bool = False
    encoding: str | None = None
    resample: str | None = None
    raters_by: str | None = None
    where: Where = ()
    ranks: Sequence[str] = ()
    tiers: str | None = None
    half_is_zero: bool = False


def reading_of(asked: AskedReading) -> RatingsReading:
    """How tables are read, from what was asked for; what can't be understood is refused."""
    return RatingsReading(
        {role: name for role, name in asked.columns.items() if name is not None},
        by=asked.by,
        duplicates=asked.duplicates,
        scales=scales_of(asked.scales),
        weights=weights_of(asked.weights),
        quotes=asked.quotes,
        lower_is_better=asked.lower_is_better,
        encoding=checked_encoding(asked.encoding),
        resample=asked.resample,
        raters_by=asked.raters_by,
        where=conditions(asked.where),
        ranks=tuple(asked.ranks),
        tiers=tiers_of(asked.tiers),
        half_is_zero=asked.half_is_zero,
    )


def conditions(where: Where) -> dict[str, tuple[str, ...]]:
    """What --where says, or the library's `where={"group": "es"}`, of which a value may be several."""
    if not isinstance(where, Mapping):
        return conditions_of(where)
    return {
        column: (values,) if isinstance(values, str) else tuple(map(str, values)) for column, values in where.items()
    }


def table_of_study(
    bench: "Workbench",
    key: str,
    half_is_zero: bool = False,
    lang: str = "en",
    options: Options | None = None,
    where: Where = (),
) -> Table:
    """What counts of a study, or the part of it that is asked for, with the columns that the options name.

    A name that no study has is refused as neither a file nor a study.
    """
    from jurybox.studies.results.table import TableWish, study_table

    options, wanted = options or Options(), conditions(where)
    columns = [name for name in (options.by, options.resample, *wanted) if name and name not in OF_EVERY_ITEM]
    try:
        table = study_table(bench, key, TableWish(half_is_zero, lang, columns, options.raters_by), options.decisions)
        own = table.as_rated
        return replace(only_where(table, wanted), as_rated=None if own is None else only_where(own, wanted))
    except NotFound as error:
        if error.faults[0].code == "study.unknown":
            known = error.faults[0].allowed
            raise nothing_found(key, known if isinstance(known, list) else []) from error
        raise


def findings_of(table: Table, options: Options | None = None, steps: Steps | None = None) -> Findings:
    show_with(notebook_html)
    return analyse(table, options or Options(), steps)


def analyse_file(
    paths: Sequence[Path],
    reading: RatingsReading | None = None,
    options: Options | None = None,
    progress: Progress | None = None,
    steps: Steps | None = None,
) -> Findings:
    """Findings from one or several files of ratings or errors; needs neither a server nor a study."""
    options = options or Options()
    return findings_of(read_ratings(paths, reading, options.level, progress), options, steps)


def analyse_study(
    bench: "Workbench",
    key: str,
    options: Options | None = None,
    steps: Steps | None = None,
    half_is_zero: bool = False,
    where: Where = (),
) -> Findings:
    """Findings from the judgements of a study."""
    return findings_of(table_of_study(bench, key, half_is_zero, options=options, where=where), options, steps)
