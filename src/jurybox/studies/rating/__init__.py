"""What happens while people rate: the rater's session, what is assigned, judged and calibrated."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.rating.assign import (
        Taker,
        _bring_forward,
        _opened_gate,
        _spoils,
        _waits,
        is_spoilt,
        mark_shown,
        release,
        release_all,
    )
    from jurybox.studies.rating.calibration import outcome
    from jurybox.studies.rating.judge import Receipt, _checked, take_judgement
    from jurybox.studies.rating.onboarding import settle, step_of
    from jurybox.studies.rating.packet import content_for, letters_of, rules_of
    from jurybox.studies.rating.panel import (
        acknowledge,
        answer_questionnaire,
        begin_calibration,
        enquire,
        give_consent,
        guideline,
        news,
        own_enquiries,
        show_before,
        worked_examples,
    )
    from jurybox.studies.rating.session import (
        about_study,
        admit,
        begin,
        media_file,
        next_units,
        own_assignments,
        pace,
        receipt,
        reopen,
        save_draft,
        submit,
        submit_and_next,
    )
else:
    __getattr__ = door(__name__)

__all__ = [
    "Receipt",
    "Taker",
    "_bring_forward",
    "_checked",
    "_opened_gate",
    "_spoils",
    "_waits",
    "about_study",
    "acknowledge",
    "admit",
    "answer_questionnaire",
    "begin",
    "begin_calibration",
    "content_for",
    "enquire",
    "give_consent",
    "guideline",
    "is_spoilt",
    "letters_of",
    "mark_shown",
    "media_file",
    "news",
    "next_units",
    "outcome",
    "own_assignments",
    "own_enquiries",
    "pace",
    "receipt",
    "release",
    "release_all",
    "reopen",
    "rules_of",
    "save_draft",
    "settle",
    "show_before",
    "step_of",
    "submit",
    "submit_and_next",
    "take_judgement",
    "worked_examples",
]
