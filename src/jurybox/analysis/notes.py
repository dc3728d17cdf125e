"""What a reader should know of these findings, as codes of the closed list."""

import numpy as np

from jurybox.analysis.blocks import DOCUMENT, ITEM
from jurybox.analysis.builder import Lists
from jurybox.analysis.by_system import is_merged
from jurybox.analysis.design import design_of
from jurybox.analysis.finding_rows import Comparison
from jurybox.analysis.options import Options
from jurybox.analysis.pair_tests import SIGNIFICANT
from jurybox.analysis.parts import MOST_PARTS, pool_mixes_scales
from jurybox.analysis.preference_agreement import has_dependent_pairs
from jurybox.analysis.rater_pairs import MOST_RATERS
from jurybox.analysis.system_tests import MOST_SYSTEMS
from jurybox.analysis.table import Table
from jurybox.analysis.vocabulary import Note

FEW_ITEMS = 20


def notes_of(table: Table, whole: Table, options: Options, lists: Lists) -> tuple[Note, ...]:
    """The reader's own notes first."""
    scales = [one for one in table.ratings if one.asked.is_number]
    is_named = any(one.named_cluster is not None for one in lists.ranking)
    said: dict[Note, bool] = {
        "level_from_data": options.level is None and any(one.asked.level_from == "data" for one in scales),
        "pooled_scales_differ": options.pool and pool_mixes_scales(table),
        "provisional": table.awaited > 0 or any(one.provisional for one in lists.ranking),
        "no_systems": not table.systems,
        "no_times": bool(table.ratings) and all(one.at is None or np.isnan(one.at).all() for one in table.ratings),
        "some_rater_pairs": any(
            np.count_nonzero(np.bincount(one.rater, minlength=1)) > MOST_RATERS for one in table.ratings
        ),
        "some_parts": options.by is not None and len(table.item_groups[options.by][1]) > MOST_PARTS,
        "merged": is_merged(table),
        "rule_made": any(one.by_rule is not None and one.by_rule.any() for one in table.ratings),
        "by_document": lists.blocks.name == DOCUMENT,
        "too_few_blocks": _has_too_few_blocks(table, lists, options),
        "different_items": lists.has_different_items,
        "raters_not_crossed": lists.has_uncrossed_raters,
        "raters_apart": bool(lists.apart),
        "raters_sampled": options.raters == "random",
        "random_differs": any(_hangs_on_raters(one) for one in lists.comparisons),
        "ranked_by_z": options.by_z and bool(lists.ranking),
        "rule_ignores_documents": is_named and lists.blocks.name != ITEM,
        "rule_ignores_pairs": is_named and len(table.systems) > 2,
        "rule_ignores_raters": is_named and (lists.has_uncrossed_raters or options.raters == "random"),
        "some_what_ifs": any(
            one.without is None and any(flag.code != "few_ratings" for flag in one.flags) for one in lists.raters
        ),
        "too_many_systems": bool(lists.ranking) and len(table.systems) > MOST_SYSTEMS,
        "dependent_pairs": any(has_dependent_pairs(one) for one in table.comparisons),
        "few_items": any(0 < one.items < FEW_ITEMS for one in lists.ranking if one.by is None),
    }
    return (*table.notes, *(code for code, is_so in said.items() if is_so and code not in table.notes))


def _has_too_few_blocks(table: Table, lists: Lists, options: Options) -> bool:
    """Whether no difference could be established, however large."""
    design = design_of(table, lists.blocks, options)
    needed = design["blocks_needed"]
    return bool(lists.comparisons) and needed is not None and design["blocks"] < needed


def _hangs_on_raters(one: Comparison) -> bool:
    """Whether what is established of these raters would not be of others like them."""
    if one.p_adjusted is None or one.p_random is None or one.method == "random_raters":
        return False
    return (one.p_adjusted <= SIGNIFICANT) != (one.p_random <= SIGNIFICANT)
