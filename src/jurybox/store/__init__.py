"""Where everything is kept, in SQLite or PostgreSQL by the same statements, which nobody outside sees.

The door names the nouns, each a module with verbs of its own (`slots.take(run, unit=…, stage=…)`), and the types that
the verbs take and give. A `Run` is one transaction: whoever has one hands it on to the verbs.
"""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.store import (
        activity,
        analysis_rows,
        assignments,
        audit,
        checks,
        coverage,
        decisions,
        drafts,
        enquiries,
        erasing,
        export,
        findings,
        frozen,
        guidelines,
        imports,
        in_mind,
        item_list,
        items,
        jobs,
        joining,
        log,
        merged_raters,
        onboarding,
        organisers,
        pace,
        people,
        planning,
        pool,
        progress,
        projections,
        quotas,
        roles,
        slots,
        soundness,
        studies,
        study_work,
        suggestions,
        systems,
        tables,
        units,
    )
    from jurybox.store.audit import AuditRow
    from jurybox.store.bulk import Chunks
    from jurybox.store.database import Database, open_database
    from jurybox.store.enquiries import Enquiry, Reply, StudyEnquiry
    from jurybox.store.export import Logged
    from jurybox.store.findings import Kept
    from jurybox.store.frozen import FrozenRow, NewFrozen, NewShare, ShareRow
    from jurybox.store.guidelines import Revision
    from jurybox.store.items import Content
    from jurybox.store.jobs import JobRow
    from jurybox.store.joining import JoinLinkRow
    from jurybox.store.memory import Caller
    from jurybox.store.merged_raters import HeldUnit
    from jurybox.store.migration import migrate
    from jurybox.store.organisers import NewOrganiser, Organiser, TokenLimits
    from jurybox.store.people import MembershipRow
    from jurybox.store.planning import ItemShape
    from jurybox.store.roles import RoleRow
    from jurybox.store.seen import based_on, seen_version
    from jurybox.store.statement import Run
    from jurybox.store.studies import EventRow, StudyRow
    from jurybox.store.suggestions import NewSuggestion, ShownSuggestion
    from jurybox.store.systems import CandidateMakers
else:
    __getattr__ = door(__name__)

__all__ = [
    "AuditRow",
    "Caller",
    "CandidateMakers",
    "Chunks",
    "Content",
    "Database",
    "Enquiry",
    "EventRow",
    "FrozenRow",
    "HeldUnit",
    "ItemShape",
    "JobRow",
    "JoinLinkRow",
    "Kept",
    "Logged",
    "MembershipRow",
    "NewFrozen",
    "NewOrganiser",
    "NewShare",
    "NewSuggestion",
    "Organiser",
    "Reply",
    "Revision",
    "RoleRow",
    "Run",
    "ShareRow",
    "ShownSuggestion",
    "StudyEnquiry",
    "StudyRow",
    "TokenLimits",
    "activity",
    "analysis_rows",
    "assignments",
    "audit",
    "based_on",
    "checks",
    "coverage",
    "decisions",
    "drafts",
    "enquiries",
    "erasing",
    "export",
    "findings",
    "frozen",
    "guidelines",
    "imports",
    "in_mind",
    "item_list",
    "items",
    "jobs",
    "joining",
    "log",
    "merged_raters",
    "migrate",
    "onboarding",
    "open_database",
    "organisers",
    "pace",
    "people",
    "planning",
    "pool",
    "progress",
    "projections",
    "quotas",
    "roles",
    "seen_version",
    "slots",
    "soundness",
    "studies",
    "study_work",
    "suggestions",
    "systems",
    "tables",
    "units",
]
