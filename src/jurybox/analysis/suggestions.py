"""What suggestions did: what raters kept and changed, and how answers beside them differ from those held out."""

from collections.abc import Iterator

import numpy as np

from jurybox.analysis.blocks import Blocks
from jurybox.analysis.rater_rows import SuggestionEffect
from jurybox.analysis.table import SuggestedRatings, Table
from jurybox.stats import Estimate, Flags, Floats, shown_effect

LONGEST_S = 300.0
"""Of one judgement so much counts: who left the page open did not work on it."""


def suggestion_effects(table: Table, blocks: Blocks, confidence: float) -> Iterator[SuggestionEffect]:
    """Of each question, all raters together first, then each of them."""
    for one in table.suggested:
        everybody = np.ones(len(one.rater), bool)
        yield _effect(one, everybody, None, blocks, confidence)
        for code in np.unique(one.rater).tolist():
            yield _effect(one, one.rater == code, table.raters[code], blocks, confidence)


def _effect(one: SuggestedRatings, of: Flags, rater: str | None, blocks: Blocks, confidence: float) -> SuggestionEffect:
    shown, same = one.shown[of], one.same[of].astype(float)
    became = one.became[of][shown].sum(axis=0)
    block, who = blocks.of_item[one.item[of]], np.unique(one.rater[of], return_inverse=True)[1]

    def measured(value: Floats) -> Estimate:
        known = ~np.isnan(value)
        return shown_effect(who[known], shown[known], value[known], block[known], confidence)

    pull = measured(same)
    shift = measured(one.value[of])
    seconds = measured(np.minimum(one.seconds[of], LONGEST_S))
    return SuggestionEffect(
        question=one.question,
        rater=rater,
        shown=int(shown.sum()),
        held_out=int((~shown).sum()),
        kept=int(became[0]),
        changed=int(became[1]),
        removed=int(became[2]),
        added=int(became[3]),
        at_once=int(became[4]),
        same_shown=_mean(same[shown]),
        same_held_out=_mean(same[~shown]),
        pull=pull.value,
        pull_interval=pull.interval,
        shift=shift.value,
        shift_interval=shift.interval,
        seconds=seconds.value,
        seconds_interval=seconds.interval,
        note=pull.reason,
    )


def _mean(values: Floats) -> float | None:
    return float(values.mean()) if len(values) else None
