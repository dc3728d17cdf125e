"""From judgements to findings, each with its evidence and what was left out."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.analysis.conditions import only_where
    from jurybox.analysis.display import show_with
    from jurybox.analysis.disputes import DisputedCell, Threshold, disputed_cells, threshold_of
    from jurybox.analysis.finding_list import FindingList
    from jurybox.analysis.finding_rows import (
        Agreement,
        Apart,
        Comparison,
        Overall,
        Points,
        PositionEffect,
        Ranked,
        Share,
        TagAgreement,
        TagRate,
    )
    from jurybox.analysis.findings import Findings
    from jurybox.analysis.options import Options
    from jurybox.analysis.pipeline import analyse
    from jurybox.analysis.rater_rows import (
        Disagreement,
        Flag,
        GivenComment,
        Moment,
        RaterQuality,
        SuggestionEffect,
        Together,
        WhatIf,
    )
    from jurybox.analysis.repeated_tags import pairs_of_sets, tag_repeats
    from jurybox.analysis.scores import (
        BY_RULE,
        About,
        Judged,
        Longs,
        NumberAnswers,
        Scorer,
        SetAnswers,
        Targets,
        edits_name,
        finest,
    )
    from jurybox.analysis.table import (
        Asked,
        Comparisons,
        Pairs,
        QuestionRatings,
        Source,
        SuggestedRatings,
        Table,
        TagRatings,
        TagRepeats,
    )
    from jurybox.analysis.vocabulary import Note
else:
    __getattr__ = door(__name__)

__all__ = [
    "BY_RULE",
    "About",
    "Agreement",
    "Apart",
    "Asked",
    "Comparison",
    "Comparisons",
    "Disagreement",
    "DisputedCell",
    "FindingList",
    "Findings",
    "Flag",
    "GivenComment",
    "Judged",
    "Longs",
    "Moment",
    "Note",
    "NumberAnswers",
    "Options",
    "Overall",
    "Pairs",
    "Points",
    "PositionEffect",
    "QuestionRatings",
    "Ranked",
    "RaterQuality",
    "Scorer",
    "SetAnswers",
    "Share",
    "Source",
    "SuggestedRatings",
    "SuggestionEffect",
    "Table",
    "TagAgreement",
    "TagRate",
    "TagRatings",
    "TagRepeats",
    "Targets",
    "Threshold",
    "Together",
    "WhatIf",
    "analyse",
    "disputed_cells",
    "edits_name",
    "finest",
    "only_where",
    "pairs_of_sets",
    "show_with",
    "tag_repeats",
    "threshold_of",
]
