"""What an organiser sees of their studies: how far they are, and what waits."""

from typing import TypedDict

from jurybox.core import JsonObject, StudyState, few_raters, in_language, rfc3339
from jurybox.store import Run, StudyRow, coverage, enquiries, guidelines, jobs, log, slots, studies, systems
from jurybox.studies.job_args import OPENING
from jurybox.studies.sealing import under_seal
from jurybox.studies.study import StudyView, find_study
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
    open_failed: bool
    """Whether a draft was to be opened and could not be."""


class StudyHead(TypedDict):
    """What stands above every page of a study: what it is, its state, and what waits."""

    key: str
    name: str
    about: str
    """The title of the protocol."""
    protocol: str
    """Its id."""
    state: str
    version: int
    """Which entry of its history is the last."""
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
    complete: int
    """Units with all their answers; with those that are begun, untouched and stuck in the inbox they are all units."""
    begun: int
    untouched: int
    stuck: int


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


def describe_systems(run: Run, study: int) -> list[DescribedSystem]:
    """The systems of a study, under the names that may be seen."""
    return [
        {"name": under_seal(found.name), "kind": found.kind, "withdrawn": found.withdrawn_at is not None}
        for found in systems.systems_of(run, study)
    ]


class NewestGuideline(TypedDict):
    revision: int
    prose: str


def list_studies(bench: Workbench) -> list[StudySummary]:
    """Every study in a line."""

    def read(run: Run) -> list[StudySummary]:
        counts = studies.counts(run)
        return [_summary(row, counts[row.id], *_look(bench, run, row)) for row in studies.all_studies(run)]

    return bench.database.read(read)


def list_cards(bench: Workbench, lang: str) -> list[StudyCard]:
    """Every study with what waits for the organiser, the newest first."""

    def read(run: Run) -> list[StudyCard]:
        counts = studies.counts(run)
        return [_card(bench, run, row, counts[row.id], lang) for row in reversed(studies.all_studies(run))]

    return bench.database.read(read)


def show_head(bench: Workbench, key: str, lang: str) -> StudyHead:
    """A study above its pages; no more is counted than the database has at hand."""

    def read(run: Run) -> StudyHead:
        row = find_study(run, key)
        counts = studies.counts(run)[row.id]
        protocol = bench.views.of(run, row.id, row.version).protocol
        return {
            "key": row.key,
            "name": row.name,
            "about": in_language(protocol.title, [lang]),
            "protocol": protocol.id,
            "state": row.state,
            "version": row.version,
            "items": counts.items,
            "raters": counts.raters,
            "judgements": counts.judgements,
            "unanswered": enquiries.count_unanswered(run, row.id),
            "stuck": slots.count_stuck(run, row.id),
        }

    return bench.database.read(read)


def _look(bench: Workbench, run: Run, row: StudyRow) -> tuple[StudyView, list[coverage.Coverage]]:
    """A study, and how far it is; a draft has no units."""
    view = bench.views.of(run, row.id, row.version)
    return view, covered_of(bench, run, view)


def covered_of(bench: Workbench, run: Run, view: StudyView) -> list[coverage.Coverage]:
    """How far a study is; a draft has no units."""
    if view.row.state == StudyState.DRAFT:
        return []
    return bench.kept.of(view.row, "coverage", lambda: coverage.of_study(run, view.id, view.closed_units(run)))


def count_done(bench: Workbench, key: str) -> int:
    """The judgements that fill slots, as the overview counts them."""

    def read(run: Run) -> int:
        _, covered = _look(bench, run, find_study(run, key))
        return sum(entry.done for entry in covered)

    return bench.database.read(read)


def _card(bench: Workbench, run: Run, row: StudyRow, counts: studies.StudyCounts, lang: str) -> StudyCard:
    view, covered = _look(bench, run, row)
    return {
        **_summary(row, counts, view, covered),
        "about": in_language(view.protocol.title, [lang]),
        "held": sum(entry.slots - entry.done - entry.open for entry in covered),
        "stuck": slots.count_stuck(run, row.id) if covered else 0,
        "unanswered": enquiries.count_unanswered(run, row.id),
        "last_at": rfc3339(log.last_received(run, row.id)),
        "open_failed": row.state == StudyState.DRAFT and _has_failed(run, row),
    }


def _has_failed(run: Run, row: StudyRow) -> bool:
    last = jobs.last_finished(run, row.key, OPENING)
    return last is not None and last.state == "failed"


def _summary(
    row: StudyRow, counts: studies.StudyCounts, view: StudyView, covered: list[coverage.Coverage]
) -> StudySummary:
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
        view, covered = _look(bench, run, row)
        return {
            **_summary(row, studies.counts(run)[row.id], view, covered),
            "seed": row.seed,
            "protocol_hash": row.protocol_hash,
            "settings": view.settings.model_dump(mode="json"),
            "few_raters": [
                {"stage": few.stage, "group": few.group, "quorum": few.quorum, "least": few.least}
                for few in few_raters(view.protocol, view.settings)
            ],
            "systems": describe_systems(run, row.id),
            "groups": view.groups(run),
            "coverage": [_covered(view, entry) for entry in covered],
            "standings": log.count_by_standing(run, row.id),
            "inbox": [describe_stuck(view, entry) for entry in slots.inbox(run, view.id)],
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
    """What happened, under the names of systems that may be seen."""
    return {**found, "events": [{**event, "data": under_seal(event["data"])} for event in found["events"]]}


def _covered(view: StudyView, entry: coverage.Coverage) -> StageCoverage:
    return {
        "group": entry.group,
        "stage": view.stage(entry.stage).id,
        "units": entry.units,
        "slots": entry.slots,
        "done": entry.done,
        "open": entry.open,
        "full": entry.full,
        "complete": entry.complete,
        "begun": entry.begun,
        "untouched": entry.untouched,
        "stuck": entry.stuck,
    }


def describe_stuck(view: StudyView, entry: slots.Stuck) -> InboxEntry:
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
