"""Why a statistic has no value, or no interval. Here alone, so that reading findings loads no numpy."""

from typing import Literal

Reason = Literal[
    "no_ratings",  # nothing to compute from
    "one_rater",  # only one person rated
    "one_system",  # nothing to compare with
    "no_overlap",  # no unit was rated by two people
    "no_variance",  # all values are equal: chance can't be told from agreement
    "too_few_units",  # the estimate or its interval needs more units
    "too_few_blocks",  # there are too few items or documents for an interval, or for any test to establish anything
    "too_little_shared",  # pairs of raters have too few units in common for what chance would give
    "beyond_scale",  # it would take a difference larger than the scale
    "too_few_raters",  # as a sample of all raters they are too few
    "negative_values",  # a ratio scale has no values below zero
    "incomplete_design",  # the method needs every rater on every unit
    "not_connected",  # some systems or raters were never compared, not even through others
    "separated",  # one side always wins: the model has no finite solution
    "no_convergence",  # the iteration did not settle
    "too_many_levels",  # categories were expected, and there are nearly as many values as ratings
]
