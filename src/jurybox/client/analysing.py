"""Statistics of any ratings, and findings as files."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from warnings import warn

from jurybox.client.rows import ROWS, as_files
from jurybox.client.words import in_words
from jurybox.core import Refused

if TYPE_CHECKING:
    from jurybox.studies.results import Findings

NAME = "rows"
"""What findings call ratings that came from no file."""


@in_words()
def analyse_ratings(
    ratings: Any, columns: dict[str, str], reading: dict[str, Any], options: dict[str, Any]
) -> "Findings":
    from jurybox.studies.results import findings_of, read_ratings, reading_of

    chosen = options_of(**options)
    with as_files(ratings) as paths:
        table = read_ratings(paths, reading_of(columns, **reading), chosen.level)
        if paths[0].name == ROWS:
            facts = {name: value for name, value in table.source.facts.items() if name != "files"}
            table = replace(table, source=replace(table.source, name=NAME, facts=facts))
    return findings_of(table, chosen)


def options_of(**given: Any) -> Any:
    """The options of an analysis; a name that is none is refused with those that are."""
    from dataclasses import fields

    from jurybox.studies.results import Options

    if given.pop("resamples", None) is not None:
        warn(
            "resamples has no effect: intervals and tests are computed, nothing is drawn.", FutureWarning, stacklevel=4
        )
    known = [field.name for field in fields(Options)]
    unknown = [name for name in given if name not in known]
    if unknown:
        raise Refused.of("client.unknown_option", given=unknown[0], allowed=known)
    return Options(**{**given, "without": tuple(given.get("without", ()))})


@in_words()
def report(findings: "Findings", to: Path, language: str, force: bool) -> list[str]:
    from jurybox.studies.results import write_report

    return write_report(findings, to, language, force)
