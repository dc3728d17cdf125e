"""Charts as SVG, one module for each; colours are classes (styles/findings.css)."""

from jurybox.report.charts.agreement import agreement
from jurybox.report.charts.distribution import distribution
from jurybox.report.charts.forest import forest
from jurybox.report.charts.heat_map import heat_map
from jurybox.report.charts.over_time import over_time
from jurybox.report.charts.pairs_matrix import pairs_matrix
from jurybox.report.charts.tag_profile import tag_profile

__all__ = ["agreement", "distribution", "forest", "heat_map", "over_time", "pairs_matrix", "tag_profile"]
