"""What an organiser sees of their studies: how far they are, and what waits."""

from typing import TypedDict

from jurybox.core import JsonObject, StudyState, few_raters, in_language, rfc3339
from jurybox.store import Run, StudyRow, coverage, enquiries, guidelines, items, log, slots, studies, systems
from jurybox.studies.sealing import under_seal
from jurybox.studies.study import StudyView, find_study, load_view
from jurybox.studies.workbench import Workbench


class StudySummary(TypedDict):
    """A study in a line: name, protocol, state, counts and progress."""

    key: str
    name: str
    state: str
    protocol: str
    items: int
    outputs: int
    units: int
    raters: int
    judgements: int
    done: int
    """Slots that are answered."""
    needed: int
    """Slots that the quorum asks for, of what was not withdrawn."""
    progress: float | None


class StudyCard(StudySummary):
    """A study as the list of studies shows it: the summary, and what waits for the organiser."""

    about: str
    """The title of the protocol."""
    held: int
    """Slots that raters have in hand: begun, on a fixed list, or in a workbook."""
    stuck: int
    """Units in the inbox."""
    unanswered: int
    """Enquiries without a reply."""
    last_at: str | None
    """When the last judgement came in."""


class StudyHead(TypedDict):
    """What stands above every page of a study: what it is, its state, and what waits."""

    key: str
    name: str
    about: str
    """The title of the protocol."""
    state: str
    items: int
    raters: int
    judgements: int
    unanswered: int
    stuck: int


class DescribedSystem(TypedDict):
    name: str
    kind: str
    withdrawn: bool


class StageCoverage(TypedDict):
    """How far one stage of one group is."""

    group: str
    stage: str
    units: int
    slots: int
    done: int
    open: int
    full: int


class InboxEntry(TypedDict):
    """A unit that more raters than the quorum could not judge, with what they said."""

    item: str
    group: str
    stage: str
    cannot: int
    quorum: int
    reasons: list[str]


class DescribedShortfall(TypedDict):
    """A stage with fewer raters than the guideline asks for; the group is empty where it is so for all of them."""

    stage: str
    group: str
    quorum: int
    least: int


class DescribedEvent(TypedDict):
    number: int
    kind: str
    data: JsonObject
    who: str
    at: str


class StudyDescription(StudySummary):
    """One study in full: settings, coverage, inbox, events. No link and no rater's name is in it."""

    seed: str
    protocol_hash: str
    settings: JsonObject
    few_raters: list[DescribedShortfall]
    systems: list[DescribedSystem]
    groups: list[str]
    coverage: list[StageCoverage]
    standings: dict[str, int]
    inbox: list[InboxEntry]
    created_at: str
    opened_at: str | None
    closed_at: str | None
    events: list[DescribedEvent]


def withdrawn_items(bench: Workbench, key: str) -> list[str]:
    """The items that were taken out of a study, by their keys."""
    return bench.database.read(lambda run: items.withdrawn_keys(run, find_study(run, key).id))


class NewestGuideline(TypedDict):
    revision: int
    prose: str


def list_studies(bench: Workbench) -> list[StudySummary]:
    """Every study in a line."""

    def read(run: Run) -> list[StudySummary]:
        counts = studies.counts(run)
        return [_summary(run, row, counts[row.id]) for row in studies.all_studies(run)]

    return bench.database.read(read)


def list_cards(bench: Workbench, lang: str) -> list[StudyCard]:
    """Every study with what waits for the organiser, the newest first."""

    def read(run: Run) -> list[StudyCard]:
        counts = studies.counts(run)
        return [_card(run, row, counts[row.id], lang) for row in reversed(studies.all_studies(run))]

    return bench.database.read(read)


def show_head(bench: Workbench, key: str, lang: str) -> StudyHead:
    """A study above its pages; no more is counted than the database has at hand."""

    def read(run: Run) -> StudyHead:
        row = find_study(run, key)
        counts = studies.counts(run)[row.id]
        return {
            "key": row.key,
            "name": row.name,
            "about": in_language(load_view(run, row.id).protocol.title, [lang]),
            "state": row.state,
            "items": counts.items,
            "raters": counts.raters,
            "judgements": counts.judgements,
            "unanswered": enquiries.count_unanswered(run, row.id),
            "stuck": slots.count_stuck(run, row.id),
        }

    return bench.database.read(read)


def _card(run: Run, row: StudyRow, counts: studies.StudyCounts, lang: str) -> StudyCard:
    view = load_view(run, row.id)
    covered = coverage.of_study(run, row.id, view.withdrawn) if row.state != StudyState.DRAFT else []
    return {
        **_summary(run, row, counts, covered),
        "about": in_language(view.protocol.title, [lang]),
        "held": sum(entry.slots - entry.done - entry.open for entry in covered),
        "stuck": slots.count_stuck(run, row.id) if covered else 0,
        "unanswered": enquiries.count_unanswered(run, row.id),
        "last_at": rfc3339(log.last_received(run, row.id)),
    }


def _summary(
    run: Run, row: StudyRow, counts: studies.StudyCounts, covered: list[coverage.Coverage] | None = None
) -> StudySummary:
    view = load_view(run, row.id)
    if covered is None:
        covered = coverage.of_study(run, row.id, view.withdrawn) if row.state != StudyState.DRAFT else []
    needed = sum(entry.slots for entry in covered)
    done = sum(entry.done for entry in covered)
    return {
        "key": row.key,
        "name": row.name,
        "state": row.state,
        "protocol": view.protocol.name,
        "items": counts.items,
        "outputs": counts.outputs,
        "units": counts.units,
        "raters": counts.raters,
        "judgements": counts.judgements,
        "done": done,
        "needed": needed,
        "progress": done / needed if needed else None,
    }


def show_study(bench: Workbench, key: str) -> StudyDescription:
    """One study in full."""

    def read(run: Run) -> StudyDescription:
        row = find_study(run, key)
        view = load_view(run, row.id)
        return {
            **_summary(run, row, studies.counts(run)[row.id]),
            "seed": row.seed,
            "protocol_hash": row.protocol_hash,
            "settings": view.settings.model_dump(mode="json"),
            "few_raters": [
                {"stage": few.stage, "group": few.group, "quorum": few.quorum, "least": few.least}
                for few in few_raters(view.protocol, view.settings)
            ],
            "systems": [
                {"name": s.name, "kind": s.kind, "withdrawn": s.withdrawn_at is not None}
                for s in systems.systems_of(run, row.id)
            ],
            "groups": sorted(view.units_per_group),
            "coverage": [_covered(view, entry) for entry in coverage.of_study(run, row.id, view.withdrawn)],
            "standings": log.count_by_standing(run, row.id),
            "inbox": [_stuck(view, entry) for entry in slots.inbox(run, view.id)],
            "created_at": rfc3339(row.created_at),
            "opened_at": rfc3339(row.opened_at),
            "closed_at": rfc3339(row.closed_at),
            "events": [
                {"number": e.number, "kind": e.kind, "data": e.data, "who": e.who, "at": rfc3339(e.at)}
                for e in studies.events(run, row.id)
            ],
        }

    return _sealed(bench.database.read(read))


def _sealed(found: StudyDescription) -> StudyDescription:
    """What names systems, under the names that may be seen."""
    return {**found, "systems": under_seal(found["systems"]), "events": under_seal(found["events"])}


def _covered(view: StudyView, entry: coverage.Coverage) -> StageCoverage:
    return {
        "group": entry.group,
        "stage": view.stage(entry.stage).id,
        "units": entry.units,
        "slots": entry.slots,
        "done": entry.done,
        "open": entry.open,
        "full": entry.full,
    }


def _stuck(view: StudyView, entry: slots.Stuck) -> InboxEntry:
    return {
        "item": entry.item,
        "group": entry.group,
        "stage": view.stage(entry.stage).id,
        "cannot": entry.cannot,
        "quorum": entry.quorum,
        "reasons": entry.reasons,
    }


def show_guidelines(bench: Workbench, key: str) -> dict[str, NewestGuideline]:
    """The newest prose in each language, with its revision."""
    found = bench.database.read(lambda run: guidelines.newest(run, find_study(run, key).id))
    return {lang: {"revision": row.revision, "prose": row.prose} for lang, row in found.items()}
