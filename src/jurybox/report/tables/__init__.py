"""From findings to plain tables, one for each list that holds anything."""

from jurybox.analysis.findings import Findings
from jurybox.report.tables import people, systems, tags
from jurybox.report.tables.plain import Column, Part, PlainTable, cell_text
from jurybox.report.wording import Wording
from jurybox.texts.words import Words

BUILDERS = (
    systems.ranking, systems.comparisons, systems.points, people.agreement, tags.tag_agreement, people.raters,
    people.what_if, tags.tag_rates, systems.distribution, systems.coverage, people.disagreements, people.over_time,
    people.together, tags.exclusions,
)  # fmt: skip


def tables_of(findings: Findings, words: Words) -> list[PlainTable]:
    """Every table that has rows, in the order of the report."""
    say = Wording.of(findings, words)
    return [table for table in (build(findings, say) for build in BUILDERS) if table.rows]


__all__ = ["Column", "Part", "PlainTable", "cell_text", "tables_of"]
