"""From findings to plain tables, one for each list that holds anything."""

from jurybox.analysis import Findings
from jurybox.report.tables.checks import checks_table
from jurybox.report.tables.choices import apart_table, overall_table, shares_table
from jurybox.report.tables.paper import systems_table
from jurybox.report.tables.people import (
    agreement_table,
    comments_table,
    disagreements_table,
    over_time_table,
    rater_pairs_table,
    raters_table,
    what_if_table,
)
from jurybox.report.tables.plain import PlainTable
from jurybox.report.tables.plan import plan_table
from jurybox.report.tables.suggestions import suggestions_table
from jurybox.report.tables.systems import (
    comparisons_table,
    coverage_table,
    distribution_table,
    points_table,
    positions_table,
    ranking_table,
)
from jurybox.report.tables.tags import exclusions_table, tag_agreement_table, tag_rates_table
from jurybox.report.wording import Wording
from jurybox.texts import Words

BUILDERS = (
    systems_table, ranking_table, shares_table, comparisons_table, positions_table, apart_table, overall_table,
    points_table, agreement_table, tag_agreement_table, raters_table, what_if_table, tag_rates_table,
    distribution_table, coverage_table, disagreements_table, over_time_table, rater_pairs_table, exclusions_table,
    suggestions_table, comments_table, checks_table, plan_table,
)  # fmt: skip


def tables_of(findings: Findings, words: Words) -> list[PlainTable]:
    """Every table that has rows, in the order of the report."""
    say = Wording.of(findings, words)
    return [table for table in (build(findings, say) for build in BUILDERS) if table.rows]
