"""Whole campaigns of other programs as studies, and studies as such campaigns."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.exchange.campaigns import CAMPAIGNS, EXPORTED, HowRead, find_campaign_format
    from jurybox.studies.carry.campaigns.create import (
        CreatedCampaign,
        check_sent,
        create_from,
        duplicates_of,
        key_of,
    )
    from jurybox.studies.carry.campaigns.export import export_campaign, outputs_of
    from jurybox.studies.carry.campaigns.source import CampaignSource, NewCampaign
else:
    __getattr__ = door(__name__)

__all__ = [
    "CAMPAIGNS",
    "EXPORTED",
    "CampaignSource",
    "CreatedCampaign",
    "HowRead",
    "NewCampaign",
    "check_sent",
    "create_from",
    "duplicates_of",
    "export_campaign",
    "find_campaign_format",
    "key_of",
    "outputs_of",
]
