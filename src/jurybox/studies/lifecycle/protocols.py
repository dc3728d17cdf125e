"""Protocols before there is a study: what is on the shelf, and what is wrong with one."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypedDict

from jurybox.core import TASKS, Fault, Protocol, Stage, in_language
from jurybox.core.questions import QuestionBase
from jurybox.protocols import LoadedProtocol, card_words, load_protocol, shelf, shelf_ids, shelf_versions, silent_faults
from jurybox.protocols import find_protocol as find_file


@dataclass(frozen=True, slots=True)
class Checked:
    """A protocol without a fault."""

    name: str
    hash: str
    remarks: tuple[Fault, ...]
    """What may have been forgotten."""


class ShelfLine(TypedDict):
    id: str
    versions: list[int]
    title: str
    task: str | None
    """What kind of text it is for."""


def list_shelf(own: Path | None = None) -> list[ShelfLine]:
    """The protocols of the shelf and the organisers' own, by task, with their versions and the title of the newest."""
    found = sorted(shelf(own), key=lambda p: _place(p.task))
    return [
        {"id": p.id, "versions": list(p.versions), "title": in_language(p.title, ["en"]), "task": p.task} for p in found
    ]


def _place(task: str | None) -> int:
    """Where a task stands on the shelf; protocols that name none come last."""
    return TASKS.index(task) if task in TASKS else len(TASKS)


class ShelfCard(TypedDict):
    """A protocol as somebody sees it who has to choose one."""

    id: str
    version: int
    title: str
    is_own: bool
    """Whether an organiser brought it."""
    description: str
    languages: list[str]
    """Of the guideline."""
    stages: int
    questions: int
    quorum: int
    examples: int
    task: str | None


class AskedQuestion(TypedDict):
    prompt: str
    help: str
    levels: list[str]
    """The names of what can be answered, where it has names."""


class AskedStage(TypedDict):
    title: str
    shown: list[str]
    questions: list[AskedQuestion]


class NeededColumn(TypedDict):
    """A column of the table that a study of the protocol is made from."""

    name: str
    label: str
    type: str
    per: str
    """item, segment, system or output"""
    optional: bool


class ProtocolDescription(ShelfCard):
    """One protocol in full: what it shows and asks, stage by stage, its columns and its guideline."""

    versions: list[int]
    credit: str
    asks: list[AskedStage]
    columns: list[NeededColumn]
    guidelines: dict[str, str]
    """Markdown, by language."""


def describe_shelf(lang: str, own: Path | None = None) -> list[ShelfCard]:
    """The newest version of every protocol on the shelf, and on the organisers' own, by task."""
    cards = [_card(protocol_on_shelf(id, own), lang) for id in shelf_ids(own)]
    return sorted(cards, key=lambda card: _place(card["task"]))


def protocol_on_shelf(name: str, own: Path | None = None) -> LoadedProtocol:
    """As `from_shelf`, looked at anew only where it has changed: checking a protocol takes its time."""
    path = find_file(name, own, paths=False)
    return _loaded(name, own, path.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _loaded(name: str, own: Path | None, changed_at: int) -> LoadedProtocol:
    return from_shelf(name, own)


def describe_protocol(name: str, lang: str, own: Path | None = None) -> ProtocolDescription:
    """A protocol of the shelf, by `id` or `id@version`."""
    loaded = protocol_on_shelf(name, own)
    protocol, credit = loaded.protocol, loaded.protocol.credit
    return {
        **_card(loaded, lang),
        "versions": shelf_versions(protocol.id, own),
        "credit": ", ".join(filter(None, (credit.guideline, credit.authors, str(credit.year or "")))) if credit else "",
        "asks": [_asked(protocol, stage, lang) for stage in protocol.stages],
        "columns": columns_of(protocol, lang),
        "guidelines": dict(loaded.guidelines),
    }


def columns_of(protocol: Protocol, lang: str) -> list[NeededColumn]:
    """What a table must have for a study of a protocol, beside the item's id and the system's name."""
    return [
        {
            "name": name,
            "label": in_language(field.label, [lang]) if field.label else name,
            "type": field.type,
            "per": field.per,
            "optional": field.optional,
        }
        for name, field in protocol.fields.items()
    ]


def _card(loaded: LoadedProtocol, lang: str) -> ShelfCard:
    protocol = loaded.protocol
    quorum, is_own = protocol.quorum, protocol.id not in shelf_ids()
    words = None if is_own else card_words(protocol.id, lang)
    return {
        "id": protocol.id,
        "version": protocol.version,
        "title": words.title if words else in_language(protocol.title, [lang]),
        "is_own": is_own,
        "description": words.description if words else in_language(protocol.description, [lang]),
        "languages": list(loaded.guidelines),
        "stages": len(protocol.stages),
        "questions": sum(len(stage.ask) for stage in protocol.stages),
        "quorum": quorum if isinstance(quorum, int) else max(quorum.values()),
        "examples": len(protocol.examples),
        "task": protocol.task,
    }


def _asked(protocol: Protocol, stage: Stage, lang: str) -> AskedStage:
    fields = [protocol.fields[name] for name in stage.show]
    labels = [in_language(f.label, [lang]) if f.label else n for n, f in zip(stage.show, fields, strict=True)]
    return {
        "title": in_language(stage.title, [lang]) if stage.title else "",
        "shown": labels,
        "questions": [_question(question, lang) for question in stage.ask],
    }


def _question(question: QuestionBase, lang: str) -> AskedQuestion:
    measure = question.measure()
    numbered = [f"{value:g} {in_language(label, [lang])}" for value, label in measure.labels.items()]
    return {
        "prompt": in_language(question.prompt, [lang]),
        "help": in_language(question.help, [lang]) if question.help else "",
        "levels": numbered or [in_language(named.label, [lang]) for named in question.names()],
    }


def check_protocol(ref: str) -> Checked:
    """A protocol by id, id@version or path; refused with every fault it has."""
    loaded = find_protocol(ref)
    own = loaded.protocol.id not in shelf_ids()
    return Checked(loaded.protocol.name, loaded.hash, tuple(silent_faults(loaded.protocol)) if own else ())


def find_protocol(ref: str, own: Path | None = None) -> LoadedProtocol:
    """A protocol to make a study of."""
    return load_protocol(ref, own)


def from_shelf(name: str, own: Path | None = None) -> LoadedProtocol:
    """A protocol of the shelf or of the organisers' own only: what came over the network never names a file."""
    return load_protocol(name, own, paths=False)
