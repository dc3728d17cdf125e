"""One study in words, for `jurybox study show`."""

import json
from typing import TYPE_CHECKING, Literal

from jurybox.cli.output import plural, say, say_table

if TYPE_CHECKING:
    from jurybox.studies import (
        DescribedEvent,
        DescribedSystem,
        InboxEntry,
        StudyDescription,
        StudyJob,
        Watched,
    )

LAST_EVENTS = 10
WORK = {
    "import": "an import",
    "look": "looking at files",
    "open": "opening it",
    "findings": "computing its results",
    "report": "making its report",
    "disputes": "looking for disputes",
    "rehearsal": "a rehearsal",
    "archive": "making its archive",
}


def show_in_words(study: "StudyDescription", work: "list[StudyJob]", watched: "Watched") -> None:
    say(f"{study['key']}: {study['name']} ({study['state']})")
    say(f"protocol {study['protocol']}, hash {study['protocol_hash']}")
    say(f"seed     {study['seed']}")
    say(f"created  {study['created_at']}")
    for moment, at in (("opened", study["opened_at"]), ("closed", study["closed_at"])):
        if at:
            say(f"{moment}   {at}")
    nouns: tuple[Literal["items", "outputs", "units", "raters", "judgements"], ...]
    nouns = ("items", "outputs", "units", "raters", "judgements")
    counts = ", ".join(f"{study[noun]:,} {noun}" for noun in nouns)
    say(f"holds    {counts}")
    say(
        "settings "
        + ", ".join(f"{name} {_short(value)}" for name, value in study["settings"].items() if value not in (None, {}))
    )
    for few in study["few_raters"]:
        group = f" of group {few['group']}" if few["group"] else ""
        told = f"has a quorum of {few['quorum']}; the guideline asks for {few['least']} or more"
        say(f"note     stage {few['stage']}{group} {told}")
    _systems(study["systems"])
    _progress(watched)
    _not_counted(study["standings"])
    _inbox(study["inbox"])
    _work(work)
    _events(study["events"])


def _short(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _systems(systems: "list[DescribedSystem]") -> None:
    if systems:
        say()
        rows = [(s["name"] or "-", s["kind"], "withdrawn" if s["withdrawn"] else "-") for s in systems]
        say_table(("SYSTEM", "KIND", "STATE"), rows)


def _progress(watched: "Watched") -> None:
    """How far it is in parts, how fast it goes, and who holds it up."""
    if not watched["parts"]:
        return
    say()
    say_table([column.upper() for column in watched["parts"][0]], [list(entry.values()) for entry in watched["parts"]])
    pace = watched["pace"]
    say(f"Judgements: {pace['last_hour']:,} in the last hour, {pace['last_day']:,} in the last 24 hours.")
    if pace["ends_at"]:
        say(f"At this pace all answers are there at about {pace['ends_at'][:16]}Z.")
    for entry in watched["blockers"]:
        if entry["rater"]:
            last = f", last there {entry['last_at'][:16]}Z" if entry["last_at"] else ""
            say(f"Waiting for {entry['rater']} {entry['name']} alone: {plural(entry['units'], 'unit')}{last}.")
        else:
            group = f" of group {entry['group']}" if entry["group"] else ""
            say(f"Nobody may rate stage {entry['stage']}{group}: {plural(entry['units'], 'unit')}.")


def _not_counted(standings: dict[str, int]) -> None:
    kept = {name: count for name, count in standings.items() if name != "counted" and count}
    if kept:
        say()
        say("Kept and not counted: " + ", ".join(f"{count:,} {name}" for name, count in kept.items()))


def _inbox(inbox: "list[InboxEntry]") -> None:
    if inbox:
        say()
        say("Inbox: too many raters could not judge these.")
        say_table(
            ("ITEM", "STAGE", "CANNOT", "QUORUM"), [(e["item"], e["stage"], e["cannot"], e["quorum"]) for e in inbox]
        )


def _work(work: "list[StudyJob]") -> None:
    """What the server does for the study, and what it failed to do."""
    for job in work:
        say()
        if job["state"] != "failed":
            say(f"Being done: {WORK[job['kind']]} (asked for at {job['at']}).")
            continue
        say(f"Failed at {job['at']}: {WORK[job['kind']]}.")
        for error in job["errors"]:
            place = f"{error['file']}:{error['line']}: " if error["line"] else ""
            say(f"  {place}{error['message']}" + (f" {error['hint']}" if error["hint"] else ""))


def _events(events: "list[DescribedEvent]") -> None:
    say()
    shown = events[-LAST_EVENTS:]
    say_table(("EVENT", "KIND", "AT", "BY"), [(e["number"], e["kind"], e["at"], e["who"]) for e in shown])
    if len(events) > len(shown):
        say(f"… and {len(events) - len(shown):,} earlier events (--json shows all).")
