"""Campaigns of which only the ratings are published: what was rated is taken from them."""

import re

from jurybox.exchange.campaigns import on_shelf
from jurybox.exchange.campaigns.campaign import Campaign, CampaignQuestions, Part
from jurybox.exchange.campaigns.file import CampaignFile
from jurybox.exchange.ratings.formats import Rating, find_format

HUMAN = re.compile(r"(ref|reference|human)([-._ ]?[a-z0-9]{0,3}){0,2}", re.I)
"""How test sets call translations by people that are rated as one more system."""
SHELF = {"marks": on_shelf.ERRORS, "order": on_shelf.PREFERENCE}
"""By what was said, the protocols that may ask it."""


def read(file: CampaignFile, format: str) -> Campaign:
    """`format` is that of the ratings."""
    ratings = [one for one in find_format(format).read(file) if one.item]
    parts = _parts(ratings, file)
    kinds = {one.kind for one in ratings if one.question}
    was_rated = any(one.question or one.by == "cannot" for one in ratings)
    if not parts and not file.faults:
        file.fault("campaign.nothing_to_rate", 1)
    systems = dict.fromkeys(name for part in parts for name in part.outputs)
    return Campaign(
        id=file.path.stem,
        asked=CampaignQuestions(shelf=tuple(name for kind in sorted(kinds) for name in SHELF.get(kind, ()))),
        parts=parts,
        together="order" in kinds,
        references=tuple(name for name in systems if HUMAN.fullmatch(name)),
        ratings=ratings if was_rated else [],
    )


def _parts(ratings: list[Rating], file: CampaignFile) -> list[Part]:
    """Every output once; a text that stands there in two ways is a fault."""
    first: dict[str, Rating] = {}
    outputs: dict[str, dict[str, str]] = {}
    for one in ratings:
        before = first.setdefault(one.item, one)
        if one.source is not None and before.source is None:
            first[one.item] = one
            file.plain(one.source, f"{one.item}, source", ())
        elif before is one and one.source is not None:
            file.plain(one.source, f"{one.item}, source", ())
        elif one.source is not None and one.source != before.source:
            file.fault("campaign.differs", 1, one.item, what="source", first=file.name)
        made = outputs.setdefault(one.item, {})
        if not one.system or one.output is None:
            continue
        if one.system not in made:
            made[one.system] = one.output
            file.plain(one.output, f"{one.item}, {one.system}", ())
        elif made[one.system] != one.output:
            file.fault("campaign.differs", 1, one.item, what=one.system, first=file.name)
    return [
        Part(
            document=one.document or one.item,
            key=key,
            group=one.group,
            source=one.source,
            outputs=outputs[key],
        )
        for key, one in first.items()
        if outputs[key]
    ]
