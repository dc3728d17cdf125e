"""Statistics of any ratings, and findings as files."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from jurybox.client.options import RatingsOptions, options_of
from jurybox.client.rows import ROWS, as_files
from jurybox.client.shape import Outputs
from jurybox.client.words import in_words

if TYPE_CHECKING:
    from jurybox.studies.results import Findings

NAME = "rows"
"""What findings call ratings that came from no file."""


@in_words()
def analyse_ratings(ratings: Outputs, columns: dict[str, str], options: RatingsOptions) -> "Findings":
    from jurybox.studies.results import AskedReading, findings_of, read_ratings, reading_of

    said = options.copy()
    asked = AskedReading(
        columns,
        duplicates=said.pop("duplicates", "refuse"),
        scales=said.pop("scales", ()),
        weights=said.pop("weights", ()),
        lower_is_better=said.pop("lower_is_better", False),
        encoding=said.pop("encoding", None),
        where=said.pop("where", ()),
        ranks=said.pop("ranks", ()),
        tiers=said.pop("tiers", None),
        half_is_zero=said.pop("half_is_zero", False),
        by=said.get("by"),
        raters_by=said.get("raters_by"),
        resample=said.get("resample"),
    )
    how = reading_of(asked)
    without = said.pop("without", ())
    chosen = options_of(said, without)
    with as_files(ratings) as paths:
        table = read_ratings(paths, how, chosen.level)
        if paths[0].name == ROWS:
            facts = {name: value for name, value in table.source.facts.items() if name != "files"}
            table = replace(table, source=replace(table.source, name=NAME, facts=facts))
    return findings_of(table, chosen)


@in_words()
def report(findings: "Findings", to: Path, language: str, force: bool) -> list[str]:
    from jurybox.studies.results import write_report

    return write_report(findings, to, language, force)
