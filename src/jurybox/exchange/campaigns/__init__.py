"""Whole campaigns of other programs: what is rated, what is asked, who rates what, and what was said already."""

from typing import TYPE_CHECKING

from jurybox.doors import door

if TYPE_CHECKING:
    from jurybox.exchange.campaigns.campaign import (
        AskedNumber,
        Campaign,
        CampaignCheck,
        CampaignQuestions,
        Listed,
        Part,
    )
    from jurybox.exchange.campaigns.file import TYPES, HowRead, Html
    from jurybox.exchange.campaigns.registry import (
        CAMPAIGNS,
        EXPORTED,
        CampaignFormat,
        CampaignLook,
        find_campaign_format,
        look_at_campaign,
        read_campaign,
        write_campaign,
    )
else:
    __getattr__ = door(__name__)

__all__ = [
    "CAMPAIGNS",
    "EXPORTED",
    "TYPES",
    "AskedNumber",
    "Campaign",
    "CampaignCheck",
    "CampaignFormat",
    "CampaignLook",
    "CampaignQuestions",
    "HowRead",
    "Html",
    "Listed",
    "Part",
    "find_campaign_format",
    "look_at_campaign",
    "read_campaign",
    "write_campaign",
]
