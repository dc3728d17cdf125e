"""The nouns and rules of Jurybox, pure: no clock, no chance, no files, no network."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.core.answer import (
        Answer,
        Answers,
        MadeBy,
        RuleMade,
        check_answers,
        flat_numbers,
        rule_answers,
        translate_targets,
    )
    from jurybox.core.assignment import LEASE_US, MOST_AHEAD, Assignment, AssignmentState, Member, NextWish, Ready, Way
    from jurybox.core.calibration import Compared, Verdict, compare, is_within, stages_of
    from jurybox.core.conditions import holds, is_asked
    from jurybox.core.errors import (
        Busy,
        Conflict,
        Denied,
        Fault,
        Forbidden,
        JuryboxError,
        NotFound,
        Overtaken,
        Refused,
        StoreFull,
        refuse,
    )
    from jurybox.core.example_letters import bare_letters, in_letters, keeps_its_order, letters_named, texts_of
    from jurybox.core.hashing import canonical_bytes, hash_bytes
    from jurybox.core.ids import is_uuid, uuid7
    from jurybox.core.json_value import JsonData, JsonObject, JsonValue, Unchecked
    from jurybox.core.judgement import FORMAT, LONGEST_COMMENT, Judgement, JudgementDraft, Standing
    from jurybox.core.model import Model, Name
    from jurybox.core.prose import changes, differences
    from jurybox.core.protocol import (
        MEDIA_TYPES,
        RESERVED_COLUMNS,
        TASKS,
        Example,
        ExampleAnswer,
        Field,
        FieldType,
        Per,
        Protocol,
        Rule,
        Score,
        Stage,
        UnitShape,
    )
    from jurybox.core.questionnaire import AboutQuestion, answer_faults
    from jurybox.core.study import (
        BESIDE_RESULTS,
        RUNNING,
        EventKind,
        FewRaters,
        Settings,
        StudyRole,
        StudyState,
        WhatNow,
        default_settings,
        few_raters,
    )
    from jurybox.core.text import Language, Text, exact_key, in_language, same_words_key
    from jurybox.core.times import EPOCH, micros_of, rfc3339
    from jurybox.core.together import concerns_the_same
    from jurybox.core.unit import LETTERS, Fields, Import, Item, Output, Purpose, Segment, System, SystemKind
else:
    __getattr__ = door(__name__)

__all__ = [
    "BESIDE_RESULTS",
    "EPOCH",
    "FORMAT",
    "LEASE_US",
    "LETTERS",
    "LONGEST_COMMENT",
    "MEDIA_TYPES",
    "MOST_AHEAD",
    "RESERVED_COLUMNS",
    "RUNNING",
    "TASKS",
    "AboutQuestion",
    "Answer",
    "Answers",
    "Assignment",
    "AssignmentState",
    "Busy",
    "Compared",
    "Conflict",
    "Denied",
    "EventKind",
    "Example",
    "ExampleAnswer",
    "Fault",
    "FewRaters",
    "Field",
    "FieldType",
    "Fields",
    "Forbidden",
    "Import",
    "Item",
    "JsonData",
    "JsonObject",
    "JsonValue",
    "Judgement",
    "JudgementDraft",
    "JuryboxError",
    "Language",
    "MadeBy",
    "Member",
    "Model",
    "Name",
    "NextWish",
    "NotFound",
    "Output",
    "Overtaken",
    "Per",
    "Protocol",
    "Purpose",
    "Ready",
    "Refused",
    "Rule",
    "RuleMade",
    "Score",
    "Segment",
    "Settings",
    "Stage",
    "Standing",
    "StoreFull",
    "StudyRole",
    "StudyState",
    "System",
    "SystemKind",
    "Text",
    "Unchecked",
    "UnitShape",
    "Verdict",
    "Way",
    "WhatNow",
    "answer_faults",
    "bare_letters",
    "canonical_bytes",
    "changes",
    "check_answers",
    "compare",
    "concerns_the_same",
    "default_settings",
    "differences",
    "exact_key",
    "few_raters",
    "flat_numbers",
    "hash_bytes",
    "holds",
    "in_language",
    "in_letters",
    "is_asked",
    "is_uuid",
    "is_within",
    "keeps_its_order",
    "letters_named",
    "micros_of",
    "refuse",
    "rfc3339",
    "rule_answers",
    "same_words_key",
    "stages_of",
    "texts_of",
    "translate_targets",
    "uuid7",
]
