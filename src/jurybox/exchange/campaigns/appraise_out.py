"""A campaign written as batches of Appraise: one for each list, or one for all."""

import msgspec

from jurybox.core import JsonData
from jurybox.exchange.campaigns.campaign import Campaign, Listed, Part
from jurybox.exchange.ratings.formats import Target

UNKNOWN = "und"
Entry = dict[str, JsonData]


def write(target: Target, campaign: Campaign) -> None:
    parts = {part.key: part for part in campaign.parts}
    keys = {key: n for n, key in enumerate(parts)}
    everything = [Listed(part.key, (name,)) for part in campaign.parts for name in part.outputs]
    side = [Listed(part.key, tuple(part.outputs)) for part in campaign.parts]
    alike: dict[tuple[Listed, ...], int] = {}
    for listed in campaign.lists.values() if campaign.lists else [side if campaign.together else everything]:
        alike[tuple(listed)] = alike.get(tuple(listed), 0) + 1
    batches: list[JsonData] = []
    for number, (own, count) in enumerate(alike.items(), 1):
        by_pair: dict[str, list[Listed]] = {}
        for one in own:
            by_pair.setdefault(parts[one.key].group, []).append(one)
        for pair, of_pair in by_pair.items():
            items: list[JsonData] = [_item(parts[one.key], one, keys[one.key], campaign, target) for one in of_pair]
            batches.append({"items": items, "task": _task(pair, number, count)})
    if campaign.asked.labels:
        target.losses.add("campaign.labels_lost")
    with target.file() as file:
        file.write(msgspec.json.format(msgspec.json.encode(batches), indent=2) + b"\n")


def _task(pair: str, number: int, count: int) -> Entry:
    codes = pair.split("-") if pair.count("-") == 1 else [UNKNOWN, UNKNOWN]
    return {
        "batchNo": number,
        "randomSeed": 0,
        "requiredAnnotations": count,
        "sourceLanguage": codes[0],
        "targetLanguage": codes[1],
    }


def _item(part: Part, one: Listed, number: int, campaign: Campaign, target: Target) -> Entry:
    if part.files:
        target.losses.add("campaign.files_lost")
    item: Entry = {
        "documentID": part.document,
        "isCompleteDocument": False,
        "itemID": number,
        "itemType": "TGT",
        "sourceID": campaign.id,
        "sourceText": part.source or "",
    }
    if campaign.asked.marks:
        item["mqm"] = []
    if campaign.together:
        targets: list[JsonData] = [{"targetID": name, "targetText": part.outputs[name]} for name in one.systems]
        return {**item, "targets": targets, "targetsSize": len(targets)}
    name = one.systems[0]
    return {**item, "targetID": name, "targetText": part.outputs[name]}
