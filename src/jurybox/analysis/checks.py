"""What is wrong with the options, all at once, before any work begins."""

from collections.abc import Iterator
from typing import get_args

from jurybox.analysis.blocks import block_names
from jurybox.analysis.options import RATERS, Options
from jurybox.analysis.table import Table
from jurybox.core import Fault, refuse
from jurybox.stats import CLUSTER_RULES, Level


def check(table: Table, options: Options) -> None:
    """Refused names every option that this table can't be analysed with."""
    refuse(_faults(table, options))


def _faults(table: Table, options: Options) -> Iterator[Fault]:
    if options.by is not None and options.by not in table.item_groups:
        yield Fault("analysis.unknown_column", "by", options.by, sorted(table.item_groups))
    if options.raters_by is not None and options.raters_by not in table.rater_groups:
        yield Fault("analysis.unknown_rater_column", "raters_by", options.raters_by, sorted(table.rater_groups))
    known = set(table.raters)
    for rater in options.without:
        if rater not in known:
            yield Fault("analysis.unknown_rater", "without", rater, list(table.raters))
    if options.cluster_rule not in CLUSTER_RULES:
        yield Fault("analysis.unknown_rule", "cluster_rule", options.cluster_rule, list(CLUSTER_RULES))
    if options.resample is not None and options.resample not in block_names(table):
        yield Fault("analysis.unknown_block", "resample", options.resample, block_names(table))
    if options.raters not in RATERS:
        yield Fault("analysis.unknown_raters", "raters", options.raters, list(RATERS))
    if options.level is not None and options.level not in get_args(Level):
        yield Fault("analysis.unknown_level", "level", options.level, list(get_args(Level)))
    if not 0 < options.confidence < 1:
        yield Fault("analysis.bad_confidence", "confidence", options.confidence)
    if options.seed < 0:
        yield Fault("analysis.bad_seed", "seed", options.seed)
