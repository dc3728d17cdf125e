"""One study in words, for `jurybox study show`."""

import json
from typing import Any

from jurybox.cli.output import say, say_table

LAST_EVENTS = 10


def show_in_words(study: dict[str, Any]) -> None:
    say(f"{study['key']}: {study['name']} ({study['state']})")
    say(f"protocol {study['protocol']}, hash {study['protocol_hash']}")
    say(f"seed     {study['seed']}")
    say(f"created  {study['created_at']}")
    for moment in ("opened", "closed"):
        if study[f"{moment}_at"]:
            say(f"{moment}   {study[f'{moment}_at']}")
    counts = ", ".join(f"{study[noun]:,} {noun}" for noun in ("items", "outputs", "units", "raters", "judgements"))
    say(f"holds    {counts}")
    say(
        "settings "
        + ", ".join(f"{name} {_short(value)}" for name, value in study["settings"].items() if value not in (None, {}))
    )
    _systems(study["systems"])
    _coverage(study["coverage"])
    _not_counted(study["standings"])
    _inbox(study["inbox"])
    _events(study["events"])


def _short(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _systems(systems: list[dict[str, Any]]) -> None:
    if systems:
        say()
        rows = [(s["name"] or "-", s["kind"], "withdrawn" if s["withdrawn"] else "-") for s in systems]
        say_table(("SYSTEM", "KIND", "STATE"), rows)


def _coverage(coverage: list[dict[str, Any]]) -> None:
    if coverage:
        say()
        columns = list(coverage[0])
        say_table([column.upper() for column in columns], [[entry[c] for c in columns] for entry in coverage])


def _not_counted(standings: dict[str, int]) -> None:
    kept = {name: count for name, count in standings.items() if name != "counted" and count}
    if kept:
        say()
        say("Kept and not counted: " + ", ".join(f"{count:,} {name}" for name, count in kept.items()))


def _inbox(inbox: list[dict[str, Any]]) -> None:
    if inbox:
        say()
        say("Inbox: too many raters could not judge these.")
        say_table(
            ("ITEM", "STAGE", "CANNOT", "QUORUM"), [(e["item"], e["stage"], e["cannot"], e["quorum"]) for e in inbox]
        )


def _events(events: list[dict[str, Any]]) -> None:
    say()
    shown = events[-LAST_EVENTS:]
    say_table(("EVENT", "KIND", "AT", "BY"), [(e["number"], e["kind"], e["at"], e["who"]) for e in shown])
    if len(events) > len(shown):
        say(f"… and {len(events) - len(shown):,} earlier events (--json shows all).")
