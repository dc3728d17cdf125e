"""From findings to plain tables, one for each list that holds anything."""

from jurybox.report.tables.builders import tables_of
from jurybox.report.tables.checks import checks_line, checks_table
from jurybox.report.tables.choices import apart_table, options_table, overall_table, shares_table
from jurybox.report.tables.named import between
from jurybox.report.tables.paper import systems_table
from jurybox.report.tables.people import (
    agreement_table,
    comments_table,
    disagreements_table,
    moment,
    over_time_table,
    rater_pairs_table,
    raters_table,
    what_if_table,
)
from jurybox.report.tables.plain import PlainTable, TableColumn, TablePart, cell_text, strong_and_rest
from jurybox.report.tables.plan import plan_line, plan_table
from jurybox.report.tables.suggestions import suggestions_table
from jurybox.report.tables.systems import (
    ESTABLISHED,
    LOOSE,
    best_first,
    comparisons_table,
    coverage_table,
    distribution_table,
    hangs_on_raters,
    in_parts,
    is_sure,
    listed,
    points_table,
    ranking_table,
)
from jurybox.report.tables.tags import exclusions_table, tag_agreement_table, tag_rates_table

__all__ = [
    "ESTABLISHED",
    "LOOSE",
    "PlainTable",
    "TableColumn",
    "TablePart",
    "agreement_table",
    "apart_table",
    "best_first",
    "between",
    "cell_text",
    "checks_line",
    "checks_table",
    "comments_table",
    "comparisons_table",
    "coverage_table",
    "disagreements_table",
    "distribution_table",
    "exclusions_table",
    "hangs_on_raters",
    "in_parts",
    "is_sure",
    "listed",
    "moment",
    "options_table",
    "over_time_table",
    "overall_table",
    "plan_line",
    "plan_table",
    "points_table",
    "ranking_table",
    "rater_pairs_table",
    "raters_table",
    "shares_table",
    "strong_and_rest",
    "suggestions_table",
    "systems_table",
    "tables_of",
    "tag_agreement_table",
    "tag_rates_table",
    "what_if_table",
]
