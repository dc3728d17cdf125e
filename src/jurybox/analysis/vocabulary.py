"""The closed lists of codes in findings. Each has a text in the catalogues: `finding.<list>.<code>`."""

from typing import Literal, get_args

from jurybox.stats import Reason

REASONS: tuple[str, ...] = get_args(Reason)
"""Why a value, or its interval, is None."""

Note = Literal[
    "level_from_data",  # nobody said how the scale measures
    "pooled_scales_differ",
    "provisional",  # some quorum is not met
    "no_systems",
    "no_times",  # no drift, no runs, no curve over time
    "some_rater_pairs",  # only the busiest raters are in the heat map
    "some_parts",
    "merged",  # an output of several systems was rated once
    "rule_made",
    "by_document",  # whole documents were resampled
    "too_few_blocks",  # no difference could be established, however large
    "different_items",  # systems have different items: means are adjusted for them
    "raters_not_crossed",  # within items, so raters' severity was taken out as well
    "raters_apart",  # some systems have raters of their own: nothing can be said of them
    "raters_sampled",  # raters are taken as a sample
    "random_differs",  # what is established hangs on who the raters are
    "ranked_by_z",  # order and tests are of ratings on each rater's own scale
    "rule_ignores_documents",  # the rule of the field that was asked for, as its authors run it
    "rule_ignores_pairs",
    "rule_ignores_raters",
    "few_items",
    "no_shared_items",  # of a comparison
    "little_shared",  # of a system: it shares too few items with others to be put in order
    "some_what_ifs",  # not every flagged rater was left out in turn
    "too_many_systems",  # for testing every pair
    "dependent_pairs",  # rankings were taken apart into pairs
    "log_strength",  # of a comparison: the difference is on the model's scale
    "win_points",  # of a comparison: the difference is one of shares of points, for the model has no answer
    "items_split",  # one name in several groups or documents
    "zeros_added",  # of a table that lists errors only
    "duplicates_first",
    "duplicates_last",
    "duplicates_mean",
    "comparisons_not_read",  # from an exported table
    "half_is_zero",
    "pairs_chosen",
    "decisions",
    "no_raters",  # nobody says who rated: one unnamed rater stands for all
    "levels_as_seen",  # of a coefficient: levels that nobody chose are not known, and would change it
]
NOTES: tuple[str, ...] = get_args(Note)
"""What a reader should know."""

FlagCode = Literal[
    "straight_lining",
    "long_run",
    "fast",
    "low_agreement",
    "fails_repeats",
    "fails_gold",
    "severe",
    "lenient",
    "drift",
    "few_ratings",
]
FLAGS: tuple[str, ...] = get_args(FlagCode)

Coefficient = Literal[
    "krippendorff_alpha",
    "weighted_kappa",
    "cohen_kappa",
    "fleiss_kappa",
    "gwet_ac",
    "icc",
    "icc_mean",
    "kendall_w",
    "kendall_tau",
    "percent",
    "set_alpha",
    "jaccard",
    "unitizing_alpha",
    "span_f1",
    "edit_f1",
]
COEFFICIENTS: tuple[str, ...] = get_args(Coefficient)

Cause = Literal[
    "surplus",
    "superseded",
    "withdrawn",
    "cannot",
    "repeat",
    "calibration",
    "check",
    "checks_failed",  # by the rater, and the plan leaves them out
    "adjudication",
    "pilot",
    "final",
    "closed",
    "missing",
    "not_asked",  # a condition of the protocol did not hold
    "duplicate",
    "rule_made",
    "suggested",  # beside suggestions: in means, not in agreement
    "asked_later",  # after others' answers were seen: in means, not in agreement
    "single_rating",
    "pairs_without_variance",
    "not_drawn",
    "without_place",
    "unknown_length",
    "beyond_text",
    "item_withdrawn",
    "system_withdrawn",
    "cannot_unit",
    "not_answered",
    "score_incomplete",  # a source of the score has no value
    "comment",
    "comparison",
]
EXCLUDED: tuple[str, ...] = get_args(Cause)
"""Causes of leaving out; the readers of tables may name others."""
