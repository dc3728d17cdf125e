"""The plan of a study: what will be reported, what decides, what is left out. Sealed with a hash when it opens."""

from typing import TypedDict

from jurybox.core import EventKind, JsonObject, JsonValue, canonical_bytes, hash_bytes, rfc3339
from jurybox.store import EventRow, Run, studies
from jurybox.studies.planning.decides import decider_of, deciders
from jurybox.studies.planning.estimate import PlannedMaterial
from jurybox.studies.planning.intent import Intent, intent_of
from jurybox.studies.planning.material import material_of
from jurybox.studies.planning.power import ALPHA
from jurybox.studies.study import StudyView, find_study
from jurybox.studies.workbench import Workbench

FORMAT = 1
EXCLUSIONS = ("surplus", "superseded", "cannot", "calibration", "repeat", "pilot", "closed", "item_withdrawn")
"""What results leave out and count, whoever asks for them."""
LATER = (
    EventKind.SETTINGS,
    EventKind.ITEMS_ADDED,
    EventKind.ITEM_WITHDRAWN,
    EventKind.ITEM_RESTORED,
    EventKind.SYSTEM_WITHDRAWN,
    EventKind.SYSTEM_RESTORED,
    EventKind.QUORUM_RAISED,
    EventKind.PILOT_MARKED,
    EventKind.GUIDELINE_REVISED,
    EventKind.OPENED_AGAIN,
)
"""What departs from a plan once it is sealed."""


class PlanFacts(TypedDict):
    """A sealed plan and what departed from it, as reports tell it: no names, no free text."""

    hash: str
    sealed_at: str | None
    decides: str | None
    reports: list[str]
    exclusions: list[str]
    changes: list[JsonObject]
    """Each with `at`, `kind`, and where there is one the new `quorum` or the settings that were `changed`."""


class Plan(TypedDict):
    """A plan with its seal, where it has one, and the numbers of the events that departed from it since."""

    document: JsonObject
    hash: str
    """Of the canonical bytes of the document; before opening, the one that it would get."""
    sealed_at: str | None
    changes: list[int]


def plan_document(view: StudyView, material: PlannedMaterial, intent: Intent) -> JsonObject:
    """Only what is known before the first judgement, and no name of a system or a rater."""
    decider = decider_of(view.protocol, intent.decides)
    quorum: JsonObject = {**view.settings.quorum}
    prose: JsonObject = {lang: revision.hash for lang, revision in sorted(view.guidelines.items())}
    return {
        "format": FORMAT,
        "study": view.row.uid,
        "protocol": {"name": view.protocol.name, "hash": view.row.protocol_hash, "guidelines": prose},
        "decides": decider.id if decider else None,
        "reports": [*(one.id for one in deciders(view.protocol))],
        "level": ALPHA,
        "test": "sign-flip over items, Holm over pairs",
        "exclusions": [*EXCLUSIONS],
        "items": sum(shape.items for shape in material.shapes),
        "systems": material.systems,
        "quorum": quorum,
        "repeats": view.settings.repeats,
        "seed": view.row.seed,
        **_checks(view),
    }


def _checks(view: StudyView) -> JsonObject:
    """What checks leave out; nothing where there are none, so that plans of before stay what they were."""
    wish = view.settings.checks
    if not wish.on:
        return {}
    out = ["check", "checks_failed"] if wish.exclude else ["check"]
    how: JsonObject = {"share": wish.rate, "pass_share": wish.pass_share, "certainty": wish.certainty}
    return {"exclusions": [*EXCLUSIONS, *out], "checks": {**how, "on_fail": wish.on_fail, "exclude": wish.exclude}}


def seal(document: JsonObject) -> str:
    return hash_bytes("plan", canonical_bytes(document))


def plan_now(run: Run, view: StudyView) -> JsonObject:
    """The plan of a study as it stands: what is sealed when it opens."""
    return plan_document(view, material_of(run, view), intent_of(studies.events(run, view.id)))


def plan_of(bench: Workbench, key: str) -> Plan | None:
    """The sealed plan of a study, or that of a draft; None for a study that opened before there were plans."""

    def read(run: Run) -> Plan | None:
        row = find_study(run, key)
        events = studies.events(run, row.id)
        sealed = _seal_in(events)
        if sealed is not None:
            return _sealed(sealed, events)
        if row.opened_at is not None:
            return None
        document = plan_now(run, bench.views.of(run, row.id, row.version))
        return {"document": document, "hash": seal(document), "sealed_at": None, "changes": []}

    return bench.database.read(read)


def plan_facts(run: Run, study: int) -> PlanFacts | None:
    """What reports say of the plan; None where none was sealed."""
    events = studies.events(run, study)
    sealed = _seal_in(events)
    if sealed is None:
        return None
    plan = _sealed(sealed, events)
    document, departed = plan["document"], set(plan["changes"])
    decides = document.get("decides")
    return {
        "hash": plan["hash"],
        "sealed_at": plan["sealed_at"],
        "decides": decides if isinstance(decides, str) else None,
        "reports": _texts(document.get("reports")),
        "exclusions": _texts(document.get("exclusions")),
        "changes": [_change(event) for event in events if event.number in departed],
    }


def _texts(value: JsonValue) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else []


def _change(event: EventRow) -> JsonObject:
    told = {name: event.data[name] for name in ("quorum", "changed") if event.data.get(name)}
    return {"at": rfc3339(event.at), "kind": event.kind, **told}


def _seal_in(events: list[EventRow]) -> EventRow | None:
    return next((e for e in events if e.kind == EventKind.OPENED and "plan_hash" in e.data), None)


def _sealed(sealed: EventRow, events: list[EventRow]) -> Plan:
    document: JsonValue = sealed.data.get("plan")
    return {
        "document": document if isinstance(document, dict) else {},
        "hash": str(sealed.data["plan_hash"]),
        "sealed_at": rfc3339(sealed.at),
        "changes": [event.number for event in events if event.number > sealed.number and event.kind in LATER],
    }
