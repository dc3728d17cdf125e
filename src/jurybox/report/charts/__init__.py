"""Charts as SVG, one module for each; colours are classes (styles/findings.css)."""

from jurybox.report.charts.agreement import agreement
from jurybox.report.charts.distribution import distribution
from jurybox.report.charts.forest import forest
from jurybox.report.charts.heat_map import MOST_RATERS, heat_map, shown_raters
from jurybox.report.charts.over_time import RELIABLE, TENTATIVE, over_time
from jurybox.report.charts.pairs_matrix import is_established, pairs_matrix
from jurybox.report.charts.tag_profile import tag_profile

__all__ = [
    "MOST_RATERS",
    "RELIABLE",
    "TENTATIVE",
    "agreement",
    "distribution",
    "forest",
    "heat_map",
    "is_established",
    "over_time",
    "pairs_matrix",
    "shown_raters",
    "tag_profile",
]
