"""What happens while people rate: the rater's session, what is assigned, judged and calibrated."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.studies.rating.assign import (
        Taker,
        at_the_open_gate,
        is_spoilt,
        mark_shown,
        number_repeats,
        release,
        release_all,
        remaining,
        take_slots,
        waits_for_batch,
        would_spoil,
    )
    from jurybox.studies.rating.calibration import as_the_guideline_says
    from jurybox.studies.rating.calibration_result import outcome
    from jurybox.studies.rating.examples_shown import all_examples
    from jurybox.studies.rating.fixed_lists import deal_anew, plan_lists
    from jurybox.studies.rating.judge import Receipt, checked_answers, take_judgement
    from jurybox.studies.rating.link import Link, Visit, admit, read_for, write_for
    from jurybox.studies.rating.onboarding import consent_hash, settle, step_of
    from jurybox.studies.rating.packet import (
        StoredFile,
        content_for,
        frame_of,
        letters_of,
        media_value,
        on_the_wire,
        packet_of,
        rules_of,
        saved_draft,
    )
    from jurybox.studies.rating.panel import (
        EnquiryWish,
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
    from jurybox.studies.rating.returning import give_back, send_back
    from jurybox.studies.rating.send_back import UnitsToSend, rate_again
    from jurybox.studies.rating.returning import give_back
    from jurybox.studies.rating.send_back import UnitsToSend, rate_again, send_units_back
    from jurybox.studies.rating.session import (
        about_study,
        begin,
        media_file,
        next_units,
        pace,
        receipt,
        reopen,
        save_draft,
        study_for,
        submit,
        submit_and_next,
    )
    from jurybox.studies.rating.task_list import glimpses, own_assignments, summary
    from jurybox.studies.rating.wire import (
        BeforeTasks,
        Glimpses,
        GuidelineProse,
        JudgementReceipt,
        News,
        NextUnits,
        OwnAssignments,
        OwnEnquiries,
        OwnPace,
        OwnSummary,
        Packet,
        RatersStudy,
        SentDraft,
        ShownValue,
        WorkedExamples,
    )
else:
    __getattr__ = door(__name__)

__all__ = [
    "BeforeTasks",
    "EnquiryWish",
    "Glimpses",
    "GuidelineProse",
    "JudgementReceipt",
    "Link",
    "News",
    "NextUnits",
    "OwnAssignments",
    "OwnEnquiries",
    "OwnPace",
    "OwnSummary",
    "Packet",
    "RatersStudy",
    "Receipt",
    "SentDraft",
    "ShownValue",
    "StoredFile",
    "Taker",
    "UnitsToSend",
    "Visit",
    "WorkedExamples",
    "about_study",
    "acknowledge",
    "admit",
    "all_examples",
    "answer_questionnaire",
    "as_the_guideline_says",
    "at_the_open_gate",
    "begin",
    "begin_calibration",
    "checked_answers",
    "consent_hash",
    "content_for",
    "deal_anew",
    "enquire",
    "frame_of",
    "give_back",
    "give_consent",
    "glimpses",
    "guideline",
    "is_spoilt",
    "letters_of",
    "mark_shown",
    "media_file",
    "media_value",
    "news",
    "next_units",
    "number_repeats",
    "on_the_wire",
    "outcome",
    "own_assignments",
    "own_enquiries",
    "pace",
    "packet_of",
    "plan_lists",
    "rate_again",
    "read_for",
    "receipt",
    "release",
    "release_all",
    "remaining",
    "reopen",
    "rules_of",
    "save_draft",
    "saved_draft",
    "send_back",
    "send_units_back",
    "settle",
    "show_before",
    "step_of",
    "study_for",
    "submit",
    "submit_and_next",
    "summary",
    "take_judgement",
    "take_slots",
    "waits_for_batch",
    "worked_examples",
    "would_spoil",
    "write_for",
]
