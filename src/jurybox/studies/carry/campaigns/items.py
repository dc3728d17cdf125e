"""The items of a campaign: a table of its segments, read like any other, with the document that each is a part of."""

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from msgspec.structs import replace as with_fields

from jurybox.core import DOCUMENT, Fault, Import, Item, Protocol, Refused, Settings
from jurybox.exchange.campaigns import Campaign, Listed, Part
from jurybox.exchange.files import json_line
from jurybox.exchange.media import store_media as keep_media
from jurybox.studies.carry.campaigns.source import CampaignSource
from jurybox.studies.lifecycle import ItemFiles, read_files
from jurybox.studies.progress import Progress
from jurybox.studies.workbench import Workbench

KEY = "_key"
"""Beside the fields of a segment: what the campaign called it."""
SOURCES, MADE = ("source", "prompt"), ("output",)


def read_items(
    bench: Workbench,
    protocol: Protocol,
    settings: Settings,
    campaign: Campaign,
    source: CampaignSource,
    progress: Progress,
) -> tuple[Import, ItemFiles]:
    """Every fault at once, with its place in the campaign's file: the table is gone afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / f"{campaign.id or 'campaign'}.jsonl".replace("/", "-")
        by = _by_segment if protocol.unit.segments else _by_item
        rows = list(by(protocol, campaign))
        table.write_bytes(b"".join(json_line(row) for _, row in rows))
        files = ItemFiles([table], source.how.media)
        try:
            batch = read_files(protocol, settings, files, partial(keep_media, bench.media), progress=progress)
        except Refused as error:
            parts = [part for part, _ in rows]
            raise Refused(*(_in_file(one, table.name, parts, source.path.name) for one in error.faults)) from error
    if protocol.unit.segments:
        batch = replace(batch, items=tuple(_with_keys(batch.items, campaign)))
    elif campaign.in_documents:
        of = {part.key: part.document for part in campaign.parts}
        items = (with_fields(item, fields={**item.fields, DOCUMENT: of[item.key]}) for item in batch.items)
        batch = replace(batch, items=tuple(items))
    return batch, files


def _in_file(fault: Fault, table: str, parts: Sequence[Part], file: str) -> Fault:
    """A fault of a line of the table is one of the part of the campaign that the line was made of."""
    if fault.file != table or not fault.line or fault.line > len(parts):
        return fault
    return placed(fault, file, parts[fault.line - 1])


def placed(fault: Fault, file: str, part: Part, more: str = "") -> Fault:
    """Where the campaign's file says it, as far as that is known, and of what."""
    return replace(fault, where=f"{part.key}{more}", file=file, line=part.line or None)


def _by_item(protocol: Protocol, campaign: Campaign) -> Iterator[tuple[Part, dict[str, object]]]:
    """Every segment is an item."""
    for part in campaign.parts:
        yield from ((part, row) for row in _rows(part, protocol, campaign))


def _by_segment(protocol: Protocol, campaign: Campaign) -> Iterator[tuple[Part, dict[str, object]]]:
    """Every document is an item, with as many segments as it has."""
    for name, parts in campaign.documents().items():
        for number, part in enumerate(parts, 1):
            of = {"id": name, "segment": str(number)}
            yield from ((part, {**row, **of}) for row in _rows(part, protocol, campaign))


def _with_keys(items: Iterable[Item], campaign: Campaign) -> Iterator[Item]:
    """The segments of documents with what the file calls each."""
    documents = campaign.documents()
    for item in items:
        named = zip(item.segments, documents[item.key], strict=True)
        segments = tuple(replace(one, fields={**one.fields, KEY: part.key}) for one, part in named)
        yield with_fields(item, segments=segments)


def listed_units(protocol: Protocol, campaign: Campaign, rater: str) -> list[Listed]:
    """A rater's list as units: segments, or the documents that they are parts of, each once."""
    listed = campaign.lists.get(rater, [])
    if not protocol.unit.segments:
        return listed
    documents = {part.key: part.document for part in campaign.parts}
    return list(dict.fromkeys(Listed(documents[one.key], one.systems) for one in listed))


def _rows(part: Part, protocol: Protocol, campaign: Campaign) -> list[dict[str, object]]:
    """A row for each output."""
    source = field_of(protocol, SOURCES, ("item", "segment"))
    output = field_of(protocol, MADE, ("output", "system"))
    about = {"id": part.key, **({"group": part.group} if part.group else {}), **part.files}
    for name, text in ((source, part.source), ("reference", part.reference)):
        if name in protocol.fields and text is not None:
            about[name] = text
    rows: list[dict[str, object]] = []
    for system, text in part.outputs.items():
        kind = {"kind": "reference"} if system in campaign.references else {}
        rows.append({**about, "system": system, **kind, output: text})
    return rows


def field_of(protocol: Protocol, usual: tuple[str, ...], per: tuple[str, ...]) -> str:
    """The field that is meant: one of the usual names, or else the first text of that place."""
    texts = [
        name for name, field in protocol.fields.items() if field.type == "text" and field.per in per and not field.guide
    ]
    named = [name for name in usual if name in protocol.fields]
    return next(iter([*named, *texts]), usual[0])
