"""A study written as a campaign of another program: what is rated, what is asked, and who rates what."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec.structs import replace

from jurybox.core import DOCUMENT, Fault, Fields, Import, Item, Output, StudyState, SystemKind
from jurybox.exchange.campaigns import TYPES, Campaign, Listed, Part, write_campaign
from jurybox.exchange.ratings.formats import Rating
from jurybox.store import MembershipRow, Run, assignments, imports, items, people, systems
from jurybox.studies.carry.campaigns.fit import asked_in
from jurybox.studies.carry.campaigns.items import KEY, MADE, SOURCES, field_of
from jurybox.studies.people import is_person
from jurybox.studies.rating import lists_given
from jurybox.studies.study import StudyView, find_study, load_view, origin_of
from jurybox.studies.workbench import Workbench


def export_campaign(bench: Workbench, key: str, path: Path, format: str) -> list[Fault]:
    """What the format cannot hold is returned in words."""
    with bench.database.snapshot() as run:
        campaign = campaign_of(run, load_view(run, find_study(run, key).id))
    return write_campaign(path, format, campaign)


def outputs_of(bench: Workbench, key: str) -> Iterator[Rating]:
    """Every output of a study, as ratings that say nothing of it."""
    with bench.database.snapshot() as run:
        view = load_view(run, find_study(run, key).id)
        parts = _parts(view, imports.copyable(run, view.id))
    for part in parts:
        about = Rating(item=part.key, group=part.group, source=part.source)
        yield from (replace(about, system=name, output=text) for name, text in part.outputs.items())


def campaign_of(run: Run, view: StudyView) -> Campaign:
    """A study as a campaign, without what was said and what was withdrawn."""
    known = origin_of(run, view.id)
    kept = known.get("kept")
    material = imports.copyable(run, view.id)
    members = [m for m in people.memberships(run, view.id) if is_person(m) and m.revoked_at is None]
    return Campaign(
        id=str(known.get("id") or view.row.key),
        asked=asked_in(view.protocol),
        parts=_parts(view, material),
        together=view.protocol.unit.candidates != 1,
        raters=[m.name for m in members],
        lists=_of_parts(_lists(run, view, members), material),
        references=tuple(one.name for one in material.systems if one.kind == SystemKind.REFERENCE),
        units_per_rater=view.settings.units_per_rater,
        completion_code=view.settings.completion_code,
        kept=kept if isinstance(kept, dict) else {},
    )


def _parts(view: StudyView, material: Import) -> list[Part]:
    made: dict[str, list[Output]] = {}
    for output in material.outputs:
        made.setdefault(output.item, []).append(output)
    return [part for item in material.items for part in _of_item(view, item, made[item.key])]


def _of_item(view: StudyView, item: Item, outputs: Sequence[Output]) -> Iterator[Part]:
    """A part for the item, or one for each of its segments."""
    source = field_of(view.protocol, SOURCES, ("item", "segment"))
    made = field_of(view.protocol, MADE, ("output", "system"))
    if not item.segments:
        texts = {one.system: _text(one.fields, made) or "" for one in outputs}
        yield _part(item.key, item, item.fields, source, texts)
    for n, segment in enumerate(item.segments):
        texts = {one.system: _text(one.segments[n], made) or "" for one in outputs if n < len(one.segments)}
        yield _part(_key(item, n), item, segment.fields, source, texts)


def _part(key: str, item: Item, fields: Fields, source: str, texts: dict[str, str]) -> Part:
    document = _text(item.fields, DOCUMENT) or item.key
    files = {name: str(file["name"]) for name in TYPES if isinstance(file := fields.get(name), dict) and "name" in file}
    reference = _text(fields, "reference")
    return Part(
        document=document,
        key=key,
        group=item.group,
        source=_text(fields, source),
        reference=reference,
        files=files,
        outputs=texts,
    )


def _text(fields: Fields, name: str) -> str | None:
    found = fields.get(name)
    return found if isinstance(found, str) else None


def _of_parts(lists: dict[str, list[Listed]], material: Import) -> dict[str, list[Listed]]:
    """Lists of items as lists of their segments, without what was withdrawn."""
    keys = {item.key: [_key(item, n) for n in range(len(item.segments))] or [item.key] for item in material.items}
    made = {(output.item, output.system) for output in material.outputs}
    found: dict[str, list[Listed]] = {}
    for rater, listed in lists.items():
        for one in listed:
            names = tuple(name for name in one.systems if (one.key, name) in made)
            found.setdefault(rater, []).extend(Listed(key, names) for key in keys.get(one.key, ()) if names)
    return found


def _key(item: Item, number: int) -> str:
    return _text(item.segments[number].fields, KEY) or f"{item.key}:{number + 1}"


def _lists(run: Run, view: StudyView, members: Sequence[MembershipRow]) -> dict[str, list[Listed]]:
    """Who rates what, where that was said beforehand: as it was given, or as it was dealt out."""
    if view.settings.assign != "fixed":
        return {}
    if view.row.state == StudyState.DRAFT:
        given = lists_given(run, view.id)
        return {m.name: [Listed(*one) for one in given[m.uid]] for m in members if m.uid in given}
    keys, makers = items.keys_by_id(run, view.id), systems.makers_of(run, view.id)
    found: dict[str, list[Listed]] = {}
    for member in members:
        own = [a for a in assignments.all_of(run, member.id) if a.purpose == "rating"]
        for a in sorted(own, key=lambda a: a.position):
            names = [one.name for candidate in sorted(a.candidates) for one in makers[candidate]]
            alone = view.protocol.unit.candidates == 1
            shown = [(name,) for name in names] if alone else [tuple(names)]
            found.setdefault(member.name, []).extend(Listed(keys[a.item], systems_) for systems_ in shown)
    return found
