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
    lines: dict[tuple[str, str], int] = {}
    """Where a source (of system "") or an output was first said."""
    outputs: dict[str, dict[str, str]] = {}
    for one in ratings:
        line = file.began.get((one.item, one.system, one.rater), 1)
        before = first.setdefault(one.item, one)
        if one.source is not None and before.source is None:
            first[one.item], lines[one.item, ""] = one, line
            file.plain(one.source, f"{one.item}, source", ())
        elif before is one and one.source is not None:
            lines[one.item, ""] = line
            file.plain(one.source, f"{one.item}, source", ())
        elif one.source is not None and one.source != before.source:
            _differ(file, line, one.item, "source", lines.get((one.item, "")))
        made = outputs.setdefault(one.item, {})
        if not one.system or one.output is None:
            continue
        if one.system not in made:
            made[one.system], lines[one.item, one.system] = one.output, line
            file.plain(one.output, f"{one.item}, {one.system}", ())
        elif made[one.system] != one.output:
            _differ(file, line, one.item, one.system, lines[one.item, one.system])
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


def _differ(file: CampaignFile, line: int, item: str, what: str, first: int | None) -> None:
    file.fault("campaign.differs", line, item, what=what, first=f"{file.name}:{first or 1}")
