"""Numbers from numbers: agreement, bootstrap, ranking, correlation, power. Pure; knows no other room."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.stats.additive import (
        Adjusted,
        ContrastErrors,
        Contrasts,
        clustered_t,
        is_crossed,
        item_model,
        rater_contrast_errors,
        rater_contrasts,
        t_test,
    )
    from jurybox.stats.agreement_weights import Weights
    from jurybox.stats.alpha import alpha_over, alphas_of, krippendorff_alpha
    from jurybox.stats.alternative_annotator import alt_test
    from jurybox.stats.clusters import CLUSTER_RULES, ClusterRule, Place, places
    from jurybox.stats.complete import complete_items
    from jurybox.stats.concordance import kendall_w
    from jurybox.stats.correlations import correlation, grouped_correlation
    from jurybox.stats.distributions import normal_quantile, normal_tail, t_quantile
    from jurybox.stats.edits import edit_f1
    from jurybox.stats.errors import GOOGLE_WMT, WEIGHT_PRESETS, WMT24, error_scores, error_weights, is_error
    from jurybox.stats.estimate import NOTHING, Estimate, Flags, Floats, Ints, Level, undefined
    from jurybox.stats.field_rules import FIELD_RULES, FieldRanking, FieldRule, macro_means, rank_by_field_rule
    from jurybox.stats.group_points import points
    from jurybox.stats.gwet import gwet_of
    from jurybox.stats.informative import Posterior, most_informative, posterior
    from jurybox.stats.intraclass import Form, icc
    from jurybox.stats.kappa import KappaWeights, cohen_kappa, fleiss_of, percent_agreement, percent_of
    from jurybox.stats.latent_categories import dawid_skene
    from jurybox.stats.means import ItemMeans, block_means, is_severe, item_means, shares, system_means, z_scores
    from jurybox.stats.metric_accuracy import pair_accuracy, soft_pairwise_accuracy
    from jurybox.stats.multiple import adjust
    from jurybox.stats.ordinal import OrdinalFit, ordinal_model
    from jurybox.stats.ordinal_blocks import ordinal_model_by_block
    from jurybox.stats.ordinal_random import ordinal_random_model
    from jurybox.stats.paired import Paired, all_pairs, paired_differences
    from jurybox.stats.pairwise import PairwiseKappa, pairwise_kappa
    from jurybox.stats.patterns import Patterns, count_patterns
    from jurybox.stats.permutation import enough_resamples, permutation_test
    from jurybox.stats.power import (
        Detectable,
        blocks_needed,
        detectable_by_blocks,
        detectable_difference,
        detectable_differences,
        more_blocks,
        more_items,
        power_by_blocks,
        simulated_power,
    )
    from jurybox.stats.preference_agreement import BOTH_BAD, FIRST, SECOND, TIE, PreferenceAgreement, agreement_on_pairs
    from jurybox.stats.random_raters import RandomRaters, random_rater_means, random_rater_tests
    from jurybox.stats.ranking_agreement import RankingAgreement, agreement_on_orders
    from jurybox.stats.ranksum import rank_sum, signed_rank
    from jurybox.stats.rated import Rated
    from jurybox.stats.raters import RaterMeasures, nominal_agreement, rater_measures
    from jurybox.stats.reasons import Reason
    from jurybox.stats.sets import distinct_sets, mean_jaccard, set_alpha
    from jurybox.stats.shown_effect import shown_effect
    from jurybox.stats.signflip import SignFlip, sign_flip
    from jurybox.stats.spans import span_f1
    from jurybox.stats.strength_blocks import Differences, differences_of, strengths_by_block, two_sided_p
    from jurybox.stats.strengths import BradleyTerry, ComparedPairs, bradley_terry, comparison_table
    from jurybox.stats.tag_by_tag import tag_agreement
    from jurybox.stats.tally import counts, distinct, distinct_keys, settled, sums
    from jurybox.stats.two_ways import SureBy, TwoWays, differences_two_ways, strengths_two_ways
    from jurybox.stats.unitizing import unitizing_alpha
    from jurybox.stats.win_points import point_differences
else:
    __getattr__ = door(__name__)

__all__ = [
    "BOTH_BAD",
    "CLUSTER_RULES",
    "FIELD_RULES",
    "FIRST",
    "GOOGLE_WMT",
    "NOTHING",
    "SECOND",
    "TIE",
    "WEIGHT_PRESETS",
    "WMT24",
    "Adjusted",
    "BradleyTerry",
    "ClusterRule",
    "ComparedPairs",
    "ContrastErrors",
    "Contrasts",
    "Detectable",
    "Differences",
    "Estimate",
    "FieldRanking",
    "FieldRule",
    "Flags",
    "Floats",
    "Form",
    "Ints",
    "ItemMeans",
    "KappaWeights",
    "Level",
    "OrdinalFit",
    "Paired",
    "PairwiseKappa",
    "Patterns",
    "Place",
    "Posterior",
    "PreferenceAgreement",
    "RandomRaters",
    "RankingAgreement",
    "Rated",
    "RaterMeasures",
    "Reason",
    "SignFlip",
    "SureBy",
    "TwoWays",
    "Weights",
    "adjust",
    "agreement_on_orders",
    "agreement_on_pairs",
    "all_pairs",
    "alpha_over",
    "alphas_of",
    "alt_test",
    "block_means",
    "blocks_needed",
    "bradley_terry",
    "clustered_t",
    "cohen_kappa",
    "comparison_table",
    "complete_items",
    "correlation",
    "count_patterns",
    "counts",
    "dawid_skene",
    "detectable_by_blocks",
    "detectable_difference",
    "detectable_differences",
    "differences_of",
    "differences_two_ways",
    "distinct",
    "distinct_keys",
    "distinct_sets",
    "edit_f1",
    "enough_resamples",
    "error_scores",
    "error_weights",
    "fleiss_of",
    "grouped_correlation",
    "gwet_of",
    "icc",
    "is_crossed",
    "is_error",
    "is_severe",
    "item_means",
    "item_model",
    "kendall_w",
    "krippendorff_alpha",
    "macro_means",
    "mean_jaccard",
    "more_blocks",
    "more_items",
    "most_informative",
    "nominal_agreement",
    "normal_quantile",
    "normal_tail",
    "ordinal_model",
    "ordinal_model_by_block",
    "ordinal_random_model",
    "pair_accuracy",
    "paired_differences",
    "pairwise_kappa",
    "percent_agreement",
    "percent_of",
    "permutation_test",
    "places",
    "point_differences",
    "points",
    "posterior",
    "power_by_blocks",
    "random_rater_means",
    "random_rater_tests",
    "rank_by_field_rule",
    "rank_sum",
    "rater_contrast_errors",
    "rater_contrasts",
    "rater_measures",
    "set_alpha",
    "settled",
    "shares",
    "shown_effect",
    "sign_flip",
    "signed_rank",
    "simulated_power",
    "soft_pairwise_accuracy",
    "span_f1",
    "strengths_by_block",
    "strengths_two_ways",
    "sums",
    "system_means",
    "t_quantile",
    "t_test",
    "tag_agreement",
    "two_sided_p",
    "undefined",
    "unitizing_alpha",
    "z_scores",
]
