"""Campaigns of other programs: which can be read and written, each by its id."""

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from jurybox.core import Fault, NotFound, Refused
from jurybox.exchange.campaigns.campaign import Campaign
from jurybox.exchange.campaigns.file import CampaignFile, HowRead
from jurybox.exchange.files import Faults, Form
from jurybox.exchange.ratings.formats import DataSetFacts, Losses, Target


@dataclass(frozen=True, slots=True)
class CampaignFormat:
    id: str
    title: str
    reader: str
    """The module that reads it."""
    writer: str = ""
    """The module that writes it; where there is none, its ratings are exported."""
    exported_as: str = ""
    """The format of an export that it is."""
    as_ratings: str = ""
    """The format of ratings by which it is read, or exported with what was said."""
    is_folder: bool = False


CAMPAIGNS: dict[str, CampaignFormat] = {
    one.id: one
    for one in (
        CampaignFormat("pearmut", "Pearmut campaign, JSON", "pearmut", "pearmut_out", "pearmut-campaign", "pearmut"),
        CampaignFormat("wmt-mqm", "WMT MQM, TSV with <v> spans", "rated", as_ratings="wmt-mqm"),
        CampaignFormat(
            "mt-metrics-eval", "folder of a test set of mt-metrics-eval", "rated",
            as_ratings="mt-metrics-eval", is_folder=True,
        ),
        CampaignFormat(
            "appraise", "Appraise batches, JSON", "appraise", "appraise_out", "appraise-batches", "appraise",
        ),
        CampaignFormat("arena", "A/B table of an arena", "rated", as_ratings="arena"),
    )
}  # fmt: skip


EXPORTED = {one.exported_as: one.id for one in CAMPAIGNS.values() if one.exported_as}
"""By the format of an export, the campaign that is written."""


def find_campaign_format(id: str) -> CampaignFormat:
    """An unknown one is answered with those that there are."""
    if id not in CAMPAIGNS:
        raise NotFound.of("campaign.unknown_format", given=id, allowed=list(CAMPAIGNS))
    return CAMPAIGNS[id]


class CampaignLook(NamedTuple):
    """What could be read of a campaign, what should be said of it, and what is wrong with its file."""

    campaign: Campaign
    notes: list[Fault]
    faults: Faults


def look_at_campaign(path: Path, format: str, how: HowRead | None = None, form: Form | None = None) -> CampaignLook:
    """As much of a campaign as can be read, for somebody who has more to find wrong with it."""
    wanted = find_campaign_format(format)
    if not path.exists():
        raise NotFound.of("import.no_such_file", given=str(path))
    if path.is_dir() != wanted.is_folder:
        raise Refused.of("campaign.wrong_kind", given=str(path), what="a folder" if wanted.is_folder else "a file")
    file = CampaignFile(path, how, form)
    reader: Callable[..., Campaign] = importlib.import_module(f"{__package__}.{wanted.reader}").read
    campaign = reader(file, wanted.as_ratings) if wanted.reader == "rated" else reader(file)
    file.settle()
    return CampaignLook(campaign, file.said(), file.faults)


def read_campaign(
    path: Path,
    format: str,
    how: HowRead | None = None,
    form: Form | None = None,
) -> tuple[Campaign, list[Fault]]:
    """A campaign, and what should be said of it; every fault at once where there are any."""
    look = look_at_campaign(path, format, how, form)
    look.faults.refuse()
    return look.campaign, look.notes


def write_campaign(path: Path, format: str, campaign: Campaign) -> list[Fault]:
    """What it cannot hold is returned in words."""
    wanted = find_campaign_format(format)
    if not wanted.writer:
        allowed = [one.id for one in CAMPAIGNS.values() if one.writer]
        raise NotFound.of("campaign.unknown_format", given=format, allowed=allowed)
    losses = Losses(wanted.title)
    writer: Callable[[Target, Campaign], None] = importlib.import_module(f"{__package__}.{wanted.writer}").write
    writer(Target(path, losses, DataSetFacts(title=campaign.id)), campaign)
    return losses.said()
