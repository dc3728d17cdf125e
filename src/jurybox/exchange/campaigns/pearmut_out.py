"""A campaign written as Pearmut reads it: one list of documents for each rater, or one for all."""

import msgspec

from jurybox.core import JsonData
from jurybox.exchange.campaigns.campaign import AskedNumber, Campaign, Listed, Part
from jurybox.exchange.campaigns.pearmut import STREAM, TASKS
from jurybox.exchange.campaigns.pearmut_asked import SCORE, SEVERITIES
from jurybox.exchange.campaigns.usual_labels import USUAL_LABELS
from jurybox.exchange.ratings.formats import Target, pearmut_span

Item = dict[str, JsonData]
TAGS = {
    "picture": '<img src="{}">',
    "sound": '<audio controls src="{}"></audio>',
    "film": '<video controls src="{}"></video>',
}


def write(target: Target, campaign: Campaign) -> None:
    parts = {part.key: part for part in campaign.parts}
    data: list[JsonData] = []
    if campaign.lists:
        data += [_documents(listed, parts, target) for listed in campaign.lists.values()]
    else:
        data += _documents(_all(campaign), parts, target)
    document: dict[str, JsonData] = {"info": _info(campaign, target), "campaign_id": campaign.id, "data": data}
    with target.file() as file:
        file.write(msgspec.json.format(msgspec.json.encode(document), indent=2) + b"\n")


def _all(campaign: Campaign) -> list[Listed]:
    """Everything once: all outputs of a segment side by side, or document by document for each system."""
    if campaign.together:
        return [Listed(part.key, tuple(part.outputs)) for part in campaign.parts]
    found: list[Listed] = []
    documents: dict[str, list[Part]] = {}
    for part in campaign.parts:
        documents.setdefault(part.document, []).append(part)
    for parts in documents.values():
        systems = dict.fromkeys(name for part in parts for name in part.outputs)
        found += [Listed(part.key, (name,)) for name in systems for part in parts if name in part.outputs]
    return found


def _documents(listed: list[Listed], parts: dict[str, Part], target: Target) -> list[JsonData]:
    """What follows each other and is of one document and the same systems stands together."""
    found: list[JsonData] = []
    last: tuple[str, tuple[str, ...]] | None = None
    seen: set[str] = set()
    for one in listed:
        part = parts[one.key]
        about = (part.document, one.systems)
        if about != last or one.key in seen:
            found.append([])
            last, seen = about, set()
        seen.add(one.key)
        document = found[-1]
        assert isinstance(document, list)
        document.append(_item(part, one.systems, target))
    return found


def _item(part: Part, systems: tuple[str, ...], target: Target) -> Item:
    item: Item = {"item_id": part.key}
    if part.group:
        item["group"] = part.group
    for field, name in part.files.items():
        item["src"] = TAGS[field].format(name)
    if part.source is not None:
        item["src"] = part.source
    if part.reference is not None:
        item["ref"] = part.reference
    item["tgt"] = {name: part.outputs[name] for name in systems}
    spans: dict[str, JsonData] = {
        name: [msgspec.to_builtins(span) for mark in marks if (span := pearmut_span(mark, part.outputs[name], target))]
        for name, marks in part.suggested.items()
        if name in systems
    }
    return {**item, "error_spans": spans} if spans else item


def _info(campaign: Campaign, target: Target) -> Item:
    asked = campaign.asked
    protocol = "MQM" if asked.labels else "ESA" if asked.marks else "DA"
    info: Item = {"assignment": TASKS if campaign.lists else STREAM, "protocol": protocol}
    if protocol == "ESA" and campaign.together:
        info["protocol"] = "cESA"
    if campaign.raters:
        info["users"] = list(campaign.raters)
        if campaign.completion_code:
            info["users"] = [{"user_id": name, "token_pass": campaign.completion_code} for name in campaign.raters]
    if asked.numbers != (AskedNumber(SCORE),):
        info["sliders"] = [
            {"name": one.name, "min": _whole(one.low), "max": _whole(one.high), "step": _whole(one.step)}
            for one in asked.numbers
        ]
    if asked.labels and asked.labels != USUAL_LABELS:
        info["mqm_categories"] = _categories(asked.labels)
    if asked.marks and asked.weights and asked.weights != SEVERITIES:
        info["mqm_severities"] = list(asked.weights)
    if asked.text:
        info["textfield"] = "visible"
    if campaign.units_per_rater is not None:
        target.losses.add("campaign.limit_lost")
    return {**info, **campaign.kept}


def _categories(labels: tuple[str, ...]) -> dict[str, JsonData]:
    """
    >>> _categories(("Style/Awkward", "Style/Dull", "Other"))
    {'Style': ['Awkward', 'Dull'], 'Other': []}
    """
    found: dict[str, list[JsonData]] = {}
    for label in labels:
        name, _, inner = label.partition("/")
        found.setdefault(name, []).extend([inner] if inner else [])
    return dict(found)


def _whole(number: float) -> int | float:
    return int(number) if number == int(number) else number
