"""Disputes between raters: which units they are, what was said of them, what is decided, and what that changes."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.adjudicating.adjudicators import (
        AdjudicatorInfo,
        appoint_adjudicator,
        dismiss_adjudicator,
        list_adjudicators,
    )
    from jurybox.studies.adjudicating.changes import ChangedRank, Changes, what_changed
    from jurybox.studies.adjudicating.deciding import DecisionDraft, decide
    from jurybox.studies.adjudicating.differing import Differing, ToldScale, told_scales
    from jurybox.studies.adjudicating.find import (
        DISPUTES_JOB,
        are_disputes_due,
        ask_disputes,
        find_disputes,
        kept_disputes,
    )
    from jurybox.studies.adjudicating.in_rater_page import (
        RatersDecision,
        decide_for_rater,
        look_ahead,
        next_for_rater,
        told_decisions,
    )
    from jurybox.studies.adjudicating.queue import (
        DisputeLine,
        DisputePage,
        DisputeSummary,
        Which,
        disputed_items,
        list_disputes,
        next_dispute,
        summary,
    )
    from jurybox.studies.adjudicating.show import DisputeView, dispute_media, field_labels, show_dispute
    from jurybox.studies.adjudicating.thresholds import ThresholdLine, list_thresholds, set_disputes, tells_raters
else:
    __getattr__ = door(__name__)

__all__ = [
    "DISPUTES_JOB",
    "AdjudicatorInfo",
    "ChangedRank",
    "Changes",
    "DecisionDraft",
    "Differing",
    "DisputeLine",
    "DisputePage",
    "DisputeSummary",
    "DisputeView",
    "RatersDecision",
    "ThresholdLine",
    "ToldScale",
    "Which",
    "appoint_adjudicator",
    "are_disputes_due",
    "ask_disputes",
    "decide",
    "decide_for_rater",
    "dismiss_adjudicator",
    "dispute_media",
    "disputed_items",
    "field_labels",
    "find_disputes",
    "kept_disputes",
    "list_adjudicators",
    "list_disputes",
    "list_thresholds",
    "look_ahead",
    "next_dispute",
    "next_for_rater",
    "set_disputes",
    "show_dispute",
    "summary",
    "tells_raters",
    "told_decisions",
    "told_scales",
    "what_changed",
]
