"""What happened to a study, in words: who did what and when, filtered, and as a file."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TypedDict

from jurybox.core import EventKind, Fault, JsonObject, JsonValue, micros_of, refuse, rfc3339
from jurybox.exchange.files import table_lines
from jurybox.store import EventRow, Run, people, studies
from jurybox.studies.sealing import under_seal
from jurybox.studies.study import find_study
from jurybox.studies.workbench import Workbench
from jurybox.texts import Words, name_of

COLUMNS = ("number", "at", "who", "kind", "words", "about")
EXTRAS = (
    "copied_from",
    "of_item",
    "of_system",
    "changed",
    "groups",
    "stages",
    "stage",
    "group",
    "published",
    "names",
    "given_back",
    "texts_dropped",
    "reason",
    "note",
)
"""What an event may say beside its sentence, in the order in which it is told."""


class HistoryEntry(TypedDict):
    """One thing that happened."""

    number: int
    at: str
    who: str
    kind: str
    words: str
    about: str | None
    """The rater whom it concerns, by name."""


@dataclass(frozen=True, slots=True)
class HistoryWish:
    """Which part of a history is wanted; as texts, where they come from outside."""

    kinds: tuple[str, ...] = ()
    person: str | None = None
    """Who did it, or the rater whom it concerns."""
    since: str | None = None
    until: str | None = None


def tell_history(bench: Workbench, key: str, words: Words, wish: HistoryWish = HistoryWish()) -> list[HistoryEntry]:  # noqa: B008
    """What happened to a study, the first thing first."""
    since, until = _checked(wish)

    def read(run: Run) -> tuple[list[EventRow], dict[str, str]]:
        study = find_study(run, key).id
        return studies.events(run, study), {member.uid: member.name for member in people.memberships(run, study)}

    events, names = bench.database.read(read)
    told = [(event.at, _entry(event, names, words)) for event in events]
    return [
        entry
        for at, entry in told
        if (not wish.kinds or entry["kind"] in wish.kinds)
        and (not wish.person or wish.person in (entry["who"], entry["about"]))
        and since <= at < until
    ]


def _checked(wish: HistoryWish) -> tuple[int, int]:
    """From when and until when, if the wish is sound; every fault at once."""
    known = [kind.value for kind in EventKind]
    faults = [Fault("history.unknown_kind", "kind", kind, known) for kind in wish.kinds if kind not in known]
    bounds = [0, 2**62]
    for n, (where, moment) in enumerate((("since", wish.since), ("until", wish.until))):
        try:
            bounds[n] = _moment(moment, days=n) if moment else bounds[n]
        except ValueError:
            faults.append(Fault("history.bad_time", where, moment))
    refuse(faults)
    return bounds[0], bounds[1]


def _moment(text: str, days: int) -> int:
    """Microseconds of a time, or of a day: where it begins, or so many days later.

    >>> _moment("1970-01-02", days=0) == _moment("1970-01-01", days=1) == _moment("1970-01-02T00:00:00Z", days=1)
    True
    """
    if len(text) == len("1970-01-01"):
        day = date.fromisoformat(text) + timedelta(days=days)
        return micros_of(f"{day.isoformat()}T00:00:00Z")
    return micros_of(text)


def _entry(event: EventRow, names: Mapping[str, str], words: Words) -> HistoryEntry:
    rater = event.data.get("rater")
    about = names.get(rater, rater) if isinstance(rater, str) else None
    return {
        "number": event.number,
        "at": rfc3339(event.at),
        "who": event.who,
        "kind": event.kind,
        "words": _sentences(event, about, names, words),
        "about": about,
    }


def _sentences(event: EventRow, about: str | None, names: Mapping[str, str], words: Words) -> str:
    """A sentence for what happened, and one for each thing that is said beside it."""
    data: JsonObject = under_seal(event.data)
    is_of_ratings = event.kind == EventKind.IMPORTED and "judgements" in data
    key = "history.ratings_imported" if is_of_ratings else f"history.{event.kind}"
    said = {name: _told(value, names) for name, value in data.items()}
    if event.kind == EventKind.QUORUM_RAISED:
        said |= {"of_item": said.get("item", ""), "of_system": said.get("system", "")}
    names_of = data.get("changed")
    if isinstance(names_of, list):
        said["changed"] = ", ".join(words(f"org.setting.{name}") for name in names_of)
    if "lang" in said:
        said["lang"] = name_of(said["lang"])
    said.pop("key", None)  # where an archive comes from; the words of a catalogue go by that name
    sentences = [words(key, **{**said, "rater": about or ""})]
    for name in EXTRAS:
        if said.get(name, "0") not in ("", "0"):
            sentences.append(words(f"history.with.{name}", **{name: said[name]}))
    return " ".join(sentences)


def _told(value: JsonValue, names: Mapping[str, str]) -> str:
    """A value of an event as it stands in a sentence; what is empty or no is not told."""
    if isinstance(value, list):
        return ", ".join(_told(part, names) for part in value)
    if isinstance(value, dict):
        return _told(value.get("key"), names)
    if value is None or value is False:
        return ""
    return names.get(str(value), str(value))


def history_file(entries: Iterable[HistoryEntry], kind: str) -> Iterator[bytes]:
    """The bytes of a csv or json file."""
    if kind == "json":
        return iter([json.dumps(list(entries), ensure_ascii=False, indent=2).encode() + b"\n"])
    return table_lines(kind, COLUMNS, ([entry[name] for name in COLUMNS] for entry in entries))  # type: ignore[literal-required]


def people_of(entries: Iterable[HistoryEntry]) -> list[str]:
    """Everybody whom a history names."""
    return sorted({name for entry in entries for name in (entry["who"], entry["about"]) if name})


def kinds_of(entries: Iterable[HistoryEntry]) -> list[str]:
    return [kind.value for kind in EventKind if any(entry["kind"] == kind for entry in entries)]
